//! Holds a run to its limits: those that are looked after from outside, now and then, and those that
//! the system keeps. A program can be over a limit for one look's time.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use rustix::process::getpid;

use super::RunLimits;
use super::disk::Disk;
use super::usage::{self, Process, Usage};
use crate::model::{Ending, Limit, Resources};

/// How often it is looked at what the program uses.
const LOOK: Duration = Duration::from_millis(20);
/// How often its folders are measured, which may hold many files.
const MEASURE: Duration = Duration::from_millis(100);
/// Which part of the time may go by with measuring.
const SHARE: u32 = 10;

/// What looks after one run.
#[derive(Debug)]
pub(super) struct Guard<'r> {
    limits: &'r RunLimits,
    /// Processes of ours beside those of the program.
    ours: u64,
    disk: Disk,
    /// The processor time of every process when it was last seen: what nobody waits for is in no sum.
    times: HashMap<Process, Duration>,
    last: Instant,
    next_measure: Instant,
}

impl<'r> Guard<'r> {
    pub(super) fn new(limits: &'r RunLimits, ours: usize, disk: Disk) -> Self {
        let now = Instant::now();
        Self {
            limits,
            ours: ours as u64,
            disk,
            times: HashMap::new(),
            last: now,
            next_measure: now + MEASURE,
        }
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
        self.last = Instant::now();
        let limits = self.limits;
        let most = limits.processes.map_or(u64::MAX, |most| most.saturating_add(self.ours));
        let usage = usage::below(getpid(), most);
        if limits.cpu.is_some() {
            self.times.extend(usage.times.iter().copied());
        }
        let cpu = limits.cpu.filter(|most| self.cpu(ended.cpu + usage.cpu) > *most);
        over(limits.processes, usage.processes.saturating_sub(self.ours))
            .map(Limit::Processes)
            .or_else(|| over_memory(limits.memory_bytes, &usage).map(Limit::Memory))
            .or(cpu.map(Limit::Cpu))
            .or_else(|| self.over_own())
            .or_else(|| self.measure())
    }

    fn over_own(&self) -> Option<Limit> {
        over(self.limits.disk_bytes, self.disk.used_of_own()).map(Limit::Disk)
    }

    /// What was waited for, or what was seen, whichever is more.
    fn cpu(&self, waited_for: Duration) -> Duration {
        waited_for.max(self.times.values().sum())
    }

    fn measure(&mut self) -> Option<Limit> {
        let limit = self.limits.disk_bytes.filter(|_| self.next_measure <= self.last)?;
        let used = self.disk.used();
        self.next_measure = Instant::now() + MEASURE.max(self.last.elapsed() * SHARE);
        over(Some(limit), used).map(Limit::Disk)
    }

    /// The limit that the system kept, or that was passed between two looks, of a program that ended
    /// by itself.
    pub(super) fn ended(&self, ending: Ending, used: Resources) -> Option<Limit> {
        let by = |signal| ending == Ending::Signaled(signal);
        let cpu = self.limits.cpu.filter(|most| self.cpu(used.cpu) > *most || by(libc::SIGXCPU));
        let file = self.limits.file_bytes.filter(|_| by(libc::SIGXFSZ));
        cpu.map(Limit::Cpu).or(file.map(Limit::File)).or_else(|| self.over_own())
    }
}

/// What is shared is counted exactly only where it decides.
fn over_memory(limit: Option<u64>, usage: &Usage) -> Option<u64> {
    let Usage { memory_bytes, shared_bytes, .. } = *usage;
    over(limit, memory_bytes).or_else(|| {
        over(limit, memory_bytes + shared_bytes)?;
        over(limit, memory_bytes + usage::shared_below(getpid()))
    })
}

fn over(limit: Option<u64>, used: u64) -> Option<u64> {
    limit.filter(|most| used > *most)
}
