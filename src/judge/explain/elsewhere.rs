//! Members and elements that are there, but not where they are expected.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::excerpt;
use super::places::count;
use crate::json::{Kind, Member, Value};
use crate::judge::compare::are_equal;
use crate::model::CompareRules;

/// Larger arrays are not searched, in bytes.
const SEARCHED: usize = 1 << 14;

/// An element of an order, abbreviated to so many characters.
const SHORT: usize = 40;

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

/// The first index at which two arrays hold other elements.
pub(super) fn first_elsewhere(expected: Value<'_>, actual: Value<'_>) -> usize {
    let mut pairs = expected.elements().zip(actual.elements());
    pairs.position(|(a, b)| !are_equal(a, b, &CompareRules::default())).unwrap_or(0)
}

/// The sentence for an array that holds the same elements in another order.
pub(super) fn shuffled(place: &str, expected: Value<'_>, actual: Value<'_>) -> String {
    let first = first_elsewhere(expected, actual);
    let at = |array: Value<'_>| {
        array.elements().nth(first).map_or_else(String::new, |value| excerpt::inline(value, SHORT))
    };
    let sorted = if is_sorted(actual) && !is_sorted(expected) { " Yours are sorted." } else { "" };
    format!(
        "{place} has the same {} in another order: {} stands at {first} where {} is expected.{sorted}",
        count(expected.len(), "element"),
        at(actual),
        at(expected)
    )
}

fn is_sorted(array: Value<'_>) -> bool {
    let (mut elements, mut next) = (array.elements(), array.elements());
    next.next();
    elements.all(|element| element.kind() == Kind::String)
        && array.elements().zip(next).all(|(a, b)| match (a.string(), b.string()) {
            (Some(a), Some(b)) => a.code_points().cmp(b.code_points()) != Ordering::Greater,
            _ => false,
        })
}

/// The index of an expected element that an extra one repeats.
pub(super) fn repeats(expected: Value<'_>, extra: Value<'_>) -> Option<usize> {
    if expected.source().len() > SEARCHED || extra.source().len() < 3 {
        return None;
    }
    expected.elements().position(|element| are_equal(element, extra, &CompareRules::default()))
}

/// `you have 3 elements where 2 are expected`
pub(super) fn elements_in_words(actual: usize, expected: usize) -> String {
    let verb = if expected == 1 { "is" } else { "are" };
    format!("you have {} where {expected} {verb} expected", count(actual, "element"))
}
