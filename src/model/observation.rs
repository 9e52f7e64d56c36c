//! What was seen of a run: facts, never opinions.

use std::time::Duration;

use super::{Limit, Reached};

/// What was seen of one run of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// All of stdout, up to the limit; of a live session what was exchanged, as one JSON document.
    pub stdout: Vec<u8>,
    /// How far a live session came.
    pub reached: Option<Reached>,
    /// What was kept of stderr.
    pub stderr: Stderr,
    /// How the run ended.
    pub ending: Ending,
    /// Wall time from the start to the end.
    pub elapsed: Duration,
    /// What the program used.
    pub resources: Resources,
    /// What held the program in.
    pub isolation: Isolation,
    /// Processes that were still running when the program had ended, and were killed.
    pub left_running: usize,
    /// What could not be removed of the private copy of the case, and why.
    pub not_removed: Option<String>,
}

/// What was kept of stderr: all of it, or its beginning and its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stderr {
    /// The beginning.
    pub head: Vec<u8>,
    /// The end, where a middle was left out or the beginning was full.
    pub tail: Vec<u8>,
    /// Bytes left out between both.
    pub dropped: u64,
}

impl Stderr {
    /// All that was kept, with a line that says what was left out.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let cut = match self.dropped {
            0 => String::new(),
            dropped => format!("\n… {dropped} bytes left out …\n"),
        };
        [self.head.as_slice(), cut.as_bytes(), &self.tail].concat()
    }

    /// Whether the program wrote nothing there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.head.is_empty() && self.tail.is_empty()
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal.
    Signaled(i32),
    /// By us, because the time was up.
    TimedOut(Duration),
    /// By us, because it had not ended so long after the end of a live session.
    Outstayed(Duration),
    /// By us, because stdout grew over this many bytes.
    OutputLimit(u64),
    /// By us or the system, because it used more than it may.
    Limit(Limit),
    /// By us, because the person or the next run asked for it.
    Cancelled,
}

/// What a run used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Processor time of the program and the children that it waited for.
    pub cpu: Duration,
    /// The largest resident set of a single process of it, in bytes.
    pub peak_memory_bytes: u64,
}

/// What held a program in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// Limits and clearing up only: protects against accidents.
    None,
    /// Also a read-only view without the expected answers, a folder of its own, and no network.
    Standard,
    /// Also a place of its own: mounts, processes, network and users.
    Strict,
}

/// Whether a program that is held in may use the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// It may.
    Allowed,
    /// It may not.
    Denied,
}

impl Isolation {
    /// All levels, each of which forbids what the one before it does, and more.
    pub const ALL: [Self; 3] = [Self::None, Self::Standard, Self::Strict];

    /// The name in every format and on the command line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Standard => "standard",
            Self::Strict => "strict",
        }
    }
}
