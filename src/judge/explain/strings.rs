//! Strings as far as a reader needs them.

use crate::json::{Text, push_code_point};

/// Characters shown before the spot where strings differ.
const BEFORE: usize = 20;

/// Characters shown from that spot on.
const AFTER: usize = 40;

/// The index of the first code point that differs; where one text ends first, its length.
pub(super) fn first_difference(
    left: impl Iterator<Item = u32>,
    mut right: impl Iterator<Item = u32>,
) -> usize {
    left.take_while(|&point| right.next() == Some(point)).count()
}

/// The surroundings of a spot, between `quote`s.
pub(super) fn window(mut points: impl Iterator<Item = u32>, spot: usize, quote: &str) -> String {
    let start = spot.saturating_sub(BEFORE);
    let mut shown = String::from(quote);
    if start > 0 {
        shown.push('…');
        points.nth(start - 1);
    }
    points.by_ref().take(spot - start + AFTER).for_each(|point| push_code_point(&mut shown, point));
    if points.next().is_some() {
        shown.push('…');
    }
    shown + quote
}

/// The first characters of a string, with its quotes. Both sides of a difference are written
/// with the same escapes, so that spellings do not distract from what differs.
pub(super) fn quoted(text: Text<'_>, limit: usize) -> String {
    let mut points = text.code_points();
    let mut shown = String::from("\"");
    points.by_ref().take(limit).for_each(|point| push_code_point(&mut shown, point));
    if points.next().is_some() {
        shown.push('…');
    }
    shown + "\""
}

/// The characters of a number.
pub(super) fn points_of(source: &str) -> impl Iterator<Item = u32> + Clone {
    source.chars().map(u32::from)
}

/// Names the characters at the first spot where two strings differ, when they are easily
/// mistaken or cannot be seen.
pub(super) fn hidden_difference(expected: Text<'_>, actual: Text<'_>) -> Option<String> {
    let spot = first_difference(expected.code_points(), actual.code_points());
    let expected = expected.code_points().nth(spot);
    let actual = actual.code_points().nth(spot);
    let is_plain = |point: Option<u32>| point.is_none_or(|point| (0x21..0x7F).contains(&point));
    if is_plain(expected) && is_plain(actual) {
        return None;
    }
    Some(format!(
        "character {} is {} where {} is expected",
        spot + 1,
        name_of(actual),
        name_of(expected)
    ))
}

fn name_of(point: Option<u32>) -> String {
    match point {
        None => "the end".to_owned(),
        Some(0x20) => "a space".to_owned(),
        Some(0x0A) => "a line break (\\n)".to_owned(),
        Some(0x0D) => "a carriage return (\\r)".to_owned(),
        Some(0x09) => "a tab (\\t)".to_owned(),
        Some(0xA0) => "a no-break space (U+00A0)".to_owned(),
        Some(point) => format!("U+{point:04X}"),
    }
}
