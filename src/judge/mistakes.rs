//! Which of the mistakes that a course knows were made.
//!
//! A mistake that is an answer is recognised when everything in which it differs from the expected
//! answer differs in the same way in the actual one, whatever else is wrong there: people make two
//! mistakes at once. Of two that were recognised, where one says all that the other says and more,
//! the other is left out.

use std::collections::HashSet;

use super::AnswerProblem;
use super::compare::{compare, recur_in};
use crate::json::{Document, SyntaxKind, Value};
use crate::model::{Cause, CompareRules, Failure, Hint, MismatchKind, Mistake, Reason, Symptom};

/// The hints of the mistakes that are in an answer, the most specific one first.
pub(super) fn in_answer(
    mistakes: &[Mistake],
    expected: Value<'_>,
    actual: Value<'_>,
    rules: &CompareRules,
) -> Vec<Hint> {
    let recognise = |mistake| Recognised::new(mistake, expected, actual, rules);
    let mut recognised: Vec<_> = mistakes.iter().filter_map(recognise).collect();
    recognised.sort_by_key(|mistake| std::cmp::Reverse(mistake.differences.len()));
    let is_part = |one: &Recognised<'_>| recognised.iter().any(|other| one.is_part_of(other));
    let told = recognised.iter().filter(|one| !is_part(one));
    told.map(|one| Hint { begins_at: Some(one.begins_at.clone()), ..hint(one.mistake) }).collect()
}

/// The hints of the mistakes that show as one of these causes, the most exact one first.
pub(super) fn in_causes(mistakes: &[Mistake], found: &[Cause]) -> Vec<Hint> {
    let showing = |cause: Cause| {
        let shows = move |mistake: &&Mistake| mistake.shows_as == Symptom::Cause(cause);
        mistakes.iter().filter(shows)
    };
    let is_told = |cause: &&Cause| found.contains(cause) && showing(**cause).next().is_some();
    let mut told: Vec<Cause> = Cause::ALL.iter().filter(is_told).copied().collect();
    if told.iter().any(|cause| is_kind_of_not_json(*cause)) {
        told.retain(|cause| *cause != Cause::NotJson);
    }
    told.into_iter().flat_map(showing).map(hint).collect()
}

fn hint(mistake: &Mistake) -> Hint {
    let (text, mistake) = (mistake.hint.clone(), Some(mistake.name.clone()));
    Hint { text, mistake, begins_at: None }
}

/// A mistake that is in the answer, and the places where it shows.
struct Recognised<'m> {
    mistake: &'m Mistake,
    /// The pointer of the first one.
    begins_at: String,
    differences: HashSet<(String, MismatchKind)>,
}

impl<'m> Recognised<'m> {
    /// `None` when the mistake is not in the answer. One that differs in nothing is in none.
    fn new(
        mistake: &'m Mistake,
        expected: Value<'_>,
        actual: Value<'_>,
        rules: &CompareRules,
    ) -> Option<Self> {
        let Symptom::Answer(wrong) = &mistake.shows_as else { return None };
        let wrong = Document::parse(wrong).ok()?;
        let known = compare(expected, wrong.root(), rules);
        let is_made = !known.is_empty() && recur_in(&known, actual, rules);
        let place = |difference: super::compare::Difference<'_, '_>| {
            (difference.pointer(), difference.kind())
        };
        let begins_at = known.iter().next()?.pointer();
        let differences = known.iter().map(place).collect();
        is_made.then_some(Self { mistake, begins_at, differences })
    }

    fn is_part_of(&self, other: &Self) -> bool {
        self.differences.len() < other.differences.len()
            && self.differences.is_subset(&other.differences)
    }
}

/// What a failure is called in course data; `answer` is what was wrong with an answer that is no
/// JSON.
pub(super) fn causes(failure: &Failure, answer: Option<Cause>) -> Vec<Cause> {
    // That nothing was printed is the ending's fault, unless it is the failure itself.
    let answer = answer.filter(|cause| *cause != Cause::NoOutput);
    let not_json = answer.map(|_| Cause::NotJson);
    of_reason(failure.reason()).into_iter().chain(answer).chain(not_json).collect()
}

fn of_reason(reason: Reason) -> Option<Cause> {
    match reason {
        Reason::NotJson => Some(Cause::NotJson),
        Reason::NoOutput => Some(Cause::NoOutput),
        Reason::ExitCode => Some(Cause::ExitCode),
        Reason::Signal => Some(Cause::Signal),
        Reason::Timeout => Some(Cause::Timeout),
        Reason::OutputLimit => Some(Cause::OutputLimit),
        Reason::MemoryLimit => Some(Cause::MemoryLimit),
        Reason::CpuLimit => Some(Cause::CpuLimit),
        Reason::ProcessLimit => Some(Cause::ProcessLimit),
        Reason::DiskLimit => Some(Cause::DiskLimit),
        Reason::Protocol => Some(Cause::Protocol),
        Reason::Mismatch | Reason::CouldNotStart | Reason::BuildFailed => None,
    }
}

/// What a problem with an answer is called in course data.
pub(super) const fn of_answer(problem: &AnswerProblem) -> Cause {
    match problem {
        AnswerProblem::NothingWritten | AnswerProblem::OnlyWhiteSpace => Cause::NoOutput,
        AnswerProblem::LogBefore { .. } | AnswerProblem::LogAfter { .. } => Cause::LogOnStdout,
        AnswerProblem::SecondDocument { .. } => Cause::SecondDocument,
        AnswerProblem::Syntax { error, .. } => of_syntax(&error.kind),
    }
}

const fn of_syntax(kind: &SyntaxKind) -> Cause {
    match kind {
        SyntaxKind::Empty => Cause::NoOutput,
        SyntaxKind::ByteOrderMark => Cause::ByteOrderMark,
        SyntaxKind::Utf16 | SyntaxKind::InvalidUtf8 { .. } => Cause::InvalidUtf8,
        SyntaxKind::CutOff { .. } => Cause::CutOff,
        SyntaxKind::SecondDocument => Cause::SecondDocument,
        SyntaxKind::NotANumber(_) => Cause::Nan,
        SyntaxKind::PythonLiteral(_) => Cause::PythonLiteral,
        SyntaxKind::Undefined => Cause::Undefined,
        SyntaxKind::SingleQuote => Cause::SingleQuotes,
        SyntaxKind::UnquotedName(_) => Cause::UnquotedName,
        SyntaxKind::TrailingComma => Cause::TrailingComma,
        SyntaxKind::MissingComma => Cause::MissingComma,
        SyntaxKind::Comment => Cause::Comment,
        SyntaxKind::ControlCharacter(_) => Cause::ControlCharacter,
        SyntaxKind::BadEscape(_) => Cause::BadEscape,
        SyntaxKind::BadNumber { .. } => Cause::BadNumber,
        SyntaxKind::TooDeep => Cause::TooDeep,
        SyntaxKind::TooLarge
        | SyntaxKind::TextAfterDocument
        | SyntaxKind::BareWord(_)
        | SyntaxKind::NameNotAString
        | SyntaxKind::MissingColon
        | SyntaxKind::Unexpected(_) => Cause::NotJson,
    }
}

const fn is_kind_of_not_json(cause: Cause) -> bool {
    match cause {
        Cause::LogOnStdout
        | Cause::SecondDocument
        | Cause::CutOff
        | Cause::ByteOrderMark
        | Cause::InvalidUtf8
        | Cause::PythonLiteral
        | Cause::SingleQuotes
        | Cause::UnquotedName
        | Cause::Nan
        | Cause::Undefined
        | Cause::TrailingComma
        | Cause::MissingComma
        | Cause::Comment
        | Cause::ControlCharacter
        | Cause::BadEscape
        | Cause::BadNumber
        | Cause::TooDeep => true,
        Cause::NotJson
        | Cause::NoOutput
        | Cause::ExitCode
        | Cause::Signal
        | Cause::Timeout
        | Cause::OutputLimit
        | Cause::MemoryLimit
        | Cause::CpuLimit
        | Cause::ProcessLimit
        | Cause::DiskLimit
        | Cause::Protocol => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::read_answer;
    use crate::model::{Answer, Numbers};

    const EXPECTED: &str = r#"{"id": 1, "params": {"name": "echo", "arguments": {}}, "at": "now"}"#;

    fn mistake(name: &str, shows_as: Symptom) -> Mistake {
        Mistake { name: name.to_owned(), shows_as, hint: format!("about {name}") }
    }

    fn wrong_answers(answers: &[(&str, &str)]) -> Vec<Mistake> {
        let symptom = |answer: &str| Symptom::Answer(answer.as_bytes().into());
        answers.iter().map(|&(name, answer)| mistake(name, symptom(answer))).collect()
    }

    fn names(hints: Vec<Hint>) -> Vec<String> {
        hints.into_iter().filter_map(|hint| hint.mistake).collect()
    }

    fn recognised(known: &[(&str, &str)], actual: &str, rules: &CompareRules) -> Vec<String> {
        let expected = Document::parse(EXPECTED.as_bytes()).unwrap();
        let actual = Document::parse(actual.as_bytes()).unwrap();
        names(in_answer(&wrong_answers(known), expected.root(), actual.root(), rules))
    }

    const ARGS: (&str, &str) =
        ("args", r#"{"id": 1, "params": {"name": "echo", "args": {}}, "at": "now"}"#);
    const STRING_ID: (&str, &str) =
        ("string-id", r#"{"id": "1", "params": {"name": "echo", "arguments": {}}, "at": "now"}"#);
    const NO_ARGUMENTS: (&str, &str) =
        ("no-arguments", r#"{"id": 1, "params": {"name": "echo"}, "at": "now"}"#);

    #[test]
    fn two_mistakes_at_once_are_both_recognised_the_more_specific_one_first() {
        let actual = r#"{"at": "now", "id": "1", "params": {"args": {}, "name": "echo"}}"#;
        let rules = CompareRules::default();
        assert_eq!(recognised(&[STRING_ID, ARGS], actual, &rules), ["args", "string-id"]);
        let other = r#"{"at": "now", "id": "2", "params": {"args": {}, "name": "echo"}, "x": 1}"#;
        assert_eq!(recognised(&[STRING_ID, ARGS], other, &rules), ["args"]);
    }

    #[test]
    fn a_mistake_that_says_less_than_another_one_is_left_out() {
        let rules = CompareRules::default();
        assert_eq!(recognised(&[NO_ARGUMENTS, ARGS], ARGS.1, &rules), ["args"]);
        assert_eq!(recognised(&[NO_ARGUMENTS, ARGS], NO_ARGUMENTS.1, &rules), ["no-arguments"]);
    }

    #[test]
    fn a_mistake_in_another_shape_is_not_recognised() {
        let rules = CompareRules::default();
        for actual in ["[]", r#"{"id": 1, "params": [], "at": "now"}"#, r#"{"id": 1}"#, EXPECTED] {
            assert_eq!(recognised(&[NO_ARGUMENTS, ARGS, STRING_ID], actual, &rules), [""; 0]);
        }
    }

    #[test]
    fn what_is_ignored_makes_no_mistake_and_hides_none() {
        let rules = CompareRules { ignore: vec!["/at".to_owned()], ..CompareRules::default() };
        let later = ("later", r#"{"id": 1, "params": {"name": "echo", "arguments": {}}, "at": 2}"#);
        assert_eq!(recognised(&[later], later.1, &rules), [""; 0]);
        let actual = r#"{"id": 1, "params": {"name": "echo", "args": {}}, "at": 7}"#;
        assert_eq!(recognised(&[later, ARGS], actual, &rules), ["args"]);
    }

    #[test]
    fn numbers_are_the_same_by_the_rules_of_the_stage() {
        let answer = |id: &str| EXPECTED.replace("\"id\": 1", &format!("\"id\": {id}"));
        let (two, float) = (answer("2"), answer("1.0"));
        let known = [("two", two.as_str()), ("float", float.as_str())];
        let exact = CompareRules::default();
        let value = CompareRules { numbers: Numbers::Value, ..CompareRules::default() };
        assert_eq!(recognised(&known, &answer("2"), &exact), ["two"]);
        assert_eq!(recognised(&known, &answer("2.0"), &exact), [""; 0]);
        assert_eq!(recognised(&known, &answer("10e-1"), &exact), ["float"]);
        assert_eq!(recognised(&known, &answer("2.0"), &value), ["two"]);
    }

    fn recognised_causes(known: &[Cause], found: &[Cause]) -> Vec<String> {
        let known: Vec<_> =
            known.iter().map(|&cause| mistake(cause.as_str(), Symptom::Cause(cause))).collect();
        names(in_causes(&known, found))
    }

    #[test]
    fn the_exact_cause_is_told_before_the_general_one_and_in_its_place() {
        let stdout = |text: &str| of_answer(&read_answer(text.as_bytes()).map(|_| ()).unwrap_err());
        let found = causes(&Failure::NotJson, Some(stdout("starting\n{}")));
        assert_eq!(
            recognised_causes(&[Cause::NotJson, Cause::LogOnStdout], &found),
            ["log-on-stdout"]
        );
        assert_eq!(recognised_causes(&[Cause::NotJson], &found), ["not-json"]);
        let exit = Failure::ExitCode { expected: 0, actual: 1, answer: Answer::NotJson };
        let found = causes(&exit, Some(stdout("{\"a\": ")));
        assert_eq!(
            recognised_causes(&[Cause::ExitCode, Cause::CutOff, Cause::NoOutput], &found),
            ["cut-off", "exit-code"]
        );
    }

    #[test]
    fn nothing_printed_is_a_cause_only_where_it_is_the_failure() {
        let nothing = Some(of_answer(&AnswerProblem::NothingWritten));
        assert_eq!(causes(&Failure::NoOutput, nothing), [Cause::NoOutput]);
        let killed = Failure::Signal { signal: 9, answer: Answer::Nothing };
        assert_eq!(causes(&killed, nothing), [Cause::Signal]);
        assert_eq!(causes(&Failure::Mismatch, None), []);
    }

    #[test]
    fn every_kind_of_text_that_is_no_json_has_a_name() {
        for (stdout, cause) in [
            ("", "no-output"),
            (" \n", "no-output"),
            ("{}\ndone", "log-on-stdout"),
            ("{}{}", "second-document"),
            ("\u{feff}{}", "byte-order-mark"),
            ("{\"a\": True}", "python-literal"),
            ("{'a': 1}", "single-quotes"),
            ("{a: 1}", "unquoted-name"),
            ("[NaN]", "nan"),
            ("[undefined]", "undefined"),
            ("[1,]", "trailing-comma"),
            ("[1", "cut-off"),
            ("[object Object]", "not-json"),
        ] {
            let problem = read_answer(stdout.as_bytes()).map(|_| ()).unwrap_err();
            assert_eq!(of_answer(&problem).as_str(), cause, "{stdout:?}");
        }
        let problem = read_answer(b"[\"\xff\"]").map(|_| ()).unwrap_err();
        assert_eq!(of_answer(&problem), Cause::InvalidUtf8);
    }
}
