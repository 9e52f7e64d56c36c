//! A tool that watches, the saves made under its eyes, and the starts that followed.

use std::collections::hash_map::RandomState;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustix::process::{Pid, Signal, kill_process};

use crate::grounds::{Plot, write};

/// A save that starts nothing within this time is missed.
const MISSED: Duration = Duration::from_secs(3);
/// How long extra starts are waited for; a random time of up to as long is added.
const QUIET: Duration = Duration::from_millis(300);
/// What a tool may take until it watches.
const READY: Duration = Duration::from_secs(15);
const LOOK: Duration = Duration::from_millis(2);

#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    InPlace,
    Rename,
}

impl Kind {
    pub(crate) const ALL: [Kind; 2] = [Kind::InPlace, Kind::Rename];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::InPlace => "in place",
            Kind::Rename => "rename",
        }
    }
}

/// What followed a save.
pub(crate) struct Followed {
    /// From the finished save to the first start; none when it was missed.
    pub(crate) latency: Option<Duration>,
    pub(crate) extra: usize,
}

pub(crate) struct Session {
    pub(crate) plot: Plot,
    tool: Child,
    saves: usize,
}

impl Session {
    /// Starts the tool and waits until it follows a save; else what it printed.
    pub(crate) fn open(mut command: Command, plot: Plot) -> Result<Self, String> {
        let output = File::create(plot.output()).expect("a file");
        command.stdout(output.try_clone().expect("the same file")).stderr(output);
        let tool = command.spawn().map_err(|error| error.to_string())?;
        let mut session = Self { plot, tool, saves: 0 };
        if session.becomes_ready() { Ok(session) } else { Err(session.complaint()) }
    }

    /// Watching may begin later than the first start, so saves are tried until one is followed.
    fn becomes_ready(&mut self) -> bool {
        let since = Instant::now();
        while self.starts().is_empty() && since.elapsed() < READY {
            thread::sleep(LOOK);
        }
        while since.elapsed() < READY {
            thread::sleep(QUIET);
            let finished = self.save(Kind::InPlace);
            if self.first_start(finished, QUIET * 3).is_some() {
                thread::sleep(QUIET * 3);
                return true;
            }
        }
        false
    }

    fn complaint(&self) -> String {
        let printed = fs::read(self.plot.output()).unwrap_or_default();
        format!("it follows no save, and printed:\n{}", String::from_utf8_lossy(&printed))
    }

    /// Saves, and counts the starts until all is quiet again.
    pub(crate) fn follow(&mut self, kind: Kind) -> Followed {
        let before = self.starts().len();
        let finished = self.save(kind);
        let latency = self.first_start(finished, MISSED);
        thread::sleep(QUIET + random(QUIET));
        let starts = self.starts().len() - before;
        Followed { latency, extra: starts - usize::from(latency.is_some()) }
    }

    /// Saves a content that was never there. The time is taken just before the call that finishes
    /// the save: taken after it, a tool could have been quicker.
    pub(crate) fn save(&mut self, kind: Kind) -> SystemTime {
        self.saves += 1;
        let (file, text) = (self.plot.source(), format!("save {}\n", self.saves));
        match kind {
            Kind::InPlace => finish_in_place(&file, &text),
            Kind::Rename => finish_by_rename(&file, &text),
        }
    }

    /// How long after this moment the first start came, if it came in time.
    pub(crate) fn first_start(&self, after: SystemTime, bound: Duration) -> Option<Duration> {
        let since = Instant::now();
        loop {
            let mut starts = self.starts().into_iter();
            let first = starts.find_map(|start| start.duration_since(after).ok());
            if first.is_some() || since.elapsed() > bound {
                return first;
            }
            thread::sleep(LOOK);
        }
    }

    /// When the program was started, each time.
    pub(crate) fn starts(&self) -> Vec<SystemTime> {
        let noted = fs::read_to_string(self.plot.starts()).expect("the starts");
        let time = |line: &str| {
            SystemTime::UNIX_EPOCH + Duration::from_nanos(line.parse().expect("nanoseconds"))
        };
        noted.lines().map(time).collect()
    }
}

impl Drop for Session {
    /// Asked first, so that the tool can end what it started.
    fn drop(&mut self) {
        let _ = kill_process(Pid::from_child(&self.tool), Signal::TERM);
        let since = Instant::now();
        while matches!(self.tool.try_wait(), Ok(None)) && since.elapsed() < MISSED {
            thread::sleep(LOOK);
        }
        let _ = self.tool.kill();
        let _ = self.tool.wait();
    }
}

fn finish_in_place(file: &Path, text: &str) -> SystemTime {
    let mut open = File::create(file).expect("a file");
    open.write_all(text.as_bytes()).expect("a text");
    let finishing = SystemTime::now();
    drop(open);
    finishing
}

fn finish_by_rename(file: &Path, text: &str) -> SystemTime {
    let new = file.with_file_name("source-new.txt");
    write(&new, text);
    let finishing = SystemTime::now();
    fs::rename(new, file).expect("a rename");
    finishing
}

/// So that no save falls into step with a tool's own intervals.
fn random(most: Duration) -> Duration {
    let number = RandomState::new().build_hasher().finish();
    most.mul_f64((number % 1000) as f64 / 1000.0)
}
