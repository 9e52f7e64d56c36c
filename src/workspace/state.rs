//! `.theinference/`: what is kept from run to run, one writer at a time.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use thiserror::Error;

use super::folder::Folder;

/// The folder in the workspace.
pub(super) const STATE_FOLDER: &str = ".theinference";

const LOCK_FILE: &str = "lock";

/// How often and how far apart the lock is tried: for five seconds. A writer holds it for
/// milliseconds; a program that was left running might hold it forever.
const TRIES: u32 = 250;
const PAUSE: Duration = Duration::from_millis(20);

/// Why something was not kept, or what was kept cannot be read. A reason for a warning only.
#[derive(Debug, Error)]
pub enum StateError {
    /// A link where a folder or file of our own should be; it might lead anywhere.
    #[error("{} is a link and is not followed; remove it", path.display())]
    Link {
        /// The link.
        path: PathBuf,
    },
    /// Somebody else holds the lock for longer than any run does.
    #[error("{} is locked by another process; end it and run again", path.display())]
    Locked {
        /// The lock file.
        path: PathBuf,
    },
    /// A stage or case whose name would lead elsewhere.
    #[error("nothing is kept of {name:?}, which cannot be the name of a folder; rename it")]
    BadName {
        /// The name.
        name: String,
    },
    /// The system refuses.
    #[error("cannot use {}: {source}; make it writable, or remove it", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl StateError {
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }
}

/// The folder, locked for as long as this lives.
#[derive(Debug)]
pub(super) struct State {
    pub folder: Folder,
    _lock: File,
}

impl State {
    /// The folder of `workspace`, made when there is none.
    pub(super) fn open(workspace: &Path) -> Result<Self, StateError> {
        let folder = Folder::open(workspace)?.enter_or_make(STATE_FOLDER)?;
        let state = Self::locked(folder, TRIES)?;
        if !state.folder.has(".gitignore") {
            state.folder.replace(".gitignore", b"*\n")?;
        }
        Ok(state)
    }

    /// The folder of `workspace`; `None` when there is none.
    pub(super) fn open_existing(workspace: &Path) -> Result<Option<Self>, StateError> {
        let folder = Folder::open(workspace)?.enter(STATE_FOLDER)?;
        folder.map(|folder| Self::locked(folder, TRIES)).transpose()
    }

    fn locked(folder: Folder, tries: u32) -> Result<Self, StateError> {
        let lock = folder.lockable(LOCK_FILE)?;
        for _ in 0..tries {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { folder, _lock: lock }),
                Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
                Err(TryLockError::Error(error)) => {
                    return Err(StateError::io(&folder.path().join(LOCK_FILE), error));
                }
            }
        }
        Err(StateError::Locked { path: folder.path().join(LOCK_FILE) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn the_folder_keeps_itself_out_of_git() {
        let workspace = tempfile::tempdir().unwrap();
        assert!(State::open_existing(workspace.path()).unwrap().is_none());
        drop(State::open(workspace.path()).unwrap());
        let gitignore = workspace.path().join(".theinference/.gitignore");
        assert_eq!(fs::read_to_string(&gitignore).unwrap(), "*\n");
        fs::write(&gitignore, "*\n!last\n").unwrap();
        drop(State::open(workspace.path()).unwrap());
        assert_eq!(fs::read_to_string(&gitignore).unwrap(), "*\n!last\n");
    }

    #[test]
    fn a_lock_that_is_never_released_is_an_error() {
        let workspace = tempfile::tempdir().unwrap();
        let held = State::open(workspace.path()).unwrap();
        let folder = Folder::open(held.folder.path()).unwrap();
        let error = State::locked(folder, 1).unwrap_err();
        assert!(matches!(error, StateError::Locked { .. }), "{error}");
    }

    #[test]
    fn a_folder_or_lock_that_is_a_link_is_refused_by_name() {
        let workspace = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let folder = workspace.path().join(".theinference");
        symlink(elsewhere.path(), &folder).unwrap();
        let message = State::open(workspace.path()).unwrap_err().to_string();
        let told =
            |path: &Path| format!("{} is a link and is not followed; remove it", path.display());
        assert_eq!(message, told(&folder));
        assert_eq!(State::open_existing(workspace.path()).unwrap_err().to_string(), told(&folder));
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
        fs::remove_file(&folder).unwrap();
        fs::create_dir(&folder).unwrap();
        symlink(elsewhere.path().join("new"), folder.join("lock")).unwrap();
        assert_eq!(
            State::open(workspace.path()).unwrap_err().to_string(),
            told(&folder.join("lock"))
        );
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_workspace_that_is_not_there_is_an_error() {
        let error = State::open(Path::new("/no/such/folder")).unwrap_err();
        assert!(error.to_string().starts_with("cannot use /no/such/folder: "), "{error}");
    }
}
