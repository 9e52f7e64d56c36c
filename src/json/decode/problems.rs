//! The problems of one file.

use std::path::PathBuf;

use crate::json::quote;
use crate::model::{Position, Problem};

/// How many characters of a name or value are quoted in a message.
const QUOTED: usize = 40;

/// The problems of one file, collected while it is read.
#[derive(Clone, Debug)]
pub struct FileProblems {
    path: PathBuf,
    stage: Option<String>,
    found: Vec<Problem>,
}

impl FileProblems {
    /// No problems yet, for the file at `path`. What is found will be said to break `stage`.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, stage: Option<&str>) -> Self {
        Self { path: path.into(), stage: stage.map(str::to_owned), found: Vec::new() }
    }

    /// Adds a problem at a place in the file.
    pub fn at(&mut self, position: Position, message: impl Into<String>, help: impl Into<String>) {
        self.push(Some(position), message.into(), help.into());
    }

    /// Adds a problem of the file as a whole.
    pub fn whole(&mut self, message: impl Into<String>, help: impl Into<String>) {
        self.push(None, message.into(), help.into());
    }

    fn push(&mut self, position: Option<Position>, message: String, help: String) {
        let (path, stage) = (self.path.clone(), self.stage.clone());
        self.found.push(Problem { path, position, stage, message, help });
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The problems in the order of the file, those of the file as a whole first.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Problem> {
        self.found.sort_by_key(|problem| problem.position.map(|position| position.offset));
        self.found
    }
}

/// `text` in backticks as it may stand in a message: on one line, and cut when it is long.
#[must_use]
pub fn quoted(text: &str) -> String {
    let start: String = text.chars().take(QUOTED).collect();
    let rest = if start.len() < text.len() { "…" } else { "" };
    let escaped = quote(&start);
    format!("`{}{rest}`", &escaped[1..escaped.len() - 1])
}

/// The names as they may stand in a message, with commas between them.
#[must_use]
pub fn quoted_list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().map(quoted).collect::<Vec<_>>().join(", ")
}
