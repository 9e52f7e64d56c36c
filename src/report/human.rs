//! What a learner reads: a line for the stage, then what failed and what to do about it.

pub mod difference;
mod failure;
mod page;
pub mod style;

use std::io::{self, Write};

use super::Reporter;
use super::escape::printable;
use super::program_text;
use crate::model::{
    CouldNotStart, Event, Failure, HIDDEN_HEADING, Invocation, Observation, Outcome, Reveal,
    RunSummary, StageSummary, StageTitle, Verdict, Visibility,
};
pub use failure::topic as topic_of_failure;
pub use page::Page;
use style::{BAD, DIM, GOOD, STRONG, WARN};

/// Our own version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Said once for the whole run, by the event of the build.
const NOT_BUILT: Verdict = Verdict::Fail(Failure::BuildFailed);

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Failures and the last line.
    Quiet,
    /// Also every stage, and where to go on.
    Normal,
    /// Also every case that passed.
    Verbose,
}

/// Writes for people. Styles are always written; the writer strips them where they are not wanted.
#[derive(Debug)]
pub struct Human<W> {
    out: W,
    detail: Detail,
    page: Page,
    invocation: Option<Invocation>,
    stage: Option<StageTitle>,
    outcomes: Vec<Outcome>,
    refusal: Option<CouldNotStart>,
}

impl<W: Write> Human<W> {
    /// A reporter that writes to `out`.
    pub fn new(out: W, detail: Detail, page: Page) -> Self {
        let (invocation, stage, refusal) = (None, None, None);
        Self { out, detail, page, invocation, stage, outcomes: Vec::new(), refusal }
    }

    fn started(&mut self, invocation: &Invocation) -> io::Result<()> {
        self.invocation = Some(invocation.clone());
        if self.detail == Detail::Verbose {
            let course = style::titled(&invocation.course, invocation.course_version.as_deref());
            let level = invocation.isolation.as_str();
            let line = format!("theinference {VERSION} · {course} · isolation {level}");
            writeln!(self.out, "{DIM}{line}{DIM:#}\n")?;
        }
        match &invocation.elsewhere {
            Some(way) if self.detail > Detail::Quiet => {
                writeln!(self.out, "{DIM}using {}{DIM:#}\n", printable(way))
            }
            _ => Ok(()),
        }
    }

    fn build_started(&mut self, command: &[String]) -> io::Result<()> {
        if self.detail == Detail::Quiet {
            return Ok(());
        }
        let command = style::command(command.iter().map(String::as_str));
        writeln!(self.out, "{DIM}building: {command}{DIM:#}")?;
        self.out.flush()
    }

    fn build_finished(&mut self, elapsed: std::time::Duration) -> io::Result<()> {
        if self.detail == Detail::Quiet {
            return Ok(());
        }
        writeln!(self.out, "{DIM}built in {}{DIM:#}\n", style::elapsed(elapsed))
    }

    fn build_failed(&mut self, sentence: &str, output: &[u8]) -> io::Result<()> {
        writeln!(self.out, "\n{BAD}did not build{BAD:#}: {}\n", printable(sentence))?;
        for line in program_text::build_output(output) {
            writeln!(self.out, "  {line}")?;
        }
        writeln!(self.out)
    }

    fn stage_finished(&mut self, stage: &StageSummary) -> io::Result<()> {
        let outcomes = std::mem::take(&mut self.outcomes);
        if outcomes.iter().all(|outcome| outcome.verdict == NOT_BUILT) {
            return Ok(());
        }
        if self.detail > Detail::Quiet {
            self.heading(stage)?;
        }
        self.outcomes(&stage.stage, &outcomes)?;
        if self.detail > Detail::Quiet {
            writeln!(self.out)?;
        }
        // The next stage may take its time.
        self.out.flush()
    }

    fn heading(&mut self, summary: &StageSummary) -> io::Result<()> {
        let stage = &summary.stage;
        let chapter = stage.chapter.iter().map(|chapter| printable(chapter));
        let minutes = stage.minutes.iter().map(|minutes| format!("{minutes} min"));
        let above: Vec<_> = chapter.chain(minutes).collect();
        if !above.is_empty() {
            writeln!(self.out, "{DIM}{}{DIM:#}", above.join(" · "))?;
        }
        let title = printable(&stage.title);
        write!(self.out, "{STRONG}{title:<30}{STRONG:#} {}", style::tally(summary.visible))?;
        if summary.hidden.total > 0 {
            write!(self.out, "   ({HIDDEN_HEADING} {})", style::tally(summary.hidden))?;
        }
        writeln!(self.out)
    }

    /// Every case; but where a case failed that a learner can look into, the hidden ones that
    /// failed, mostly for the same reason, are only listed. Those asked for are told.
    fn outcomes(&mut self, stage: &StageTitle, outcomes: &[Outcome]) -> io::Result<()> {
        let visible_failed = outcomes.iter().any(|outcome| {
            outcome.case.visibility == Visibility::Visible && is_judged_failure(&outcome.verdict)
        });
        let only_listed = |outcome: &&Outcome| {
            visible_failed
                && self.detail < Detail::Verbose
                && outcome.case.visibility == Visibility::Hidden
                && !matches!(outcome.reveal, Some(Reveal::NotYet { .. }))
                && is_judged_failure(&outcome.verdict)
        };
        let (listed, told): (Vec<_>, Vec<_>) = outcomes.iter().partition(only_listed);
        let is_begun = !told.iter().copied().any(lacks_a_function);
        told.into_iter().try_for_each(|outcome| self.outcome(stage, outcome))?;
        if is_begun { self.list(&listed) } else { self.count(&listed) }
    }

    /// Where a function is still to be written, there is nothing yet to be said of each.
    fn count(&mut self, outcomes: &[&Outcome]) -> io::Result<()> {
        match outcomes.len() {
            0 => Ok(()),
            1 => writeln!(self.out, "\n{BAD}FAIL{BAD:#} {HIDDEN_HEADING}: 1 case, for now"),
            more => {
                writeln!(self.out, "\n{BAD}FAIL{BAD:#} {HIDDEN_HEADING}: {more} cases, for now")
            }
        }
    }

    fn list(&mut self, outcomes: &[&Outcome]) -> io::Result<()> {
        if outcomes.is_empty() {
            return Ok(());
        }
        writeln!(self.out, "\n{BAD}FAIL{BAD:#} {HIDDEN_HEADING}\n")?;
        for outcome in outcomes {
            let name = printable(&outcome.case.name);
            let summary = printable(outcome.case.summary.as_deref().unwrap_or(""));
            let Verdict::Fail(failure) = &outcome.verdict else { continue };
            let reason = failure.reason().as_str();
            writeln!(self.out, "{}", format!("  {name:<20} {reason:<13} {summary}").trim_end())?;
        }
        writeln!(self.out, "  Their hints come once the case above passes, or with -v.")
    }

    fn outcome(&mut self, stage: &StageTitle, outcome: &Outcome) -> io::Result<()> {
        match &outcome.verdict {
            Verdict::Pass => self.pass(outcome),
            Verdict::Fail(Failure::BuildFailed) => Ok(()),
            Verdict::Fail(Failure::CouldNotStart(problem)) => self.refused(outcome, problem),
            Verdict::Fail(failure) => {
                let (invocation, page) = (self.invocation.as_ref(), self.page);
                failure::Message { stage, outcome, failure, invocation, page }.write(&mut self.out)
            }
            Verdict::Error(why) => {
                self.line(BAD, "ERROR", outcome)?;
                writeln!(self.out, "  the harness could not judge this case: {}", printable(why))?;
                self.rerun(outcome)
            }
            Verdict::Skipped(why) if self.detail == Detail::Verbose => {
                self.line(DIM, "SKIP", outcome)?;
                writeln!(self.out, "  {}", printable(why))
            }
            Verdict::Skipped(_) => Ok(()),
        }
    }

    fn pass(&mut self, outcome: &Outcome) -> io::Result<()> {
        if self.detail == Detail::Verbose {
            self.line(GOOD, "PASS", outcome)?;
        }
        for warning in &outcome.warnings {
            let name = &outcome.case;
            let (stage, case) = (printable(&name.stage), printable(&name.name));
            writeln!(self.out, "{WARN}warning{WARN:#}: {stage} / {case}: {}", printable(warning))?;
        }
        Ok(())
    }

    /// Says once what is the same for every case.
    fn refused(&mut self, outcome: &Outcome, problem: &CouldNotStart) -> io::Result<()> {
        if self.refusal.as_ref() == Some(problem) {
            return Ok(());
        }
        self.refusal = Some(problem.clone());
        writeln!(self.out)?;
        self.line(BAD, "FAIL", outcome)?;
        let (sentence, remedy) = (printable(&problem.sentence), printable(&problem.remedy));
        writeln!(self.out, "\n  could not start: {sentence}\n  to mend it: {remedy}")
    }

    fn rerun(&mut self, outcome: &Outcome) -> io::Result<()> {
        let Some(invocation) = &self.invocation else { return Ok(()) };
        let selection = ["--stage", &outcome.case.stage, "--case", &outcome.case.name];
        writeln!(self.out, "  rerun    {}", style::test_command(invocation, &selection))
    }

    fn line(&mut self, style: style::Style, word: &str, outcome: &Outcome) -> io::Result<()> {
        let took = outcome
            .elapsed
            .map_or_else(String::new, |took| format!(" {DIM}({}){DIM:#}", style::elapsed(took)));
        writeln!(self.out, "{style}{word}{style:#} {}{took}", style::case(&outcome.case))
    }

    fn finished(&mut self, summary: &RunSummary) -> io::Result<()> {
        let counts = [
            (summary.failed, "failed", BAD),
            (summary.errors, "could not be judged", BAD),
            (summary.passed, "passed", GOOD),
            (summary.skipped, "skipped", DIM),
        ];
        let told: Vec<_> = counts
            .iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, word, style)| format!("{style}{count} {word}{style:#}"))
            .collect();
        let nothing = summary.not_started > 0 && summary.not_started == summary.failed;
        if nothing && summary.passed == 0 && !summary.cancelled {
            return writeln!(self.out, "nothing was judged");
        }
        let told =
            if told.is_empty() { "no case was finished".to_owned() } else { told.join(", ") };
        let took = style::elapsed(summary.elapsed);
        if summary.cancelled {
            write!(self.out, "{WARN}interrupted{WARN:#}: ")?;
        }
        writeln!(self.out, "{told} {DIM}({took}){DIM:#}")?;
        self.next(summary)
    }

    fn next(&mut self, summary: &RunSummary) -> io::Result<()> {
        let (Some(next), Some(invocation)) = (&summary.next, &self.invocation) else {
            return Ok(());
        };
        if self.detail == Detail::Quiet {
            return Ok(());
        }
        let command = style::test_command(invocation, &["--stage", &next.slug]);
        writeln!(self.out, "\nnext: {STRONG}{}{STRONG:#}\n  {command}", printable(&next.title))
    }
}

/// The outcome with no more of stdout than is shown: a stage may hold many floods.
#[must_use]
pub fn without_flood(outcome: &Outcome) -> Outcome {
    let kept = outcome.observation.as_ref().map(|seen| Observation {
        stdout: program_text::enough_of(&seen.stdout).to_vec(),
        stderr: seen.stderr.clone(),
        not_removed: seen.not_removed.clone(),
        reached: seen.reached.clone(),
        ..*seen
    });
    let Outcome { case, verdict, explanation, hints, warnings, kept: folder, .. } = outcome;
    Outcome {
        case: case.clone(),
        verdict: verdict.clone(),
        elapsed: outcome.elapsed,
        resources: outcome.resources,
        observation: kept,
        explanation: explanation.clone(),
        hints: hints.clone(),
        look_at: outcome.look_at.clone(),
        repetition: outcome.repetition.clone(),
        reveal: outcome.reveal,
        warnings: warnings.clone(),
        kept: folder.clone(),
    }
}

/// Whether the program itself says what is still to be written.
fn lacks_a_function(outcome: &Outcome) -> bool {
    outcome.explanation.as_ref().is_some_and(|told| told.not_written.is_some())
}

/// Whether the program ran and failed.
const fn is_judged_failure(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Fail(failure) => failure.was_judged(),
        Verdict::Pass | Verdict::Error(_) | Verdict::Skipped(_) => false,
    }
}

impl<W: Write> Reporter for Human<W> {
    fn on_event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::RunStarted(invocation) => self.started(invocation),
            Event::BuildStarted { command } => self.build_started(command),
            Event::BuildFinished { elapsed } => self.build_finished(*elapsed),
            Event::BuildFailed { sentence, output } => self.build_failed(sentence, output),
            Event::StageStarted(stage) => {
                self.stage = Some(stage.clone());
                Ok(())
            }
            Event::CaseFinished(outcome) => {
                self.outcomes.push(without_flood(outcome));
                Ok(())
            }
            Event::StageFinished(stage) => self.stage_finished(stage),
            Event::Warning(warning) => {
                writeln!(self.out, "{WARN}warning{WARN:#}: {}", printable(warning))
            }
            Event::RunFinished(summary) => {
                self.interrupted_stage()?;
                self.finished(summary)?;
                self.out.flush()
            }
        }
    }
}

impl<W: Write> Human<W> {
    /// Cases of a stage that was not finished are told all the same.
    fn interrupted_stage(&mut self) -> io::Result<()> {
        let outcomes = std::mem::take(&mut self.outcomes);
        let Some(stage) = self.stage.take().filter(|_| !outcomes.is_empty()) else {
            return Ok(());
        };
        outcomes.iter().try_for_each(|outcome| self.outcome(&stage, outcome))
    }
}
