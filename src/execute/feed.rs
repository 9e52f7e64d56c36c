//! What goes to a program's stdin, and when.

use std::time::{Duration, Instant};

use super::Input;
use super::session::Player;
use crate::model::{Ending, Reached};

/// What goes to the stdin of one program.
#[derive(Debug)]
pub(super) enum Feed<'r> {
    /// These bytes, and then its end.
    Bytes(&'r [u8]),
    /// What the script of a session says.
    Session(Box<Player<'r>>),
}

impl<'r> Feed<'r> {
    pub(super) fn of(input: &'r Input) -> Self {
        match input {
            Input::Nothing => Self::Bytes(&[]),
            Input::Case(case) => Self::Bytes(case),
            Input::Session(script) => Self::Session(Box::new(Player::new(script))),
        }
    }

    /// What is to be written now.
    pub(super) fn due(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Session(player) => player.due(),
        }
    }

    /// So much of it was written; `None` when the program reads no more.
    pub(super) fn wrote(&mut self, count: Option<usize>) {
        match (self, count) {
            (Self::Bytes(bytes), Some(count)) => *bytes = &bytes[count..],
            (Self::Bytes(bytes), None) => *bytes = &[],
            (Self::Session(player), Some(count)) => player.wrote(count),
            (Self::Session(player), None) => player.refused(),
        }
    }

    /// The program wrote this to stdout.
    pub(super) fn came(&mut self, bytes: &[u8]) {
        if let Self::Session(player) = self {
            player.came(bytes);
        }
    }

    /// Makes ready what can be made ready now.
    pub(super) fn go_on(&mut self) {
        if let Self::Session(player) = self {
            player.go_on(Instant::now());
        }
    }

    /// Whether stdin is to be closed.
    pub(super) fn is_finished(&self) -> bool {
        match self {
            Self::Bytes(bytes) => bytes.is_empty(),
            Self::Session(player) => player.is_finished(),
        }
    }

    /// How long nothing can happen by itself.
    pub(super) fn next(&self) -> Duration {
        match self {
            Self::Bytes(_) => Duration::MAX,
            Self::Session(player) => player.next(Instant::now()).unwrap_or(Duration::MAX),
        }
    }

    /// How long the program had to end when its stdin was closed, where it has not in that time.
    pub(super) fn outstayed(&self) -> Option<Duration> {
        match self {
            Self::Bytes(_) => None,
            Self::Session(player) => player.outstayed(Instant::now()),
        }
    }

    /// What stands for the program's stdout, where that is not what it wrote; and how far it came.
    pub(super) fn told(&self, ending: Ending) -> Option<(Vec<u8>, Reached)> {
        match self {
            Self::Bytes(_) => None,
            Self::Session(player) => Some((player.document(ending), player.reached(ending))),
        }
    }
}
