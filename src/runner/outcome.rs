//! Puts together what is told of a case. The one place that decides what a hidden case may show.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::learner::{Learner, Permission};
use crate::judge::{Budget, Judgement, judge};
use crate::model::{
    Answer, Case, CaseTitle, Difference, Ending, Expectation, Failure, Hint, Observation, Outcome,
    Repetition, Stage, StartError, Verdict, Visibility,
};
use crate::workspace::{self, FailedCase, StateError};

/// How much of an endless stdout is kept on disk.
const KEPT_OF_A_FLOOD: usize = 1 << 20;

/// Everything that is known of a case before it is told.
#[derive(Clone, Copy)]
pub(super) struct Assembly<'a> {
    pub(super) stage: &'a Stage,
    pub(super) case: &'a Case,
    /// Where its files are kept, when they are.
    pub(super) keeping: Option<&'a Keeping<'a>>,
    /// How much of a difference is told.
    pub(super) budget: Budget,
    /// Who is to be told, where the program ran.
    pub(super) learner: Option<&'a Learner<'a>>,
}

/// The workspace in which files are kept, until that fails once: one warning is enough, and a lock
/// that somebody holds must not be waited for again and again.
#[derive(Debug)]
pub(super) struct Keeping<'a> {
    workspace: &'a Path,
    failed: AtomicBool,
}

impl<'a> Keeping<'a> {
    pub(super) const fn in_workspace(workspace: &'a Path) -> Self {
        Self { workspace, failed: AtomicBool::new(false) }
    }
}

impl Assembly<'_> {
    /// A case that was run.
    pub(super) fn judged(
        &self,
        result: Result<Observation, StartError>,
        repetition: Option<Repetition>,
    ) -> Outcome {
        let mut outcome = self.judged_once(result);
        outcome.repetition = repetition;
        if let (Visibility::Hidden, Some(repetition)) =
            (outcome.case.visibility, &mut outcome.repetition)
        {
            repetition.varying.clear();
        }
        outcome
    }

    fn judged_once(&self, result: Result<Observation, StartError>) -> Outcome {
        match result {
            Err(StartError::Harness(message)) => self.without_run(Verdict::Error(message)),
            Err(StartError::Program(problem)) => {
                self.without_run(Verdict::Fail(Failure::CouldNotStart(problem)))
            }
            Ok(seen) => {
                let judgement = judge(self.case, &self.stage.compare, &seen, &self.budget);
                self.observed(judgement, seen)
            }
        }
    }

    /// A case that did not run, and why.
    pub(super) fn without_run(&self, verdict: Verdict) -> Outcome {
        let (stage, case) = (self.stage, self.case);
        Outcome {
            case: CaseTitle {
                stage: stage.slug.clone(),
                name: case.name.clone(),
                summary: case.summary.clone(),
                visibility: case.visibility,
            },
            verdict,
            elapsed: None,
            resources: None,
            observation: None,
            explanation: None,
            hints: Vec::new(),
            look_at: Vec::new(),
            repetition: None,
            reveal: None,
            warnings: Vec::new(),
            kept: None,
        }
    }

    fn observed(&self, judgement: Judgement, seen: Observation) -> Outcome {
        let Judgement { verdict, explanation, hints } = judgement;
        let failed = verdict != Verdict::Pass;
        let mut outcome = self.without_run(verdict);
        outcome.elapsed = Some(seen.elapsed);
        outcome.resources = Some(seen.resources);
        outcome.warnings.extend(left_running(seen.left_running));
        outcome.warnings.extend(seen.not_removed.clone());
        self.reveal(&mut outcome);
        let visibility = outcome.case.visibility;
        match self.keep(&outcome.verdict, visibility, &seen) {
            Ok(kept) => outcome.kept = kept,
            Err(warning) => outcome.warnings.push(warning),
        }
        if failed {
            outcome.hints = self.hints(&outcome.verdict, hints);
            if visibility != Visibility::Hidden {
                let look_at = |learner: &Learner<'_>| match &explanation.not_written {
                    // `McpServer.handle` is defined as `handle`.
                    Some(name) => {
                        name.rsplit(['.', ':']).take(1).map(|it| learner.located(it)).collect()
                    }
                    None => {
                        let to_tell = to_look_at(&explanation.differences, &outcome.hints);
                        learner.look_at(&self.stage.touches, &to_tell)
                    }
                };
                outcome.look_at = self.learner.map_or_else(Vec::new, look_at);
                outcome.explanation = Some(explanation);
                outcome.observation = Some(seen);
            }
        }
        outcome
    }

    /// Shows a hidden case that was judged and failed, when the learner asked for it and may see it.
    fn reveal(&self, outcome: &mut Outcome) {
        let judged = matches!(&outcome.verdict, Verdict::Fail(failure) if failure.was_judged());
        let Some(learner) = self.learner.filter(|_| judged) else { return };
        if self.case.visibility != Visibility::Hidden {
            return;
        }
        let (permission, warning) = learner.hidden_failed(self.stage, self.case);
        outcome.warnings.extend(warning);
        match permission {
            Permission::Granted => outcome.case.visibility = Visibility::Revealed,
            Permission::Withheld(reveal) => outcome.reveal = reveal,
        }
    }

    /// Those of the mistakes that were recognised, else the case's own. That one is about the
    /// answer; of a hidden case it is all there is to go by.
    fn hints(&self, verdict: &Verdict, recognised: Vec<Hint>) -> Vec<Hint> {
        let about_the_answer = *verdict == Verdict::Fail(Failure::Mismatch);
        let hidden = self.case.visibility == Visibility::Hidden;
        if !recognised.is_empty() || !(about_the_answer || hidden) {
            return recognised;
        }
        let own = |text: &String| Hint { text: text.clone(), ..Hint::default() };
        self.case.hint.iter().map(own).collect()
    }

    /// Keeps the files of a case that failed and is shown; removes what an earlier run kept
    /// otherwise.
    fn keep(
        &self,
        verdict: &Verdict,
        visibility: Visibility,
        seen: &Observation,
    ) -> Result<Option<PathBuf>, String> {
        let working = |keeping: &&Keeping<'_>| !keeping.failed.load(Ordering::Relaxed);
        let Some(keeping) = self.keeping.filter(working) else { return Ok(None) };
        let kept = if *verdict != Verdict::Pass && visibility != Visibility::Hidden {
            self.write_files(keeping.workspace, verdict, seen).map(Some)
        } else {
            workspace::clear(keeping.workspace, &self.stage.slug, &self.case.name).map(|()| None)
        };
        match kept {
            Err(error) if !keeping.failed.swap(true, Ordering::Relaxed) => {
                Err(format!("the files of failed cases are not kept: {error}"))
            }
            kept => Ok(kept.unwrap_or(None)),
        }
    }

    fn write_files(
        &self,
        workspace: &Path,
        verdict: &Verdict,
        seen: &Observation,
    ) -> Result<PathBuf, StateError> {
        let Expectation::Exact(expected) = &self.case.expectation;
        // Of a flood the beginning tells enough.
        let most = match seen.ending {
            Ending::OutputLimit(_) => KEPT_OF_A_FLOOD,
            _ => usize::MAX,
        };
        let stdout = &seen.stdout[..seen.stdout.len().min(most)];
        let files = FailedCase {
            stage: &self.stage.slug,
            case: &self.case.name,
            input: &self.case.input,
            expected,
            actual: is_json(verdict).then_some(stdout),
            stdout,
            stderr: &seen.stderr.to_bytes(),
        };
        workspace::keep(workspace, &files)
    }
}

/// The pointers whose reasons are worth looking for: where known mistakes begin, as most of the rest
/// follows from them; where none is known, all.
fn to_look_at<'d>(differences: &'d [Difference], hints: &'d [Hint]) -> Vec<&'d str> {
    let known: Vec<_> = hints.iter().filter_map(|hint| hint.begins_at.as_deref()).collect();
    let all = differences.iter().map(|difference| difference.mismatch.pointer.as_str());
    if known.is_empty() { all.collect() } else { known }
}

/// Whether the judge could read the answer.
const fn is_json(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Fail(failure) => {
            matches!(failure.answer(), Some(Answer::Right | Answer::Wrong))
        }
        Verdict::Pass | Verdict::Error(_) | Verdict::Skipped(_) => false,
    }
}

fn left_running(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("one background process was left running, and was killed".to_owned()),
        _ => Some(format!("{count} background processes were left running, and were killed")),
    }
}
