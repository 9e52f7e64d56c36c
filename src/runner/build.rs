//! The build step, and what is graded after it: the workspace itself, or, where something holds
//! programs in, a private copy that the build step may write in and no case may.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::{Build, DEFAULT_OUTPUT_BYTES, Listener, Setup};
use crate::execute::{Cancel, Executor, PrivateFolder, Run, RunLimits, offers};
use crate::judge::ended;
use crate::model::{Ending, Event, Failure, Isolation, Network, Observation, StartError, Verdict};
use crate::workspace;

/// What came of the build step.
pub(super) enum Built {
    Yes(Submission),
    /// What every case gets instead of being run.
    No(Verdict),
    Cancelled,
}

/// What is graded.
#[derive(Debug)]
pub(super) struct Submission {
    pub(super) directory: PathBuf,
    pub(super) program: Vec<OsString>,
    /// Kept as long as it is graded.
    copy: Option<PrivateFolder>,
}

impl Submission {
    /// The workspace.
    pub(super) fn in_place(setup: &Setup) -> Self {
        let (directory, program) = (setup.directory.clone(), setup.program.clone());
        Self { directory, program, copy: None }
    }

    /// A copy of it, where a build step is held in.
    fn of(setup: &Setup, cancel: &Cancel) -> io::Result<Self> {
        if setup.isolation == Isolation::None {
            return Ok(Self::in_place(setup));
        }
        let copy = PrivateFolder::new()?;
        // A name that says nothing of the learner's machine, below a folder that nobody else reads.
        let directory = copy.path().join("submission");
        std::fs::create_dir(&directory)?;
        // A folder for temporary files may be in the workspace, and the copy in that.
        let left_out = [&setup.hidden[..], &[copy.path().to_owned()]].concat();
        let goes_on = || !cancel.is_cancelled();
        workspace::copy(&setup.directory, &directory, &left_out, &goes_on)?;
        let words = setup.program.iter();
        let program = words.map(|word| moved(word, &setup.directory, &directory)).collect();
        Ok(Self { directory, program, copy: Some(copy) })
    }
}

/// A path below one folder as the same path below another; any other word as it is.
fn moved(path: &OsString, from: &Path, to: &Path) -> OsString {
    Path::new(path).strip_prefix(from).map_or_else(|_| path.clone(), |rest| to.join(rest).into())
}

/// What a build step that is held in may use: more than compilers need, and less than what brings a
/// machine to its knees.
const LIMITS: RunLimits = RunLimits {
    memory_bytes: Some(8 << 30),
    file_bytes: Some(4 << 30),
    processes: Some(1024),
    disk_bytes: Some(8 << 30),
    ..RunLimits::of(std::time::Duration::MAX, DEFAULT_OUTPUT_BYTES)
};

/// Runs the build step, where there is one.
pub(super) fn build(
    setup: &Setup,
    executor: &mut dyn Executor,
    cancel: &Cancel,
    listener: &mut Listener<'_>,
) -> Built {
    let Some(build) = &setup.build else { return Built::Yes(Submission::in_place(setup)) };
    let command = build.argv.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    listener(Event::BuildStarted { command });
    let submission = match Submission::of(setup, cancel) {
        Ok(submission) => submission,
        Err(_) if cancel.is_cancelled() => return Built::Cancelled,
        Err(error) => return not_copied(&error, listener),
    };
    let note = setup.present.starts(None, build.timeout);
    let run = run(setup, build, &submission, listener);
    let seen = executor.execute(&run, cancel);
    drop(note);
    match seen {
        Ok(Observation { ending: Ending::Cancelled, .. }) => Built::Cancelled,
        Ok(seen) if seen.ending == Ending::Exited(0) => {
            listener(Event::BuildFinished { elapsed: seen.elapsed });
            Built::Yes(submission)
        }
        other => failed(setup, other, listener),
    }
}

fn run(setup: &Setup, build: &Build, submission: &Submission, listener: &mut Listener<'_>) -> Run {
    let environment = [setup.environment.clone(), build.environment.clone()].concat();
    let limits = RunLimits::of(build.timeout, DEFAULT_OUTPUT_BYTES);
    let directory = submission.directory.clone();
    let plain = Run::plain(build.argv.clone(), directory.clone(), environment, limits);
    if setup.isolation == Isolation::None {
        return plain;
    }
    Run {
        writable: vec![directory],
        disposable: submission.copy.as_ref().map(|copy| copy.path().to_owned()),
        limits: RunLimits { timeout: build.timeout, ..LIMITS },
        isolation: level(setup.isolation, listener),
        network: setup.network,
        hidden: setup.hidden.clone(),
        ..plain
    }
}

/// Compilers change the modes of files, which only `strict` can forbid outside of the copy.
fn level(asked: Isolation, listener: &mut Listener<'_>) -> Isolation {
    if asked == Isolation::Strict {
        return asked;
    }
    match offers(Isolation::Strict) {
        Ok(()) => Isolation::Strict,
        Err(why) => {
            let level = asked.as_str();
            listener(Event::Warning(format!(
                "the build step is held in at `{level}` and could change modes of your files, as \
                 `strict` cannot be had: {why}"
            )));
            asked
        }
    }
}

fn not_copied(error: &io::Error, listener: &mut Listener<'_>) -> Built {
    let sentence = format!("the workspace could not be copied for the build step: {error}");
    listener(Event::BuildFailed { sentence: sentence.clone(), output: Vec::new() });
    Built::No(Verdict::Error(sentence))
}

fn failed(
    setup: &Setup,
    result: Result<Observation, StartError>,
    listener: &mut Listener<'_>,
) -> Built {
    let verdict = match &result {
        Err(StartError::Harness(message)) => Verdict::Error(message.clone()),
        _ => Verdict::Fail(Failure::BuildFailed),
    };
    let (sentence, output) = told(result);
    let sentence = sentence + &without_network(setup);
    listener(Event::BuildFailed { sentence, output });
    Built::No(verdict)
}

/// To follow the sentence; what downloads something often fails without a word.
fn without_network(setup: &Setup) -> String {
    if setup.isolation == Isolation::None || setup.network == Network::Allowed {
        return String::new();
    }
    let level = setup.isolation.as_str();
    format!(
        "; with isolation `{level}` it has no network: if it downloads something, add --allow-net"
    )
}

fn told(result: Result<Observation, StartError>) -> (String, Vec<u8>) {
    let seen = match result {
        Ok(seen) => seen,
        Err(StartError::Harness(message)) => return (message, Vec::new()),
        Err(StartError::Program(problem)) => {
            return (format!("{}: {}", problem.sentence, problem.remedy), Vec::new());
        }
    };
    let sentence = format!("the build step {}", ended(seen.ending));
    (sentence, [seen.stdout, seen.stderr.to_bytes()].concat())
}
