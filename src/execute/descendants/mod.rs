//! The processes below a supervisor: noticing the end of the program, killing all that it left.
//!
//! Every way in which a program can leave something behind (`setsid`, a double fork, a killed
//! parent) ends with the orphan as a child of the supervisor, where the system offers that. On
//! Linux "no children" therefore means that nothing is left.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(not(target_os = "linux"), test))]
mod portable;

#[cfg(target_os = "linux")]
use linux as platform;
#[cfg(not(target_os = "linux"))]
use portable as platform;

use std::collections::HashSet;
use std::io;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::system::{Ended, Waited, wait_any};
use crate::model::{Ending, Resources};

pub(super) use platform::{adopt_orphans, end_of, kill_orphans_of_the_harness};

/// How long killed processes may take to go; only one that is stuck in the kernel takes long.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many processes are collected before something else gets its turn.
const AT_A_TIME: usize = 1024;

/// Everything that was started for one run.
#[derive(Debug)]
pub(super) struct Descendants {
    program: Pid,
    ending: Option<Ending>,
    used: Resources,
}

/// Whether any process of the run is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    Some,
    /// Probably also more that have ended: ask again at once.
    Many,
    None,
}

impl Descendants {
    pub(super) fn of(program: Pid) -> Self {
        Self { program, ending: None, used: Resources::default() }
    }

    /// How the program itself ended, once it has.
    pub(super) const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What all processes used that have ended so far.
    pub(super) const fn used(&self) -> Resources {
        self.used
    }

    /// Collects processes that have ended, but only so many at a time: a program that forks without
    /// end must not keep us from looking at the clock.
    pub(super) fn reap(&mut self) -> io::Result<Left> {
        for _ in 0..AT_A_TIME {
            match wait_any()? {
                Waited::Ended(ended) => self.note(&ended),
                Waited::AllRunning => return Ok(Left::Some),
                Waited::NoChildren => return Ok(Left::None),
            }
        }
        Ok(Left::Many)
    }

    fn note(&mut self, ended: &Ended) {
        self.used.cpu += ended.used.cpu;
        self.used.peak_memory_bytes = self.used.peak_memory_bytes.max(ended.used.peak_memory_bytes);
        if ended.pid == self.program {
            self.ending = Some(ending(ended.status));
        }
    }

    /// Kills until nothing is left, and tells how many processes that were.
    pub(super) fn kill(&mut self) -> io::Result<usize> {
        let deadline = Instant::now() + PATIENCE;
        let mut killed = HashSet::new();
        let mut pause = Duration::from_micros(50);
        // The program's own group first: where orphans are not ours, this is what still finds them.
        while self.reap()? != Left::None || platform::group_is_left(self.program) {
            killed.extend(platform::kill_below_us(self.program)?);
            self.outrun()?;
            if Instant::now() > deadline {
                return Err(io::Error::other("processes of the program could not be killed"));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
        Ok(killed.len())
    }

    /// Against processes that fork and end without a pause: whoever lost its parent is our child,
    /// and children are found and killed faster than they can go on.
    fn outrun(&mut self) -> io::Result<()> {
        for _ in 0..AT_A_TIME {
            match self.reap()? {
                Left::None => return Ok(()),
                // The dead among the children would only slow the next step down.
                Left::Many => {}
                Left::Some if platform::kill_children() == 0 => return Ok(()),
                Left::Some => {}
            }
        }
        Ok(())
    }
}

fn ending(status: libc::c_int) -> Ending {
    if libc::WIFSIGNALED(status) {
        Ending::Signaled(libc::WTERMSIG(status))
    } else {
        Ending::Exited(libc::WEXITSTATUS(status))
    }
}
