//! `theinference test`: run, judge, report, remember.

use std::collections::HashSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::SystemTime;

use anstream::ColorChoice;

use super::args::{Format, TestArgs};
use super::course::{self, Loaded};
use super::exit::{Exit, Stop};
use super::found::Place;
use super::output::{FirstError, colours, page, stdout, tell_warning};
use super::signals::Interruption;
use super::start::{self, Typed};
use crate::execute::{Cancel, Executor, Pool};
use crate::judge::Budget;
use crate::model::{Event, RunSummary, StageSummary, StageTitle};
use crate::plan::{Plan, Planned as PlannedCase, Selection, Unmatched, next_stage, plan};
use crate::report::{Detail, Human, Json, Ndjson, Reporter};
use crate::runner::{self, AfterFailure, CountFailures, Present, Setup};
use crate::workspace::{StageProgress, load_progress, record_progress};

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

/// Runs what was asked for, once.
fn once(args: &TestArgs, interruption: &Interruption) -> Result<Exit, Stop> {
    let mut reporter = reporter(args, stdout(&args.color));
    let unwritten = FirstError::default();
    let wanted = Wanted { selection: selection(args), ..Wanted::default() };
    let pool = start::pool()?;
    let summary = run(args, &wanted, &pool, &interruption.cancel, &mut |told| match told {
        Told::Event(event) => unwritten.note(reporter.on_event(&event)),
        Told::Warning(warning) => tell_warning(&warning),
        Told::Planned(_) => {}
    })?;
    if let Some(signal) = interruption.signal() {
        return Ok(Exit::Signal(signal));
    }
    unwritten.check()?;
    Ok(Exit::of(&summary))
}

/// What is to be run, beside what was typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    pub(super) selection: Selection,
    /// The first stage that does not pass yet takes the place of the selection.
    pub(super) follow: bool,
    /// Only these cases, where any of them is there.
    pub(super) only: Option<HashSet<CaseName>>,
    /// This case before all others.
    pub(super) first: Option<CaseName>,
    /// Every difference is told.
    pub(super) all_differences: bool,
    /// Where it is noted what runs.
    pub(super) present: Present,
}

/// A stage's slug and the name of a case.
pub(super) type CaseName = (String, String);

/// What is told while a run is carried out.
#[derive(Debug)]
pub(super) enum Told {
    /// What will run.
    Planned(Planned),
    Event(Event),
    /// Something to know that is not part of the report.
    Warning(String),
}

/// What will run, and what else there is.
#[derive(Clone, Debug, Default)]
pub(super) struct Planned {
    /// The slugs of the stages that were selected, in the order of the course.
    pub(super) selected: Vec<String>,
    /// Every stage that can be selected, in that order.
    pub(super) stages: Vec<StageTitle>,
}

/// Carries out what is wanted, and remembers how far the learner is.
pub(super) fn run(
    args: &TestArgs,
    wanted: &Wanted,
    pool: &Arc<Pool>,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Told),
) -> Result<RunSummary, Stop> {
    let place = Place::find(args.program.program.as_deref())?;
    let loaded = course::load(&args.course, &place)?;
    let selection = followed(wanted, &loaded, &place);
    let mut plan = match plan(&loaded.course, &selection, &loaded.slugs) {
        Ok(plan) => plan,
        Err(error) => return Err(loaded.refused(error)),
    };
    if plan.cases().next().is_none() {
        course::tell_warnings(&loaded);
        return Err(nothing_selected(&plan, &loaded));
    }
    tell(Told::Planned(planned(&plan, &loaded)));
    let typed = Typed { course: &args.course, program: &args.program };
    let mut setup = start::setup(typed, &place, &loaded.course)?;
    setup.budget = if args.all || wanted.all_differences { Budget::ALL } else { Budget::default() };
    setup.after_failure = if args.fail_fast { AfterFailure::Stop } else { AfterFailure::GoOn };
    if let Some(repeat) = args.repeat {
        setup.repeat = repeat.get();
        setup.invocation.options.extend(["--repeat".to_owned(), repeat.to_string()]);
    }
    setup.count_failures = count_failures(args);
    setup.next = next(&plan, &loaded);
    setup.warnings = loaded.warnings();
    setup.warnings.extend(plan.unmatched.iter().map(told));
    setup.present = wanted.present.clone();
    if let Some(build) = setup.build.as_mut().filter(|_| has_colours(args)) {
        start::with_colours(build);
    }
    arrange(&mut plan, wanted);
    let jobs = args.jobs.or_else(|| available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let executors = start::executors(pool, runner::workers(&plan, jobs));
    Ok(carry_out(args, &plan, &setup, executors, cancel, tell))
}

fn has_colours(args: &TestArgs) -> bool {
    args.format == Format::Human && colours(&args.color) != ColorChoice::Never
}

/// The selection, or the first stage that does not pass yet; all stages where every one does.
fn followed(wanted: &Wanted, loaded: &Loaded, place: &Place) -> Selection {
    let workspace = place.workspace.as_deref().filter(|_| wanted.follow);
    let progress = workspace.and_then(|workspace| load_progress(workspace).ok());
    let passed = |slug: &str| {
        let loaded = progress.as_ref().and_then(|loaded| loaded.progress.stages.get(slug));
        loaded.is_some_and(StageProgress::all_passed)
    };
    let ahead = loaded.course.stages.iter().find(|stage| !passed(&stage.slug));
    let slugs = match ahead.filter(|_| wanted.follow) {
        Some(stage) => vec![stage.slug.clone()],
        None => wanted.selection.slugs.clone(),
    };
    Selection { slugs, ..wanted.selection.clone() }
}

fn planned(plan: &Plan<'_>, loaded: &Loaded) -> Planned {
    Planned {
        selected: plan.stages.iter().map(|planned| planned.stage.slug.clone()).collect(),
        stages: loaded.course.stages.iter().map(runner::title).collect(),
    }
}

fn arrange(plan: &mut Plan<'_>, wanted: &Wanted) {
    let name = |(stage, case): &PlannedCase<'_>| (stage.slug.clone(), case.name.clone());
    if let Some(only) = &wanted.only {
        plan.keep_only(|planned| only.contains(&name(planned)));
    }
    if let Some(first) = &wanted.first {
        plan.put_first(|planned| name(planned) == *first);
    }
}

/// What was typed.
pub(super) fn selection(args: &TestArgs) -> Selection {
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

fn carry_out(
    args: &TestArgs,
    plan: &Plan<'_>,
    setup: &Setup,
    executors: Vec<Box<dyn Executor + Send>>,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Told),
) -> RunSummary {
    let mut stages = Vec::new();
    let summary = runner::run(plan, setup, executors, cancel, &mut |event| {
        if let Event::StageFinished(stage) = &event {
            stages.push(stage.clone());
        }
        tell(Told::Event(event));
    });
    if is_the_learners_own(args) && stages.iter().any(|stage| stage.complete) {
        remember(setup, &stages, tell);
    }
    summary
}

/// What tells of a run in the format that was asked for.
pub(super) fn reporter(args: &TestArgs, out: impl Write + 'static) -> Box<dyn Reporter> {
    let detail = match (args.quiet, args.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    };
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
fn remember(setup: &Setup, stages: &[StageSummary], tell: &mut dyn FnMut(Told)) {
    match record_progress(&setup.directory, stages, SystemTime::now()) {
        Ok(recorded) => recorded.warning.into_iter().for_each(|it| tell(Told::Warning(it))),
        Err(error) => tell(Told::Warning(format!("your progress was not saved: {error}"))),
    }
}
