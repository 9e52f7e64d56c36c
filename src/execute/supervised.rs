//! The harness's side: an executor that has its runs done by a supervisor of its own.

use std::ffi::OsString;
use std::io;
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
use tempfile::TempDir;

use super::channel::{self, Message};
use super::wire::{self, EncodedRun, ReportHeader};
use super::{Cancel, Executor, Run, case_folder, descendants};
use crate::model::{Observation, StartError};

/// How long a supervisor may be late, in clearing up or in talking to us.
const PATIENCE: Duration = Duration::from_secs(15);
/// How long it may take to end when it is no longer needed; one that was stopped never does.
const FAREWELL: Duration = Duration::from_secs(2);
/// How often a waiting harness looks after it.
const LOOK_UP: Timespec = Timespec { tv_sec: 0, tv_nsec: 250_000_000 };

/// How a supervisor is started: this binary, told to be one.
#[derive(Clone, Debug)]
pub struct SupervisorCommand {
    /// The binary.
    pub program: PathBuf,
    /// The words that make it call [`super::supervise`].
    pub arguments: Vec<OsString>,
}

/// All supervisors of a harness.
#[derive(Debug)]
pub struct Pool {
    command: SupervisorCommand,
    /// Held while a supervisor starts or is buried, so that a live one is never taken for an orphan.
    live: Mutex<Vec<Pid>>,
    /// Where the private folders are made; made with the first.
    folders: Mutex<Option<TempDir>>,
    /// Supervisors that have nothing to do: the next run need not wait for one to start.
    idle: Mutex<Vec<Supervisor>>,
}

impl Pool {
    /// Makes this process the parent of what a dying supervisor leaves.
    ///
    /// # Errors
    /// When the system refuses that.
    pub fn new(command: SupervisorCommand) -> io::Result<Arc<Self>> {
        descendants::adopt_orphans()?;
        let (live, idle) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
        Ok(Arc::new(Self { command, live, folders: Mutex::new(None), idle }))
    }

    /// An executor for one worker. Its supervisor starts with the first run, where none is idle.
    #[must_use]
    pub fn executor(self: &Arc<Self>) -> Supervised {
        Supervised { pool: Arc::clone(self), supervisor: None }
    }

    fn supervisor(&self) -> io::Result<Supervisor> {
        while let Some(mut supervisor) = self.idle().pop() {
            if matches!(supervisor.child.try_wait(), Ok(None)) && !supervisor.is_stopped() {
                return Ok(supervisor);
            }
            self.bury(supervisor)?;
        }
        self.start()
    }

    /// A fresh private folder for one run.
    fn folder(&self) -> io::Result<PathBuf> {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let top = match folders.take() {
            // Whoever clears up temporary files may have taken it away.
            Some(top) if top.path().is_dir() => top,
            _ => case_folder::make_top()?,
        };
        case_folder::make(folders.insert(top).path())
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Supervisor>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn live(&self) -> MutexGuard<'_, Vec<Pid>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> io::Result<Supervisor> {
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_read_timeout(Some(PATIENCE))?;
        ours.set_write_timeout(Some(PATIENCE))?;
        let mut live = self.live();
        let child = Command::new(&self.command.program)
            .args(&self.command.arguments)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .spawn()?;
        live.push(Pid::from_child(&child));
        Ok(Supervisor { child, channel: ours })
    }

    /// Ends a supervisor and whatever it left to us.
    fn bury(&self, mut supervisor: Supervisor) -> io::Result<()> {
        let mut live = self.live();
        let pid = Pid::from_child(&supervisor.child);
        let _ = supervisor.child.kill();
        supervisor.child.wait()?;
        live.retain(|other| *other != pid);
        descendants::kill_orphans_of_the_harness(&live)
    }

    /// Lets a supervisor end by itself, which it does at the end of its channel, or buries it.
    fn dismiss(&self, mut supervisor: Supervisor) {
        // Nobody is left to tell of a failure; each leads to the burial below.
        let _ = supervisor.channel.shutdown(Shutdown::Both);
        let since = Instant::now();
        let mut pause = Duration::from_micros(50);
        while matches!(supervisor.child.try_wait(), Ok(None)) && since.elapsed() < FAREWELL {
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
        let _ = self.bury(supervisor);
    }
}

/// A supervisor under way.
#[derive(Debug)]
struct Supervisor {
    child: Child,
    channel: UnixStream,
}

/// An executor with a supervisor of its own; a supervisor that dies is replaced.
#[derive(Debug)]
pub struct Supervised {
    pool: Arc<Pool>,
    supervisor: Option<Supervisor>,
}

impl Executor for Supervised {
    fn execute(&mut self, run: &Run, cancel: &Cancel) -> Result<Observation, StartError> {
        let supervisor = match self.supervisor.take() {
            Some(supervisor) => supervisor,
            None => {
                self.pool.supervisor().map_err(|error| broken("could not be started", &error))?
            }
        };
        let folder = self.pool.folder().map_err(|error| {
            StartError::Harness(format!("no folder for the private copy of the case: {error}"))
        })?;
        match supervisor.run(run, &folder, cancel) {
            Ok((header, blobs)) => {
                self.supervisor = Some(supervisor);
                wire::decode_report(header, blobs)
            }
            Err(error) => {
                // What it did not remove itself; that it could not be is the smaller trouble now.
                let _ = case_folder::remove_both(&folder);
                self.pool.bury(supervisor).map_err(|error| broken("left processes", &error))?;
                Err(broken("died during the run", &error))
            }
        }
    }
}

fn broken(what: &str, error: &io::Error) -> StartError {
    StartError::Harness(format!("the supervisor {what}: {error}"))
}

impl Supervisor {
    fn run(
        &self,
        run: &Run,
        folder: &Path,
        cancel: &Cancel,
    ) -> io::Result<(ReportHeader, Vec<Vec<u8>>)> {
        let encoded = EncodedRun::new(run, folder);
        let blobs = encoded.blobs();
        channel::send(&self.channel, &encoded.header, &blobs)?;
        if self.wait(Some(cancel), run.limits.timeout.saturating_add(PATIENCE))? == Woken::Cancelled
        {
            channel::send_cancel(&self.channel)?;
            self.wait(None, PATIENCE)?;
        }
        match channel::receive(&self.channel)? {
            Message::Frame(header, blobs) => Ok((header, blobs)),
            Message::Cancel | Message::End => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Waits for a report or a cancel. A program of the same user can stop or starve a supervisor,
    /// so it is not trusted to keep the time.
    fn wait(&self, cancel: Option<&Cancel>, patience: Duration) -> io::Result<Woken> {
        let since = Instant::now();
        let channel = PollFd::new(&self.channel, PollFlags::IN);
        let cancel = cancel.map(|cancel| PollFd::from_borrowed_fd(cancel.as_fd(), PollFlags::IN));
        let mut watched: Vec<_> = [channel].into_iter().chain(cancel).collect();
        loop {
            let ready = match poll(&mut watched, Some(&LOOK_UP)) {
                Err(rustix::io::Errno::INTR) => 0,
                ready => ready?,
            };
            if ready > 0 {
                let reported = !watched[0].revents().is_empty();
                return Ok(if reported { Woken::Reported } else { Woken::Cancelled });
            }
            if self.is_stopped() || since.elapsed() > patience {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "it no longer answers"));
            }
        }
    }

    /// Whether somebody sent it a STOP.
    fn is_stopped(&self) -> bool {
        let pid = WaitId::Pid(Pid::from_child(&self.child));
        // Looked at and left in place, so that the end of the process stays there to be waited for.
        let look = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(pid, look), Ok(Some(status)) if status.stopped())
    }
}

/// What ended the wait for a report.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Woken {
    Reported,
    Cancelled,
}

impl Drop for Supervised {
    fn drop(&mut self) {
        self.pool.idle().extend(self.supervisor.take());
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let idle = std::mem::take(&mut *self.idle());
        idle.into_iter().for_each(|supervisor| self.dismiss(supervisor));
    }
}
