//! `theinference run`: what the program prints on one case, raw, and no judgement.

use std::io::{self, Write};

use super::args::RunArgs;
use super::course;
use super::exit::{Exit, Stop};
use super::found::Place;
use super::output::{Quiet, tell_error, tell_warning, unwritten};
use super::signals::Interruption;
use super::start::{self, Typed};
use crate::judge::ended;
use crate::model::{Case, Ending, Observation, Stage, StartError, Visibility};
use crate::nearest::nearest;
use crate::plan::resolve_stage;
use crate::runner;

/// Runs one case. Ends with 0 when the program ended with code 0, else with 1.
pub(super) fn run(args: &RunArgs) -> Result<Exit, Stop> {
    let interruption = Interruption::listen()?;
    let place = Place::find(args.program.program.as_deref())?;
    let loaded = course::load(&args.course, &place)?;
    let stage = match resolve_stage(&loaded.course, &loaded.slugs, &args.stage) {
        Ok(stage) => stage,
        Err(error) => return Err(loaded.refused(error)),
    };
    let case = case(stage, args.case.as_deref())?;
    course::tell_warnings(&loaded);
    let typed = Typed { course: &args.course, program: &args.program };
    let setup = start::setup(typed, &place, &loaded.course)?;
    let mut executors = start::executors(&start::pool()?, 1);
    let executor = executors.remove(0);
    let cancel = &interruption.cancel;
    let ran = runner::observe(stage, case, &setup, executor, cancel, &mut |event| {
        super::output::tell_build(&event);
    });
    match (interruption.signal(), ran) {
        (Some(signal), _) => Ok(Exit::Signal(signal)),
        (None, Some(ran)) => told(ran),
        (None, None) => Ok(Exit::NotStarted),
    }
}

/// The case that was named, else the first one. What a hidden case holds is not shown.
fn case<'s>(stage: &'s Stage, name: Option<&str>) -> Result<&'s Case, Stop> {
    let found = match name {
        None => stage.cases.iter().find(|case| case.visibility == Visibility::Visible),
        Some(name) => stage.cases.iter().find(|case| case.name == name),
    };
    match (found, name) {
        (Some(case), _) if case.visibility == Visibility::Visible => Ok(case),
        (Some(case), _) => Err(Stop::Usage(format!(
            "the case {} is hidden, so its run is not shown; grade it with \
             `theinference test --stage {} --case {}`",
            case.name, stage.slug, case.name
        ))),
        (None, None) => Err(Stop::NothingSelected(format!(
            "the stage {} has no case that may be shown",
            stage.slug
        ))),
        (None, Some(name)) => Err(unknown(stage, name)),
    }
}

fn unknown(stage: &Stage, name: &str) -> Stop {
    let names: Vec<&str> = stage.cases.iter().map(|case| case.name.as_str()).collect();
    let near = nearest(name, names.iter().copied());
    let instead = if near.is_empty() { names.join(", ") } else { near.join(", ") };
    Stop::Usage(format!("the stage {} has no case `{name}`; did you mean: {instead}?", stage.slug))
}

fn told(ran: Result<Observation, StartError>) -> Result<Exit, Stop> {
    let seen = match ran {
        Ok(seen) => seen,
        Err(StartError::Harness(message)) => return Err(Stop::Harness(anyhow::anyhow!(message))),
        Err(StartError::Program(problem)) => {
            let (sentence, remedy) = (problem.sentence, problem.remedy);
            return Err(Stop::NoProgram(format!("could not start: {sentence}\n  {remedy}")));
        }
    };
    pass_on(&mut Quiet(io::stdout()), &[&seen.stdout]).map_err(unwritten)?;
    // Nobody can be told that stderr is gone.
    let _ = pass_on(&mut io::stderr(), &[&seen.stderr.head, &seen.stderr.tail]);
    if seen.stderr.dropped > 0 {
        tell_warning(&format!(
            "{} bytes in the middle of stderr were not kept",
            seen.stderr.dropped
        ));
    }
    if seen.left_running > 0 {
        tell_warning("background processes were left running, and were killed");
    }
    Ok(exit(seen.ending))
}

fn pass_on(out: &mut impl Write, parts: &[&[u8]]) -> io::Result<()> {
    parts.iter().try_for_each(|part| out.write_all(part))?;
    out.flush()
}

fn exit(ending: Ending) -> Exit {
    if ending == Ending::Exited(0) {
        return Exit::Passed;
    }
    tell_error(&format!("the program {}", ended(ending)));
    Exit::Failed
}
