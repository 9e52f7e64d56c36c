//! A tree on disk. Links are followed as long as they stay inside.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::tree::{CASE_FILES, Entry, LARGEST_FILE, ReadError, Walk};

/// A tree on disk.
#[derive(Debug)]
pub(super) struct Folder {
    /// What the paths are relative to, as it was named.
    base: PathBuf,
    /// The folder that no path may lead out of, without links.
    bound: PathBuf,
    /// Folders that were resolved already, and what they are without links.
    resolved: RefCell<HashMap<PathBuf, PathBuf>>,
}

impl Folder {
    /// The tree below `base`, which may not lead out of `bound`.
    pub(super) fn new(base: PathBuf, bound: &Path) -> Result<Self, ReadError> {
        let bound = fs::canonicalize(bound).map_err(|error| failure(bound, &error))?;
        Ok(Self { base, bound, resolved: RefCell::default() })
    }

    pub(super) fn shown(&self, path: &str) -> PathBuf {
        if path.is_empty() { self.base.clone() } else { self.base.join(path) }
    }

    pub(super) fn entry(&self, path: &str) -> Result<Entry, ReadError> {
        let real = self.real(&self.shown(path))?;
        let metadata = fs::metadata(&real).map_err(|error| failure(&real, &error))?;
        Ok(if metadata.is_dir() { Entry::Folder } else { Entry::File })
    }

    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let shown = self.shown(path);
        let real = self.real(&shown)?;
        let failed = |error| failure(&shown, &error);
        let metadata = fs::metadata(&real).map_err(failed)?;
        if !metadata.is_file() {
            return Err(ReadError::NotAFile);
        }
        if metadata.len() > LARGEST_FILE {
            return Err(ReadError::TooLarge);
        }
        // The resolved path has no link left in it; one that appears since then is refused.
        let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
        let file = File::options().read(true).custom_flags(flags).open(&real).map_err(failed)?;
        read_capped(file).map_err(failed)?.ok_or(ReadError::TooLarge)
    }

    pub(super) fn case_folders(&self, path: &str) -> Walk {
        let start = self.shown(path);
        let mut walk = Walk::default();
        let entries = WalkDir::new(&start).follow_links(true).sort_by_file_name();
        let mut entries = entries.into_iter().filter_entry(|entry| !is_hidden(entry));
        while let Some(entry) = entries.next() {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => match self.real(entry.path()) {
                    Ok(_) => note_case(&start, entry.path(), &mut walk),
                    Err(error) => {
                        walk.failures.push((entry.into_path(), error));
                        entries.skip_current_dir();
                    }
                },
                Ok(_) => {}
                Err(error) => walk.failures.extend(walk_failure(&start, &error)),
            }
        }
        walk.folders.sort();
        walk
    }

    /// The path without links, when it is inside.
    fn real(&self, path: &Path) -> Result<PathBuf, ReadError> {
        let real = self.resolve(path).map_err(|error| failure(path, &error))?;
        if real.starts_with(&self.bound) { Ok(real) } else { Err(ReadError::Outside(real)) }
    }

    /// The path without links. A course has thousands of files in few folders, so a folder is
    /// resolved once and for the file in it one look is enough.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return fs::canonicalize(path);
        };
        let known = self.resolved.borrow().get(parent).cloned();
        let parent = match known {
            Some(parent) => parent,
            None => {
                let real = self.resolve(parent)?;
                self.resolved.borrow_mut().insert(parent.to_owned(), real.clone());
                real
            }
        };
        let real = parent.join(name);
        if fs::symlink_metadata(&real)?.is_symlink() { fs::canonicalize(real) } else { Ok(real) }
    }
}

/// What people and editors keep for themselves.
fn is_hidden(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(b".")
}

/// Notes `folder` when it holds a file of a case, be it a link that leads nowhere: whoever reads
/// the file says what is wrong with it.
fn note_case(start: &Path, folder: &Path, walk: &mut Walk) {
    if !CASE_FILES.iter().any(|name| fs::symlink_metadata(folder.join(name)).is_ok()) {
        return;
    }
    match folder.strip_prefix(start).ok().and_then(Path::to_str) {
        Some(name) => walk.folders.push(name.to_owned()),
        None => walk.failures.push((folder.to_owned(), ReadError::BadName)),
    }
}

/// Where and why the walk could not go on. A link that leads nowhere hides no case: editors leave
/// such links as locks.
fn walk_failure(start: &Path, error: &walkdir::Error) -> Option<(PathBuf, ReadError)> {
    let place = error.path().unwrap_or(start);
    let error = match (error.loop_ancestor(), error.io_error()) {
        (Some(above), _) => ReadError::Io(format!("it links back to {}", above.display())),
        (None, Some(error)) => failure(place, error),
        (None, None) => ReadError::Io(error.to_string()),
    };
    let is_nothing = matches!(error, ReadError::DeadLink | ReadError::Missing);
    (!is_nothing).then(|| (place.to_owned(), error))
}

fn failure(path: &Path, error: &io::Error) -> ReadError {
    match error.kind() {
        // A file where a folder should be: there is nothing below it.
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            if fs::symlink_metadata(path).is_ok() {
                ReadError::DeadLink
            } else {
                ReadError::Missing
            }
        }
        _ => ReadError::Io(error.to_string()),
    }
}

/// All bytes, unless the file has grown too large since it was measured.
fn read_capped(file: File) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= LARGEST_FILE).then_some(bytes))
}
