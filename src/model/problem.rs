//! A defect in course data.

use std::path::PathBuf;

use super::Position;

/// A defect in course data, with the place and what mends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, or the place where a file is missing.
    pub path: PathBuf,
    /// Where in the file, when the file could be read.
    pub position: Option<Position>,
    /// The stage that is broken by it; `None` when it is the whole course.
    pub stage: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}
