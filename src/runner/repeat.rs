//! Runs a case as often as it is asked for, and says which of the runs is told.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::judge::{Budget, Variation, judge};
use crate::model::{Case, Ending, Observation, Repetition, Stage, StartError, Verdict};

/// What came of one run.
pub(super) type Ran = Result<Observation, StartError>;

/// The first run that failed, else the first one; and what came of all, where there was more than
/// one. A run that is cancelled, or that cannot begin, is the last.
pub(super) fn repeated(
    (stage, case): (&Stage, &Case),
    times: usize,
    execute: &mut dyn FnMut() -> Ran,
) -> (Ran, Option<Repetition>) {
    let mut told = execute();
    if times == 1 {
        return (told, None);
    }
    let mut tally = Tally::default();
    let mut failed = tally.add(&told, stage, case);
    while tally.runs < times && can_go_on(&told) {
        let ran = execute();
        let fails = tally.add(&ran, stage, case);
        if !can_go_on(&ran) || (fails && !failed) {
            (told, failed) = (ran, fails);
        }
    }
    (told, Some(tally.told()))
}

fn can_go_on(ran: &Ran) -> bool {
    ran.as_ref().is_ok_and(|seen| seen.ending != Ending::Cancelled)
}

#[derive(Default)]
struct Tally {
    runs: usize,
    failed: usize,
    variation: Variation,
}

impl Tally {
    /// Takes in one run, and says whether it failed.
    fn add(&mut self, ran: &Ran, stage: &Stage, case: &Case) -> bool {
        self.runs += 1;
        let Ok(seen) = ran else { return true };
        let judged = || judge(case, &stage.compare, seen, &Budget::default()).verdict;
        // A defect of ours will be told once this run is judged for the report.
        let passes = catch_unwind(AssertUnwindSafe(judged)).is_ok_and(|it| it == Verdict::Pass);
        self.variation.add(&seen.stdout, &stage.compare);
        self.failed += usize::from(!passes);
        !passes
    }

    fn told(self) -> Repetition {
        let Self { runs, failed, variation } = self;
        Repetition { runs, failed, varying: variation.pointers() }
    }
}
