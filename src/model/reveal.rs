//! When a hidden case may be shown.

/// So many failures with a program that was changed in between, and a hidden case may be shown.
pub const FAILURES_BEFORE_REVEAL: usize = 3;

/// What a learner is told of showing a hidden case that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reveal {
    /// It was asked for and has to wait.
    NotYet {
        /// How many times it failed, each with another program.
        failures: usize,
    },
    /// It may be asked for.
    Allowed,
}
