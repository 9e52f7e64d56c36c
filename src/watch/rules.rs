//! What a watch is told, and what it may answer.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use thiserror::Error;

/// Which files count, beyond what the folders' own `.gitignore` files say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Globs of files whose changes do not count.
    pub ignore: Vec<String>,
    /// Globs of files whose changes count although they are ignored.
    pub include: Vec<String>,
    /// Files, absolute, whose changes count although they are ignored, because they are what runs;
    /// with them the folder that they are in, where it was a person who had it ignored.
    pub files: Vec<PathBuf>,
    /// Files that we write ourselves, under whatever name.
    pub outputs: Vec<FileId>,
}

/// What tells one file from all others of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FileId {
    /// The number of its device.
    pub device: u64,
    /// Its number on it.
    pub inode: u64,
}

impl From<&Metadata> for FileId {
    fn from(metadata: &Metadata) -> Self {
        Self { device: metadata.dev(), inode: metadata.ino() }
    }
}

/// How changes are to be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// By the events of the system; where it has none, by looking again and again.
    Best,
    /// By looking again and again.
    Polling,
}

/// Why nothing can be watched.
#[derive(Debug, Error)]
pub enum WatchError {
    /// A glob of the settings is malformed.
    #[error("watch: {0}")]
    Glob(#[from] ignore::Error),
    /// No thread can be had to look for changes.
    #[error("no thread to look for changes: {0}")]
    Thread(std::io::Error),
}
