//! A watch: everything in this room put together.

use std::collections::BTreeMap;
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant, SystemTime};

use notify::{Event, RecommendedWatcher};

use super::authors::{Authors, Cause, Meaning};
use super::contents::{Content, Contents};
use super::events::{Pulse, What, pulses};
use super::folders::{Folders, refusal};
use super::git::Locks;
use super::ignored::{IGNORE_FILE, Ignored};
use super::poll::Poller;
use super::probe::{Heard, probe};
use super::settle::{Burst, During};
use super::{Means, Rules, WatchError};

/// What a run wrote last is told a little after its end.
const GRACE: Duration = Duration::from_millis(20);
/// The same where changes are looked for.
const GRACE_POLLING: Duration = Duration::from_secs(1);
/// How often it is asked whether git is still writing.
const LOCK_LOOK_UP: Duration = Duration::from_millis(20);
/// How often it is asked whether the folders are still the same ones.
const ROOT_LOOK_UP: Duration = Duration::from_millis(500);

/// Why changes are looked for although events may come.
const ASKED_FOR: &str = "it was asked for";

/// Something that whoever watches should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Files were saved and hold something new: what runs is out of date.
    Saved {
        /// Which files, in order.
        files: Vec<PathBuf>,
        /// Whether that was during a run.
        cause: Cause,
    },
    /// The run seems to have written this file, so one more run is due after it.
    Written(PathBuf),
    /// The runs write files such as this one; they no longer count during a run.
    Muted(PathBuf),
    /// No events come, for this reason; changes are looked for instead.
    Polling(String),
}

/// What is watched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// The folders, with all that is below.
    pub folders: Vec<PathBuf>,
    /// How many files in them count.
    pub files: usize,
    /// Folders and files that do not, and why.
    pub left_out: Vec<(PathBuf, String)>,
    /// Why changes are looked for again and again; `None` where the system tells of them.
    pub polling: Option<String>,
}

/// The end of a run.
#[derive(Clone, Copy, Debug)]
struct End {
    at: Instant,
    /// The same as files tell the time.
    time: SystemTime,
}

pub(super) type Tell = Arc<dyn Fn(Pulse) + Send + Sync>;

/// Watches folders.
pub struct Watch {
    roots: Vec<PathBuf>,
    rules: Rules,
    ignored: Ignored,
    folders: Folders,
    contents: Contents,
    burst: Burst,
    authors: Authors,
    locks: Locks,
    pulses: Receiver<Pulse>,
    tell: Tell,
    poller: Option<(Poller, String)>,
    news: Vec<News>,
    /// When the present run, or else the last one, began and ended.
    run: Option<(Instant, Option<End>)>,
    /// The file that was saved last.
    last: Option<PathBuf>,
    held_until: Option<Instant>,
    roots_seen: Instant,
}

impl Watch {
    /// Watches everything below these folders. `wake` is called, from any thread, when there may be
    /// something to [`look`](Self::look) at.
    ///
    /// # Errors
    /// When a glob is malformed. Where the system tells of no events, changes are looked for.
    pub fn new(
        roots: &[PathBuf],
        rules: &Rules,
        means: Means,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Result<Self, WatchError> {
        let (sender, pulses) = mpsc::channel();
        let tell: Tell = Arc::new(move |pulse| {
            // The receiver goes only together with whoever tells.
            let _ = sender.send(pulse);
            wake();
        });
        let watcher = match means {
            Means::Polling => Err(ASKED_FOR.to_owned()),
            Means::Best => watcher(&tell).map_err(|error| refusal(&error)),
        };
        Self::with(roots, rules, watcher, (tell, pulses))
    }

    /// The same with a watcher, or the reason why there is none.
    pub(super) fn with(
        roots: &[PathBuf],
        rules: &Rules,
        watcher: Result<RecommendedWatcher, String>,
        (tell, pulses): (Tell, Receiver<Pulse>),
    ) -> Result<Self, WatchError> {
        let (watcher, refused) = match watcher {
            Ok(watcher) => (Some(watcher), None),
            Err(reason) => (None, Some(reason)),
        };
        let mut watch = Self {
            ignored: Ignored::new(roots, rules)?,
            folders: Folders::new(roots, watcher),
            contents: Contents::default(),
            burst: Burst::default(),
            authors: Authors::default(),
            locks: Locks::of(roots),
            roots: roots.to_vec(),
            rules: rules.clone(),
            pulses,
            tell,
            poller: None,
            news: Vec::new(),
            run: None,
            last: None,
            held_until: None,
            roots_seen: Instant::now(),
        };
        watch.begin(refused)?;
        Ok(watch)
    }

    fn begin(&mut self, refused: Option<String>) -> Result<(), WatchError> {
        let (mut files, mut refused) = (Vec::new(), refused);
        for root in self.folders.other_roots() {
            let found = self.folders.enter(&root, &self.ignored);
            files.extend(found.files);
            refused = refused.or(found.refused.map(|error| refusal(&error)));
        }
        refused = refused.or_else(|| self.deafness());
        self.contents = Contents::of(files.into_iter(), &self.rules.outputs);
        self.authors = Authors::new(self.contents.files().cloned());
        refused.map_or(Ok(()), |reason| self.poll(reason))
    }

    /// Why no events come although nothing was refused.
    fn deafness(&mut self) -> Option<String> {
        let root = self.roots.iter().find(|root| root.is_dir())?;
        let mut others = Vec::new();
        let heard = probe(root, &self.pulses, &mut others);
        others.into_iter().for_each(|pulse| (self.tell)(pulse));
        let root = root.display();
        match heard {
            Heard::Events => None,
            Heard::Nothing => Some(format!(
                "the file system of {root} tells of no changes, as network folders and folders \
                 shared with a container or a virtual machine often do not"
            )),
            Heard::Unknown => Some(format!(
                "nothing can be written in {root}, so nobody knows whether its file system tells of \
                 changes"
            )),
        }
    }

    /// Looks for changes from now on.
    fn poll(&mut self, reason: String) -> Result<(), WatchError> {
        self.folders.go_deaf();
        let tell = Arc::clone(&self.tell);
        let poller = Poller::start(&self.roots, &self.rules, move |pulse| tell(pulse))?;
        self.poller = Some((poller, reason.clone()));
        if reason != ASKED_FOR {
            self.news.push(News::Polling(reason));
        }
        Ok(())
    }

    /// Goes on where another watch ended: who wrote the files that it knew is known.
    pub fn learn_from(&mut self, before: Self) {
        self.authors = before.authors;
        self.authors.add_sources(self.contents.files().filter(|it| !before.contents.knows(it)));
        (self.run, self.last) = (before.run, before.last);
    }

    /// When to look at the latest.
    #[must_use]
    pub fn deadline(&self) -> Instant {
        let burst = self.held_until.or_else(|| self.burst.deadline());
        let roots = self.roots_seen + ROOT_LOOK_UP;
        burst.map_or(roots, |burst| burst.min(roots))
    }

    /// What there is to know by now.
    pub fn look(&mut self, now: Instant) -> Vec<News> {
        let heard: Vec<_> = self.pulses.try_iter().collect();
        heard.into_iter().for_each(|pulse| self.hear(pulse));
        if now >= self.roots_seen + ROOT_LOOK_UP {
            self.roots_seen = now;
            self.look_again(self.folders.other_roots(), now);
        }
        if self.burst.deadline().is_some_and(|deadline| now >= deadline) && !self.is_held(now) {
            let changed = self.burst.take(now);
            self.compare(changed);
        }
        std::mem::take(&mut self.news)
    }

    /// Whether git is still writing, or was a moment ago: what it wrote last may not be told yet.
    fn is_held(&mut self, now: Instant) -> bool {
        if self.locks.are_held() {
            self.held_until = Some(now + LOCK_LOOK_UP);
        } else if self.held_until.is_some_and(|until| now >= until) {
            self.held_until = None;
        }
        self.held_until.is_some()
    }

    /// A run begins. Answers with the file that was saved during each of the last few runs, if that
    /// should be told.
    pub fn run_begins(&mut self, cause: Cause) -> Option<PathBuf> {
        self.run = Some((Instant::now(), None));
        let is_to_be_told = self.authors.run_begins(cause);
        self.last.clone().filter(|_| is_to_be_told)
    }

    /// The run is over.
    pub fn run_ended(&mut self) {
        if let Some((_, end)) = &mut self.run {
            *end = Some(End { at: Instant::now(), time: SystemTime::now() });
        }
    }

    /// What is watched by now.
    #[must_use]
    pub fn watched(&self) -> Watched {
        Watched {
            folders: self.roots.clone(),
            files: self.contents.len(),
            left_out: self.left_out(),
            polling: self.poller.as_ref().map(|(_, reason)| reason.clone()),
        }
    }

    fn left_out(&self) -> Vec<(PathBuf, String)> {
        let left_out = self.folders.left_out().iter();
        left_out.map(|(path, reason)| (path.clone(), reason.to_string())).collect()
    }

    /// Whether a run may have changed this file. What is told a little after its end is as old as
    /// the file says.
    fn during(&self, path: &Path, at: Instant) -> During {
        let grace = if self.folders.is_deaf() { GRACE_POLLING } else { GRACE };
        let is_by_it = self.run.is_some_and(|(began, end)| {
            let may_be_by_it = |end: End| at <= end.at + grace && !is_younger(path, end.time);
            at >= began && end.is_none_or(|end| at <= end.at || may_be_by_it(end))
        });
        if is_by_it { During::Run } else { During::Rest }
    }

    fn hear(&mut self, pulse: Pulse) {
        let at = pulse.at;
        match pulse.what {
            What::Saved(path) if is_folder(&path) => self.enter(&path, at),
            What::Saved(path) if self.counts(&path) => self.saved(path, at),
            What::Writing(path) if self.counts(&path) => {
                let during = self.during(&path, at);
                self.burst.writing(path, during, at);
            }
            What::Touched(path) if self.contents.knows(&path) && !self.burst.is_writing(&path) => {
                self.saved(path, at);
            }
            What::Gone(path) => self.lose(&path, at),
            What::Lost => self.look_again(self.roots.clone(), at),
            What::Saved(_) | What::Writing(_) | What::Touched(_) => {}
        }
    }

    fn saved(&mut self, path: PathBuf, at: Instant) {
        let during = self.during(&path, at);
        self.burst.saved(path, during, at);
    }

    fn counts(&mut self, path: &Path) -> bool {
        let reason = self.ignored.why(path);
        let counts = reason.is_none();
        if let Some(reason) = reason {
            self.folders.leave_out(path.to_owned(), reason);
        }
        counts
    }

    /// A folder is new, or may have been missed.
    fn enter(&mut self, folder: &Path, at: Instant) {
        let reason = self.ignored.why_not_entered(folder);
        if let Some(reason) = reason.filter(|_| !self.roots.iter().any(|it| it == folder)) {
            return self.folders.leave_out(folder.to_owned(), reason);
        }
        let found = self.folders.enter(folder, &self.ignored);
        for file in found.files {
            if !self.contents.knows(&file) {
                self.saved(file, at);
            }
        }
        if let Some(error) = found.refused {
            // Without a thread to look with, the events that still come are all there is.
            let _ = self.poll(refusal(&error));
        }
    }

    /// A file is gone, or a folder with all that was in it.
    fn lose(&mut self, path: &Path, at: Instant) {
        if self.contents.knows(path) {
            return self.saved(path.to_owned(), at);
        }
        self.burst.forget(path);
        self.folders.leave(path);
        for file in self.contents.below(path) {
            self.saved(file, at);
        }
    }

    /// Looks at everything in these roots, which may be other folders by now.
    fn look_again(&mut self, roots: Vec<PathBuf>, at: Instant) {
        for root in roots {
            self.lose(&root, at);
            self.enter(&root, at);
        }
    }

    /// Leaves out what holds nothing new, and asks who wrote the rest.
    fn compare(&mut self, changed: BTreeMap<PathBuf, During>) {
        let is_new = |(path, _): &(PathBuf, During)| self.contents.update(path) == Content::New;
        let new: BTreeMap<_, _> = changed.into_iter().filter(is_new).collect();
        if new.keys().any(|path| path.ends_with(IGNORE_FILE)) {
            self.read_ignore_files();
        }
        let Meaning { saved, written, muted } = self.authors.read(new);
        if let Some((last, _)) = saved.last_key_value() {
            self.last = Some(last.clone());
            let in_run = saved.values().all(|during| *during == During::Run);
            let cause = if in_run { Cause::Save } else { Cause::Person };
            self.news.push(News::Saved { files: saved.into_keys().collect(), cause });
        }
        self.news.extend(written.map(News::Written));
        self.news.extend(muted.into_iter().map(News::Muted));
    }

    /// Other files count from now on.
    fn read_ignore_files(&mut self) {
        let Ok(ignored) = Ignored::new(&self.roots, &self.rules) else { return };
        self.ignored = ignored;
        for root in self.roots.clone() {
            for file in self.folders.enter(&root, &self.ignored).files {
                self.contents.update(&file);
            }
        }
    }
}

/// Whether a file was written after that time.
fn is_younger(path: &Path, time: SystemTime) -> bool {
    fs::metadata(path).and_then(|found| found.modified()).is_ok_and(|written| written > time)
}

fn watcher(tell: &Tell) -> notify::Result<RecommendedWatcher> {
    let tell = Arc::clone(tell);
    notify::recommended_watcher(move |event: notify::Result<Event>| {
        // An error says that something cannot be told; the next look at the folders finds it.
        event.into_iter().flat_map(|event| pulses(event, Instant::now())).for_each(|it| tell(it));
    })
}

/// A folder itself, not a link to one: links are not followed.
fn is_folder(path: &Path) -> bool {
    path.symlink_metadata().as_ref().is_ok_and(Metadata::is_dir)
}
