//! Values on one line, long ones abbreviated.

use super::likeness::{Likeness, likeness};
use super::strings::{self, Escapes, points_of, quoted, windows};
use crate::json::{Kind, Text, Value};

/// Two scalars as far as they tell each other apart: both whole, or both cut to what differs.
pub(super) fn pair(expected: Value<'_>, actual: Value<'_>, limit: usize) -> (String, String) {
    if let (Some(expected), Some(actual)) = (expected.string(), actual.string()) {
        return texts(expected, actual, limit);
    }
    let longest = expected.source().len().max(actual.source().len());
    if expected.kind() == actual.kind() && longest > limit && !expected.kind().is_container() {
        let (expected, actual) = (points_of(expected.source()), points_of(actual.source()));
        return windows(expected, actual, longest, ("", Escapes::Invisible));
    }
    (inline(expected, limit), inline(actual, limit))
}

/// The same for two strings or names, with their quotes.
pub(super) fn texts(expected: Text<'_>, actual: Text<'_>, limit: usize) -> (String, String) {
    let bytes = expected.raw().len().max(actual.raw().len());
    let looks_alike = expected != actual
        && (likeness(expected, actual) == Likeness::UnicodeForm
            || differ_in_a_letter(expected, actual));
    let escapes = if looks_alike { Escapes::NotAscii } else { Escapes::Invisible };
    strings::pair(expected.code_points(), actual.code_points(), bytes, limit, escapes)
}

/// Whether a letter of ASCII stands where another alphabet's stands, which may look the same.
fn differ_in_a_letter(expected: Text<'_>, actual: Text<'_>) -> bool {
    let mut pairs = expected.code_points().zip(actual.code_points());
    let letter = |point: u32| char::from_u32(point).filter(|letter| letter.is_alphabetic());
    pairs.find(|(expected, actual)| expected != actual).is_some_and(|(expected, actual)| {
        let letters = (letter(expected), letter(actual));
        matches!(letters, (Some(a), Some(b)) if a.is_ascii() != b.is_ascii())
    })
}

/// A value on one line. Past the limit, in characters, the rest is left out.
pub(super) fn inline(value: Value<'_>, limit: usize) -> String {
    match value.kind() {
        Kind::Array | Kind::Object => container(value, limit),
        Kind::String => value.string().map(|text| quoted(text, limit)).unwrap_or_default(),
        _ if value.source().len() > limit => {
            value.source().chars().take(limit).chain(['…']).collect()
        }
        _ => value.source().to_owned(),
    }
}

/// What is still to be written of a container.
enum Piece<'d> {
    Text(&'static str),
    Name(Text<'d>),
    Value(Value<'d>),
}

fn container(value: Value<'_>, limit: usize) -> String {
    let mut line = String::new();
    let mut left = vec![Piece::Value(value)];
    while let Some(piece) = left.pop() {
        let used = line.chars().count();
        if used >= limit && !left.is_empty() {
            let close = if value.kind() == Kind::Object { "… }" } else { "…]" };
            return line + close;
        }
        let room = limit.saturating_sub(used).max(20);
        match piece {
            Piece::Text(text) => line.push_str(text),
            Piece::Name(name) => line.push_str(&(quoted(name, room) + ": ")),
            Piece::Value(value) if is_open(value) => expand(value, room, &mut left),
            Piece::Value(value) => line.push_str(&inline_scalar(value, room)),
        }
    }
    line
}

fn is_open(value: Value<'_>) -> bool {
    matches!(value.kind(), Kind::Array | Kind::Object) && !value.is_empty()
}

fn inline_scalar(value: Value<'_>, room: usize) -> String {
    match value.kind() {
        Kind::Array => "[]".to_owned(),
        Kind::Object => "{}".to_owned(),
        _ => inline(value, room),
    }
}

/// Puts the pieces of a container on the stack: its first children, as many as there is
/// room for.
fn expand<'d>(value: Value<'d>, room: usize, left: &mut Vec<Piece<'d>>) {
    let is_object = value.kind() == Kind::Object;
    let mut pieces = vec![Piece::Text(if is_object { "{ " } else { "[" })];
    for (n, (name, child)) in named_children(value).take(room).enumerate() {
        if n > 0 {
            pieces.push(Piece::Text(", "));
        }
        pieces.extend(name.map(Piece::Name));
        pieces.push(Piece::Value(child));
    }
    pieces.push(Piece::Text(if is_object { " }" } else { "]" }));
    left.extend(pieces.into_iter().rev());
}

fn named_children<'d>(value: Value<'d>) -> impl Iterator<Item = (Option<Text<'d>>, Value<'d>)> {
    let members = value.members().map(|member| (Some(member.key), member.value));
    members.chain(value.elements().map(|element| (None, element)))
}
