//! Whether git is in the middle of writing files.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A lock that is older than this was left behind.
const STALE: Duration = Duration::from_secs(10);

/// The locks of the repositories that the folders are in.
#[derive(Debug)]
pub(super) struct Locks(Vec<PathBuf>);

impl Locks {
    pub(super) fn of(folders: &[PathBuf]) -> Self {
        let mut locks: Vec<_> = folders.iter().filter_map(|folder| lock(folder)).collect();
        locks.sort();
        locks.dedup();
        Self(locks)
    }

    /// Whether git holds one: a checkout is under way. A rebase that waits for a person holds none.
    pub(super) fn are_held(&self) -> bool {
        let now = SystemTime::now();
        self.0.iter().any(|lock| {
            let written = fs::metadata(lock).and_then(|found| found.modified());
            // A time that lies ahead is no age.
            written.is_ok_and(|time| now.duration_since(time).is_ok_and(|age| age < STALE))
        })
    }
}

fn lock(folder: &Path) -> Option<PathBuf> {
    let (above, git) = folder
        .ancestors()
        .map(|above| (above, above.join(".git")))
        .find(|(_, git)| git.exists())?;
    if git.is_dir() {
        return Some(git.join("index.lock"));
    }
    // In a worktree and in a submodule it is a file that says where the folder is.
    let text = fs::read_to_string(git).ok()?;
    let folder = text.lines().next()?.strip_prefix("gitdir: ")?;
    Some(above.join(folder).join("index.lock"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_young_lock_of_a_repository_or_worktree_is_held_and_an_old_one_is_not() {
        let root = tempfile::tempdir().unwrap();
        let (main, tree) = (root.path().join("main"), root.path().join("tree"));
        fs::create_dir_all(main.join(".git/worktrees/tree")).unwrap();
        fs::create_dir_all(tree.join("deep")).unwrap();
        fs::write(tree.join(".git"), "gitdir: ../main/.git/worktrees/tree\n").unwrap();
        let locks = Locks::of(&[main.clone(), tree.join("deep")]);
        assert!(!locks.are_held());
        for folder in [".git", ".git/worktrees/tree"] {
            let lock = main.join(folder).join("index.lock");
            let file = fs::File::create(&lock).unwrap();
            assert!(locks.are_held());
            file.set_modified(SystemTime::now() - STALE).unwrap();
            assert!(!locks.are_held());
            fs::remove_file(lock).unwrap();
        }
    }
}
