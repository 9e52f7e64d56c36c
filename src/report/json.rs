//! Our own machine formats: one document at the end, or one line for each event. Both are ASCII, so
//! that nothing in them can command a terminal.

use std::io::{self, Write};

use serde::Serialize;

use super::Reporter;
use super::wire::{WireBuildFailure, WireCase, WireEvent, WireRun, WireStage, WireSummary, ascii};
use crate::model::Event;

/// Writes one JSON document when the run is over.
#[derive(Debug)]
pub struct Json<W> {
    out: W,
    document: Document,
}

#[derive(Debug, Default, Serialize)]
struct Document {
    #[serde(flatten)]
    run: Option<WireRun>,
    #[serde(skip_serializing_if = "Option::is_none")]
    build_failure: Option<WireBuildFailure>,
    stages: Vec<WireStage>,
    cases: Vec<WireCase>,
    warnings: Vec<String>,
    summary: Option<WireSummary>,
}

impl<W: Write> Json<W> {
    /// A reporter that writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out, document: Document::default() }
    }
}

impl<W: Write> Reporter for Json<W> {
    fn on_event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::RunStarted(invocation) => self.document.run = Some(invocation.into()),
            Event::BuildStarted { .. } | Event::BuildFinished { .. } | Event::StageStarted(_) => {}
            Event::BuildFailed { sentence, output } => {
                self.document.build_failure = Some(WireBuildFailure::new(sentence, output));
            }
            Event::CaseFinished(outcome) => self.document.cases.push(outcome.as_ref().into()),
            Event::StageFinished(stage) => self.document.stages.push(stage.into()),
            Event::Warning(warning) => self.document.warnings.push(warning.clone()),
            Event::RunFinished(summary) => {
                self.document.summary = Some(summary.into());
                let document = std::mem::take(&mut self.document);
                writeln!(self.out, "{}", ascii(&serde_json::to_string_pretty(&document)?))?;
                self.out.flush()?;
            }
        }
        Ok(())
    }
}

/// Writes each event as one line of JSON, as soon as it happens.
#[derive(Debug)]
pub struct Ndjson<W> {
    out: W,
}

impl<W: Write> Ndjson<W> {
    /// A reporter that writes to `out`.
    pub fn new(out: W) -> Self {
        Self { out }
    }
}

impl<W: Write> Reporter for Ndjson<W> {
    fn on_event(&mut self, event: &Event) -> io::Result<()> {
        writeln!(self.out, "{}", ascii(&serde_json::to_string(&WireEvent::from(event))?))?;
        self.out.flush()
    }
}
