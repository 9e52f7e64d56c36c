//! Where we are: the workspace, its settings, and the program in it.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::args::ProgramArgs;
use super::exit::Stop;
use crate::report::style::command;
use crate::workspace::{self, Config, load_config};

/// The name of the program in a workspace that says nothing else.
pub(super) const PROGRAM: &str = "your_program.sh";

/// The current folder, and the workspace found from it.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) current: PathBuf,
    pub(super) workspace: Option<PathBuf>,
    pub(super) config: Config,
}

/// A command to grade, and how a person types it.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) argv: Vec<OsString>,
    pub(super) shown: Vec<String>,
    pub(super) workspace: PathBuf,
}

impl Place {
    /// Finds the workspace: the folder of `--program`, else the nearest one above.
    pub(super) fn find(program: Option<&Path>) -> Result<Self, Stop> {
        let current = std::env::current_dir().context("the current folder")?;
        if let Some(folder) = program.filter(|program| current.join(program).is_dir()) {
            let (folder, file) = (folder.display(), folder.join(PROGRAM));
            let file = file.display();
            return Err(Stop::NoProgram(format!(
                "{folder} is a folder, not a program.\n  Name the program in it: `--program {file}`."
            )));
        }
        let workspace = match program {
            Some(program) => current.join(program).parent().map(tidy),
            None => workspace::find(&current),
        };
        let config = match &workspace {
            Some(workspace) => load_config(workspace).map_err(Stop::Problems)?,
            None => Config::default(),
        };
        Ok(Self { current, workspace, config })
    }

    /// The command to grade.
    pub(super) fn program(&self, args: &ProgramArgs) -> Result<Program, Stop> {
        if args.command.first().is_some_and(|word| word.is_empty()) {
            return Err(Stop::Usage(
                "the command after `--` is empty; write a program there".to_owned(),
            ));
        }
        if !args.command.is_empty() {
            let argv = rooted(&args.command, &self.current);
            let workspace = self.workspace.clone().unwrap_or_else(|| self.current.clone());
            return Ok(Program { shown: shown(&argv), argv, workspace });
        }
        let Some(workspace) = self.workspace.clone() else { return Err(self.no_program()) };
        let named = args.program.as_ref().and_then(|program| program.file_name());
        let argv = match (named, &self.config.program) {
            (Some(name), _) => vec![Path::new(".").join(name).into()],
            (None, Some(words)) => words.iter().map(OsString::from).collect(),
            (None, None) => vec![Path::new(".").join(PROGRAM).into()],
        };
        Ok(Program { shown: shown(&argv), argv: rooted(&argv, &workspace), workspace })
    }

    fn no_program(&self) -> Stop {
        let here = self.current.display();
        let way_on = match &workspaces_below(&self.current)[..] {
            [] => "Begin with `theinference init . --lang ts` (or py, rust, go, sh).".to_owned(),
            [below, ..] => format!("There is one in {}/: `cd {}`", below.display(), quoted(below)),
        };
        Stop::NoProgram(format!(
            "there is no program to grade.\n  Looked for `theinference.json` and `{PROGRAM}` in \
             {here} and the folders above it.\n  Go to your course folder, or name the program: \
             `theinference test --program PATH`, or `theinference test -- COMMAND`.\n  {way_on}"
        ))
    }

    /// The way from the current folder to the workspace, when that is another folder.
    pub(super) fn way_to(&self, workspace: &Path) -> Option<String> {
        if self.current == workspace {
            return None;
        }
        if let Ok(down) = self.current.strip_prefix(workspace) {
            return Some("../".repeat(down.components().count()));
        }
        let way = workspace.strip_prefix(&self.current).unwrap_or(workspace);
        Some(format!("{}/", way.display()))
    }
}

/// The folders right below one that are workspaces, in the order of their names.
fn workspaces_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| PathBuf::from(entry.file_name()));
    let mut found: Vec<_> =
        names.filter(|name| folder.join(name).join(PROGRAM).is_file()).collect();
    found.sort();
    found
}

fn quoted(path: &Path) -> String {
    command([path.to_string_lossy().as_ref()])
}

/// The words with a program that is named by a path made absolute; a bare name stays one.
fn rooted(words: &[OsString], folder: &Path) -> Vec<OsString> {
    let mut words = words.to_vec();
    if let Some(program) = words.first_mut().filter(|program| names_a_path(program)) {
        *program = tidy(&folder.join(&*program)).into();
    }
    words
}

fn names_a_path(program: &OsStr) -> bool {
    program.as_bytes().contains(&b'/')
}

/// The path without `.` in it. A `..` stays: behind a link it means something else.
fn tidy(path: &Path) -> PathBuf {
    path.components().collect()
}

fn shown(words: &[OsString]) -> Vec<String> {
    words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
}
