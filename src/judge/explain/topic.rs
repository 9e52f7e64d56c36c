//! Which page of `theinference explain` tells more about a finding.

use super::super::compare::Step;
use super::advice::{is_encoded_twice, looks_rounded};
use super::finding::{Finding, What};
use super::likeness::{Likeness, likeness};
use super::ways::Ways;
use crate::json::{Text, Value};
use crate::model::MismatchKind;

/// The name of the page.
pub(super) fn topic(finding: &Finding<'_>, ways: &Ways<'_>) -> &'static str {
    let is_element = matches!(finding.step(ways), Some(Step::Element(_)));
    match (finding.what, finding.expected, finding.actual) {
        (What::Renamed | What::RenamedAndChanged, ..) => "renamed-member",
        (What::Moved | What::Shuffled, ..) => "moved-element",
        (What::Wrapped, ..) => "mismatch",
        (What::Raw(MismatchKind::Type), Some(expected), Some(actual)) => {
            let encoded_twice = is_encoded_twice(expected, actual);
            if encoded_twice { "encoded-twice" } else { "other-type" }
        }
        (What::Raw(MismatchKind::Value), Some(expected), Some(actual)) => {
            of_value(expected, actual)
        }
        (What::Raw(MismatchKind::Missing), ..) if is_element => "missing-element",
        (What::Raw(MismatchKind::Extra), ..) if is_element => "extra-element",
        (What::Raw(MismatchKind::Extra), _, Some(actual)) if actual.is_null() => "null-for-missing",
        (What::Raw(kind), ..) => of_kind(kind),
    }
}

fn of_kind(kind: MismatchKind) -> &'static str {
    match kind {
        MismatchKind::Missing => "missing-member",
        MismatchKind::Extra => "extra-member",
        MismatchKind::Type => "other-type",
        MismatchKind::Value => "mismatch",
        MismatchKind::Spelling => "other-spelling",
        MismatchKind::Order => "member-order",
        MismatchKind::Duplicate => "duplicate-member",
        MismatchKind::Renamed => "renamed-member",
        MismatchKind::Moved => "moved-element",
    }
}

fn of_value(expected: Value<'_>, actual: Value<'_>) -> &'static str {
    match (expected.string(), actual.string()) {
        (Some(expected), Some(actual)) => of_strings(expected, actual),
        _ if looks_rounded(expected, actual) => "rounded-number",
        _ => "mismatch",
    }
}

fn of_strings(expected: Text<'_>, actual: Text<'_>) -> &'static str {
    match likeness(expected, actual) {
        Likeness::EscapedTwice | Likeness::Quoted => "encoded-twice",
        Likeness::Blanks if expected.raw().contains(['{', '[']) => "compact-json",
        Likeness::Blanks
        | Likeness::LineBreaks
        | Likeness::Invisible
        | Likeness::UnicodeForm
        | Likeness::End
        | Likeness::Beginning => "invisible-characters",
        Likeness::Case | Likeness::None => "mismatch",
    }
}

#[cfg(test)]
mod tests {
    use crate::json::Document;
    use crate::judge::{Budget, compare, explain};
    use crate::model::{CompareRules, MemberOrder};
    use crate::topics::find_topic;

    fn topic_of(expected: &str, actual: &str, order: MemberOrder) -> &'static str {
        let expected = Document::parse(expected.as_bytes()).unwrap();
        let actual = Document::parse(actual.as_bytes()).unwrap();
        let rules = CompareRules { order, ..CompareRules::default() };
        let differences = compare(expected.root(), actual.root(), &rules);
        explain(&differences, &Budget::default()).differences[0].topic
    }

    #[test]
    fn every_sort_of_difference_leads_to_the_page_about_it() {
        for (expected, actual, topic) in [
            (r#"{"a": 1}"#, "{}", "missing-member"),
            ("{}", r#"{"a": 1}"#, "extra-member"),
            ("{}", r#"{"a": null}"#, "null-for-missing"),
            ("[1, 2]", "[1]", "missing-element"),
            ("[1]", "[1, 2]", "extra-element"),
            ("[1]", "[1, null]", "extra-element"),
            (r#"["a", "b", "c"]"#, r#"["b", "c", "a"]"#, "moved-element"),
            (r#"["a", "b", "c", "d", "e"]"#, r#"["e", "d", "c", "b", "a"]"#, "moved-element"),
            (r#"{"args": 1}"#, r#"{"arguments": 1}"#, "renamed-member"),
            (r#"{"args": 1}"#, r#"{"arguments": 2}"#, "renamed-member"),
            ("{}", r#"{"a": 1, "a": 1}"#, "extra-member"),
            (r#"{"a": 1}"#, r#"{"a": 1, "a": 1}"#, "duplicate-member"),
            ("1", "\"1\"", "other-type"),
            ("[1]", "\"[1]\"", "encoded-twice"),
            ("\"a\"", r#""\"a\"""#, "encoded-twice"),
            ("1", "1.0", "other-spelling"),
            ("1", "2", "mismatch"),
            ("9007199254740993", "9007199254740992", "rounded-number"),
            (r#""f({\"x\":1})""#, r#""f({\"x\": 1})""#, "compact-json"),
            ("\"a b\"", "\"a\\tb\"", "invisible-characters"),
            ("\"a\"", "\"a \"", "invisible-characters"),
            ("\"a\"", "\"A\"", "mismatch"),
            (r#"{"a": 1, "b": 2}"#, r#"{"b": 2, "a": 1}"#, "member-order"),
        ] {
            let found = topic_of(expected, actual, MemberOrder::Exact);
            assert_eq!(found, topic, "{expected} {actual}");
            assert_eq!(find_topic(found).map(|topic| topic.name), Ok(topic));
        }
    }
}
