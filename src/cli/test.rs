//! `theinference test`: run, judge, report, remember.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::SystemTime;

use super::args::{Format, TestArgs};
use super::course::{self, Loaded};
use super::exit::{Exit, Stop};
use super::found::Place;
use super::output::{FirstError, page, stdout, tell_warning};
use super::signals::Interruption;
use super::start::{self, Typed};
use crate::judge::Budget;
use crate::model::{Event, StageSummary, StageTitle};
use crate::plan::{Plan, Selection, Unmatched, next_stage, plan};
use crate::report::{Detail, Human, Json, Ndjson, Reporter};
use crate::runner::{self, AfterFailure, CountFailures, Setup};
use crate::workspace::record_progress;

/// Runs what was asked for, once.
pub(super) fn test(args: &TestArgs) -> Result<Exit, Stop> {
    check(args)?;
    once(args, &Interruption::listen()?)
}

/// Refuses options that contradict each other.
pub(super) fn check(args: &TestArgs) -> Result<(), Stop> {
    if args.reveal.is_empty() || args.course.fixtures.is_none() {
        return Ok(());
    }
    Err(Stop::Usage(
        "`--reveal` does not go with `--fixtures`: cases that stand in for those of the course are \
         kept by whoever grades, and their answers are shown to nobody. Leave out one of both"
            .to_owned(),
    ))
}

/// Runs what was asked for, once; also each time under `--watch`.
pub(super) fn once(args: &TestArgs, interruption: &Interruption) -> Result<Exit, Stop> {
    let place = Place::find(args.program.program.as_deref())?;
    let loaded = course::load(&args.course, &place)?;
    let plan = match plan(&loaded.course, &selection(args), &loaded.slugs) {
        Ok(plan) => plan,
        Err(error) => return Err(loaded.refused(error)),
    };
    if plan.cases().next().is_none() {
        course::tell_warnings(&loaded);
        return Err(nothing_selected(&plan, &loaded));
    }
    let typed = Typed { course: &args.course, program: &args.program };
    let mut setup = start::setup(typed, &place, &loaded.course)?;
    setup.budget = if args.all { Budget::ALL } else { Budget::default() };
    setup.after_failure = if args.fail_fast { AfterFailure::Stop } else { AfterFailure::GoOn };
    setup.count_failures = count_failures(args);
    setup.next = next(&plan, &loaded);
    setup.warnings = loaded.warnings();
    setup.warnings.extend(plan.unmatched.iter().map(told));
    run(args, &plan, &setup, interruption)
}

fn selection(args: &TestArgs) -> Selection {
    let (stages, slugs) = (args.stages.clone(), args.slugs.clone());
    Selection { stages, slugs, cases: args.cases.clone(), revealed: args.reveal.clone() }
}

fn nothing_selected(plan: &Plan<'_>, loaded: &Loaded) -> Stop {
    let title = &loaded.course.title;
    Stop::NothingSelected(match plan.unmatched.as_slice() {
        [] => format!("the course \"{title}\" has no case to run there; add one to its fixtures"),
        unmatched => unmatched.iter().map(told).collect::<Vec<_>>().join("\n"),
    })
}

fn told(unmatched: &Unmatched) -> String {
    let instead = match unmatched.nearest.as_slice() {
        [] => "see the cases of a stage with `theinference show STAGE`".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    format!("no case is called `{}`; {instead}", unmatched.typed)
}

/// The stage after the last one that was selected.
fn next(plan: &Plan<'_>, loaded: &Loaded) -> Option<StageTitle> {
    let last = &plan.stages.last()?.stage.slug;
    next_stage(&loaded.course, &loaded.slugs, last).map(runner::title)
}

fn run(
    args: &TestArgs,
    plan: &Plan<'_>,
    setup: &Setup,
    interruption: &Interruption,
) -> Result<Exit, Stop> {
    let jobs = args.jobs.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let executors = start::executors(runner::workers(plan, jobs))?;
    let mut reporter = reporter(args);
    let unwritten = FirstError::default();
    let mut stages = Vec::new();
    let summary = runner::run(plan, setup, executors, &interruption.cancel, &mut |event| {
        unwritten.note(reporter.on_event(&event));
        if let Event::StageFinished(stage) = event {
            stages.push(stage);
        }
    });
    if is_the_learners_own(args) && stages.iter().any(|stage| stage.complete) {
        remember(setup, &stages);
    }
    if let Some(signal) = interruption.signal() {
        return Ok(Exit::Signal(signal));
    }
    unwritten.check()?;
    Ok(Exit::of(&summary))
}

fn reporter(args: &TestArgs) -> Box<dyn Reporter> {
    let detail = match (args.quiet, args.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    };
    let out = stdout(&args.color);
    match args.format {
        Format::Human => Box::new(Human::new(out, detail, page())),
        Format::Json => Box::new(Json::new(out)),
        Format::Ndjson => Box::new(Ndjson::new(out)),
    }
}

/// Whether the result tells how far the learner is, and not what another command or other cases do.
const fn is_the_learners_own(args: &TestArgs) -> bool {
    args.program.command.is_empty() && args.course.fixtures.is_none()
}

/// A failure of another command says nothing of the learner's program; other cases than the course's
/// own are never shown.
const fn count_failures(args: &TestArgs) -> CountFailures {
    if args.course.fixtures.is_some() {
        CountFailures::Never
    } else if is_the_learners_own(args) {
        CountFailures::AlsoThis
    } else {
        CountFailures::OnlyEarlier
    }
}

/// Writes down how far the learner is; that this fails is never a verdict.
fn remember(setup: &Setup, stages: &[StageSummary]) {
    match record_progress(&setup.directory, stages, SystemTime::now()) {
        Ok(recorded) => recorded.warning.iter().for_each(|warning| tell_warning(warning)),
        Err(error) => tell_warning(&format!("your progress was not saved: {error}")),
    }
}
