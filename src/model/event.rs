//! What happens during a run, in the order in which people read it.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Driver, Isolation, Outcome};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A run begins.
    RunStarted(Invocation),
    /// The build step begins.
    BuildStarted {
        /// The command, word by word.
        command: Vec<String>,
    },
    /// The build step ended well.
    BuildFinished {
        /// How long it took.
        elapsed: Duration,
    },
    /// The build step failed; no case will run.
    BuildFailed {
        /// What happened, in one sentence.
        sentence: String,
        /// What the build printed, stdout before stderr.
        output: Vec<u8>,
    },
    /// A stage's first case is next.
    StageStarted(StageTitle),
    /// A case was judged.
    CaseFinished(Box<Outcome>),
    /// A stage's last case was judged.
    StageFinished(StageSummary),
    /// Something to know that is no verdict.
    Warning(String),
    /// The run is over.
    RunFinished(RunSummary),
}

/// What a run is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// How a person types this command: `theinference`, or `npx theinference`.
    pub name: &'static str,
    /// The title of the course.
    pub course: String,
    /// Its version, where it has one.
    pub course_version: Option<String>,
    /// The workspace, absolute.
    pub workspace: PathBuf,
    /// The way there from the current folder, when that is another one.
    pub elsewhere: Option<String>,
    /// The command that is graded, word by word.
    pub program: Vec<String>,
    /// The options that make `theinference test` find the same course and program again.
    pub options: Vec<String>,
    /// The words that must stand at the end for the same reason (`--` and a command).
    pub trailing: Vec<String>,
    /// What holds the program in.
    pub isolation: Isolation,
    /// When the run began.
    pub started: SystemTime,
}

impl Invocation {
    /// A file relative to the workspace, where it is in it.
    #[must_use]
    pub fn in_workspace<'f>(&self, file: &'f Path) -> &'f Path {
        file.strip_prefix(&self.workspace).unwrap_or(file)
    }

    /// A file that is relative to the workspace, as seen from the current folder.
    #[must_use]
    pub fn seen_from_here(&self, file: &Path) -> PathBuf {
        Path::new(self.elsewhere.as_deref().unwrap_or("")).join(file)
    }
}

/// What every report says of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageTitle {
    /// The name that is typed.
    pub slug: String,
    /// The name that is read.
    pub title: String,
    /// Its chapter.
    pub chapter: Option<String>,
    /// How long a learner may need.
    pub minutes: Option<u64>,
    /// The program's first argument.
    pub mode: String,
    /// How the harness talks with the program.
    pub driver: Driver,
}

/// How many cases there are of a kind, and how many of them passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many passed.
    pub passed: usize,
    /// How many were selected.
    pub total: usize,
}

/// A stage after its last case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageSummary {
    /// Which stage.
    pub stage: StageTitle,
    /// The cases that a learner may see.
    pub visible: Tally,
    /// The others.
    pub hidden: Tally,
    /// Whether all cases of the stage were selected and judged.
    pub complete: bool,
}

impl StageSummary {
    /// Whether every case of the stage was run and passed.
    #[must_use]
    pub const fn all_passed(&self) -> bool {
        self.complete
            && self.visible.passed == self.visible.total
            && self.hidden.passed == self.hidden.total
            && self.visible.total + self.hidden.total > 0
    }
}

/// A run after its last stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Cases that passed.
    pub passed: usize,
    /// Cases that failed.
    pub failed: usize,
    /// Of these, cases whose program could not be built or started.
    pub not_started: usize,
    /// Cases that could not be judged.
    pub errors: usize,
    /// Cases that did not run.
    pub skipped: usize,
    /// Wall time of the run, the build step left out.
    pub elapsed: Duration,
    /// Whether it was ended before its end.
    pub cancelled: bool,
    /// The stage to go on with, when every selected stage passed.
    pub next: Option<StageTitle>,
}

impl RunSummary {
    /// Whether nothing happened that is not a pass.
    #[must_use]
    pub const fn only_passed(&self) -> bool {
        self.failed + self.errors + self.skipped == 0 && !self.cancelled
    }
}
