//! Which element of one array has become which of the other: an element that was put in at the
//! front is one difference, not one for each that stands behind it.
//!
//! Elements belong together when they are equal, or have the same `name`, `id`, `uri` or `key`;
//! what is left between two such pairs is paired in order. Equality is by fingerprint. All of it
//! takes time in proportion to the arrays, but for small gaps, which have a budget of their own.

mod anchors;
mod gaps;
mod keys;
mod similar;

use std::ops::Range;

use super::effort::{Effort, Spent};
use super::elements::Sides;
use crate::json::Value;
use crate::judge::compare::{Place, fingerprint};

use anchors::{Anchors, Order, Pairing};
pub(super) use keys::KEYS;

/// One thing that has become of elements, in the order of both arrays as far as they have one.
/// Indices are those of the whole arrays; `i` is expected, `j` actual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing has become of `i`.
    Missing(usize),
    /// `j` is new, and stands before the second, which is an expected index.
    Extra(usize, usize),
    /// `i` is `j` now, and may be different.
    Pair(usize, usize),
    /// `i` has left its place and is `j` now.
    Left(usize, usize),
    /// `j`, which was `i`, stands now before the third, which is an expected index.
    Now(usize, usize, usize),
}

impl Change {
    /// The elements that belong together.
    pub(super) fn pair(self) -> Option<(usize, usize)> {
        match self {
            Change::Pair(i, j) | Change::Left(i, j) => Some((i, j)),
            Change::Missing(_) | Change::Extra(..) | Change::Now(..) => None,
        }
    }

    /// Whether it is a finding by itself.
    pub(super) fn counts(self) -> bool {
        matches!(self, Change::Missing(_) | Change::Extra(..) | Change::Left(..))
    }

    pub(super) fn is_move(self) -> bool {
        matches!(self, Change::Left(..) | Change::Now(..))
    }
}

/// The middle of both arrays, between what is alike at their beginnings and at their ends.
pub(super) struct Middle<'d> {
    /// The index at which both begin.
    start: usize,
    expected: Vec<Element<'d>>,
    actual: Vec<Element<'d>>,
}

/// An element with the number that equal ones have in common.
#[derive(Clone, Copy)]
pub(super) struct Element<'d> {
    value: Value<'d>,
    fingerprint: u64,
}

/// What has become of the elements from the index `first` on, before which both arrays are equal.
/// `None` when nothing speaks against telling them index by index, or when it would take too long.
pub(super) fn align(
    sides: &Sides<'_>,
    first: usize,
    place: &Place,
    effort: &mut Effort,
) -> Option<Vec<Change>> {
    let end = common_end(sides, first, place, effort)?;
    let (n, m) = (sides.expected.len(), sides.actual.len());
    let middle = Middle {
        start: first,
        expected: fingerprinted(&sides.expected, first..n - end, place, effort)?,
        actual: fingerprinted(&sides.actual, first..m - end, place, effort)?,
    };
    let anchors = Anchors::of(&middle);
    if middle.expected.len() == middle.actual.len() && anchors.are_all_in_place() {
        return None;
    }
    Some(merge(&middle, &gaps::fill(&middle, anchors), place))
}

/// How many elements at the end of both arrays are equal.
fn common_end(
    sides: &Sides<'_>,
    first: usize,
    place: &Place,
    effort: &mut Effort,
) -> Option<usize> {
    let most = sides.expected.len().min(sides.actual.len()).saturating_sub(first);
    let mut end = 0;
    while end < most {
        let i = sides.expected.len() - 1 - end;
        let (expected, actual) = (sides.expected[i], sides.actual[sides.actual.len() - 1 - end]);
        if effort.spend(expected.source().len()) == Spent::Refused {
            return None;
        }
        if !place.element(i).are_equal(expected, actual) {
            break;
        }
        end += 1;
    }
    Some(end)
}

fn fingerprinted<'d>(
    elements: &[Value<'d>],
    range: Range<usize>,
    place: &Place,
    effort: &mut Effort,
) -> Option<Vec<Element<'d>>> {
    let elements = &elements[range.clone()];
    elements
        .iter()
        .zip(range)
        .map(|(&value, index)| {
            let granted = effort.spend(value.source().len()) == Spent::Granted;
            let place = place.element(index);
            granted.then(|| Element { value, fingerprint: fingerprint(value, &place) })
        })
        .collect()
}

/// What has become of every element, in the order of the picture. Pairs that are surely equal are
/// left out.
fn merge(middle: &Middle<'_>, pairing: &Pairing, place: &Place) -> Vec<Change> {
    let start = middle.start;
    let mut changes = Vec::new();
    let mut next = 0;
    for (i, element) in middle.expected.iter().enumerate() {
        match pairing.actual_of(i) {
            None => changes.push(Change::Missing(start + i)),
            Some((j, Order::Kept)) => {
                news(next..j, start + i, middle, pairing, &mut changes);
                next = j + 1;
                let is_same = element.fingerprint == middle.actual[j].fingerprint;
                if !is_same || place.has_free_places() {
                    changes.push(Change::Pair(start + i, start + j));
                }
            }
            Some((j, Order::Changed)) => changes.push(Change::Left(start + i, start + j)),
        }
    }
    let (end, rest) = (start + middle.expected.len(), next..middle.actual.len());
    news(rest, end, middle, pairing, &mut changes);
    changes
}

/// Actual elements that have come to stand before the expected index `before`.
fn news(
    range: Range<usize>,
    before: usize,
    middle: &Middle<'_>,
    pairing: &Pairing,
    changes: &mut Vec<Change>,
) {
    let start = middle.start;
    changes.extend(range.map(|j| match pairing.expected_of(j) {
        Some(i) => Change::Now(start + i, start + j, before),
        None => Change::Extra(start + j, before),
    }));
}
