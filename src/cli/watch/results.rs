//! What a run said, and how that differs from the run before.

use std::collections::{BTreeMap, HashSet};

use crate::cli::exit::Exit;
use crate::cli::test::CaseName;
use crate::model::{Event, Outcome, Verdict};
use crate::report::without_flood;

/// Everything that a run told.
#[derive(Debug, Default)]
pub(super) struct Results {
    events: Vec<Event>,
    /// How the run would have ended the program; `None` before its end.
    pub(super) exit: Option<Exit>,
}

impl Results {
    pub(super) fn note(&mut self, event: Event) {
        self.events.push(match event {
            Event::CaseFinished(outcome) => Event::CaseFinished(Box::new(without_flood(&outcome))),
            event => event,
        });
    }

    pub(super) fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.iter()
    }

    fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.events.iter().filter_map(|event| match event {
            Event::CaseFinished(outcome) => Some(outcome.as_ref()),
            _ => None,
        })
    }

    /// The cases that did not pass, in the order in which they were shown.
    pub(super) fn failures(&self) -> Vec<&Outcome> {
        self.outcomes().filter(|outcome| is_failure(&outcome.verdict)).collect()
    }

    /// Their names.
    pub(super) fn failed(&self) -> HashSet<CaseName> {
        self.failures().into_iter().map(name).collect()
    }

    /// What tells of one case alone.
    pub(super) fn events_of(&self, case: &CaseName) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| match event {
            Event::RunStarted(_) => true,
            Event::StageStarted(stage) => stage.slug == case.0,
            Event::StageFinished(summary) => summary.stage.slug == case.0,
            Event::CaseFinished(outcome) => name(outcome) == *case,
            _ => false,
        })
    }

    /// `fixed 2, broke 1`, of cases that both runs judged; `None` where nothing changed.
    pub(super) fn changes_since(&self, before: &BTreeMap<CaseName, bool>) -> Option<String> {
        let now = self.passed();
        let count = |passed: bool| {
            let was_other = |(name, now): &(&CaseName, &bool)| {
                **now == passed && before.get(*name) == Some(&!passed)
            };
            now.iter().filter(was_other).count()
        };
        let told: Vec<_> = [("fixed", count(true)), ("broke", count(false))]
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(word, count)| format!("{word} {count}"))
            .collect();
        (!told.is_empty()).then(|| told.join(", "))
    }

    /// Whether each judged case passed.
    pub(super) fn passed(&self) -> BTreeMap<CaseName, bool> {
        let judged = self.outcomes().filter_map(|outcome| match outcome.verdict {
            Verdict::Pass => Some((name(outcome), true)),
            Verdict::Fail(_) => Some((name(outcome), false)),
            Verdict::Error(_) | Verdict::Skipped(_) => None,
        });
        judged.collect()
    }
}

fn is_failure(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Fail(_) | Verdict::Error(_))
}

pub(super) fn name(outcome: &Outcome) -> CaseName {
    (outcome.case.stage.clone(), outcome.case.name.clone())
}
