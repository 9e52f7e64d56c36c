//! What belongs together between two sure pairs.

use std::ops::Range;

use super::anchors::{Anchors, Order, Pairing};
use super::similar::are_similar;
use super::{Element, Middle};

/// How many pairs are looked at in all gaps together.
const CELLS: usize = 4_000_000;

/// How far the search for an element that is alike goes.
const SEARCHED: usize = 16;

/// Pairs up what the anchors have left, gap by gap.
pub(super) fn fill(middle: &Middle<'_>, anchors: Anchors) -> Pairing {
    let mut pairing = anchors.pairing;
    let ends = (middle.expected.len(), middle.actual.len());
    let kept: Vec<_> = pairing.kept().chain([ends]).collect();
    let mut cells = CELLS;
    let mut from = (0, 0);
    for (i, j) in kept {
        let gap = Gap::new(middle, &pairing, from.0..i, from.1..j);
        gap.fill(&mut pairing, &mut cells);
        from = (i + 1, j + 1);
    }
    pairing
}

/// Elements on both sides that nobody belongs to yet.
struct Gap<'m, 'd> {
    expected: Vec<(usize, &'m Element<'d>)>,
    actual: Vec<(usize, &'m Element<'d>)>,
}

impl<'m, 'd> Gap<'m, 'd> {
    fn new(
        middle: &'m Middle<'d>,
        pairing: &Pairing,
        expected: Range<usize>,
        actual: Range<usize>,
    ) -> Gap<'m, 'd> {
        let free = |i: &usize| pairing.actual_of(*i).is_none();
        let expected = expected.filter(free).map(|i| (i, &middle.expected[i]));
        let free = |j: &usize| pairing.expected_of(*j).is_none();
        let actual = actual.filter(free).map(|j| (j, &middle.actual[j]));
        Gap { expected: expected.collect(), actual: actual.collect() }
    }

    /// Equal elements first, as many as there are in order; between them what is alike.
    fn fill(&self, pairing: &mut Pairing, cells: &mut usize) {
        let mut from = (0, 0);
        let equal =
            self.longest(self.expected.len(), self.actual.len(), cells, |expected, actual| {
                expected.fingerprint == actual.fingerprint
            });
        let ends = (self.expected.len(), self.actual.len());
        for (a, b) in equal.iter().copied().chain([ends]) {
            self.fill_unequal(from.0..a, from.1..b, pairing);
            if (a, b) != ends {
                pairing.pair(self.expected[a].0, self.actual[b].0, Order::Kept);
            }
            from = (a + 1, b + 1);
        }
    }

    /// The longest sequence of pairs that belong together, in both orders.
    fn longest(
        &self,
        n: usize,
        m: usize,
        cells: &mut usize,
        belong: impl Fn(&Element<'_>, &Element<'_>) -> bool,
    ) -> Vec<(usize, usize)> {
        let Some(left) = n.checked_mul(m).and_then(|size| cells.checked_sub(size)) else {
            return Vec::new();
        };
        *cells = left;
        let at = |a: usize, b: usize| a * (m + 1) + b;
        // The length of the longest sequence from a and b on.
        let mut lengths = vec![0_u32; (n + 1) * (m + 1)];
        for a in (0..n).rev() {
            for b in (0..m).rev() {
                lengths[at(a, b)] = if belong(self.expected[a].1, self.actual[b].1) {
                    lengths[at(a + 1, b + 1)] + 1
                } else {
                    lengths[at(a + 1, b)].max(lengths[at(a, b + 1)])
                };
            }
        }
        let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
        while a < n && b < m {
            if belong(self.expected[a].1, self.actual[b].1) {
                pairs.push((a, b));
                (a, b) = (a + 1, b + 1);
            } else if lengths[at(a + 1, b)] >= lengths[at(a, b + 1)] {
                a += 1;
            } else {
                b += 1;
            }
        }
        pairs
    }

    /// Pairs elements in order: as many as are alike, or all where both sides have as many.
    fn fill_unequal(&self, expected: Range<usize>, actual: Range<usize>, pairing: &mut Pairing) {
        if expected.len() == actual.len() {
            let pairs = expected.zip(actual);
            let alike = pairs.filter(|&(a, b)| self.are_alike(a, b));
            alike
                .for_each(|(a, b)| pairing.pair(self.expected[a].0, self.actual[b].0, Order::Kept));
            return;
        }
        let mut b = actual.start;
        for a in expected {
            let Some(found) = (b..actual.end).take(SEARCHED).find(|&b| self.are_alike(a, b)) else {
                continue;
            };
            pairing.pair(self.expected[a].0, self.actual[found].0, Order::Kept);
            b = found + 1;
        }
    }

    fn are_alike(&self, a: usize, b: usize) -> bool {
        are_similar(self.expected[a].1.value, self.actual[b].1.value)
    }
}
