//! Runs the cases of a plan in parallel and hands the outcomes on in course order.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::build::Submission;
use super::learner::Learner;
use super::outcome::{Assembly, Keeping};
use super::repeat::repeated;
use super::{DEFAULT_LIMITS, DEFAULT_OUTPUT_BYTES, DEFAULT_TIMEOUT, Given, Keep, Setup};
use crate::execute::{Cancel, Executor, Input, Run, RunLimits};
use crate::model::{Case, Driver, Ending, Outcome, Stage, Verdict};
use crate::plan::Plan;

/// Whether more outcomes are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    GoOn,
    Stop,
}

/// Calls `hand_on` for each case in course order, until it or the cancel says stop.
pub(super) fn for_each(
    plan: &Plan<'_>,
    (setup, submission): (&Setup, &Submission),
    executors: Vec<Box<dyn Executor + Send>>,
    cancel: &Cancel,
    hand_on: &mut dyn FnMut(Outcome) -> Flow,
) {
    let executors: Vec<_> = executors.into_iter().map(Mutex::new).collect();
    let cases: Vec<_> = plan.cases().collect();
    let keeping = match setup.keep {
        Keep::InWorkspace => Some(Keeping::in_workspace(&setup.directory)),
        Keep::Nothing => None,
    };
    let learner = Learner::new(setup, &plan.revealed);
    let next = AtomicUsize::new(0);
    let work = Work { cases: &cases, setup, submission, keeping, learner, next, cancel };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let mut workers = 0;
        for executor in &executors {
            let (work, sender) = (&work, sender.clone());
            let worker = move || work.run(executor, &sender);
            workers += usize::from(thread::Builder::new().spawn_scoped(scope, worker).is_ok());
        }
        // Where no thread can be had, the cases run here; what they tell waits in the channel.
        if let Some(executor) = executors.first().filter(|_| workers == 0) {
            work.run(executor, &sender);
        }
        drop(sender);
        if in_order(&receiver, hand_on) == Flow::Stop {
            work.stop();
        }
    });
}

/// Hands on what arrives, each as soon as all before it were handed on.
fn in_order(
    receiver: &Receiver<(usize, Outcome)>,
    hand_on: &mut dyn FnMut(Outcome) -> Flow,
) -> Flow {
    let mut early = BTreeMap::new();
    let mut next = 0;
    for (index, outcome) in receiver {
        early.insert(index, outcome);
        while let Some(outcome) = early.remove(&next) {
            next += 1;
            if hand_on(outcome) == Flow::Stop {
                return Flow::Stop;
            }
        }
    }
    Flow::GoOn
}

/// What the workers share.
struct Work<'w> {
    cases: &'w [(&'w Stage, &'w Case)],
    setup: &'w Setup,
    submission: &'w Submission,
    keeping: Option<Keeping<'w>>,
    learner: Learner<'w>,
    next: AtomicUsize,
    cancel: &'w Cancel,
}

impl Work<'_> {
    fn stop(&self) {
        self.next.store(self.cases.len(), Ordering::Relaxed);
    }

    fn run(&self, executor: &Mutex<Box<dyn Executor + Send>>, sender: &Sender<(usize, Outcome)>) {
        let mut executor = executor.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let Some((stage, case)) = self.cases.get(index) else { return };
            if self.cancel.is_cancelled() {
                return;
            }
            let run = run_of(stage, case, self.setup, self.submission);
            let name = format!("{}/{}", stage.slug, case.name);
            let mut execute = || {
                let _note = self.setup.present.starts(Some(name.clone()), run.limits.timeout);
                executor.execute(&run, self.cancel)
            };
            let (result, repetition) = repeated((stage, case), self.setup.repeat, &mut execute);
            let cancelled = result.as_ref().is_ok_and(|seen| seen.ending == Ending::Cancelled);
            if cancelled && self.cancel.is_cancelled() {
                return;
            }
            let (keeping, learner) = (self.keeping.as_ref(), Some(&self.learner));
            let budget = self.setup.budget;
            let assembly = Assembly { stage, case, keeping, budget, learner };
            // A defect of ours in one case must not take the others with it, nor pass for a verdict.
            let outcome = catch_unwind(AssertUnwindSafe(|| assembly.judged(result, repetition)));
            let outcome = outcome.unwrap_or_else(|_| {
                let why = "the judge failed, which is a defect of theinference; please report it";
                assembly.without_run(Verdict::Error(why.to_owned()))
            });
            if sender.send((index, outcome)).is_err() {
                return;
            }
        }
    }
}

/// One case as a run.
pub(super) fn run_of(stage: &Stage, case: &Case, setup: &Setup, submission: &Submission) -> Run {
    let mut argv = submission.program.clone();
    if stage.driver == Driver::Process || setup.given == Given::Program {
        argv.push(stage.mode.clone().into());
    }
    let input = match &case.script {
        Some(script) => Input::Session(Arc::clone(script)),
        None => Input::Case(case.input.clone()),
    };
    Run {
        argv,
        input,
        directory: submission.directory.clone(),
        environment: setup.environment.clone(),
        limits: limits(stage, setup),
        isolation: setup.isolation,
        network: setup.network,
        hidden: setup.hidden.clone(),
        writable: Vec::new(),
        disposable: None,
    }
}

/// The command line wins; otherwise the smaller of the course's and the workspace's.
fn limits(stage: &Stage, setup: &Setup) -> RunLimits {
    let of_course = stage.limits.or(DEFAULT_LIMITS);
    let limits = setup.asked.or(of_course.tightest(setup.workspace));
    RunLimits {
        timeout: limits.timeout.unwrap_or(DEFAULT_TIMEOUT),
        output_bytes: limits.output_bytes.unwrap_or(DEFAULT_OUTPUT_BYTES),
        cpu: limits.cpu,
        memory_bytes: limits.memory_bytes,
        file_bytes: limits.file_bytes,
        processes: limits.processes,
        disk_bytes: limits.disk_bytes,
    }
}
