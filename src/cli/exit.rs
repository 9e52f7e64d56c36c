//! Exit codes, which are documented and never change their meaning, and the ways to end early.

use std::process::ExitCode;

use crate::model::{Problem, RunSummary};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// All selected cases passed.
    Passed,
    /// A case failed.
    Failed,
    /// The words typed or the course data are wrong.
    Usage,
    /// The program could not be built or started, so nothing was judged.
    NotStarted,
    /// No case was selected.
    NothingSelected,
    /// The harness failed.
    Harness,
    /// A signal ended the run.
    Signal(i32),
}

impl Exit {
    pub(super) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::NotStarted => 3,
            Self::NothingSelected => 4,
            Self::Harness => 5,
            Self::Signal(signal) => 128 + u8::try_from(signal).unwrap_or(0),
        })
    }

    /// What a run's counts mean; the first that applies.
    pub(super) fn of(summary: &RunSummary) -> Self {
        let judged = summary.passed + summary.failed - summary.not_started;
        match summary {
            RunSummary { errors: 1.., .. } => Self::Harness,
            RunSummary { not_started: 1.., .. } if judged == 0 => Self::NotStarted,
            RunSummary { failed: 1.., .. } => Self::Failed,
            RunSummary { passed: 1.., .. } if summary.only_passed() => Self::Passed,
            RunSummary { passed: 0, skipped: 0, cancelled: false, .. } => Self::NothingSelected,
            // Something was left out and nothing says why: not a success.
            _ => Self::Harness,
        }
    }
}

/// Why a command ended before it did its work.
#[derive(Debug)]
pub(super) enum Stop {
    /// The words typed or a setting are wrong.
    Usage(String),
    /// The course, or the workspace's settings, have these problems.
    Problems(Vec<Problem>),
    /// There is no program to run.
    NoProgram(String),
    /// No case was selected.
    NothingSelected(String),
    /// The harness failed.
    Harness(anyhow::Error),
}

impl Stop {
    /// Tells on stderr, and says how to end.
    pub(super) fn tell(self) -> Exit {
        match self {
            Self::Usage(message) => said(&message, Exit::Usage),
            Self::Problems(problems) => {
                super::course::tell_problems(&problems);
                Exit::Usage
            }
            Self::NoProgram(message) => said(&message, Exit::NotStarted),
            Self::NothingSelected(message) => said(&message, Exit::NothingSelected),
            Self::Harness(error) => said(&format!("{error:#}"), Exit::Harness),
        }
    }
}

fn said(message: &str, exit: Exit) -> Exit {
    super::output::tell_error(message);
    exit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(passed: usize, failed: usize, not_started: usize, errors: usize) -> RunSummary {
        RunSummary { passed, failed, not_started, errors, ..RunSummary::default() }
    }

    #[test]
    fn the_first_code_that_applies_is_taken() {
        assert_eq!(Exit::of(&summary(3, 0, 0, 0)), Exit::Passed);
        assert_eq!(Exit::of(&summary(3, 1, 0, 0)), Exit::Failed);
        assert_eq!(Exit::of(&summary(3, 1, 1, 0)), Exit::Failed);
        assert_eq!(Exit::of(&summary(0, 2, 2, 0)), Exit::NotStarted);
        assert_eq!(Exit::of(&summary(0, 2, 1, 0)), Exit::Failed);
        assert_eq!(Exit::of(&summary(3, 1, 0, 1)), Exit::Harness);
    }

    #[test]
    fn nothing_judged_is_never_a_success() {
        assert_eq!(Exit::of(&summary(0, 0, 0, 0)), Exit::NothingSelected);
        let skipped = RunSummary { skipped: 4, ..RunSummary::default() };
        assert_eq!(Exit::of(&skipped), Exit::Harness);
        let partly = RunSummary { passed: 3, skipped: 1, ..RunSummary::default() };
        assert_eq!(Exit::of(&partly), Exit::Harness);
        let cancelled = RunSummary { passed: 3, cancelled: true, ..RunSummary::default() };
        assert_eq!(Exit::of(&cancelled), Exit::Harness);
    }
}
