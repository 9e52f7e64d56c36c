//! The folders that are watched: each by itself, so that what is ignored costs nothing, and a new
//! one before its files are listed, so that none is missed.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::ignored::{Entry, Ignored, Reason};
use super::rules::FileId;

/// So many folders are named as left out.
const NAMED: usize = 20;

/// Whether the system takes one folder at a time. Elsewhere each call begins its stream anew.
const ONE_BY_ONE: bool = cfg!(target_os = "linux");

/// What is watched.
#[derive(Debug)]
pub(super) struct Folders {
    roots: HashMap<PathBuf, Option<FileId>>,
    watched: Vec<PathBuf>,
    watcher: Option<RecommendedWatcher>,
    left_out: Vec<(PathBuf, Reason)>,
}

/// The files that were found in folders, and what the system refused.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) files: Vec<PathBuf>,
    pub(super) refused: Option<notify::Error>,
}

impl Folders {
    /// Watches nothing yet; without a watcher it only looks.
    pub(super) fn new(roots: &[PathBuf], watcher: Option<RecommendedWatcher>) -> Self {
        let roots = roots.iter().map(|root| (root.clone(), None)).collect();
        Self { roots, watched: Vec::new(), watcher, left_out: Vec::new() }
    }

    /// Folders that were passed over, and why.
    pub(super) fn left_out(&self) -> &[(PathBuf, Reason)] {
        &self.left_out
    }

    /// Whether nothing tells us of changes but looking again and again.
    pub(super) const fn is_deaf(&self) -> bool {
        self.watcher.is_none()
    }

    /// Events are of no use any more.
    pub(super) fn go_deaf(&mut self) {
        self.watcher = None;
    }

    /// The roots that have come, gone, or are other folders than when they were entered.
    pub(super) fn other_roots(&self) -> Vec<PathBuf> {
        let is_other = |(root, known): &(&PathBuf, &Option<FileId>)| **known != folder_id(root);
        self.roots.iter().filter(is_other).map(|(root, _)| root.clone()).collect()
    }

    /// Watches a folder and what is below it, and lists the files that count.
    pub(super) fn enter(&mut self, root: &Path, ignored: &Ignored) -> Found {
        let mut found = Found::default();
        if let Some(known) = self.roots.get_mut(root) {
            *known = folder_id(root);
        }
        if !ONE_BY_ONE && self.roots.contains_key(root) {
            self.watch(root, RecursiveMode::Recursive, &mut found);
        }
        let mut left = vec![root.to_owned()];
        while let Some(folder) = left.pop() {
            if ONE_BY_ONE {
                self.watch(&folder, RecursiveMode::NonRecursive, &mut found);
            }
            for entry in ignored.entries(&folder) {
                match entry {
                    Entry::File(path) => found.files.push(path),
                    Entry::Folder(path) => left.push(path),
                    Entry::LeftOut(path, reason) => self.leave_out(path, reason),
                }
            }
        }
        found
    }

    fn watch(&mut self, folder: &Path, mode: RecursiveMode, found: &mut Found) {
        let Some(watcher) = &mut self.watcher else { return };
        match watcher.watch(folder, mode) {
            Ok(()) => self.watched.push(folder.to_owned()),
            // It may be gone again, or be closed to us; what matters is that the limit is reached.
            Err(error) if matches!(error.kind, notify::ErrorKind::MaxFilesWatch) => {
                found.refused.get_or_insert(error);
            }
            Err(_) => {}
        }
    }

    /// A folder has gone to another name, perhaps, where its old watch would tell the old name.
    pub(super) fn leave(&mut self, folder: &Path) {
        if let Some(known) = self.roots.get_mut(folder) {
            *known = None;
        }
        let watcher = &mut self.watcher;
        self.watched.retain(|watched| {
            let stays = !watched.starts_with(folder);
            if let (false, Some(watcher)) = (stays, watcher.as_mut()) {
                // The system may have ended it already.
                let _ = watcher.unwatch(watched);
            }
            stays
        });
    }

    pub(super) fn leave_out(&mut self, path: PathBuf, reason: Reason) {
        let is_known = self.left_out.iter().any(|(other, _)| *other == path);
        if !is_known && reason != Reason::Temporary && self.left_out.len() < NAMED {
            self.left_out.push((path, reason));
        }
    }
}

fn folder_id(path: &Path) -> Option<FileId> {
    fs::metadata(path).ok().filter(fs::Metadata::is_dir).as_ref().map(FileId::from)
}

/// What the system's refusal means, and what to do about it.
pub(super) fn refusal(error: &notify::Error) -> String {
    let limit = match &error.kind {
        notify::ErrorKind::MaxFilesWatch => "max_user_watches",
        notify::ErrorKind::Io(error)
            if error.raw_os_error() == Some(rustix::io::Errno::MFILE.raw_os_error()) =>
        {
            "max_user_instances"
        }
        _ => return format!("the system refuses to tell of changes ({error})"),
    };
    format!(
        "the system's limit on watched folders is reached (fs.inotify.{limit}); raise it with \
         `sudo sysctl fs.inotify.{limit}=NUMBER`, or end other programs that watch"
    )
}
