//! `theinference test --watch`: test again whenever a file changed.

use std::io::{self, Write};
use std::path::PathBuf;

use super::args::{Format, TestArgs};
use super::exit::{Exit, Stop};
use super::found::Place;
use super::output::tell_warning;
use super::signals::Interruption;
use super::{course, test};
use crate::watch::{Rules, Watch, Woken};

/// Tests, waits for a change, tests again. Course and settings are read anew each time.
pub(super) fn watch(args: &TestArgs) -> Result<Exit, Stop> {
    test::check(args)?;
    let interruption = Interruption::listen()?;
    let place = Place::find(args.program.program.as_deref())?;
    let folders = folders(args, &place)?;
    let settings = &place.config.watch;
    let rules = Rules { ignore: settings.ignore.clone(), include: settings.include.clone() };
    let mut watch = Watch::new(&folders, &rules).map_err(|error| {
        Stop::Usage(format!("{error}; without --watch the same command runs once"))
    })?;
    loop {
        match test::once(args, &interruption) {
            Ok(Exit::Signal(signal)) => return Ok(Exit::Signal(signal)),
            Ok(_) => {}
            Err(stop) => {
                stop.tell();
            }
        }
        tell_waiting(args, &folders);
        if wait(&mut watch, &interruption) == Woken::Stopped {
            let stopped = || Stop::Harness(anyhow::anyhow!("the system tells no more changes"));
            return interruption.signal().map(Exit::Signal).ok_or_else(stopped);
        }
    }
}

/// Waits for a change that counts, or for a signal.
fn wait(watch: &mut Watch, interruption: &Interruption) -> Woken {
    loop {
        match watch.wait(|| interruption.signal().is_some()) {
            Woken::Muted(path) => tell_warning(&format!(
                "every run writes files such as {}, so new files that change during a run no longer \
                 count; name them under `watch.ignore` in theinference.json",
                path.display()
            )),
            woken => return woken,
        }
    }
}

/// The program's folder, and the course's two folders when they are on disk.
fn folders(args: &TestArgs, place: &Place) -> Result<Vec<PathBuf>, Stop> {
    let program = place.program(&args.program)?;
    let course = course::folder(&args.course, place);
    let fixtures = args.course.fixtures.as_ref().map(|fixtures| place.current.join(fixtures));
    let of_course =
        course.iter().flat_map(|course| [course.join("stages"), course.join("fixtures")]);
    let candidates = [program.workspace].into_iter().chain(of_course).chain(fixtures);
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in candidates.filter_map(|folder| folder.canonicalize().ok()) {
        if !folders.iter().any(|known| folder.starts_with(known)) {
            folders.push(folder);
        }
    }
    Ok(folders)
}

/// A plain line between two runs; machine formats stay free of it.
fn tell_waiting(args: &TestArgs, folders: &[PathBuf]) {
    if args.format != Format::Human {
        return;
    }
    let folders: Vec<_> = folders.iter().map(|folder| folder.display().to_string()).collect();
    // A reader that went away changes nothing.
    let _ = writeln!(
        io::stderr(),
        "\n--- waiting for a change in {} (Ctrl-C ends) ---\n",
        folders.join(", ")
    );
}
