//! What is known of the learner beside the run at hand: the source files, how often hidden cases
//! failed, and which of them the learner wants to see. All of it is looked up when a case fails and
//! not before, and the files are read once for a run.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::{CountFailures, Setup};
use crate::judge::{function_in, touched};
use crate::model::{Case, FAILURES_BEFORE_REVEAL, LookAt, Reveal, SourceLine, Stage, Touch};
use crate::plan::Planned;
use crate::workspace::{self, Definition, Failures, Fingerprint, Sources, StateError};

/// What is known of the learner.
#[derive(Debug)]
pub(super) struct Learner<'r> {
    setup: &'r Setup,
    /// The hidden cases to be shown.
    asked: &'r [Planned<'r>],
    sources: OnceLock<Sources>,
    fingerprint: OnceLock<Fingerprint>,
    /// What came of looking for a function, by its name.
    definitions: Mutex<HashMap<String, Option<Definition>>>,
    warned: AtomicBool,
}

/// Whether a hidden case that failed may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Permission {
    /// It may, and is asked for.
    Granted,
    /// It is not shown, and this is told of it.
    Withheld(Option<Reveal>),
}

impl<'r> Learner<'r> {
    pub(super) fn new(setup: &'r Setup, asked: &'r [Planned<'r>]) -> Self {
        Self {
            setup,
            asked,
            sources: OnceLock::new(),
            fingerprint: OnceLock::new(),
            definitions: Mutex::default(),
            warned: AtomicBool::new(false),
        }
    }

    /// Where to look for the reasons of what differs at these pointers.
    pub(super) fn look_at(&self, touches: &[Touch], pointers: &[&str]) -> Vec<LookAt> {
        touched(touches, pointers.iter().copied())
            .into_iter()
            .map(|text| self.located(&text))
            .collect()
    }

    /// The same for one text, which names a function.
    pub(super) fn located(&self, text: &str) -> LookAt {
        let name = function_in(text);
        match self.definition(name) {
            Some(Definition { name: spelled, file, line }) => {
                let text = text.replacen(name, &spelled, 1);
                LookAt { text, source: Some(SourceLine { file, line }) }
            }
            None => LookAt { text: text.to_owned(), source: None },
        }
    }

    fn definition(&self, name: &str) -> Option<Definition> {
        let mut known = self.definitions.lock().unwrap_or_else(PoisonError::into_inner);
        let look = || self.sources().definition(name);
        known.entry(name.to_owned()).or_insert_with(look).clone()
    }

    fn sources(&self) -> &Sources {
        let read = || self.setup.sources.as_deref().map(Sources::read).unwrap_or_default();
        self.sources.get_or_init(read)
    }

    /// Notes that a hidden case failed, and says whether it may be shown; and what to warn of, once
    /// in a run.
    pub(super) fn hidden_failed(&self, stage: &Stage, case: &Case) -> (Permission, Option<String>) {
        let (failures, warning) = match self.failures(&stage.slug, &case.name) {
            None => return (Permission::Withheld(None), None),
            Some(Ok(Failures { count, warning })) => (count, warning),
            Some(Err(error)) => {
                let warning = format!("the failures of hidden cases are not counted: {error}");
                (0, Some(warning))
            }
        };
        let is_asked =
            self.asked.iter().any(|(of, it)| of.slug == stage.slug && it.name == case.name);
        let permission = match (is_asked, failures >= FAILURES_BEFORE_REVEAL) {
            (true, true) => Permission::Granted,
            (true, false) => Permission::Withheld(Some(Reveal::NotYet { failures })),
            (false, true) => Permission::Withheld(Some(Reveal::Allowed)),
            (false, false) => Permission::Withheld(None),
        };
        let first = |_: &String| !self.warned.swap(true, Ordering::Relaxed);
        (permission, warning.filter(first))
    }

    /// How often the case failed, where that is counted.
    fn failures(&self, stage: &str, case: &str) -> Option<Result<Failures, StateError>> {
        let workspace = &self.setup.directory;
        match self.setup.count_failures {
            CountFailures::Never => None,
            CountFailures::OnlyEarlier => Some(workspace::known_failures(workspace, stage, case)),
            CountFailures::AlsoThis => {
                let fingerprint = || self.fingerprint.get_or_init(|| self.sources().fingerprint());
                Some(workspace::count_failure(workspace, stage, case, fingerprint))
            }
        }
    }
}
