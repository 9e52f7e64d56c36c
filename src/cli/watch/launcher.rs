//! Whether whoever started us is still there: a launcher that is killed tells us nothing.

use std::fs::File;

use rustix::io::Errno;
use rustix::process::{getpgrp, getpid, test_kill_process};
use rustix::termios::tcgetpgrp;

/// The launcher that we share a process group with, if there is one.
#[derive(Debug)]
pub(super) struct Launcher {
    /// The terminal that controls us.
    terminal: Option<File>,
}

impl Launcher {
    pub(super) fn new() -> Self {
        let terminal = File::open("/dev/tty").ok().filter(|_| getpgrp() != getpid());
        Self { terminal }
    }

    /// Whether the leader of our process group is dead and the terminal has gone on to others.
    pub(super) fn is_gone(&self) -> bool {
        let Some(terminal) = &self.terminal else { return false };
        let leader_is_dead = test_kill_process(getpgrp()) == Err(Errno::SRCH);
        leader_is_dead && tcgetpgrp(terminal) != Ok(getpgrp())
    }
}
