//! Which folders are watched, and which files in them.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::{Path, PathBuf};

use crate::cli::args::TestArgs;
use crate::cli::course;
use crate::cli::exit::Stop;
use crate::cli::found::Place;
use crate::watch::{FileId, Rules};

/// What a watch is asked to watch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Scope {
    pub(super) folders: Vec<PathBuf>,
    pub(super) rules: Rules,
}

impl Scope {
    /// As the options and `theinference.json` have it now.
    pub(super) fn of(args: &TestArgs) -> Result<Self, Stop> {
        let place = Place::find(args.program.program.as_deref())?;
        let program = place.program(&args.program)?;
        let settings = &place.config.watch;
        let rules = Rules {
            ignore: settings.ignore.clone(),
            include: settings.include.clone(),
            // What a build step makes changes with its sources, and because of a run.
            files: match place.config.build {
                Some(_) => Vec::new(),
                None => files(&program.argv, &program.workspace),
            },
            outputs: outputs(),
        };
        Ok(Self { folders: folders(args, &place, program.workspace), rules })
    }

    /// This scope after another one: folders that are gone for the moment are waited for.
    pub(super) fn after(mut self, before: &Self) -> Self {
        let is_new = |folder: &&PathBuf| !self.folders.contains(folder);
        let awaited = before.folders.iter().filter(|folder| !folder.is_dir()).filter(is_new);
        let awaited: Vec<_> = awaited.cloned().collect();
        self.folders.extend(awaited);
        self
    }
}

/// The program's folder, and the course's two folders when they are on disk.
fn folders(args: &TestArgs, place: &Place, workspace: PathBuf) -> Vec<PathBuf> {
    let course = course::folder(&args.course, place);
    let fixtures = args.course.fixtures.as_ref().map(|fixtures| place.current.join(fixtures));
    let of_course =
        course.iter().flat_map(|course| [course.join("stages"), course.join("fixtures")]);
    let candidates = [workspace].into_iter().chain(of_course).chain(fixtures);
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in candidates.filter_map(|folder| folder.canonicalize().ok()) {
        if !folders.iter().any(|known| folder.starts_with(known)) {
            folders.retain(|known| !known.starts_with(&folder));
            folders.push(folder);
        }
    }
    folders
}

/// The words of the command that are files of the workspace.
fn files(argv: &[OsString], workspace: &Path) -> Vec<PathBuf> {
    let workspace = workspace.canonicalize().unwrap_or_else(|_| workspace.to_owned());
    let files = argv.iter().map(|word| workspace.join(word)).filter(|path| path.is_file());
    files.filter_map(|path| path.canonicalize().ok()).collect()
}

/// Files that our own output goes to.
fn outputs() -> Vec<FileId> {
    let id = |stream: BorrowedFd<'_>| {
        let found = File::from(stream.try_clone_to_owned().ok()?).metadata().ok()?;
        found.is_file().then(|| FileId::from(&found))
    };
    [id(io::stdout().as_fd()), id(io::stderr().as_fd())].into_iter().flatten().collect()
}
