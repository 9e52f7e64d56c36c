//! The harness's side: an executor that has its runs done by a supervisor of its own.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::Pid;
use tempfile::TempDir;

use super::channel::{self, Message};
use super::wire::{self, EncodedRun, ReportHeader};
use super::{Cancel, Executor, Run, descendants};
use crate::model::{Observation, StartError};

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
}

impl Pool {
    /// Makes this process the parent of what a dying supervisor leaves.
    ///
    /// # Errors
    /// When the system refuses that.
    pub fn new(command: SupervisorCommand) -> io::Result<Arc<Self>> {
        descendants::adopt_orphans()?;
        Ok(Arc::new(Self { command, live: Mutex::new(Vec::new()) }))
    }

    /// An executor for one worker. Its supervisor starts with the first run.
    #[must_use]
    pub fn executor(self: &Arc<Self>) -> Supervised {
        Supervised { pool: Arc::clone(self), supervisor: None }
    }

    fn live(&self) -> MutexGuard<'_, Vec<Pid>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self) -> io::Result<Supervisor> {
        let (ours, theirs) = UnixStream::pair()?;
        let base = tempfile::Builder::new().prefix("").rand_bytes(12).tempdir()?;
        let mut live = self.live();
        let child = Command::new(&self.command.program)
            .args(&self.command.arguments)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .spawn()?;
        live.push(Pid::from_child(&child));
        Ok(Supervisor { child, channel: ours, base })
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

    /// Lets a supervisor end by itself, which it does at the end of its channel.
    fn dismiss(&self, mut supervisor: Supervisor) {
        drop(supervisor.channel);
        let _ = supervisor.child.wait();
        self.live().retain(|other| *other != Pid::from_child(&supervisor.child));
    }
}

/// A supervisor under way.
#[derive(Debug)]
struct Supervisor {
    child: Child,
    channel: UnixStream,
    base: TempDir,
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
            None => self.pool.start().map_err(|error| broken("could not be started", &error))?,
        };
        match supervisor.run(run, cancel) {
            Ok((header, blobs)) => {
                self.supervisor = Some(supervisor);
                wire::decode_report(header, blobs)
            }
            Err(error) => {
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
    fn run(&self, run: &Run, cancel: &Cancel) -> io::Result<(ReportHeader, Vec<Vec<u8>>)> {
        let encoded = EncodedRun::new(run, self.base.path());
        let blobs = encoded.blobs();
        channel::send(&self.channel, &encoded.header, &blobs)?;
        if self.wait(cancel)? == Woken::Cancelled {
            channel::send_cancel(&self.channel)?;
        }
        match channel::receive(&self.channel)? {
            Message::Frame(header, blobs) => Ok((header, blobs)),
            Message::Cancel | Message::End => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn wait(&self, cancel: &Cancel) -> io::Result<Woken> {
        let mut watched = [
            PollFd::new(&self.channel, PollFlags::IN),
            PollFd::from_borrowed_fd(cancel.as_fd(), PollFlags::IN),
        ];
        while let Err(error) = poll(&mut watched, None) {
            if error != rustix::io::Errno::INTR {
                return Err(error.into());
            }
        }
        let reported = !watched[0].revents().is_empty();
        Ok(if reported { Woken::Reported } else { Woken::Cancelled })
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
        if let Some(supervisor) = self.supervisor.take() {
            self.pool.dismiss(supervisor);
        }
    }
}
