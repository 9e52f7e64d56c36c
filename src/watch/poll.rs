//! Looks for changes again and again, where no event tells of them.
//!
//! A folder is listed again only when its own time has changed, so that files that do not count
//! cost nothing.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use super::contents::Stamp;
use super::events::{Pulse, What};
use super::ignored::{Entry, IGNORE_FILE, Ignored};
use super::{Rules, WatchError};

/// The shortest time from one look to the next.
const SHORTEST: Duration = Duration::from_millis(300);
/// A look takes no more than this part of the time.
const SHARE: u32 = 60;
/// How often it is asked whether to stop.
const LOOK_UP: Duration = Duration::from_millis(100);
/// A folder may have changed again within the same tick of its file system's clock.
const TICK: Duration = Duration::from_secs(2);

/// A thread that looks. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Poller(Arc<AtomicBool>);

impl Poller {
    /// Tells of everything that changes from now on.
    pub(super) fn start(
        roots: &[PathBuf],
        rules: &Rules,
        tell: impl Fn(Pulse) + Send + 'static,
    ) -> Result<Self, WatchError> {
        let mut looked = Looked::new(roots, rules)?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let look = move || {
            let mut pause = SHORTEST;
            while sleep(pause, &stopped) {
                let since = Instant::now();
                let told = looked.look();
                pause = SHORTEST.max(since.elapsed() * SHARE);
                told.into_iter().for_each(|what| tell(Pulse { at: Instant::now(), what }));
            }
        };
        thread::Builder::new().spawn(look).map_err(WatchError::Thread)?;
        Ok(Self(stop))
    }
}

impl Drop for Poller {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Whether to go on after that time.
fn sleep(pause: Duration, stop: &AtomicBool) -> bool {
    let until = Instant::now() + pause;
    while !stop.load(Ordering::Relaxed) {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(LOOK_UP));
    }
    false
}

/// What was there at the last look.
struct Looked {
    roots: Vec<PathBuf>,
    rules: Rules,
    ignored: Ignored,
    folders: BTreeMap<PathBuf, Listed>,
    files: BTreeMap<PathBuf, Stamp>,
}

/// When a folder had changed last, and when it was listed.
#[derive(Clone, Copy)]
struct Listed {
    changed: SystemTime,
    at: SystemTime,
}

impl Looked {
    fn new(roots: &[PathBuf], rules: &Rules) -> Result<Self, WatchError> {
        let (roots, rules) = (roots.to_vec(), rules.clone());
        let ignored = Ignored::new(&roots, &rules)?;
        let (folders, files) = (BTreeMap::new(), BTreeMap::new());
        let mut looked = Self { roots, rules, ignored, folders, files };
        looked.look();
        Ok(looked)
    }

    /// What has changed since the last look.
    fn look(&mut self) -> Vec<What> {
        let mut told = self.look_at_files();
        self.look_at_folders(&mut told);
        let is_ignore_file = |what: &What| match what {
            What::Saved(path) | What::Gone(path) => path.ends_with(IGNORE_FILE),
            What::Writing(_) | What::Touched(_) | What::Lost => false,
        };
        if told.iter().any(is_ignore_file)
            && let Ok(ignored) = Ignored::new(&self.roots, &self.rules)
        {
            self.ignored = ignored;
            self.folders.clear();
        }
        told
    }

    fn look_at_files(&mut self) -> Vec<What> {
        let mut told = Vec::new();
        self.files.retain(|file, known| match Stamp::at(file) {
            Some(stamp) => {
                if stamp != *known {
                    *known = stamp;
                    told.push(What::Saved(file.clone()));
                }
                true
            }
            None => {
                told.push(What::Gone(file.clone()));
                false
            }
        });
        told
    }

    fn look_at_folders(&mut self, told: &mut Vec<What>) {
        let known: Vec<_> = self.folders.keys().chain(&self.roots).cloned().collect();
        for folder in known {
            let mut left = vec![folder];
            while let Some(folder) = left.pop() {
                if self.must_list(&folder) {
                    self.list(&folder, told, &mut left);
                }
            }
        }
    }

    /// Whether a folder may hold other names than at the last look.
    fn must_list(&mut self, folder: &Path) -> bool {
        let found = fs::metadata(folder).ok().filter(Metadata::is_dir);
        let Some(changed) = found.and_then(|found| found.modified().ok()) else {
            self.folders.remove(folder);
            return false;
        };
        let now = Listed { changed, at: SystemTime::now() };
        let known = self.folders.insert(folder.to_owned(), now);
        known.is_none_or(|known| known.changed != changed || known.at < known.changed + TICK)
    }

    fn list(&mut self, folder: &Path, told: &mut Vec<What>, left: &mut Vec<PathBuf>) {
        for entry in self.ignored.entries(folder) {
            match entry {
                Entry::Folder(path) if !self.folders.contains_key(&path) => left.push(path),
                Entry::File(path) if !self.files.contains_key(&path) => {
                    let Some(stamp) = Stamp::at(&path) else { continue };
                    self.files.insert(path.clone(), stamp);
                    told.push(What::Saved(path));
                }
                Entry::File(_) | Entry::Folder(_) | Entry::LeftOut(..) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_is_told_at_the_next_look_and_only_there() {
        let root = tempfile::tempdir().unwrap();
        let path = |name: &str| root.path().join(name);
        fs::write(path("x.py"), "1").unwrap();
        fs::write(path(".gitignore"), "*.log\n").unwrap();
        let mut looked = Looked::new(&[root.path().to_owned()], &Rules::default()).unwrap();
        assert_eq!(looked.look(), []);
        fs::write(path("x.py"), "22").unwrap();
        fs::write(path("x.log"), "").unwrap();
        assert_eq!(looked.look(), [What::Saved(path("x.py"))]);
        fs::create_dir_all(path("new/deep")).unwrap();
        fs::write(path("new/deep/y.py"), "").unwrap();
        assert_eq!(looked.look(), [What::Saved(path("new/deep/y.py"))]);
        fs::remove_dir_all(path("new")).unwrap();
        assert_eq!(looked.look(), [What::Gone(path("new/deep/y.py"))]);
        fs::write(path(".gitignore"), "").unwrap();
        assert_eq!(looked.look(), [What::Saved(path(".gitignore"))]);
        assert_eq!(looked.look(), [What::Saved(path("x.log"))]);
        assert_eq!(looked.look(), []);
    }
}
