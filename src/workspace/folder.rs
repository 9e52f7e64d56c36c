//! A folder that others write into: entered and written step by step, never through a link.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::StateError;

/// An open folder. Whatever happens to its path, this handle stays on it.
#[derive(Debug)]
pub(super) struct Folder {
    handle: OwnedFd,
    path: PathBuf,
}

const ENTER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// For files: no link is followed, and a pipe that somebody left there blocks nobody.
const NO_LINK: OFlags = OFlags::NOFOLLOW.union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);

fn folder_mode() -> Mode {
    Mode::from_raw_mode(0o777)
}

fn file_mode() -> Mode {
    Mode::from_raw_mode(0o666)
}

impl Folder {
    /// Opens the folder that a person named, links and all.
    pub(super) fn open(path: &Path) -> Result<Self, StateError> {
        let handle = rustix::fs::open(path, ENTER, Mode::empty());
        let handle = handle.map_err(|error| StateError::io(path, error.into()))?;
        Ok(Self { handle, path: path.to_owned() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The folder `name` in this one; `None` when there is none.
    pub(super) fn enter(&self, name: &str) -> Result<Option<Self>, StateError> {
        let flags = ENTER.union(OFlags::NOFOLLOW);
        match rustix::fs::openat(&self.handle, name, flags, Mode::empty()) {
            Ok(handle) => Ok(Some(Self { handle, path: self.path.join(name) })),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(self.failure(name, error)),
        }
    }

    /// The folder `name` in this one, made when there is none.
    pub(super) fn enter_or_make(&self, name: &str) -> Result<Self, StateError> {
        match rustix::fs::mkdirat(&self.handle, name, folder_mode()) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(self.failure(name, error)),
        }
        self.enter(name)?.ok_or_else(|| self.failure(name, Errno::NOENT))
    }

    /// Whether the name is taken, be it by a link.
    pub(super) fn has(&self, name: &str) -> bool {
        rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// The bytes of the file `name`, up to `limit` of them; `None` when there is none.
    pub(super) fn read(&self, name: &str, limit: u64) -> Result<Option<Vec<u8>>, StateError> {
        let flags = NO_LINK.union(OFlags::RDONLY);
        let handle = match rustix::fs::openat(&self.handle, name, flags, Mode::empty()) {
            Ok(handle) => handle,
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(self.failure(name, error)),
        };
        let failed = |error| StateError::io(&self.path.join(name), error);
        let file = File::from(handle);
        if !file.metadata().map_err(failed)?.is_file() {
            return Err(failed(io::Error::other("it is not a file")));
        }
        let mut bytes = Vec::new();
        file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
        Ok(Some(bytes))
    }

    /// Puts `bytes` in the place of the file `name`, in one step for whoever reads it. A link of
    /// that name is replaced, not followed.
    pub(super) fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), StateError> {
        let new = format!(".{name}.new");
        self.remove(&new)?;
        self.create(&new, bytes)
            .and_then(|()| Ok(rustix::fs::renameat(&self.handle, &new, &self.handle, name)?))
            .map_err(|error| {
                // The first error is the one to tell.
                let _ = self.remove(&new);
                StateError::io(&self.path.join(name), error)
            })
    }

    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let flags = NO_LINK.union(OFlags::WRONLY).union(OFlags::CREATE).union(OFlags::EXCL);
        let handle = rustix::fs::openat(&self.handle, name, flags, file_mode())?;
        File::from(handle).write_all(bytes)
    }

    /// Removes the file or link `name`; that there is none is fine.
    pub(super) fn remove(&self, name: &str) -> Result<(), StateError> {
        match rustix::fs::unlinkat(&self.handle, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(error) => Err(self.failure(name, error)),
        }
    }

    /// Removes the folder `name` if it is empty.
    pub(super) fn remove_if_empty(&self, name: &str) {
        // What is still in use stays, and an empty folder left behind does no harm.
        let _ = rustix::fs::unlinkat(&self.handle, name, AtFlags::REMOVEDIR);
    }

    /// Opens the file `name`, made when there is none, to be locked.
    pub(super) fn lockable(&self, name: &str) -> Result<File, StateError> {
        let flags = NO_LINK.union(OFlags::RDWR).union(OFlags::CREATE);
        let handle = rustix::fs::openat(&self.handle, name, flags, file_mode());
        handle.map(File::from).map_err(|error| self.failure(name, error))
    }

    /// A link where none may be says so by different codes on different systems.
    fn failure(&self, name: &str, error: Errno) -> StateError {
        let path = self.path.join(name);
        let status = rustix::fs::statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW);
        let is_link = |mode| FileType::from_raw_mode(mode) == FileType::Symlink;
        match status {
            Ok(status) if is_link(status.st_mode) => StateError::Link { path },
            _ => StateError::io(&path, error.into()),
        }
    }
}
