//! The laws of the raw comparison that need no second opinion.

use theinference::json::{Document, pointer};
use theinference::judge::{compare, compare::are_equal};
use theinference::model::{CompareRules, Mismatch, MismatchKind, Side};

/// Holds the laws against a pair, and against the pair the other way round.
pub(crate) fn is_lawful(expected: &Document<'_>, actual: &Document<'_>, rules: &CompareRules) {
    let there = mismatches(expected, actual, rules);
    let back = mismatches(actual, expected, rules);
    let naming = Naming::of(expected).max(Naming::of(actual));
    for Mismatch { pointer, expected: left, actual: right, .. } in &there {
        assert!(left.is_some() || right.is_some(), "{pointer} is on neither side");
        exists(expected, pointer, left.as_ref(), naming);
        exists(actual, pointer, right.as_ref(), naming);
    }
    if rules.ignore.is_empty() && there.is_empty() {
        assert!(expected.duplicates().is_empty() && actual.duplicates().is_empty());
    }
    assert_eq!(sorted(there), sorted(back.into_iter().map(mirrored).collect()));
    for side in [expected, actual] {
        if side.duplicates().is_empty() {
            assert!(are_equal(side.root(), side.root(), rules), "it is not equal to itself");
        }
    }
}

/// How well the pointers of a document name its places.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Naming {
    Plain,
    /// Some pointers name several members.
    Repeated,
    /// Half characters all look alike in a pointer.
    Unclear,
}

impl Naming {
    fn of(document: &Document<'_>) -> Self {
        match document {
            it if super::reader::has_lone_surrogate(it.text()) => Self::Unclear,
            it if !it.duplicates().is_empty() => Self::Repeated,
            _ => Self::Plain,
        }
    }
}

pub(crate) fn mismatches(
    expected: &Document<'_>,
    actual: &Document<'_>,
    rules: &CompareRules,
) -> Vec<Mismatch> {
    let differences = compare(expected.root(), actual.root(), rules);
    let equal = are_equal(expected.root(), actual.root(), rules);
    assert_eq!(equal, differences.is_empty());
    (0..differences.len()).map(|n| differences.to_model(n).expect("it was kept")).collect()
}

/// The mismatch as seen from the other side.
fn mirrored(mismatch: Mismatch) -> Mismatch {
    let kind = match mismatch.kind {
        MismatchKind::Missing => MismatchKind::Extra,
        MismatchKind::Extra => MismatchKind::Missing,
        other => other,
    };
    Mismatch { kind, expected: mismatch.actual, actual: mismatch.expected, ..mismatch }
}

/// The walk begins with what is expected, so only the order depends on the side.
fn sorted(mut mismatches: Vec<Mismatch>) -> Vec<Mismatch> {
    let place = |side: &Option<Side>| side.as_ref().map(|side| side.position.offset);
    mismatches.sort_by_cached_key(|it| {
        (it.pointer.clone(), it.kind, place(&it.expected), place(&it.actual))
    });
    mismatches
}

/// A side that a mismatch speaks of has the place; for a plain document the pointer leads to
/// exactly that value.
fn exists(document: &Document<'_>, pointer: &str, side: Option<&Side>, naming: Naming) {
    let found = pointer::resolve(document.root(), pointer).map(|value| value.source());
    match (naming, side) {
        (Naming::Unclear, _) => {}
        (Naming::Repeated, side) => assert!(side.is_none() || found.is_some(), "no {pointer}"),
        (Naming::Plain, Some(side)) if side.cut => {
            assert!(found.is_some_and(|found| found.starts_with(&side.text)), "no {pointer}");
        }
        (Naming::Plain, side) => assert_eq!(found, side.map(|side| &*side.text), "at {pointer}"),
    }
}
