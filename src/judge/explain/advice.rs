//! What to do about a value of another type, or a number that is not quite the same.

use super::places::name;
use crate::json::{Document, Kind, Text, Value};
use crate::judge::compare::are_equal;
use crate::model::CompareRules;

/// Longest string that is tried as a document that was encoded twice, in bytes.
const ENCODED: usize = 1 << 20;

/// Larger values are not compared to find that one is wrapped in another, in bytes.
const WRAPPED: usize = 1 << 20;

/// Below 2^53 a 64-bit float holds every integer.
const EXACT_INTEGERS: f64 = 9_007_199_254_740_992.0;

/// What would make the expected value of the actual one, to follow a colon.
pub(super) fn advice(expected: Value<'_>, actual: Value<'_>) -> Option<String> {
    let text = |advice: &str| Some(advice.to_owned());
    match (expected.kind(), actual.kind()) {
        _ if is_encoded_twice(expected, actual) => {
            text("it holds JSON text, so it is encoded twice")
        }
        (Kind::Number | Kind::Bool | Kind::Null, Kind::String) if quotes(actual, expected) => {
            text("leave the quotes out")
        }
        (Kind::String, Kind::Number | Kind::Bool | Kind::Null) if quotes(expected, actual) => {
            text("put it in quotes")
        }
        (Kind::Number, Kind::Number) if looks_rounded(expected, actual) => {
            text("it looks rounded (a 64-bit float keeps 15 to 17 digits)")
        }
        _ if is_small(expected) && is_small(actual) => wrapped(expected, actual),
        _ => None,
    }
}

fn is_small(value: Value<'_>) -> bool {
    value.source().len() <= WRAPPED
}

/// Whether a string is the text of that value.
fn quotes(string: Value<'_>, value: Value<'_>) -> bool {
    string.string().is_some_and(|text| text == *value.source())
}

/// Whether a string holds the text of an array or object that is expected in its place.
pub(super) fn is_encoded_twice(expected: Value<'_>, actual: Value<'_>) -> bool {
    let is_tried = |text: &Text<'_>| expected.kind().is_container() && text.raw().len() <= ENCODED;
    let short = actual.string().filter(is_tried);
    let Some(text) = short.and_then(Text::to_str) else { return false };
    Document::parse(text.as_bytes()).is_ok_and(|inner| {
        inner.root().kind() == expected.kind()
            && (!inner.root().is_empty() || is_same(expected, inner.root()))
    })
}

/// Where one value is in the other, one level deeper.
fn wrapped(expected: Value<'_>, actual: Value<'_>) -> Option<String> {
    if is_only_in(expected, actual) {
        return Some("it is the right value in an array: take it out".to_owned());
    }
    if is_only_in(actual, expected) {
        return Some("it is the right value: put it into an array".to_owned());
    }
    if let Some(name) = holder(actual, expected) {
        return Some(format!("the right value is one level too deep, under {name}"));
    }
    let name = holder(expected, actual)?;
    Some(format!("it is the right value: put it one level deeper, under {name}"))
}

/// Whether one of two values is all that the other one holds.
pub(super) fn is_in_the_other(expected: Value<'_>, actual: Value<'_>) -> bool {
    is_small(expected) && is_small(actual) && wrapped(expected, actual).is_some()
}

/// Whether a value is the only element of an array.
fn is_only_in(value: Value<'_>, array: Value<'_>) -> bool {
    array.len() == 1 && array.elements().next().is_some_and(|only| is_same(value, only))
}

/// The name of the only member of `holder`, when that is this value.
fn holder(holder: Value<'_>, value: Value<'_>) -> Option<String> {
    let member = holder.members().next().filter(|_| holder.len() == 1)?;
    is_same(member.value, value).then(|| name(member.key))
}

fn is_same(one: Value<'_>, other: Value<'_>) -> bool {
    are_equal(one, other, &CompareRules::default())
}

/// Whether a number is what a 64-bit float makes of the expected one.
pub(super) fn looks_rounded(expected: Value<'_>, actual: Value<'_>) -> bool {
    let float = expected.number().and_then(|number| number.spelling().parse::<f64>().ok());
    let Some(float) = float.filter(|float| float.is_finite() && *float != 0.0) else {
        return false;
    };
    // The digits that are needed, as most languages print them, or all that there are: those of a
    // smaller number would be without its fraction, which no float leaves out.
    let all = (float.abs() >= EXACT_INTEGERS).then(|| format!("{float:.0}"));
    [Some(format!("{float}")), all].iter().flatten().any(|printed| {
        Document::parse(printed.as_bytes()).is_ok_and(|printed| {
            let numbers = (printed.root().number(), actual.number());
            matches!(numbers, (Some(printed), Some(actual)) if printed.value_eq(actual))
        })
    })
}
