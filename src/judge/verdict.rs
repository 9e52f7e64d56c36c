//! From an observation to a verdict: how it ended comes first, then what it answered.

use super::{AnswerProblem, Budget, causes, compare, explain, read_answer, sentence};
use crate::json::Document;
use crate::model::{
    Answer, Case, CompareRules, Ending, Expectation, Explanation, Failure, Observation, Verdict,
};

/// A verdict, and what a person is told when it is not a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What was found.
    pub verdict: Verdict,
    /// Empty for a pass.
    pub explanation: Explanation,
}

/// Judges one observation of a case.
#[must_use]
pub fn judge(case: &Case, rules: &CompareRules, seen: &Observation) -> Judgement {
    let Expectation::Exact(expected) = &case.expectation;
    let expected = match Document::parse(expected) {
        Ok(expected) => expected,
        Err(error) => return unjudged(&format!("expected.json is not JSON: {error}")),
    };
    if seen.ending == Ending::Cancelled {
        return unjudged("the run was cancelled");
    }
    let read = Reading::of(&seen.stdout, &expected, rules);
    match failure(case, seen.ending, &read) {
        None => Judgement { verdict: Verdict::Pass, explanation: Explanation::default() },
        Some(failure) => {
            let mut explanation = read.explanation;
            explanation.causes.splice(0..0, causes::of_ending(&failure, seen));
            Judgement { verdict: Verdict::Fail(failure), explanation }
        }
    }
}

fn unjudged(why: &str) -> Judgement {
    Judgement { verdict: Verdict::Error(why.to_owned()), explanation: Explanation::default() }
}

/// What stdout is worth by itself.
struct Reading {
    answer: Answer,
    explanation: Explanation,
}

impl Reading {
    fn of(stdout: &[u8], expected: &Document<'_>, rules: &CompareRules) -> Self {
        let actual = match read_answer(stdout) {
            Ok(actual) => actual,
            Err(problem) => {
                let answer = match problem {
                    AnswerProblem::NothingWritten | AnswerProblem::OnlyWhiteSpace => {
                        Answer::Nothing
                    }
                    _ => Answer::NotJson,
                };
                let causes = vec![sentence(&problem)];
                return Self {
                    answer,
                    explanation: Explanation { causes, ..Explanation::default() },
                };
            }
        };
        let differences = compare(expected.root(), actual.root(), rules);
        let answer = if differences.is_empty() { Answer::Right } else { Answer::Wrong };
        Self { answer, explanation: explain(&differences, &Budget::default()) }
    }
}

fn failure(case: &Case, ending: Ending, read: &Reading) -> Option<Failure> {
    let answer = read.answer;
    match ending {
        Ending::TimedOut(limit) => Some(Failure::Timeout { limit, answer }),
        Ending::OutputLimit(limit) => Some(Failure::OutputLimit { limit }),
        Ending::Signaled(signal) => Some(Failure::Signal { signal, answer }),
        Ending::Exited(actual) if actual != case.exit => {
            Some(Failure::ExitCode { expected: case.exit, actual, answer })
        }
        // The caller has answered for a cancelled run.
        Ending::Exited(_) | Ending::Cancelled => match answer {
            Answer::Right => None,
            Answer::Wrong => Some(Failure::Mismatch),
            Answer::NotJson => Some(Failure::NotJson),
            Answer::Nothing => Some(Failure::NoOutput),
        },
    }
}
