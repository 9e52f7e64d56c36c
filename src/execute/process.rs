//! One run: start, feed, watch, end, clear up. One poll loop, no threads.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, getpid};

use super::capture::{Bounded, Ends, Room};
use super::descendants::{self, Descendants, Left};
use super::disk::Disk;
use super::feed::Feed;
use super::guard::Guard;
use super::pipes::{do_not_block, read, read_up_to, waiting, would_wait};
use super::sandbox::{self, Sandbox, Sandboxes};
use super::start::start;
use super::{Input, Run, case_folder};
use crate::model::{Ending, Isolation, Observation, Resources, StartError};

/// How often orphans that ended are collected while the program runs.
const TICK: Duration = Duration::from_millis(100);
/// How often an end is asked for where no descriptor tells it.
const TICK_WITHOUT_DESCRIPTOR: Duration = Duration::from_millis(2);

/// What came of a run that the supervisor was asked for.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub(super) enum Served {
    Result(Result<Observation, StartError>),
    /// Nobody is left to tell it to.
    HarnessGone,
    /// Something of the program is still there: whoever takes over has to know.
    Unkillable(io::Error),
}

/// Runs a program and clears up. `folder` is its private folder, made and empty; `channel` is
/// watched for a cancel and for the end of the harness.
pub(super) fn serve(
    run: &Run,
    folder: &Path,
    channel: &UnixStream,
    sandboxes: &mut Sandboxes,
) -> Served {
    let mut served = match (case_of(run, folder), sandboxes.sandbox(run, folder)) {
        (Ok(copy), Ok(sandbox)) => serve_with(run, folder, copy.as_deref(), sandbox, channel),
        (Err(error), _) => harness(&format!("no private copy of the case: {error}")),
        (_, Err(error)) => harness(&format!("the program cannot be held in: {error}")),
    };
    if let (Err(error), Served::Result(Ok(seen))) = (case_folder::remove_both(folder), &mut served)
    {
        let folder = folder.display();
        seen.not_removed = Some(format!("{folder} could not be removed ({error}); remove it"));
    }
    served
}

/// The path of the private copy, where there is a case. Its folder holds nothing else.
fn case_of(run: &Run, folder: &Path) -> io::Result<Option<PathBuf>> {
    match &run.input {
        Input::Nothing | Input::Session(_) => Ok(None),
        Input::Case(case) => case_folder::fill(folder, case).map(Some),
    }
}

fn harness(message: &str) -> Served {
    Served::Result(Err(StartError::Harness(message.to_owned())))
}

fn serve_with(
    run: &Run,
    folder: &Path,
    copy: Option<&Path>,
    sandbox: Option<Sandbox>,
    channel: &UnixStream,
) -> Served {
    let child = match start(run, copy, sandbox) {
        Ok(child) => child,
        Err(error) => return not_started(run, error),
    };
    let mut descendants = Descendants::of(Pid::from_child(&child));
    let mut session = Session::new(run, folder, child, channel);
    let observed = session.observe(&mut descendants);
    // Whatever happened above, nothing may be left. The pipes are open until then: a writer that
    // lost its reader would die by itself and not be counted.
    let killed = match descendants.kill() {
        Ok(killed) => killed,
        Err(error) => return Served::Unkillable(error),
    };
    match observed {
        Ok(None) => Served::HarnessGone,
        Ok(Some((ending, elapsed))) => {
            let by_itself = matches!(ending, Ending::Exited(_) | Ending::Signaled(_));
            let (_, ours) = sandbox::around(run.isolation);
            let left_running = if by_itself { killed.saturating_sub(ours) } else { 0 };
            let resources = descendants.used();
            Served::Result(Ok(session.into_observation(ending, elapsed, resources, left_running)))
        }
        Err(error) => harness(&format!("the run could not be watched: {error}")),
    }
}

/// What was to be around the program may be there already.
fn not_started(run: &Run, error: StartError) -> Served {
    let cleared = match run.isolation {
        Isolation::None | Isolation::Standard => Ok(0),
        Isolation::Strict => Descendants::of(getpid()).kill(),
    };
    cleared.map_or_else(Served::Unkillable, |_| Served::Result(Err(error)))
}

/// A program under way.
struct Session<'r> {
    run: &'r Run,
    guard: Guard<'r>,
    channel: &'r UnixStream,
    program: Pid,
    end: Option<OwnedFd>,
    stdin: Option<ChildStdin>,
    feed: Feed<'r>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    output: Bounded,
    log: Ends,
    started: Instant,
    buffer: Vec<u8>,
}

/// Why the loop stopped.
enum Stop {
    ByItself(Ending),
    ByUs(Ending),
    HarnessGone,
}

/// What the poll found.
#[derive(Clone, Copy, Default)]
struct Ready {
    channel: bool,
    stdin: bool,
    stdout: bool,
    stderr: bool,
}

impl<'r> Session<'r> {
    fn new(run: &'r Run, folder: &'r Path, child: Child, channel: &'r UnixStream) -> Self {
        let program = Pid::from_child(&child);
        let (ours, _) = sandbox::around(run.isolation);
        Self {
            run,
            guard: Guard::new(&run.limits, ours, Disk::of(run, folder, program)),
            channel,
            program,
            end: None,
            stdin: child.stdin,
            feed: Feed::of(&run.input),
            stdout: child.stdout,
            stderr: child.stderr,
            output: Bounded::new(run.limits.output_bytes),
            log: Ends::default(),
            started: Instant::now(),
            buffer: vec![0; 64 << 10],
        }
    }

    fn ends(&self) -> [Option<BorrowedFd<'_>>; 3] {
        [
            self.stdin.as_ref().map(AsFd::as_fd),
            self.stdout.as_ref().map(AsFd::as_fd),
            self.stderr.as_ref().map(AsFd::as_fd),
        ]
    }

    /// Watches the program to its end; `None` when the harness is gone.
    fn observe(&mut self, descendants: &mut Descendants) -> io::Result<Option<(Ending, Duration)>> {
        self.end = descendants::end_of(self.program)?;
        // The program can open its own pipes again and take what the poll promised us.
        self.ends().into_iter().flatten().try_for_each(do_not_block)?;
        let stop = self.watch(descendants)?;
        let elapsed = self.started.elapsed();
        let ending = match stop {
            Stop::HarnessGone => return Ok(None),
            Stop::ByUs(ending) => ending,
            Stop::ByItself(ending) if self.drain()? == Room::Left => {
                self.guard.ended(ending, descendants.used()).map_or(ending, Ending::Limit)
            }
            Stop::ByItself(_) => Ending::OutputLimit(self.run.limits.output_bytes),
        };
        Ok(Some((ending, elapsed)))
    }

    fn into_observation(
        self,
        ending: Ending,
        elapsed: Duration,
        resources: Resources,
        left_running: usize,
    ) -> Observation {
        let (stdout, reached) = match self.feed.told(ending) {
            Some((exchanged, reached)) => (exchanged, Some(reached)),
            None => (self.output.into_bytes(), None),
        };
        Observation {
            stdout,
            reached,
            stderr: self.log.into_stderr(),
            ending,
            elapsed,
            resources,
            isolation: self.run.isolation,
            left_running,
            not_removed: None,
        }
    }

    fn watch(&mut self, descendants: &mut Descendants) -> io::Result<Stop> {
        let mut left = Left::Some;
        loop {
            self.feed.go_on();
            if self.feed.is_finished() {
                self.stdin = None;
            }
            let ready = self.poll(if left == Left::Many { Duration::ZERO } else { TICK })?;
            if ready.channel {
                return self.told();
            }
            if ready.stdin {
                self.feed();
            }
            if ready.stdout && self.read_stdout()? == Room::Over {
                return Ok(Stop::ByUs(Ending::OutputLimit(self.run.limits.output_bytes)));
            }
            if ready.stderr {
                self.read_stderr()?;
            }
            left = descendants.reap()?;
            if let Some(limit) = self.guard.look(descendants.used()) {
                return Ok(Stop::ByUs(Ending::Limit(limit)));
            }
            match (descendants.ending(), left) {
                (Some(ending), _) => return Ok(Stop::ByItself(ending)),
                (None, Left::None) => return Err(io::Error::other("its end was not told")),
                (None, Left::Some | Left::Many) => {}
            }
            if self.remaining().is_zero() {
                return Ok(Stop::ByUs(Ending::TimedOut(self.run.limits.timeout)));
            }
            if let Some(grace) = self.feed.outstayed() {
                return Ok(Stop::ByUs(Ending::Outstayed(grace)));
            }
        }
    }

    fn remaining(&self) -> Duration {
        self.run.limits.timeout.saturating_sub(self.started.elapsed())
    }

    fn poll(&self, longest: Duration) -> io::Result<Ready> {
        let tick = match self.end {
            None => TICK_WITHOUT_DESCRIPTOR,
            Some(_) => self.guard.next_look().min(TICK),
        };
        let wait = self.remaining().min(tick).min(longest).min(self.feed.next());
        let wait = Timespec { tv_sec: 0, tv_nsec: wait.subsec_nanos().into() };
        let ends = [
            Some((self.channel.as_fd(), PollFlags::IN)),
            self.hungry_stdin().map(|stdin| (stdin, PollFlags::OUT)),
            self.stdout.as_ref().map(|stdout| (stdout.as_fd(), PollFlags::IN)),
            self.stderr.as_ref().map(|stderr| (stderr.as_fd(), PollFlags::IN)),
            self.end.as_ref().map(|end| (end.as_fd(), PollFlags::IN)),
        ];
        let mut watched: Vec<PollFd<'_>> = ends
            .iter()
            .flatten()
            .map(|(fd, flags)| PollFd::from_borrowed_fd(*fd, *flags))
            .collect();
        match poll(&mut watched, Some(&wait)) {
            Err(rustix::io::Errno::INTR) => return Ok(Ready::default()),
            other => other?,
        };
        let mut found = watched.iter().map(|fd| !fd.revents().is_empty());
        let mut ready = ends.map(|end| end.is_some() && found.next() == Some(true)).into_iter();
        let mut next = || ready.next() == Some(true);
        Ok(Ready { channel: next(), stdin: next(), stdout: next(), stderr: next() })
    }

    /// The channel is readable: a cancel, or its end.
    fn told(&self) -> io::Result<Stop> {
        let mut byte = [0];
        let mut channel = self.channel;
        match channel.read(&mut byte) {
            Ok(1) => Ok(Stop::ByUs(Ending::Cancelled)),
            Ok(_) => Ok(Stop::HarnessGone),
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => Ok(Stop::HarnessGone),
            Err(error) => Err(error),
        }
    }

    /// Where something is to be written.
    fn hungry_stdin(&self) -> Option<BorrowedFd<'_>> {
        let stdin = self.stdin.as_ref().filter(|_| !self.feed.due().is_empty());
        stdin.map(AsFd::as_fd)
    }

    /// Writes as much as fits. A program may close its stdin early or never read it.
    fn feed(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        match stdin.write(self.feed.due()) {
            Ok(written) => self.feed.wrote(Some(written)),
            Err(error) if would_wait(&error) => {}
            Err(_) => self.feed.wrote(None),
        }
    }

    fn read_stdout(&mut self) -> io::Result<Room> {
        let Some(stdout) = &mut self.stdout else { return Ok(Room::Left) };
        let read = read(stdout, &mut self.buffer)?;
        if read == Some(0) {
            self.stdout = None;
        }
        let read = &self.buffer[..read.unwrap_or(0)];
        self.feed.came(read);
        Ok(self.output.push(read))
    }

    fn read_stderr(&mut self) -> io::Result<()> {
        let Some(stderr) = &mut self.stderr else { return Ok(()) };
        let read = read(stderr, &mut self.buffer)?;
        if read == Some(0) {
            self.stderr = None;
        }
        self.log.push(&self.buffer[..read.unwrap_or(0)]);
        Ok(())
    }

    /// Takes what was in the pipes when the program ended, and nothing that a process it left
    /// behind writes later.
    fn drain(&mut self) -> io::Result<Room> {
        let in_stdout = waiting(self.stdout.as_ref().map(AsFd::as_fd));
        let in_stderr = waiting(self.stderr.as_ref().map(AsFd::as_fd));
        if let Some(stderr) = &mut self.stderr {
            self.log.push(&read_up_to(stderr, in_stderr)?);
        }
        let Some(stdout) = &mut self.stdout else { return Ok(Room::Left) };
        let read = read_up_to(stdout, in_stdout)?;
        self.feed.came(&read);
        Ok(self.output.push(&read))
    }
}
