//! Lines that editors read: a bracket around each run, and `path:line:column: error: message` for
//! each failure between them. Where a case failed that a learner can look into, the hidden ones are
//! left out, as in the report for people.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::escape::printable;
use super::human::style::DIM;
use crate::model::{Event, Failure, Invocation, Outcome, Position, Verdict, Visibility};

/// Writes them.
#[derive(Debug)]
pub struct Editor<W>(W);

impl<W: Write> Editor<W> {
    /// Writes to `out`.
    pub const fn new(out: W) -> Self {
        Self(out)
    }

    /// The line before a run.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn started(&mut self) -> io::Result<()> {
        writeln!(self.0, "{DIM}[theinference] run started{DIM:#}")
    }

    /// The line after a run in which so many cases failed; also after one that could not begin.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finished(&mut self, failed: usize) -> io::Result<()> {
        writeln!(self.0, "{DIM}[theinference] run finished: {failed} failed{DIM:#}")
    }

    /// A line for each failure that these events of one run tell of.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn failures<'e>(&mut self, events: impl Iterator<Item = &'e Event>) -> io::Result<()> {
        let (mut invocation, mut of_stage) = (None, Vec::new());
        for event in events {
            match event {
                Event::RunStarted(started) => invocation = Some(started),
                Event::CaseFinished(outcome) => of_stage.push(outcome.as_ref()),
                Event::StageFinished(_) | Event::RunFinished(_) => {
                    let outcomes = std::mem::take(&mut of_stage);
                    invocation.map_or(Ok(()), |invocation| self.of_stage(&outcomes, invocation))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn of_stage(&mut self, outcomes: &[&Outcome], invocation: &Invocation) -> io::Result<()> {
        let is_seen = |outcome: &Outcome| outcome.case.visibility != Visibility::Hidden;
        let failed = outcomes.iter().filter_map(|outcome| match &outcome.verdict {
            Verdict::Fail(Failure::BuildFailed) => None,
            Verdict::Fail(failure) => Some((*outcome, failure)),
            Verdict::Pass | Verdict::Error(_) | Verdict::Skipped(_) => None,
        });
        let only_seen = failed.clone().any(|(outcome, _)| is_seen(outcome));
        let mut told = failed.filter(|(outcome, _)| !only_seen || is_seen(outcome));
        told.try_for_each(|(outcome, failure)| self.failure(outcome, failure, invocation))
    }

    fn failure(
        &mut self,
        outcome: &Outcome,
        failure: &Failure,
        invocation: &Invocation,
    ) -> io::Result<()> {
        let Some((file, line, column)) = place(outcome, invocation) else { return Ok(()) };
        let file = printable(&invocation.seen_from_here(&file).to_string_lossy());
        let (case, message) = (&outcome.case, printable(message(outcome, failure)));
        let name = printable(&format!("{}/{}", case.stage, case.name));
        writeln!(self.0, "{DIM}{file}:{line}:{column}: error: {name}: {message}{DIM:#}")
    }
}

/// A file that is there, relative to the workspace: the function that made the difference, else
/// what the program printed, else the program.
fn place(outcome: &Outcome, invocation: &Invocation) -> Option<(PathBuf, usize, usize)> {
    if let Some(source) = outcome.look_at.iter().find_map(|place| place.source.as_ref()) {
        return Some((source.file.clone(), source.line, 1));
    }
    if let Some(folder) = &outcome.kept {
        let folder = invocation.in_workspace(folder);
        let (line, column) = first_position(outcome).map_or((1, 1), |at| (at.line, at.column));
        return Some((folder.join("stdout"), line, column));
    }
    let program = Path::new(invocation.program.first()?);
    let program = invocation.workspace.join(program.strip_prefix(".").unwrap_or(program));
    let program = program.is_file().then_some(program)?;
    Some((invocation.in_workspace(&program).to_owned(), 1, 1))
}

fn first_position(outcome: &Outcome) -> Option<Position> {
    let first = outcome.explanation.as_ref()?.differences.first()?;
    Some(first.mismatch.actual.as_ref()?.position)
}

/// One sentence; of a hidden case, what it is about.
fn message<'o>(outcome: &'o Outcome, failure: &'o Failure) -> &'o str {
    let told = outcome.explanation.as_ref();
    let difference =
        told.and_then(|told| told.differences.first()).map(|first| first.sentence.as_str());
    let cause = told.and_then(|told| told.causes.first()).map(String::as_str);
    let refusal = match failure {
        Failure::CouldNotStart(problem) => Some(problem.sentence.as_str()),
        _ => None,
    };
    let summary = outcome.case.summary.as_deref();
    cause.or(difference).or(refusal).or(summary).unwrap_or_else(|| failure.reason().as_str())
}
