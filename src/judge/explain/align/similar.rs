//! Whether an element may have become another one.

use super::super::excerpt::inline;
use crate::json::{Kind, Value};
use crate::judge::compare::are_equal;
use crate::model::CompareRules;

/// How many members or elements are looked at.
const LOOKED_AT: usize = 32;

/// Larger parts are not compared.
const PART: usize = 4_096;

/// Whether two values are of one type and have much in common: containers some of their content,
/// or all of it that would be shown; scalars nothing more than their type.
pub(super) fn are_similar(expected: Value<'_>, actual: Value<'_>) -> bool {
    let is_alike = expected.kind() == actual.kind();
    is_alike && (have_much_in_common(expected, actual) || look_alike(expected, actual))
}

/// Whether nobody could tell the two apart by their beginnings.
fn look_alike(expected: Value<'_>, actual: Value<'_>) -> bool {
    inline(expected, LOOKED_AT) == inline(actual, LOOKED_AT)
}

fn have_much_in_common(expected: Value<'_>, actual: Value<'_>) -> bool {
    match expected.kind() {
        Kind::Object => {
            let names = expected.members().take(LOOKED_AT);
            let parts = names.map(|member| {
                let other = actual.members().take(LOOKED_AT).find(|other| other.key == member.key);
                other.is_some_and(|other| is_same(member.value, other.value))
            });
            enough(parts)
        }
        Kind::Array => {
            let pairs = expected.elements().zip(actual.elements()).take(LOOKED_AT);
            enough(pairs.map(|(expected, actual)| is_same(expected, actual)))
        }
        _ => true,
    }
}

fn is_same(expected: Value<'_>, actual: Value<'_>) -> bool {
    let is_small = expected.source().len().max(actual.source().len()) <= PART;
    is_small && are_equal(expected, actual, &CompareRules::default())
}

/// Whether a third of the parts are the same; nothing has too little in common with nothing.
fn enough(parts: impl Iterator<Item = bool>) -> bool {
    let (mut same, mut all) = (0, 0);
    for is_same in parts {
        same += usize::from(is_same);
        all += 1;
    }
    3 * same >= all && same > 0
}
