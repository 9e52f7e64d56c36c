//! One half of a course, `stages/` or `fixtures/`, wherever it is kept.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::embedded::Embedded;
use super::folder::Folder;
use crate::json::decode::FileProblems;

/// Larger files are refused unread: 64 MiB.
pub(super) const LARGEST_FILE: u64 = 64 << 20;

/// A tree of files. Paths in it are relative, with `/` between names.
#[derive(Debug)]
pub(super) enum Tree {
    /// Below a folder on disk.
    Folder(Folder),
    /// Compiled into the binary.
    Embedded(Embedded),
}

/// What stands at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    File,
    Folder,
}

/// Why nothing was read at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ReadError {
    /// There is nothing.
    Missing,
    /// A link to something that is not there.
    DeadLink,
    /// It leads out of the course, to this place.
    Outside(PathBuf),
    /// It is no file.
    NotAFile,
    /// It is larger than [`LARGEST_FILE`].
    TooLarge,
    /// A name that is not UTF-8.
    BadName,
    /// The system refuses, with this reason.
    Io(String),
}

/// What a walk found below a folder.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// The folders that hold a file of a case, relative to where the walk began, in name order;
    /// the empty path is the beginning itself.
    pub folders: Vec<String>,
    /// The places where it could not go on.
    pub failures: Vec<(PathBuf, ReadError)>,
}

/// The files that make a folder a case.
pub(super) const CASE_FILES: [&str; 2] = ["case.json", "expected.json"];

impl Tree {
    /// The path as people are shown it.
    pub(super) fn shown(&self, path: &str) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.shown(path),
            Self::Embedded(embedded) => embedded.shown(path),
        }
    }

    /// What stands at `path`.
    pub(super) fn entry(&self, path: &str) -> Result<Entry, ReadError> {
        match self {
            Self::Folder(folder) => folder.entry(path),
            Self::Embedded(embedded) => embedded.entry(path),
        }
    }

    /// The bytes of the file at `path`.
    pub(super) fn read(&self, path: &str) -> Result<Cow<'static, [u8]>, ReadError> {
        match self {
            Self::Folder(folder) => folder.read(path).map(Cow::Owned),
            Self::Embedded(embedded) => embedded.read(path).map(Cow::Borrowed),
        }
    }

    /// The folders with a case, at `path` and below it.
    pub(super) fn case_folders(&self, path: &str) -> Walk {
        match self {
            Self::Folder(folder) => folder.case_folders(path),
            Self::Embedded(embedded) => embedded.case_folders(path),
        }
    }

    /// The bytes of the file at `path`; where there are none, one problem that says why.
    /// `purpose` is what the file should be created for.
    pub(super) fn read_or_report(
        &self,
        path: &str,
        purpose: &str,
        problems: &mut FileProblems,
    ) -> Option<Cow<'static, [u8]>> {
        self.read(path).map_err(|error| error.report(path, purpose, problems)).ok()
    }
}

impl ReadError {
    /// Adds the problem that this is for the file at `path`.
    pub(super) fn report(&self, path: &str, purpose: &str, problems: &mut FileProblems) {
        let name = Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy());
        let (message, help) = match self {
            Self::Missing => ("is missing".to_owned(), purpose.to_owned()),
            Self::DeadLink => {
                ("is a link to something that is not there".to_owned(), purpose.to_owned())
            }
            Self::Outside(target) => (
                format!("leads out of the course, to {}", target.display()),
                "put a copy in its place".to_owned(),
            ),
            Self::NotAFile => ("is not a file".to_owned(), "put a file in its place".to_owned()),
            Self::TooLarge => {
                ("is larger than 64 MiB".to_owned(), "make the file smaller".to_owned())
            }
            Self::BadName => (
                "has a name that is not UTF-8".to_owned(),
                "rename it with letters, digits and `-`".to_owned(),
            ),
            Self::Io(reason) => {
                (format!("cannot be read: {reason}"), "make it readable".to_owned())
            }
        };
        problems.whole(format!("`{name}` {message}"), help);
    }
}
