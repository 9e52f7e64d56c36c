//! Files changed, so call me once.
//!
//! Owns file events: which folders are watched, which files count, when a burst is over. Must not
//! know what runs when something changes, nor stages, nor a terminal.

mod ignored;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
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
/// What a run wrote last is told a little after its end.
const GRACE: Duration = Duration::from_millis(20);
/// How many runs in a row may be started by what the run before wrote.
const PATIENCE: usize = 2;

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
    /// How many runs in a row wrote files that nobody else did. Once it is over the patience, such
    /// files no longer count.
    self_started: usize,
    /// Whether the last wait ended with saying that.
    told_of_muting: bool,
    // Dropping it ends the events.
    _watcher: Option<RecommendedWatcher>,
}

/// What ended a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Woken {
    /// These files changed.
    Changed(BTreeSet<PathBuf>),
    /// Several runs in a row wrote files such as this one, so it is the program that writes them;
    /// what is new and changes during a run does not count from now on.
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
        Self {
            changes,
            ignored,
            sources: BTreeSet::new(),
            self_started: 0,
            told_of_muting: false,
            _watcher: watcher,
        }
    }

    /// Waits until something changed and the burst is over. Changes since the last call count, so
    /// that a save during a run is not lost.
    pub fn wait(&mut self, stop: impl Fn() -> bool) -> Woken {
        if std::mem::take(&mut self.told_of_muting) {
            // No run since then: what changes now, a person changes.
            return self.settle(BTreeSet::new(), stop);
        }
        thread::sleep(GRACE);
        let changes: Vec<_> = self.changes.try_iter().filter(|path| self.counts(path)).collect();
        let (sources, others): (BTreeSet<_>, BTreeSet<_>) =
            changes.into_iter().partition(|path| self.sources.contains(path));
        let mut during = sources;
        match others.first() {
            None => self.self_started = 0,
            Some(_) if self.self_started > PATIENCE => {}
            Some(other) => {
                self.self_started += 1;
                if self.self_started > PATIENCE {
                    self.told_of_muting = true;
                    return Woken::Muted(other.clone());
                }
                during.extend(others);
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

    fn counts(&self, path: &Path) -> bool {
        !self.ignored.covers(path)
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
    fn a_save_by_rename_wakes() {
        let folder = tempfile::tempdir().unwrap();
        let mut watch = watch(&folder, &Rules::default());
        fs::write(folder.path().join("x.py~"), "1").unwrap();
        fs::rename(folder.path().join("x.py~"), folder.path().join("x.py")).unwrap();
        assert_eq!(names(watch.wait(|| false)), ["x.py"]);
    }

    #[test]
    fn a_save_in_a_new_folder_wakes() {
        let folder = tempfile::tempdir().unwrap();
        let mut watch = watch(&folder, &Rules::default());
        fs::create_dir(folder.path().join("new")).unwrap();
        assert_eq!(names(watch.wait(|| false)), ["new"]);
        fs::write(folder.path().join("new/y.py"), "1").unwrap();
        assert_eq!(names(watch.wait(|| false)), ["y.py"]);
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
    fn files_that_every_run_writes_are_muted_whatever_their_names_and_a_stop_is_heeded() {
        let ignored = Ignored::new(&[], &Rules::default()).unwrap();
        let (sender, changes) = mpsc::channel();
        let mut watch = Watch::fed_by(changes, ignored, None);
        let mut files = (0..).map(|run| PathBuf::from(format!("/ws/output-{run}.txt")));
        // Each round stands for a run that writes the file.
        let mut rounds = std::iter::repeat_with(|| {
            sender.send(files.next().unwrap()).unwrap();
            watch.wait(|| false)
        });
        assert_eq!(
            rounds.find(|woken| !matches!(woken, Woken::Changed(_))),
            Some(Woken::Muted("/ws/output-2.txt".into()))
        );
        sender.send("/ws/output-3.txt".into()).unwrap();
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
