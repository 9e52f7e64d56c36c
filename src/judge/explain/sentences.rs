//! One sentence per finding: where, what, and what it may be.

use std::collections::HashSet;

use super::super::compare::{Difference, Differences, Step, are_equal};
use super::super::words;
use super::excerpt;
use super::explanation::Budget;
use super::findings::Finding;
use super::places::{code, count, descend, place};
use super::strings::hidden_difference;
use crate::json::{Document, Kind, Member, Text, Value};
use crate::model::{CompareRules, MismatchKind};

/// Longest string that is tried as a document that was encoded twice, in bytes.
const ENCODED_LIMIT: usize = 1 << 20;

pub(super) fn sentence(
    finding: &Finding<'_, '_>,
    differences: &Differences<'_>,
    budget: &Budget,
) -> String {
    let place = place(&finding.difference().pointer());
    match finding {
        Finding::Renamed { missing, extra } => renamed(&place, missing, extra, budget),
        Finding::Single(difference) => single(&place, difference, differences, budget),
    }
}

fn renamed(
    place: &str,
    missing: &Difference<'_, '_>,
    extra: &Difference<'_, '_>,
    budget: &Budget,
) -> String {
    let (Some(Step::Member(expected)), Some(Step::Member(actual))) =
        (missing.last_step(), extra.last_step())
    else {
        return format!("{place} is missing.");
    };
    let (_, shown) = excerpt::texts(expected, actual, budget.value_length);
    let name = shown.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(&shown);
    format!("{place} is missing: you have {} with the same value.", code(name))
}

fn single(
    place: &str,
    difference: &Difference<'_, '_>,
    differences: &Differences<'_>,
    budget: &Budget,
) -> String {
    match (difference.kind(), difference.expected(), difference.actual()) {
        (MismatchKind::Duplicate, _, _) => duplicate(place, difference, differences),
        (MismatchKind::Order, Some(expected), Some(actual)) => order(place, expected, actual),
        (MismatchKind::Type, Some(expected), Some(actual)) => {
            other_type(place, expected, actual, budget)
        }
        (MismatchKind::Spelling, Some(expected), Some(actual)) => {
            let (expected, actual) = excerpt::pair(expected, actual, budget.value_length);
            format!("{place}: same number, other spelling: {actual} where {expected} is expected.")
        }
        (_, Some(expected), Some(actual)) => other_value(place, expected, actual, budget),
        (_, Some(expected), None) => missing(place, difference, differences, expected, budget),
        (_, None, actual) => extra(place, difference, differences, actual, budget),
    }
}

fn missing(
    place: &str,
    difference: &Difference<'_, '_>,
    differences: &Differences<'_>,
    expected: Value<'_>,
    budget: &Budget,
) -> String {
    match lengths(difference, differences) {
        Some(lengths) => format!("{place} is missing: {lengths}."),
        None => format!("{place} is missing: {} is expected.", noun(expected, budget)),
    }
}

fn extra(
    place: &str,
    difference: &Difference<'_, '_>,
    differences: &Differences<'_>,
    actual: Option<Value<'_>>,
    budget: &Budget,
) -> String {
    match (lengths(difference, differences), actual) {
        (Some(lengths), _) => format!("{place} is extra: {lengths}."),
        (None, Some(actual)) if actual.is_null() => {
            format!("{place} is null where no member is expected: leave it out.")
        }
        (None, Some(actual)) => {
            format!("{place} is extra: you have {}, nothing is expected.", noun(actual, budget))
        }
        (None, None) => format!("{place} is extra."),
    }
}

/// How long an array is on both sides, when the difference is about an element of it.
fn lengths(difference: &Difference<'_, '_>, differences: &Differences<'_>) -> Option<String> {
    let steps = difference.steps();
    let (Step::Element(_), parents) = steps.split_last()? else { return None };
    let expected = descend(differences.expected(), parents)?.len();
    let actual = descend(differences.actual(), parents)?.len();
    let verb = if expected == 1 { "is" } else { "are" };
    Some(format!("the array has {} where {expected} {verb} expected", count(actual, "element")))
}

fn duplicate(
    place: &str,
    difference: &Difference<'_, '_>,
    differences: &Differences<'_>,
) -> String {
    let (root, again, whose) = match (difference.expected(), difference.actual()) {
        (Some(again), _) => (differences.expected(), again, "the expected answer"),
        (None, Some(again)) => (differences.actual(), again, "your answer"),
        (None, None) => return format!("{place} appears twice."),
    };
    let name = match difference.last_step() {
        Some(Step::Member(name)) => place_name(name),
        _ => place.to_owned(),
    };
    let first = descend(root, &difference.steps()).unwrap_or(again).name_position();
    format!(
        "{name} appears twice in one object of {whose}: {place} is at {}, and again at {}.",
        words::place(first),
        words::place(again.name_position())
    )
}

fn place_name(name: Text<'_>) -> String {
    code(&name.to_string_lossy().chars().take(60).collect::<String>())
}

fn order(place: &str, expected: Value<'_>, actual: Value<'_>) -> String {
    match first_out_of_order(expected, actual) {
        Some((expected, actual)) => format!(
            "{place} has its members in another order: {} stands where {} is expected.",
            place_name(actual.key),
            place_name(expected.key)
        ),
        None => format!("{place} has its members in another order."),
    }
}

/// Of the members that both objects have, the first that stand at each other's place.
pub(super) fn first_out_of_order<'d>(
    expected: Value<'d>,
    actual: Value<'d>,
) -> Option<(Member<'d>, Member<'d>)> {
    let names = |value: Value<'d>| value.members().map(|member| member.key).collect::<HashSet<_>>();
    let (in_expected, in_actual) = (names(expected), names(actual));
    let common = expected.members().filter(|member| in_actual.contains(&member.key));
    let mut pairs = common.zip(actual.members().filter(|member| in_expected.contains(&member.key)));
    pairs.find(|(expected, actual)| expected.key != actual.key)
}

fn other_type(place: &str, expected: Value<'_>, actual: Value<'_>, budget: &Budget) -> String {
    let wanted = noun(expected, budget);
    if is_encoded_twice(expected, actual) {
        return format!(
            "{place} is a string that holds JSON text where {wanted} is expected: it is encoded \
             twice."
        );
    }
    format!("{place} is {} where {wanted} is expected.", noun(actual, budget))
}

/// Whether a string holds the text of an array or object that is expected in its place.
fn is_encoded_twice(expected: Value<'_>, actual: Value<'_>) -> bool {
    if !matches!(expected.kind(), Kind::Array | Kind::Object) {
        return false;
    }
    let short = actual.string().filter(|text| text.raw().len() <= ENCODED_LIMIT);
    let Some(text) = short.and_then(Text::to_str) else { return false };
    Document::parse(text.as_bytes()).is_ok_and(|inner| {
        inner.root().kind() == expected.kind()
            && (!inner.root().is_empty()
                || are_equal(expected, inner.root(), &CompareRules::default()))
    })
}

fn other_value(place: &str, expected: Value<'_>, actual: Value<'_>, budget: &Budget) -> String {
    let (wanted, found) = excerpt::pair(expected, actual, budget.value_length);
    let mut sentence = format!("{place} is {found} where {wanted} is expected");
    if let (Some(expected), Some(actual)) = (expected.string(), actual.string()) {
        if let Some(hidden) = hidden_difference(expected, actual) {
            sentence.push_str(&format!(": {hidden}"));
        }
    } else if looks_rounded(expected, actual) {
        sentence.push_str(": it looks rounded (a 64-bit float keeps 15 to 17 digits)");
    }
    sentence + "."
}

/// Whether two unequal numbers are one and the same as floats.
fn looks_rounded(expected: Value<'_>, actual: Value<'_>) -> bool {
    let float = |value: Value<'_>| value.number().and_then(|n| n.spelling().parse::<f64>().ok());
    match (float(expected), float(actual)) {
        (Some(expected), Some(actual)) => {
            expected == actual && expected.is_finite() && expected != 0.0
        }
        _ => false,
    }
}

/// A value with its type in words.
fn noun(value: Value<'_>, budget: &Budget) -> String {
    match value.kind() {
        Kind::Null => "null".to_owned(),
        Kind::Bool => format!("the boolean {}", value.source()),
        Kind::Number => format!("the number {}", excerpt::inline(value, budget.value_length)),
        Kind::String if value.source().len() == 2 => "the empty string".to_owned(),
        Kind::String => format!("the string {}", excerpt::inline(value, budget.value_length)),
        Kind::Array if value.is_empty() => "an empty array".to_owned(),
        Kind::Array => format!("an array of {}", count(value.len(), "element")),
        Kind::Object if value.is_empty() => "an empty object".to_owned(),
        Kind::Object => format!("an object of {}", count(value.len(), "member")),
    }
}
