//! The modes of the terminal: keys come one by one and are not echoed, while a watch has it.

use std::io::{IsTerminal, stdin, stdout};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rustix::process::{getpgrp, getppid, getsid};
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, Termios, tcgetattr, tcgetpgrp, tcsetattr,
};
use signal_hook::consts::{SIGCONT, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::cli::surroundings::{Environment, Real};

/// The terminal, if there is one. What was changed is changed back when this is dropped.
#[derive(Debug)]
pub(super) struct Terminal {
    restorer: Restorer,
    has_keys: bool,
    is_screen: bool,
}

/// Gives the terminal back as it was found; a second call changes nothing.
#[derive(Clone, Debug)]
pub(super) struct Restorer(Arc<Mutex<Option<Termios>>>);

impl Terminal {
    /// Takes the terminal, when both stdin and stdout are one and nobody else has it.
    pub(super) fn enter() -> Self {
        let restorer = Restorer(Arc::new(Mutex::new(None)));
        let is_terminal = stdout().is_terminal();
        let has_keys = is_terminal && stdin().is_terminal() && is_ours();
        // Who is stopped in between must be able to give the terminal back.
        let has_keys = has_keys && stop_and_go_on(restorer.clone()) && restorer.enter();
        let is_screen = is_terminal && Real.get("TERM").as_deref() != Some("dumb");
        Self { restorer, has_keys, is_screen }
    }

    /// Whether somebody may type.
    pub(super) const fn has_keys(&self) -> bool {
        self.has_keys
    }

    /// Whether what is written can be cleared.
    pub(super) const fn is_screen(&self) -> bool {
        self.is_screen
    }

    pub(super) fn restorer(&self) -> Restorer {
        self.restorer.clone()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.restorer.restore();
    }
}

/// Whether we are in the foreground: who is not is stopped when it reads or sets modes.
pub(super) fn is_ours() -> bool {
    tcgetpgrp(stdin()).is_ok_and(|group| group == getpgrp())
}

impl Restorer {
    /// Keys come one by one and are not echoed. Signals still come from Ctrl-C and Ctrl-Z; Ctrl-S
    /// does nothing, for a screen that stands still shows no result.
    fn enter(&self) -> bool {
        let Ok(found) = tcgetattr(stdin()) else { return false };
        let mut modes = found.clone();
        modes.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
        modes.input_modes -= InputModes::IXON;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
        tcsetattr(stdin(), OptionalActions::Now, &modes).is_ok()
    }

    pub(super) fn restore(&self) {
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Only who has the terminal may set its modes.
        if let Some(found) = found.filter(|_| is_ours()) {
            let _ = tcsetattr(stdin(), OptionalActions::Now, &found);
        }
    }
}

/// Gives the terminal back while we are stopped, and takes it again afterwards. Says whether that is
/// possible.
fn stop_and_go_on(restorer: Restorer) -> bool {
    let Ok(mut signals) = Signals::new([SIGTSTP, SIGCONT]) else { return false };
    let listening = move || {
        for signal in signals.forever() {
            if signal == SIGTSTP && can_be_continued() {
                restorer.restore();
                // As if nobody listened. The next signal is that we go on.
                let _ = emulate_default_handler(SIGTSTP);
            } else if is_ours() {
                restorer.enter();
            }
        }
    };
    thread::Builder::new().spawn(listening).is_ok()
}

/// Whether somebody is there who could continue us: a shell in the same session.
fn can_be_continued() -> bool {
    let parent = getppid().and_then(|parent| getsid(Some(parent)).ok());
    parent.is_some() && parent == getsid(None).ok()
}
