//! A case that failed: what is wrong, where, and how to see it again.

use std::io::{self, Write};
use std::path::Path;

use super::difference::{self, labelled, prose};
use super::page::Page;
use super::style::{self, BAD, DIM, STRONG, WARN};
use crate::model::{
    CaseTitle, Driver, Explanation, FAILURES_BEFORE_REVEAL, Failure, Invocation, LookAt,
    Observation, Outcome, Repetition, Reveal, SourceLine, StageTitle, Visibility,
};
use crate::report::{printable, program_text};
use crate::topics::topic_of;

/// The width in which a title stands in columns.
const TITLE: usize = 78;

/// So many hints are shown; who makes more mistakes than that at once mends these first.
const SHOWN_HINTS: usize = 3;

/// Everything that is said of one failure.
pub(super) struct Message<'m> {
    pub(super) stage: &'m StageTitle,
    pub(super) outcome: &'m Outcome,
    pub(super) failure: &'m Failure,
    pub(super) invocation: Option<&'m Invocation>,
    pub(super) page: Page,
}

impl Message<'_> {
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.title(out)?;
        if self.outcome.case.visibility != Visibility::Visible {
            self.summary(out)?;
        }
        if let Some(told) = &self.outcome.explanation {
            difference::sentences(out, told, self.page)?;
        }
        self.repetition(out)?;
        for warning in &self.outcome.warnings {
            labelled(out, (WARN, "warning"), &printable(warning), self.page)?;
        }
        for hint in self.outcome.hints.iter().take(SHOWN_HINTS) {
            labelled(out, (STRONG, "hint"), &printable(&hint.text), self.page)?;
        }
        self.look_at(out)?;
        self.reveal(out)?;
        if let Some(explanation) = &self.outcome.explanation {
            difference::picture(out, &explanation.picture, self.page)?;
            self.places(out, explanation)?;
        }
        let is_found = self.outcome.look_at.iter().any(|place| place.source.is_some());
        if let Some(seen) = &self.outcome.observation
            && !(is_found && self.not_written().is_some())
        {
            self.printed(out, seen)?;
        }
        self.commands(out)
    }

    /// `FAIL stage / case                       1 difference (12 ms)`
    fn title(&self, out: &mut impl Write) -> io::Result<()> {
        let name = style::case(&self.outcome.case);
        let total = self.outcome.explanation.as_ref().map_or(0, |explanation| explanation.total);
        let flaky = self.outcome.repetition.as_ref().filter(|it| it.is_flaky());
        let flaky = flaky.map(|it| format!("flaky: {} of {} failed", it.failed, it.runs));
        let what = flaky.unwrap_or_else(|| match (self.failure, total) {
            _ if self.not_written().is_some() => "not written yet".to_owned(),
            (Failure::Mismatch, 1) => "1 difference".to_owned(),
            (Failure::Mismatch, total) if total > 1 => format!("{total} differences"),
            (failure, _) => failure.reason().as_str().to_owned(),
        });
        let took = self.outcome.elapsed.map_or_else(String::new, style::elapsed);
        let columns = if self.page.fits(TITLE) { 46 } else { 0 };
        let title = format!("{BAD}FAIL{BAD:#} {name:<columns$}");
        let between = if self.page.fits(TITLE) { " " } else { "\n     " };
        writeln!(out, "\n{title}{between}{what} {DIM}({took}){DIM:#}\n")
    }

    fn not_written(&self) -> Option<&str> {
        self.outcome.explanation.as_ref()?.not_written.as_deref()
    }

    fn summary(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.outcome.case.summary {
            Some(summary) => prose(out, &printable(summary), self.page),
            None => Ok(()),
        }
    }

    /// How often it failed of several runs, and where the answers were not alike.
    fn repetition(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(Repetition { runs, failed, varying }) = &self.outcome.repetition else {
            return Ok(());
        };
        let places: Vec<_> = varying.iter().map(|pointer| place(pointer)).collect();
        let what = match &places[..] {
            [] => String::new(),
            places => format!("; from run to run this varies: {}", places.join(", ")),
        };
        prose(out, &format!("it failed {failed} of {runs} times{what}"), self.page)
    }

    /// `look at: toolsCallRequest (src/mcp.ts:14)`, a line for each place.
    fn look_at(&self, out: &mut impl Write) -> io::Result<()> {
        for LookAt { text, source } in &self.outcome.look_at {
            let place = source.as_ref().map_or_else(String::new, |SourceLine { file, line }| {
                format!(" ({}:{line})", self.seen_from_here(file))
            });
            let text = format!("{}{place}", printable(text));
            labelled(out, (STRONG, "look at"), &text, self.page)?;
        }
        Ok(())
    }

    /// Whether a hidden case may be shown, where there is something to say of it.
    fn reveal(&self, out: &mut impl Write) -> io::Result<()> {
        let case = &self.outcome.case;
        match (self.outcome.reveal, self.invocation) {
            (Some(Reveal::NotYet { failures }), _) => {
                prose(out, &not_yet(&printable(&case.name), failures), self.page)
            }
            // A command is never broken into lines: it is there to be copied.
            (Some(Reveal::Allowed), Some(invocation)) => {
                let command = style::test_command(invocation, &revealing(case));
                writeln!(out, "  reveal it: {command}")
            }
            _ => Ok(()),
        }
    }

    /// `…/expected.json:9:7   stdout:1:131`: the second file lies beside the first.
    fn places(&self, out: &mut impl Write, explanation: &Explanation) -> io::Result<()> {
        // Where nothing was kept there is no folder to name.
        let folder = match &self.outcome.kept {
            Some(folder) => self.seen_from_here(&self.in_workspace(folder).join("")),
            None => String::new(),
        };
        difference::places(out, explanation, &folder, ["expected.json", "stdout"])
    }

    /// A file of the workspace as seen from the current folder.
    fn seen_from_here(&self, file: &Path) -> String {
        let seen = self.invocation.map(|invocation| invocation.seen_from_here(file));
        printable(&seen.as_deref().unwrap_or(file).to_string_lossy())
    }

    fn in_workspace<'f>(&self, file: &'f Path) -> &'f Path {
        self.invocation.map_or(file, |invocation| invocation.in_workspace(file))
    }

    /// What the program printed, where that is not already in the picture.
    fn printed(&self, out: &mut impl Write, seen: &Observation) -> io::Result<()> {
        let no_picture =
            self.outcome.explanation.as_ref().is_none_or(|told| told.picture.is_empty());
        if no_picture && !seen.stdout.is_empty() {
            lines(out, &program_text::beginning_of_stdout(&seen.stdout))?;
        }
        lines(out, &program_text::end_of_stderr(&seen.stderr))
    }

    fn commands(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(invocation) = self.invocation else { return Ok(()) };
        if self.not_written().is_some() {
            writeln!(out, "  lesson   {}", style::show_command(invocation, &self.stage.slug))?;
        }
        let topic = topic(self.outcome, self.failure);
        writeln!(out, "  more     {} explain {topic}", invocation.name)?;
        let case = &self.outcome.case;
        let rerun = match case.visibility {
            Visibility::Revealed => style::test_command(invocation, &revealing(case)),
            Visibility::Visible | Visibility::Hidden => {
                style::test_command(invocation, &selecting(case))
            }
        };
        writeln!(out, "  rerun    {rerun}")?;
        let Some(folder) = &self.outcome.kept else { return Ok(()) };
        writeln!(out, "  by hand  {}", self.by_hand(invocation, folder))
    }

    /// The command that starts the program as the case did. A server then waits for lines.
    fn by_hand(&self, invocation: &Invocation, folder: &Path) -> String {
        let file = self.in_workspace(folder).join("case.json");
        let file = file.to_string_lossy();
        let words = invocation.program.iter().map(String::as_str);
        let mode = self.stage.mode.as_str();
        let command = match self.stage.driver {
            Driver::Process => {
                let input = style::command([file.as_ref()]);
                format!("{} < {input}", style::command(words.chain([mode, &file])))
            }
            Driver::StdioServer if invocation.trailing.is_empty() => {
                style::command(words.chain([mode]))
            }
            Driver::StdioServer => style::command(words),
        };
        let elsewhere = invocation.elsewhere.as_ref();
        let way = elsewhere.map(|way| format!("cd {} && ", style::command([way.as_str()])));
        way.unwrap_or_default() + &command
    }
}

/// The page about the first difference, or about why there is no answer, else about the reason.
#[must_use]
pub fn topic(outcome: &Outcome, failure: &Failure) -> &'static str {
    let told = outcome.explanation.as_ref();
    let difference = told.and_then(|told| told.differences.first());
    match (failure, difference, told.and_then(|told| told.no_answer)) {
        _ if told.is_some_and(|told| told.not_written.is_some()) => "not-written",
        (Failure::Mismatch, Some(first), _) => first.topic,
        (Failure::NotJson, _, Some(cause)) => cause.as_str(),
        (Failure::Protocol { fault, .. }, ..) => fault.topic(),
        (failure, ..) => topic_of(failure.reason()),
    }
}

/// A place as a sentence names it.
fn place(pointer: &str) -> String {
    if pointer.is_empty() { "the whole answer".to_owned() } else { printable(pointer) }
}

fn not_yet(name: &str, failures: usize) -> String {
    let times = if failures == 1 { "time" } else { "times" };
    let more = FAILURES_BEFORE_REVEAL.saturating_sub(failures);
    format!(
        "{name} is not revealed yet: it has failed {failures} {times} with a changed program, \
         {more} more to go"
    )
}

/// The options that select this case.
fn selecting(case: &CaseTitle) -> [&str; 4] {
    ["--stage", &case.stage, "--case", &case.name]
}

/// The options that select this case and show it although it is hidden.
fn revealing(case: &CaseTitle) -> [&str; 6] {
    let [stage, slug, option, name] = selecting(case);
    [stage, slug, option, name, "--reveal", name]
}

fn lines(out: &mut impl Write, lines: &[String]) -> io::Result<()> {
    lines.iter().try_for_each(|line| writeln!(out, "  {DIM}{line}{DIM:#}"))
}
