//! `theinference show`: a stage's lesson, and the stages before and after it.

use std::io::{self, Write};

use super::args::ShowArgs;
use super::course;
use super::exit::{Exit, Stop};
use super::found::Place;
use super::output::{own_name, stdout, unwritten};
use crate::model::{Case, Course, HIDDEN_HEADING, Stage, Visibility};
use crate::plan::resolve_stage;
use crate::report::printable;
use crate::report::style::{DIM, STRONG};

pub(super) fn show(args: &ShowArgs) -> Result<Exit, Stop> {
    let place = Place::find(None)?;
    let loaded = course::load(&args.course, &place)?;
    let stage = match resolve_stage(&loaded.course, &loaded.slugs, &args.stage) {
        Ok(stage) => stage,
        Err(error) => return Err(loaded.refused(error)),
    };
    write(&mut stdout(&args.color), stage, &loaded.course).map_err(unwritten)?;
    course::tell_warnings(&loaded);
    Ok(Exit::Passed)
}

fn write(out: &mut impl Write, stage: &Stage, course: &Course) -> io::Result<()> {
    for line in stage.lesson.lines() {
        writeln!(out, "{}", printable(line))?;
    }
    writeln!(out, "\n{DIM}---{DIM:#}\n{STRONG}Cases{STRONG:#}")?;
    for case in &stage.cases {
        let summary = case.summary.as_deref().unwrap_or("");
        writeln!(out, "  {:<24} {}{}", printable(&case.name), printable(summary), hidden(case))?;
    }
    writeln!(out)?;
    let at = course.stages.iter().position(|other| other.slug == stage.slug).unwrap_or(0);
    let before = at.checked_sub(1).and_then(|before| course.stages.get(before));
    neighbour(out, "previous", before)?;
    neighbour(out, "next", course.stages.get(at + 1))?;
    writeln!(out, "grade it with\n  {} test --stage {} --watch", own_name(), stage.slug)?;
    out.flush()
}

fn hidden(case: &Case) -> String {
    match case.visibility {
        Visibility::Visible => String::new(),
        Visibility::Hidden | Visibility::Revealed => format!(" ({HIDDEN_HEADING})"),
    }
}

fn neighbour(out: &mut impl Write, word: &str, stage: Option<&Stage>) -> io::Result<()> {
    match stage {
        None => Ok(()),
        Some(stage) => {
            writeln!(out, "{word:<9} {} ({})", printable(&stage.title), stage.slug)
        }
    }
}
