//! `theinference list`: the stages in order, and how far the learner is.

use std::io::{self, Write};

use super::args::ListArgs;
use super::course::{self, Loaded};
use super::exit::{Exit, Stop};
use super::found::Place;
use super::output::{stdout, tell_warning, unwritten};
use crate::model::{HIDDEN_HEADING, Stage, Tally};
use crate::report::printable;
use crate::report::style::{DIM, GOOD, STRONG, tally};
use crate::workspace::{Progress, StageProgress, load_progress};

/// A column is no wider, whatever stands in it.
const WIDEST: usize = 60;

pub(super) fn list(args: &ListArgs) -> Result<Exit, Stop> {
    let place = Place::find(None)?;
    let loaded = course::load(&args.course, &place)?;
    let progress = progress(&place);
    write(&mut stdout(&args.color), &loaded, &progress).map_err(unwritten)?;
    course::tell_warnings(&loaded);
    Ok(Exit::Passed)
}

fn progress(place: &Place) -> Progress {
    let Some(workspace) = &place.workspace else { return Progress::default() };
    match load_progress(workspace) {
        Ok(loaded) => {
            loaded.warning.iter().for_each(|warning| tell_warning(warning));
            loaded.progress
        }
        Err(error) => {
            tell_warning(&format!("your progress cannot be read: {error}"));
            Progress::default()
        }
    }
}

fn write(out: &mut impl Write, loaded: &Loaded, progress: &Progress) -> io::Result<()> {
    let stages = &loaded.course.stages;
    writeln!(out, "{STRONG}{}{STRONG:#}", printable(&loaded.course.title))?;
    let width = |text: fn(&Stage) -> &str| {
        stages.iter().map(|stage| text(stage).chars().count()).max().unwrap_or(0).min(WIDEST)
    };
    let (slugs, titles) = (width(|stage| &stage.slug), width(|stage| &stage.title));
    let mut chapter = None;
    for stage in stages {
        // Broken stages count, as in `theinference test NUMBER`.
        let number = 1 + loaded.slugs.iter().take_while(|slug| **slug != stage.slug).count();
        if chapter != Some(&stage.chapter) {
            chapter = Some(&stage.chapter);
            let name =
                stage.chapter.iter().map(|chapter| format!("{DIM}{}{DIM:#}\n", printable(chapter)));
            write!(out, "\n{}", name.collect::<String>())?;
        }
        let minutes = stage.minutes.map_or_else(String::new, |minutes| format!("{minutes} min"));
        let done = done(progress.stages.get(&stage.slug));
        let title = printable(&stage.title);
        writeln!(
            out,
            "{number:>3}  {:<slugs$}  {title:<titles$}  {minutes:>7}  {done}",
            stage.slug
        )?;
    }
    out.flush()
}

fn done(progress: Option<&StageProgress>) -> String {
    let Some(progress) = progress else { return "-".to_owned() };
    if progress.all_passed() {
        return format!("{GOOD}passed{GOOD:#}");
    }
    let hidden = match progress.hidden {
        Tally { total: 0, .. } => String::new(),
        hidden => format!(" ({HIDDEN_HEADING} {})", tally(hidden)),
    };
    format!("{}{hidden}", tally(progress.visible))
}
