//! Elements that surely belong together.

use std::collections::{HashMap, HashSet};

use super::keys::{common_key, key_of};
use super::{Element, Middle};
use crate::judge::compare::Place;

/// Which elements belong together, and whether they have kept their order.
#[derive(Debug)]
pub(super) struct Pairing {
    expected: Vec<Option<(usize, Order)>>,
    actual: Vec<Option<usize>>,
}

/// Whether a pair stands in the same order as the other pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Kept,
    Changed,
}

impl Pairing {
    /// The partner of an expected element.
    pub(super) fn actual_of(&self, i: usize) -> Option<(usize, Order)> {
        self.expected[i]
    }

    /// The partner of an actual element.
    pub(super) fn expected_of(&self, j: usize) -> Option<usize> {
        self.actual[j]
    }

    pub(super) fn pair(&mut self, i: usize, j: usize, order: Order) {
        self.expected[i] = Some((j, order));
        self.actual[j] = Some(i);
    }

    /// The pairs that have kept their order, in that order.
    pub(super) fn kept(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self.expected.iter().enumerate();
        pairs.filter_map(|(i, pair)| match pair {
            Some((j, Order::Kept)) => Some((i, *j)),
            _ => None,
        })
    }
}

/// The pairs that are sure: elements that are equal and occur once on each side, and those that
/// have the same key.
pub(super) struct Anchors {
    pub(super) pairing: Pairing,
}

impl Anchors {
    pub(super) fn of(middle: &Middle<'_>) -> Anchors {
        let mut pairs =
            once_on_each_side(&middle.expected, &middle.actual, |it| Some(it.fingerprint));
        if let Some(key) = common_key(&middle.expected, &middle.actual) {
            let place = Place::anywhere();
            let equal: HashSet<_> = pairs.iter().map(|&(i, _)| i).collect();
            let taken: HashSet<_> = pairs.iter().map(|&(_, j)| j).collect();
            let keyed = once_on_each_side(&middle.expected, &middle.actual, |it| {
                key_of(it.value, key, &place)
            });
            pairs.extend(
                keyed.into_iter().filter(|(i, j)| !equal.contains(i) && !taken.contains(j)),
            );
            pairs.sort_unstable();
        }
        let mut pairing = Pairing {
            expected: vec![None; middle.expected.len()],
            actual: vec![None; middle.actual.len()],
        };
        for (&(i, j), order) in pairs.iter().zip(orders(&pairs)) {
            pairing.pair(i, j, order);
        }
        Anchors { pairing }
    }

    /// Whether no pair stands at two different indices.
    pub(super) fn are_all_in_place(&self) -> bool {
        let mut pairs = self.pairing.expected.iter().enumerate();
        pairs.all(|(i, pair)| pair.is_none_or(|(j, _)| i == j))
    }
}

/// The elements whose mark occurs once on each side, by the order of the expected ones.
fn once_on_each_side<'d>(
    expected: &[Element<'d>],
    actual: &[Element<'d>],
    mark: impl Fn(&Element<'d>) -> Option<u64>,
) -> Vec<(usize, usize)> {
    let once = |elements: &[Element<'d>]| {
        let mut places: HashMap<u64, Option<usize>> = HashMap::new();
        for (n, element) in elements.iter().enumerate() {
            if let Some(mark) = mark(element) {
                places.entry(mark).and_modify(|place| *place = None).or_insert(Some(n));
            }
        }
        places
    };
    let (here, there) = (once(expected), once(actual));
    let place = |places: &HashMap<u64, Option<usize>>, mark| places.get(&mark).copied().flatten();
    let pairs = expected.iter().enumerate().filter_map(|(i, element)| {
        let mark = mark(element)?;
        Some((place(&here, mark).filter(|&only| only == i)?, place(&there, mark)?))
    });
    pairs.collect()
}

/// For pairs by their first index: the longest sequence in which the second ascends too has kept
/// its order.
fn orders(pairs: &[(usize, usize)]) -> Vec<Order> {
    // `ends[k]` is the pair with the least second index that ends a sequence of k + 1.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (n, &(_, j)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].1 < j);
        before[n] = length.checked_sub(1).map(|last| ends[last]);
        if length == ends.len() {
            ends.push(n);
        } else {
            ends[length] = n;
        }
    }
    let mut orders = vec![Order::Changed; pairs.len()];
    let mut at = ends.last().copied();
    while let Some(n) = at {
        orders[n] = Order::Kept;
        at = before[n];
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_ascending_sequence_has_kept_its_order() {
        let kept = |places: &[usize]| -> Vec<usize> {
            let pairs: Vec<_> = places.iter().copied().enumerate().collect();
            let orders = orders(&pairs).into_iter().zip(places);
            orders.filter(|(order, _)| *order == Order::Kept).map(|(_, &place)| place).collect()
        };
        assert_eq!(kept(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(kept(&[3, 0, 1, 2]), [0, 1, 2]);
        assert_eq!(kept(&[1, 2, 3, 0]), [1, 2, 3]);
        assert_eq!(kept(&[2, 1, 0]).len(), 1);
        assert_eq!(kept(&[]), [0; 0]);
    }
}
