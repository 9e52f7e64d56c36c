//! Carries out a plan: builds, runs every case, judges it, and tells what happens as it happens.
//!
//! Owns the order of things (build first, cases in parallel, events in course order), limits, and
//! when to stop. Must not know a terminal, a file format, or how a process is started.

mod build;
mod learner;
mod outcome;
mod present;
mod queue;
mod repeat;
mod telling;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::execute::{Cancel, Executor};
use crate::judge::Budget;
use crate::model::{
    Case, Event, Invocation, Isolation, Limits, Network, Observation, RunSummary, Stage,
    StageTitle, StartError, Verdict,
};
use crate::plan::Plan;

use build::{Built, Submission};
use outcome::Assembly;
use queue::Flow;
use telling::Telling;

pub use present::{Present, Running};
pub use telling::title;

/// Wall time of a case where nobody says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of stdout where nobody says otherwise.
pub const DEFAULT_OUTPUT_BYTES: u64 = 64 << 20;
/// What a case may use where nobody says otherwise: more than any exercise needs, and less than what
/// brings a machine to its knees.
pub const DEFAULT_LIMITS: Limits = Limits {
    timeout: Some(DEFAULT_TIMEOUT),
    cpu: None,
    memory_bytes: Some(2 << 30),
    output_bytes: Some(DEFAULT_OUTPUT_BYTES),
    file_bytes: Some(1 << 30),
    processes: Some(256),
    disk_bytes: Some(1 << 30),
};

/// Everything about a run that is not the plan.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What is told at the beginning.
    pub invocation: Invocation,
    /// The command that is graded; mode and case are appended.
    pub program: Vec<OsString>,
    /// Who says what it is.
    pub given: Given,
    /// Its working directory.
    pub directory: PathBuf,
    /// Its whole environment.
    pub environment: Vec<(OsString, OsString)>,
    /// What holds the program in.
    pub isolation: Isolation,
    /// Whether it may use the network, where something holds it in.
    pub network: Network,
    /// What it may not read, where something holds it in; absolute paths.
    pub hidden: Vec<PathBuf>,
    /// What is run once before.
    pub build: Option<Build>,
    /// Limits from the command line, which win.
    pub asked: Limits,
    /// Limits of the workspace, which may only tighten.
    pub workspace: Limits,
    /// How often each case is run.
    pub repeat: usize,
    /// Whether to go on after a failure.
    pub after_failure: AfterFailure,
    /// How much of a difference is told.
    pub budget: Budget,
    /// Whether the files of failed cases are kept in the workspace.
    pub keep: Keep,
    /// The folder whose source files may be read: the workspace, where there is one.
    pub sources: Option<PathBuf>,
    /// Which failures of hidden cases count for showing them.
    pub count_failures: CountFailures,
    /// The stage to go on with when everything that was selected passes.
    pub next: Option<StageTitle>,
    /// What is to be told before anything runs.
    pub warnings: Vec<String>,
    /// Where it is noted what runs.
    pub present: Present,
}

/// Who says what is graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The workspace: a program that is told the mode, whatever the driver.
    Program,
    /// A command that was typed: a server, which knows of no mode.
    Command,
}

/// The build step.
#[derive(Clone, Debug)]
pub struct Build {
    /// The command.
    pub argv: Vec<OsString>,
    /// What its environment has beside that of the program.
    pub environment: Vec<(OsString, OsString)>,
    /// Its wall time.
    pub timeout: Duration,
}

/// Whether the files of failed cases are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// In `.theinference/last/` of the working directory.
    InWorkspace,
    /// Nowhere.
    Nothing,
}

/// Which failures of a hidden case count for showing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountFailures {
    /// Those of earlier runs and of this one.
    AlsoThis,
    /// Those of earlier runs: this one says nothing of the learner's program.
    OnlyEarlier,
    /// None, and no hidden case is shown.
    Never,
}

/// Whether to go on after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFailure {
    /// Run the other cases.
    GoOn,
    /// Skip the cases that come after it in the course.
    Stop,
}

/// What hears of everything that happens.
pub type Listener<'l> = dyn FnMut(Event) + 'l;

/// Carries out a plan with one worker for each executor.
///
/// Every selected case gets one [`Event::CaseFinished`], in course order, unless the run is
/// cancelled; then the events end early and the summary says so.
pub fn run(
    plan: &Plan<'_>,
    setup: &Setup,
    executors: Vec<Box<dyn Executor + Send>>,
    cancel: &Cancel,
    listener: &mut Listener<'_>,
) -> RunSummary {
    let mut executors = executors;
    listener(Event::RunStarted(setup.invocation.clone()));
    setup.warnings.iter().for_each(|warning| listener(Event::Warning(warning.clone())));
    let built = match executors.first_mut() {
        Some(executor) => build::build(setup, executor.as_mut(), cancel, listener),
        None => Built::Yes(Submission::in_place(setup)),
    };
    let started = Instant::now();
    let mut summary = match built {
        Built::Yes(submission) => {
            let work = (setup, &submission);
            run_cases(plan, work, executors, cancel, listener)
        }
        Built::No(verdict) => refuse_cases(plan, &verdict, listener),
        Built::Cancelled => RunSummary { cancelled: true, ..RunSummary::default() },
    };
    summary.elapsed = started.elapsed();
    if summary.passed > 0 && summary.only_passed() && plan.is_complete() {
        summary.next = setup.next.clone();
    }
    listener(Event::RunFinished(summary.clone()));
    summary
}

/// Runs one case without judging it; `None` when its program could not be built.
pub fn observe(
    stage: &Stage,
    case: &Case,
    setup: &Setup,
    mut executor: Box<dyn Executor + Send>,
    cancel: &Cancel,
    listener: &mut Listener<'_>,
) -> Option<Result<Observation, StartError>> {
    match build::build(setup, executor.as_mut(), cancel, listener) {
        Built::Yes(submission) => {
            Some(executor.execute(&queue::run_of(stage, case, setup, &submission), cancel))
        }
        Built::No(_) | Built::Cancelled => None,
    }
}

/// How many workers a run wants: no more than it has cases.
#[must_use]
pub fn workers(plan: &Plan<'_>, jobs: NonZeroUsize) -> usize {
    jobs.get().min(plan.cases().count()).max(1)
}

fn run_cases(
    plan: &Plan<'_>,
    (setup, submission): (&Setup, &Submission),
    executors: Vec<Box<dyn Executor + Send>>,
    cancel: &Cancel,
    listener: &mut Listener<'_>,
) -> RunSummary {
    let mut telling = Telling::new(plan, listener);
    queue::for_each(plan, (setup, submission), executors, cancel, &mut |outcome| {
        let failed = !matches!(outcome.verdict, Verdict::Pass);
        telling.tell(outcome);
        if failed && setup.after_failure == AfterFailure::Stop { Flow::Stop } else { Flow::GoOn }
    });
    if !cancel.is_cancelled() {
        tell_rest(plan, &mut telling, &Verdict::Skipped("an earlier case failed".to_owned()));
    }
    telling.finish(cancel.is_cancelled())
}

/// Gives every case the verdict that follows from a build step that failed.
fn refuse_cases(plan: &Plan<'_>, verdict: &Verdict, listener: &mut Listener<'_>) -> RunSummary {
    let mut telling = Telling::new(plan, listener);
    tell_rest(plan, &mut telling, verdict);
    telling.finish(false)
}

fn tell_rest(plan: &Plan<'_>, telling: &mut Telling<'_, '_, '_>, verdict: &Verdict) {
    for (stage, case) in plan.cases().skip(telling.told()) {
        let budget = Budget::default();
        let assembly = Assembly { stage, case, keeping: None, budget, learner: None };
        telling.tell(assembly.without_run(verdict.clone()));
    }
}
