//! Files changed, so call me once.
//!
//! Owns file events: which folders are watched, which files count, when a burst is over. Must not
//! know what runs when something changes, nor stages, nor a terminal.

mod ignored;

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use thiserror::Error;

use ignored::Ignored;

/// A burst of changes is over when nothing happened for so long.
const SETTLE: Duration = Duration::from_millis(100);
/// However long it goes on, a burst is taken for over after so long.
const LONGEST: Duration = Duration::from_secs(2);
/// How often a waiting watch looks whether it shall stop.
const LOOK_UP: Duration = Duration::from_millis(50);
/// After so many runs in a row that a file's own change started, the file is left out.
const PATIENCE: usize = 3;

/// Which files count, beyond what the folders' own `.gitignore` files say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// Globs of files whose changes do not count.
    pub ignore: Vec<String>,
    /// Globs of files whose changes count although they are ignored.
    pub include: Vec<String>,
}

/// Why nothing can be watched.
#[derive(Debug, Error)]
pub enum WatchError {
    /// The system does not let us watch.
    #[error("{0}")]
    System(#[from] notify::Error),
    /// A glob of the settings is malformed.
    #[error("watch: {0}")]
    Glob(#[from] ignore::Error),
}

/// Watches folders.
#[derive(Debug)]
pub struct Watch {
    changes: Receiver<PathBuf>,
    ignored: Ignored,
    /// Files that a person wrote: there from the beginning, or changed while nothing ran. Their
    /// changes always count.
    sources: BTreeSet<PathBuf>,
    in_a_row: HashMap<PathBuf, usize>,
    muted: BTreeSet<PathBuf>,
    // Dropping it ends the events.
    _watcher: Option<RecommendedWatcher>,
}

/// What ended a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Woken {
    /// These files changed.
    Changed(BTreeSet<PathBuf>),
    /// This file changed in several runs in a row, so the program itself writes it; from now on it
    /// does not count.
    Muted(PathBuf),
    /// The caller asked for it.
    Stopped,
}

impl Watch {
    /// Watches everything below these folders.
    ///
    /// # Errors
    /// When the system refuses, or a glob is malformed.
    pub fn new(folders: &[PathBuf], rules: &Rules) -> Result<Self, WatchError> {
        let (sender, changes) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            for path in event.ok().filter(finishes_a_change).map_or_else(Vec::new, |it| it.paths) {
                // The receiver goes only together with the watcher.
                let _ = sender.send(path);
            }
        })?;
        for folder in folders {
            watcher.watch(folder, RecursiveMode::Recursive)?;
        }
        let ignored = Ignored::new(folders, rules)?;
        Ok(Self {
            sources: ignored.others_in(folders),
            ..Self::fed_by(changes, ignored, Some(watcher))
        })
    }

    fn fed_by(
        changes: Receiver<PathBuf>,
        ignored: Ignored,
        watcher: Option<RecommendedWatcher>,
    ) -> Self {
        let (sources, muted) = (BTreeSet::new(), BTreeSet::new());
        Self { changes, ignored, sources, in_a_row: HashMap::new(), muted, _watcher: watcher }
    }

    /// Waits until something changed and the burst is over. Changes since the last call count, so
    /// that a save during a run is not lost.
    pub fn wait(&mut self, stop: impl Fn() -> bool) -> Woken {
        let during: BTreeSet<_> = self.changes.try_iter().collect();
        let during: BTreeSet<_> = during.into_iter().filter(|path| self.counts(path)).collect();
        self.in_a_row.retain(|path, _| during.contains(path));
        for path in during.difference(&self.sources) {
            let runs = self.in_a_row.entry(path.clone()).or_default();
            *runs += 1;
            if *runs >= PATIENCE {
                self.muted.insert(path.clone());
                return Woken::Muted(path.clone());
            }
        }
        self.settle(during, stop)
    }

    fn settle(&mut self, mut changed: BTreeSet<PathBuf>, stop: impl Fn() -> bool) -> Woken {
        // What follows a change during the run may still be the program's.
        let by_itself = changed.is_empty();
        let mut first = None::<Instant>;
        loop {
            if stop() {
                return Woken::Stopped;
            }
            if !changed.is_empty() && first.get_or_insert_with(Instant::now).elapsed() > LONGEST {
                return Woken::Changed(changed);
            }
            let patience = if changed.is_empty() { LOOK_UP } else { SETTLE };
            match self.changes.recv_timeout(patience) {
                Ok(path) if self.counts(&path) => {
                    if by_itself {
                        self.sources.insert(path.clone());
                    }
                    changed.insert(path);
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if changed.is_empty() => {}
                Err(RecvTimeoutError::Timeout) => return Woken::Changed(changed),
                Err(RecvTimeoutError::Disconnected) => return Woken::Stopped,
            }
        }
    }

    fn counts(&self, path: &PathBuf) -> bool {
        !self.muted.contains(path) && !self.ignored.covers(path)
    }
}

/// A finished write, a rename, a new or a removed file; not a file that was only opened or read.
fn finishes_a_change(event: &Event) -> bool {
    match event.kind {
        EventKind::Create(_) | EventKind::Remove(_) => true,
        EventKind::Modify(kind) => !matches!(kind, ModifyKind::Metadata(_)),
        EventKind::Access(kind) => kind == AccessKind::Close(AccessMode::Write),
        EventKind::Any | EventKind::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn watch(folder: &tempfile::TempDir, rules: &Rules) -> Watch {
        Watch::new(&[folder.path().canonicalize().unwrap()], rules).unwrap()
    }

    fn names(woken: Woken) -> Vec<String> {
        let Woken::Changed(paths) = woken else { panic!("{woken:?}") };
        let name = |path: PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
        paths.into_iter().map(name).collect()
    }

    #[test]
    fn a_burst_of_saves_wakes_once_and_ignored_files_do_not_wake() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".gitignore"), "*.log\n").unwrap();
        let mut watch = watch(&folder, &Rules::default());
        fs::create_dir_all(folder.path().join("node_modules/x")).unwrap();
        for name in ["a.py", "b.py", "noise.log", "node_modules/x/index.js", "c.py.swp"] {
            fs::write(folder.path().join(name), "1").unwrap();
        }
        assert_eq!(names(watch.wait(|| false)), ["a.py", "b.py"]);
    }

    #[test]
    fn a_save_by_rename_and_a_save_in_a_new_folder_wake() {
        let folder = tempfile::tempdir().unwrap();
        let mut watch = watch(&folder, &Rules::default());
        fs::write(folder.path().join("x.py~"), "1").unwrap();
        fs::rename(folder.path().join("x.py~"), folder.path().join("x.py")).unwrap();
        assert_eq!(names(watch.wait(|| false)), ["x.py"]);
        fs::create_dir(folder.path().join("new")).unwrap();
        while !names(watch.wait(|| false)).contains(&"new".to_owned()) {}
        fs::write(folder.path().join("new/y.py"), "1").unwrap();
        while !names(watch.wait(|| false)).contains(&"y.py".to_owned()) {}
    }

    #[test]
    fn what_the_settings_name_counts_although_ignored_and_the_other_way_round() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(".gitignore"), "dist/\n").unwrap();
        fs::create_dir(folder.path().join("dist")).unwrap();
        let rules = Rules { ignore: vec!["*.tmp".into()], include: vec!["dist/main.js".into()] };
        let mut watch = watch(&folder, &rules);
        for name in ["dist/main.js", "dist/other.js", "x.tmp"] {
            fs::write(folder.path().join(name), "1").unwrap();
        }
        assert_eq!(names(watch.wait(|| false)), ["main.js"]);
    }

    #[test]
    fn a_file_that_every_run_writes_is_muted_and_a_stop_is_heeded() {
        let ignored = Ignored::new(&[], &Rules::default()).unwrap();
        let (sender, changes) = mpsc::channel();
        let mut watch = Watch::fed_by(changes, ignored, None);
        let file = PathBuf::from("/ws/output.txt");
        // Each round stands for a run that writes the file.
        let mut rounds = std::iter::repeat_with(|| {
            sender.send(file.clone()).unwrap();
            watch.wait(|| false)
        });
        assert_eq!(
            rounds.find(|woken| !matches!(woken, Woken::Changed(_))),
            Some(Woken::Muted(file.clone()))
        );
        assert_eq!(watch.wait(|| true), Woken::Stopped);
    }

    #[test]
    fn a_source_that_is_saved_during_five_runs_in_a_row_is_never_muted() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().canonicalize().unwrap().join("x.py");
        fs::write(&file, "1").unwrap();
        let mut watch = watch(&folder, &Rules::default());
        assert!(watch.sources.contains(&file));
        let (sender, changes) = mpsc::channel();
        watch.changes = changes;
        for _ in 0..5 {
            sender.send(file.clone()).unwrap();
            assert_eq!(names(watch.wait(|| false)), ["x.py"]);
        }
    }
}
