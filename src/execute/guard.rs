//! Holds a run to its limits: those that are looked after from outside, now and then, and those that
//! the system keeps. A program can be over a limit for one look's time.

use std::path::Path;
use std::time::{Duration, Instant};

use rustix::process::getpid;

use super::{RunLimits, usage};
use crate::model::{Ending, Limit, Resources};

/// How often it is looked at what the program uses.
const LOOK: Duration = Duration::from_millis(20);
/// How many looks it takes until the folder is measured, which may hold many files.
const LOOKS_AT_FOLDER: u32 = 5;

/// What looks after one run.
#[derive(Debug)]
pub(super) struct Guard<'r> {
    limits: &'r RunLimits,
    /// The private folder of the run.
    folder: &'r Path,
    looks: u32,
    last: Instant,
}

impl<'r> Guard<'r> {
    pub(super) fn new(limits: &'r RunLimits, folder: &'r Path) -> Self {
        Self { limits, folder, looks: 0, last: Instant::now() }
    }

    /// How long there is nothing to look at.
    pub(super) fn next_look(&self) -> Duration {
        if self.is_needed() { LOOK.saturating_sub(self.last.elapsed()) } else { Duration::MAX }
    }

    const fn is_needed(&self) -> bool {
        let RunLimits { cpu, memory_bytes, processes, disk_bytes, .. } = self.limits;
        cpu.is_some() || memory_bytes.is_some() || processes.is_some() || disk_bytes.is_some()
    }

    /// The limit that is passed, when it is time to look. `ended` is what those used that have ended.
    pub(super) fn look(&mut self, ended: Resources) -> Option<Limit> {
        if !self.next_look().is_zero() {
            return None;
        }
        self.looks += 1;
        self.last = Instant::now();
        let limits = self.limits;
        let usage = usage::below(getpid(), limits.processes.unwrap_or(u64::MAX));
        let cpu = limits.cpu.filter(|most| ended.cpu + usage.cpu > *most);
        over(limits.processes, usage.processes)
            .map(Limit::Processes)
            .or(over(limits.memory_bytes, usage.memory_bytes).map(Limit::Memory))
            .or(cpu.map(Limit::Cpu))
            .or_else(|| self.look_at_folder())
    }

    fn look_at_folder(&self) -> Option<Limit> {
        let limit =
            self.limits.disk_bytes.filter(|_| self.looks.is_multiple_of(LOOKS_AT_FOLDER))?;
        over(Some(limit), usage::size_of(self.folder)).map(Limit::Disk)
    }

    /// The limit that the system kept, or that was passed between two looks, of a program that ended
    /// by itself.
    pub(super) fn ended(&self, ending: Ending, used: Resources) -> Option<Limit> {
        let by = |signal| ending == Ending::Signaled(signal);
        let cpu = self.limits.cpu.filter(|most| used.cpu > *most || by(libc::SIGXCPU));
        let file = self.limits.file_bytes.filter(|_| by(libc::SIGXFSZ));
        cpu.map(Limit::Cpu).or(file.map(Limit::File))
    }
}

fn over(limit: Option<u64>, used: u64) -> Option<u64> {
    limit.filter(|most| used > *most)
}
