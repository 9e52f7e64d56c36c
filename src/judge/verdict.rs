//! From an observation to a verdict: how it ended comes first, then what it answered.

use super::unwritten::unwritten;
use super::{
    AnswerProblem, Budget, causes, compare, explain, mistakes, read_answer, sentence, session,
};
use crate::json::Document;
use crate::model::{
    Answer, Case, CompareRules, Ending, Expectation, Explanation, Failure, Fault, Hint, Mistake,
    Observation, Reached, Verdict,
};

/// A verdict, and what a person is told when it is not a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What was found.
    pub verdict: Verdict,
    /// Empty for a pass.
    pub explanation: Explanation,
    /// What the course says of the mistakes that were recognised, the most specific first.
    pub hints: Vec<Hint>,
}

/// Judges one observation of a case, and explains as much of a difference as the budget allows.
#[must_use]
pub fn judge(case: &Case, rules: &CompareRules, seen: &Observation, budget: &Budget) -> Judgement {
    let Expectation::Exact(expected) = &case.expectation;
    let expected = match Document::parse(expected) {
        Ok(expected) => expected,
        Err(error) => return unjudged(&format!("expected.json is not JSON: {error}")),
    };
    let read = match seen.ending {
        // A flood is not worth reading: whatever it begins with, it fails.
        Ending::OutputLimit(_) => Reading::untold(Answer::NotJson),
        _ => {
            let (expected, known) = (&expected, &case.mistakes);
            Standard { expected, rules, known, budget }.read(&seen.stdout)
        }
    };
    let failure = match verdict(case, seen, read.answer) {
        Verdict::Fail(failure) => failure,
        verdict => return told_by_itself(verdict),
    };
    match unwritten(seen, read.answer) {
        Some(name) => not_written(failure, name),
        None => explained(case, seen, failure, read),
    }
}

/// A failure with all that is to be said of the ending and of the answer.
fn explained(case: &Case, seen: &Observation, failure: Failure, read: Reading) -> Judgement {
    let mut explanation = read.explanation;
    let said_by_ending = read.answer == Answer::Nothing && failure != Failure::NoOutput;
    if said_by_ending {
        explanation.causes.clear();
    }
    explanation.causes.splice(0..0, causes::of_ending(&failure, seen));
    let found = mistakes::causes(&failure, explanation.no_answer);
    let mut hints = mistakes::in_causes(&case.mistakes, &found);
    hints.extend(read.hints);
    Judgement { verdict: Verdict::Fail(failure), explanation, hints }
}

fn unjudged(why: &str) -> Judgement {
    told_by_itself(Verdict::Error(why.to_owned()))
}

fn not_written(failure: Failure, name: String) -> Judgement {
    let causes = vec![format!("`{name}` is not written yet.")];
    let explanation = Explanation { causes, not_written: Some(name), ..Explanation::default() };
    Judgement { explanation, ..told_by_itself(Verdict::Fail(failure)) }
}

fn told_by_itself(verdict: Verdict) -> Judgement {
    Judgement { verdict, explanation: Explanation::default(), hints: Vec::new() }
}

/// What stdout is worth by itself.
struct Reading {
    answer: Answer,
    explanation: Explanation,
    /// What is said of the mistakes in it.
    hints: Vec<Hint>,
}

impl Reading {
    /// One of which there is nothing more to say.
    fn untold(answer: Answer) -> Self {
        Self { answer, explanation: Explanation::default(), hints: Vec::new() }
    }

    /// One that is no answer.
    fn of(problem: &AnswerProblem) -> Self {
        let answer = match problem {
            AnswerProblem::NothingWritten | AnswerProblem::OnlyWhiteSpace => Answer::Nothing,
            _ => Answer::NotJson,
        };
        let causes = vec![sentence(problem)];
        let no_answer = Some(mistakes::of_answer(problem));
        let explanation = Explanation { causes, no_answer, ..Explanation::default() };
        Self { explanation, ..Self::untold(answer) }
    }
}

/// What an answer is held against, and how much is said of it.
struct Standard<'s> {
    expected: &'s Document<'s>,
    rules: &'s CompareRules,
    known: &'s [Mistake],
    budget: &'s Budget,
}

impl Standard<'_> {
    fn read(&self, stdout: &[u8]) -> Reading {
        let actual = match read_answer(stdout) {
            Ok(actual) => actual,
            Err(problem) => return Reading::of(&problem),
        };
        let differences = compare(self.expected.root(), actual.root(), self.rules);
        if differences.is_empty() {
            return Reading::untold(Answer::Right);
        }
        let expected = self.expected.root();
        Reading {
            answer: Answer::Wrong,
            explanation: explain(&differences, self.budget),
            hints: mistakes::in_answer(self.known, expected, actual.root(), self.rules),
        }
    }
}

fn verdict(case: &Case, seen: &Observation, answer: Answer) -> Verdict {
    if let Some(fault) = named(case, seen, answer).or_else(|| fault(seen)) {
        return Verdict::Fail(Failure::Protocol { fault, answer });
    }
    let failure = match (seen.ending, answer) {
        (Ending::Cancelled, _) => return Verdict::Error("the run was cancelled".to_owned()),
        (Ending::TimedOut(limit), _) => Failure::Timeout { limit, answer },
        (Ending::Outstayed(grace), _) => {
            Failure::Protocol { fault: Fault::Outstayed(grace), answer }
        }
        (Ending::OutputLimit(limit), _) => Failure::OutputLimit { limit },
        (Ending::Limit(limit), _) => Failure::Limit { limit, answer },
        (Ending::Signaled(signal), _) => Failure::Signal { signal, answer },
        (Ending::Exited(actual), _) if actual != case.exit => {
            Failure::ExitCode { expected: case.exit, actual, answer }
        }
        (Ending::Exited(_), Answer::Right) => return Verdict::Pass,
        (Ending::Exited(_), Answer::Wrong) => Failure::Mismatch,
        (Ending::Exited(_), Answer::NotJson) => Failure::NotJson,
        (Ending::Exited(_), Answer::Nothing) => Failure::NoOutput,
    };
    Verdict::Fail(failure)
}

/// What is known to go wrong in a live session, where anything did.
fn named(case: &Case, seen: &Observation, answer: Answer) -> Option<Fault> {
    let script = case.script.as_ref().filter(|_| answer != Answer::Right)?;
    session::diagnose(&seen.stdout, script)
}

/// What a live session could not go on with.
fn fault(seen: &Observation) -> Option<Fault> {
    let request = match seen.reached.as_ref()? {
        Reached::End => return None,
        Reached::Reply(request) => Some(request.clone()),
        Reached::Step => None,
    };
    match (seen.ending, request) {
        (Ending::TimedOut(within), Some(to)) => Some(Fault::NoReply { to, within }),
        (ending @ (Ending::Exited(_) | Ending::Signaled(_)), before) => {
            Some(Fault::Ended { before, ending })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::model::{Isolation, Resources, Stderr, Visibility};

    /// The reason of a failure, else the verdict; and what is said of the ending.
    fn judged(stdout: &str, ending: Ending) -> (&'static str, Vec<String>) {
        let case = Case {
            name: "main".to_owned(),
            summary: None,
            visibility: Visibility::Visible,
            hint: None,
            exit: 0,
            input: b"{}".as_slice().into(),
            script: None,
            expectation: Expectation::Exact(br#"{"id":1}"#.as_slice().into()),
            mistakes: Vec::new(),
        };
        let seen = Observation {
            stdout: stdout.into(),
            reached: None,
            stderr: Stderr::default(),
            ending,
            elapsed: Duration::ZERO,
            resources: Resources::default(),
            isolation: Isolation::None,
            left_running: 0,
            not_removed: None,
        };
        let judgement = judge(&case, &CompareRules::default(), &seen, &Budget::default());
        let name = match &judgement.verdict {
            Verdict::Fail(failure) => failure.reason().as_str(),
            verdict => verdict.as_str(),
        };
        (name, judgement.explanation.causes)
    }

    #[test]
    fn a_right_answer_passes_only_with_the_right_ending() {
        let right = r#" {"id": 1}"#;
        assert_eq!(judged(right, Ending::Exited(0)), ("pass", vec![]));
        let timeout = Ending::TimedOut(Duration::from_millis(1_500));
        for (ending, reason, sentence) in [
            (
                Ending::Exited(3),
                "exit-code",
                "the program ended with exit code 3 where 0 is expected; its answer is right. Return from the program without an error code.",
            ),
            (
                Ending::Signaled(11),
                "signal",
                "the program was ended by SIGSEGV (signal 11); its answer is right.",
            ),
            (
                timeout,
                "timeout",
                "still running after 1.5 s, so it was stopped. Its answer is right: let the program end once it has printed it.",
            ),
            (
                Ending::OutputLimit(64 << 20),
                "output-limit",
                "the program wrote more than 64 MiB to stdout and was stopped; one JSON document is expected there. Does it print in a loop?",
            ),
        ] {
            assert_eq!(judged(right, ending), (reason, vec![sentence.to_owned()]));
        }
    }

    #[test]
    fn the_ending_is_told_before_the_answer_and_nothing_is_told_twice() {
        let (reason, causes) = judged("", Ending::TimedOut(Duration::from_secs(10)));
        assert_eq!((reason, causes.len()), ("timeout", 1));
        let (reason, causes) = judged("{", Ending::Exited(1));
        assert_eq!((reason, causes.len()), ("exit-code", 2));
        assert!(causes[0].contains("exit code 1") && causes[1].contains("cut off"));
        assert_eq!(judged("", Ending::Exited(0)).0, "no-output");
        assert_eq!(judged("{}{}", Ending::Exited(0)).0, "not-json");
        assert_eq!(judged("{}", Ending::Exited(0)).0, "mismatch");
    }

    #[test]
    fn a_cancelled_run_is_never_a_pass_or_a_failure() {
        assert_eq!(judged(r#"{"id":1}"#, Ending::Cancelled), ("error", vec![]));
    }
}
