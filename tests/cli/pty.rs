//! A program on a terminal of its own.

use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::{self, Pty};
use rustix::process::Signal;
use rustix::termios::{LocalModes, Termios, tcgetattr};

use crate::processes::{send, wait_until};
use crate::world::LONG;

/// A program under way on a terminal, with what it wrote there.
pub(crate) struct OnTerminal {
    pty: Arc<Pty>,
    child: Child,
    written: Arc<Mutex<Vec<u8>>>,
}

impl OnTerminal {
    /// Starts the command on a terminal of 100 columns and 40 lines, of which it is the leader.
    pub(crate) fn start(command: &Command) -> Self {
        let (pty, side) = blocking::open().expect("a terminal");
        pty.resize(Size::new(40, 100)).expect("its size can be set");
        let mut copy = blocking::Command::new(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            copy = match value {
                Some(value) => copy.env(name, value),
                None => copy.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            copy = copy.current_dir(folder);
        }
        let child = copy.env("TERM", "xterm").spawn(side).expect("the command can be started");
        let (pty, written) = (Arc::new(pty), Arc::new(Mutex::new(Vec::new())));
        let (reader, to) = (Arc::clone(&pty), Arc::clone(&written));
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // The end is told as an error.
            while let Ok(read @ 1..) = (&*reader).read(&mut buffer) {
                to.lock().expect("no panic").extend_from_slice(&buffer[..read]);
            }
        });
        Self { pty, child, written }
    }

    pub(crate) fn type_keys(&self, keys: &str) {
        (&*self.pty).write_all(keys.as_bytes()).expect("keys can be typed");
    }

    /// The process that was started.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn send(&self, signal: Signal) {
        send(self.child.id(), signal);
    }

    /// Everything that was ever written.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().expect("no panic")).into_owned()
    }

    /// What was written since the screen was last cleared.
    pub(crate) fn screen(&self) -> String {
        let written = self.written();
        let cleared = written.rfind("\x1b[2J\x1b[H").map_or(0, |at| at + 7);
        written[cleared..].to_owned()
    }

    /// Waits until the screen shows all of this.
    #[track_caller]
    pub(crate) fn wait_for(&self, texts: &[&str]) {
        let shows = || texts.iter().all(|text| self.screen().contains(text));
        let since = Instant::now();
        while !shows() {
            assert!(since.elapsed() < LONG, "{texts:?} are not in\n{}", self.written());
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn modes(&self) -> Modes {
        Modes::from(tcgetattr(&*self.pty).expect("modes can be read"))
    }

    /// Waits for the end.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the process can be waited for") {
                return status;
            }
            assert!(since.elapsed() < LONG, "no end after\n{}", self.written());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until keys come one by one.
    #[track_caller]
    pub(crate) fn wait_for_keys(&self) {
        let comes_by_line = || {
            let modes = tcgetattr(&*self.pty).expect("modes can be read");
            modes.local_modes.contains(LocalModes::ICANON)
        };
        wait_until("keys come one by one", || !comes_by_line());
    }
}

impl Drop for OnTerminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The modes of a terminal, as `stty -a` has them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Modes([u64; 4]);

impl From<Termios> for Modes {
    fn from(modes: Termios) -> Self {
        Self([
            modes.input_modes.bits().into(),
            modes.output_modes.bits().into(),
            modes.control_modes.bits().into(),
            modes.local_modes.bits().into(),
        ])
    }
}
