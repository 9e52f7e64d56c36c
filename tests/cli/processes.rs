//! Processes that a test looks at from outside, and waiting for what is to become true.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use crate::world::LONG;

/// Waits until this is so.
#[track_caller]
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < LONG, "waited in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// A process under way, which does not outlive its test.
#[derive(Debug)]
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        let quiet = command.stdin(Stdio::null());
        Self(quiet.spawn().expect("the command can be started"))
    }

    pub(crate) fn send(&self, signal: Signal) {
        send(self.0.id(), signal);
    }

    /// To the process and the others in its group, which it leads.
    pub(crate) fn send_to_group(&self, signal: Signal) {
        kill_process_group(pid(self.0.id()), signal).expect("the signal can be sent");
    }

    /// Waits for the end.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("the process can be waited for") {
                return status;
            }
            assert!(since.elapsed() < LONG, "the process does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn send(to: u32, signal: Signal) {
    kill_process(pid(to), signal).expect("the signal can be sent");
}

fn pid(number: u32) -> Pid {
    i32::try_from(number).ok().and_then(Pid::from_raw).expect("a process id")
}

/// Whether a process is still there and not only waiting to be collected.
pub(crate) fn is_alive(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    let state = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().next());
    !matches!(state, Some("Z" | "X") | None)
}

/// The process ids in a file, once it is there.
#[track_caller]
pub(crate) fn pids_in(file: &Path) -> Vec<u32> {
    wait_until("process ids are written", || file.exists());
    let text = fs::read_to_string(file).expect("the file can be read");
    text.split_whitespace().map(|pid| pid.parse().expect("a process id")).collect()
}

#[track_caller]
pub(crate) fn wait_until_gone(pids: &[u32]) {
    for pid in pids {
        wait_until(&format!("process {pid} is gone"), || !is_alive(*pid));
    }
}
