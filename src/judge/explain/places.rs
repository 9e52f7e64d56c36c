//! Places in a document, as they are named on screen.

use super::super::compare::Step;
use super::strings::{Escapes, push_point};
use crate::json::{Kind, Text, Value};

/// Longest pointer that is shown whole, in characters.
const POINTER_LIMIT: usize = 160;

/// The characters of a name that are shown.
const NAME_LIMIT: usize = 60;

/// The value at the end of the steps; of repeated members the first.
pub(super) fn descend<'d>(value: Value<'d>, steps: &[Step<'_>]) -> Option<Value<'d>> {
    steps.iter().try_fold(value, |value, step| child(value, *step))
}

fn child<'d>(value: Value<'d>, step: Step<'_>) -> Option<Value<'d>> {
    match step {
        Step::Element(index) => value.elements().nth(index),
        Step::Member(name) => {
            value.members().find(|member| member.key == name).map(|member| member.value)
        }
    }
}

/// The children of an array or object with the steps that lead to them.
pub(super) fn children<'d>(
    value: Value<'d>,
) -> Box<dyn Iterator<Item = (Step<'d>, Value<'d>)> + 'd> {
    match value.kind() {
        Kind::Object => {
            Box::new(value.members().map(|member| (Step::Member(member.key), member.value)))
        }
        _ => Box::new(value.elements().enumerate().map(|(n, value)| (Step::Element(n), value))),
    }
}

/// The pointer on one line, its middle left out when it is long; the whole document is
/// "the answer".
pub(super) fn place(pointer: &str) -> String {
    if pointer.is_empty() {
        return "the answer".to_owned();
    }
    let length = pointer.chars().count();
    if length <= POINTER_LIMIT {
        return on_one_line(pointer.chars());
    }
    let half = POINTER_LIMIT / 2;
    let head = on_one_line(pointer.chars().take(half));
    format!("{head}…{}", on_one_line(pointer.chars().skip(length - half)))
}

/// A name between backticks.
pub(super) fn code(name: &str) -> String {
    format!("`{}`", on_one_line(name.chars()))
}

/// A member's name between backticks, cut when it is long.
pub(super) fn name(text: Text<'_>) -> String {
    code(&text.to_string_lossy().chars().take(NAME_LIMIT).collect::<String>())
}

/// What cannot be seen is escaped as in strings, all else as it is.
fn on_one_line(text: impl Iterator<Item = char>) -> String {
    let mut line = String::new();
    for c in text {
        match c {
            '"' | '\\' => line.push(c),
            _ => push_point(&mut line, c.into(), Escapes::Invisible),
        }
    }
    line
}

/// `1 element`, `2 elements`
pub(super) fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
