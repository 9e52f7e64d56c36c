//! What a learner may do next, in machine formats.

use serde::Serialize;

use crate::model::{FAILURES_BEFORE_REVEAL, LookAt, Repetition, Reveal};

/// Whether a hidden case that failed may be shown, where there is something to say of it.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct WireReveal {
    allowed: bool,
    failures: usize,
    failures_needed: usize,
}

impl From<Reveal> for WireReveal {
    fn from(reveal: Reveal) -> Self {
        let failures_needed = FAILURES_BEFORE_REVEAL;
        match reveal {
            Reveal::NotYet { failures } => Self { allowed: false, failures, failures_needed },
            Reveal::Allowed => Self { allowed: true, failures: failures_needed, failures_needed },
        }
    }
}

/// The file is relative to the workspace.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireLookAt {
    text: String,
    file: Option<String>,
    line: Option<usize>,
}

impl From<&LookAt> for WireLookAt {
    fn from(look_at: &LookAt) -> Self {
        let source = look_at.source.as_ref();
        Self {
            text: look_at.text.clone(),
            file: source.map(|source| source.file.to_string_lossy().into_owned()),
            line: source.map(|source| source.line),
        }
    }
}

/// What came of running a case several times.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireRepetition {
    runs: usize,
    failed: usize,
    varying: Vec<String>,
}

impl From<&Repetition> for WireRepetition {
    fn from(repetition: &Repetition) -> Self {
        let Repetition { runs, failed, varying } = repetition.clone();
        Self { runs, failed, varying }
    }
}
