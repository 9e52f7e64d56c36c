//! The shapes of the machine formats. Their fields are a published format: they change only
//! together with `SCHEMA_VERSION`.

mod difference;
mod guidance;
mod raw;

use std::time::{Duration, UNIX_EPOCH};

use serde::Serialize;

use crate::model::{
    Ending, Event, Failure, Invocation, Limit, Outcome, RunSummary, StageSummary, StageTitle,
    Tally, Verdict, Visibility,
};
pub(super) use difference::WireComparison;
use difference::WireMismatch;
use guidance::{WireLookAt, WireRepetition, WireReveal};
use raw::WireRaw;

/// Raised when a field changes its meaning or goes away.
pub(super) const SCHEMA_VERSION: u32 = 1;

/// What a run was about.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireRun {
    schema_version: u32,
    version: &'static str,
    course: String,
    course_version: Option<String>,
    program: Vec<String>,
    workspace: String,
    isolation: &'static str,
    started_unix_ms: u64,
}

impl From<&Invocation> for WireRun {
    fn from(invocation: &Invocation) -> Self {
        let started = invocation.started.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            schema_version: SCHEMA_VERSION,
            version: env!("CARGO_PKG_VERSION"),
            course: invocation.course.clone(),
            course_version: invocation.course_version.clone(),
            program: invocation.program.clone(),
            workspace: invocation.workspace.to_string_lossy().into_owned(),
            isolation: invocation.isolation.as_str(),
            started_unix_ms: u64::try_from(started.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// A stage, and its counts once they are known.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireStage {
    slug: String,
    title: String,
    chapter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visible: Option<WireTally>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hidden: Option<WireTally>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct WireTally {
    passed: usize,
    total: usize,
}

impl From<Tally> for WireTally {
    fn from(tally: Tally) -> Self {
        Self { passed: tally.passed, total: tally.total }
    }
}

impl From<&StageTitle> for WireStage {
    fn from(stage: &StageTitle) -> Self {
        Self {
            slug: stage.slug.clone(),
            title: stage.title.clone(),
            chapter: stage.chapter.clone(),
            visible: None,
            hidden: None,
            complete: None,
        }
    }
}

impl From<&StageSummary> for WireStage {
    fn from(summary: &StageSummary) -> Self {
        Self {
            visible: Some(summary.visible.into()),
            hidden: Some(summary.hidden.into()),
            complete: Some(summary.complete),
            ..Self::from(&summary.stage)
        }
    }
}

/// A case after it was judged.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireCase {
    stage: String,
    case: String,
    summary: Option<String>,
    hidden: bool,
    revealed: bool,
    reveal: Option<WireReveal>,
    verdict: &'static str,
    reason: Option<&'static str>,
    messages: Vec<String>,
    mismatches: Vec<WireMismatch>,
    mismatches_total: usize,
    not_written: Option<String>,
    repetition: Option<WireRepetition>,
    /// Those of the mistakes that were recognised, the most specific first; else the case's own.
    hints: Vec<String>,
    /// The names of the mistakes that were recognised, as the course calls them, in that order.
    mistakes: Vec<String>,
    look_at: Vec<WireLookAt>,
    warnings: Vec<String>,
    elapsed_ms: Option<f64>,
    cpu_ms: Option<f64>,
    peak_memory_bytes: Option<u64>,
    ending: Option<WireEnding>,
    stdout: Option<WireRaw>,
    stderr: Option<WireRaw>,
    kept: Option<String>,
}

impl From<&Outcome> for WireCase {
    fn from(outcome: &Outcome) -> Self {
        let explanation = outcome.explanation.as_ref();
        let seen = outcome.observation.as_ref();
        Self {
            stage: outcome.case.stage.clone(),
            case: outcome.case.name.clone(),
            summary: outcome.case.summary.clone(),
            hidden: outcome.case.visibility != Visibility::Visible,
            revealed: outcome.case.visibility == Visibility::Revealed,
            reveal: outcome.reveal.map(Into::into),
            verdict: outcome.verdict.as_str(),
            reason: reason(&outcome.verdict),
            messages: messages(outcome),
            mismatches: explanation
                .map_or_else(Vec::new, |told| told.differences.iter().map(Into::into).collect()),
            mismatches_total: explanation.map_or(0, |told| told.total),
            not_written: explanation.and_then(|told| told.not_written.clone()),
            repetition: outcome.repetition.as_ref().map(Into::into),
            hints: outcome.hints.iter().map(|hint| hint.text.clone()).collect(),
            mistakes: outcome.hints.iter().filter_map(|hint| hint.mistake.clone()).collect(),
            look_at: outcome.look_at.iter().map(Into::into).collect(),
            warnings: outcome.warnings.clone(),
            elapsed_ms: outcome.elapsed.map(millis),
            cpu_ms: outcome.resources.map(|used| millis(used.cpu)),
            peak_memory_bytes: outcome.resources.map(|used| used.peak_memory_bytes),
            ending: seen.map(|seen| seen.ending.into()),
            stdout: seen.map(|seen| WireRaw::of(&seen.stdout)),
            stderr: seen.map(|seen| WireRaw::of_stderr(&seen.stderr)),
            kept: outcome.kept.as_ref().map(|kept| kept.to_string_lossy().into_owned()),
        }
    }
}

fn reason(verdict: &Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Fail(failure) => Some(failure.reason().as_str()),
        _ => None,
    }
}

/// Everything that is said besides the mismatches.
fn messages(outcome: &Outcome) -> Vec<String> {
    match &outcome.verdict {
        Verdict::Error(why) | Verdict::Skipped(why) => vec![why.clone()],
        Verdict::Fail(Failure::CouldNotStart(problem)) => {
            vec![problem.sentence.clone(), problem.remedy.clone()]
        }
        _ => outcome.explanation.as_ref().map_or_else(Vec::new, |told| told.causes.clone()),
    }
}

fn millis(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1_000.0
}

fn whole_millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// JSON text without a character outside ASCII: these stand only inside strings, where an escape
/// means the same.
pub(super) fn ascii(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_ascii() && character != '\x7f' {
            text.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    text
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum WireEnding {
    ExitCode(i32),
    Signal(i32),
    TimedOutAfterMs(u64),
    OutputLimitBytes(u64),
    CpuLimitMs(u64),
    MemoryLimitBytes(u64),
    ProcessLimit(u64),
    FileLimitBytes(u64),
    DiskLimitBytes(u64),
    OutstayedMs(u64),
    Cancelled,
}

impl From<Ending> for WireEnding {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Exited(code) => Self::ExitCode(code),
            Ending::Signaled(signal) => Self::Signal(signal),
            Ending::TimedOut(limit) => Self::TimedOutAfterMs(whole_millis(limit)),
            Ending::Limit(limit) => match limit {
                Limit::Cpu(time) => Self::CpuLimitMs(whole_millis(time)),
                Limit::Memory(size) => Self::MemoryLimitBytes(size),
                Limit::Processes(count) => Self::ProcessLimit(count),
                Limit::File(size) => Self::FileLimitBytes(size),
                Limit::Disk(size) => Self::DiskLimitBytes(size),
            },
            Ending::Outstayed(grace) => Self::OutstayedMs(whole_millis(grace)),
            Ending::OutputLimit(limit) => Self::OutputLimitBytes(limit),
            Ending::Cancelled => Self::Cancelled,
        }
    }
}

/// The counts of a run.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireSummary {
    passed: usize,
    failed: usize,
    errors: usize,
    skipped: usize,
    cancelled: bool,
    elapsed_ms: f64,
}

impl From<&RunSummary> for WireSummary {
    fn from(summary: &RunSummary) -> Self {
        Self {
            passed: summary.passed,
            failed: summary.failed,
            errors: summary.errors,
            skipped: summary.skipped,
            cancelled: summary.cancelled,
            elapsed_ms: millis(summary.elapsed),
        }
    }
}

/// One line of the event stream.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum WireEvent {
    RunStarted(WireRun),
    BuildStarted { command: Vec<String> },
    BuildFinished { elapsed_ms: f64 },
    BuildFailed(WireBuildFailure),
    StageStarted(WireStage),
    CaseFinished(Box<WireCase>),
    StageFinished(WireStage),
    Warning { message: String },
    RunFinished(WireSummary),
}

/// A build step that failed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireBuildFailure {
    message: String,
    output: WireRaw,
}

impl WireBuildFailure {
    pub(super) fn new(sentence: &str, output: &[u8]) -> Self {
        Self { message: sentence.to_owned(), output: WireRaw::of(output) }
    }
}

impl From<&Event> for WireEvent {
    fn from(event: &Event) -> Self {
        match event {
            Event::RunStarted(invocation) => Self::RunStarted(invocation.into()),
            Event::BuildStarted { command } => Self::BuildStarted { command: command.clone() },
            Event::BuildFinished { elapsed } => {
                Self::BuildFinished { elapsed_ms: millis(*elapsed) }
            }
            Event::BuildFailed { sentence, output } => {
                Self::BuildFailed(WireBuildFailure::new(sentence, output))
            }
            Event::StageStarted(stage) => Self::StageStarted(stage.into()),
            Event::CaseFinished(outcome) => Self::CaseFinished(Box::new(outcome.as_ref().into())),
            Event::StageFinished(stage) => Self::StageFinished(stage.into()),
            Event::Warning(message) => Self::Warning { message: message.clone() },
            Event::RunFinished(summary) => Self::RunFinished(summary.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_json_text_of_a_side_is_ascii_and_means_the_same() {
        let json = ascii("{\"ä\": \"😀\"}");
        assert_eq!(json, "{\"\\u00e4\": \"\\ud83d\\ude00\"}");
        let value: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(value["ä"], "😀");
    }
}
