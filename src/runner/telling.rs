//! Turns outcomes, which come in course order, into events and counts.

use super::Listener;
use crate::model::{
    Event, Outcome, RunSummary, Stage, StageSummary, StageTitle, Tally, Verdict, Visibility,
};
use crate::plan::{Plan, PlannedStage};

/// What was told so far, and to whom.
pub(super) struct Telling<'p, 'l, 'f> {
    listener: &'l mut Listener<'f>,
    waiting: std::slice::Iter<'p, PlannedStage<'p>>,
    current: Option<Current>,
    told: usize,
    summary: RunSummary,
}

/// The stage whose cases are being told.
struct Current {
    summary: StageSummary,
    left: usize,
}

impl<'p, 'l, 'f> Telling<'p, 'l, 'f> {
    pub(super) fn new(plan: &'p Plan<'_>, listener: &'l mut Listener<'f>) -> Self {
        let waiting = plan.stages.iter();
        Self { listener, waiting, current: None, told: 0, summary: RunSummary::default() }
    }

    /// How many cases were told.
    pub(super) const fn told(&self) -> usize {
        self.told
    }

    /// Tells of the next case in course order.
    pub(super) fn tell(&mut self, outcome: Outcome) {
        let mut current = match self.current.take() {
            Some(current) => current,
            None => match self.start_stage() {
                Some(current) => current,
                None => return,
            },
        };
        self.told += 1;
        count(&mut self.summary, &outcome.verdict);
        current.count(&outcome);
        (self.listener)(Event::CaseFinished(Box::new(outcome)));
        if current.left == 0 {
            (self.listener)(Event::StageFinished(current.summary));
        } else {
            self.current = Some(current);
        }
    }

    fn start_stage(&mut self) -> Option<Current> {
        let planned = self.waiting.find(|planned| !planned.cases.is_empty())?;
        let stage = title(planned.stage);
        (self.listener)(Event::StageStarted(stage.clone()));
        let (visible, hidden) = (Tally::default(), Tally::default());
        let complete = planned.complete;
        let summary = StageSummary { stage, visible, hidden, complete };
        Some(Current { summary, left: planned.cases.len() })
    }

    pub(super) fn finish(mut self, cancelled: bool) -> RunSummary {
        self.summary.cancelled = cancelled;
        self.summary
    }
}

impl Current {
    fn count(&mut self, outcome: &Outcome) {
        let tally = match outcome.case.visibility {
            Visibility::Visible => &mut self.summary.visible,
            Visibility::Hidden | Visibility::Revealed => &mut self.summary.hidden,
        };
        let judged = match &outcome.verdict {
            Verdict::Pass => true,
            Verdict::Fail(failure) => failure.was_judged(),
            Verdict::Error(_) | Verdict::Skipped(_) => false,
        };
        self.summary.complete &= judged;
        tally.total += 1;
        tally.passed += usize::from(outcome.verdict == Verdict::Pass);
        self.left -= 1;
    }
}

fn count(summary: &mut RunSummary, verdict: &Verdict) {
    match verdict {
        Verdict::Pass => summary.passed += 1,
        Verdict::Error(_) => summary.errors += 1,
        Verdict::Skipped(_) => summary.skipped += 1,
        Verdict::Fail(failure) => {
            summary.failed += 1;
            summary.not_started += usize::from(!failure.was_judged());
        }
    }
}

/// What reports say of a stage.
#[must_use]
pub fn title(stage: &Stage) -> StageTitle {
    StageTitle {
        slug: stage.slug.clone(),
        title: stage.title.clone(),
        chapter: stage.chapter.clone(),
        minutes: stage.minutes,
        mode: stage.mode.clone(),
        driver: stage.driver,
    }
}
