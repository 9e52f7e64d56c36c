//! Whether differences that are known come up again with another actual document.
//!
//! Only the places of the known differences are looked up, and each container on the way there is
//! passed through once: a large answer costs no more than one reading of what these places are in.

use std::collections::HashMap;

use super::differences::{Difference, Differences};
use super::object::{Sequence, pair};
use super::paths::{PathId, Step};
use super::walk::are_equal;
use crate::json::{Kind, SMALL_OBJECT, Text, Value};
use crate::model::{CompareRules, MismatchKind};

/// Whether every one of `known` is also a difference between the same expected document and
/// `actual`, with an equal value on the actual side. `rules` are those that found them.
///
/// That is never so when there were too many to keep.
#[must_use]
pub fn recur_in<'d>(known: &Differences<'d>, actual: Value<'d>, rules: &CompareRules) -> bool {
    // What is free is named from the root of the expected document, and is in no difference.
    let rules = &CompareRules { ignore: Vec::new(), ..rules.clone() };
    let Some(there) = locate(known, actual).filter(|_| known.iter().len() == known.len()) else {
        return false;
    };
    known.iter().all(|difference| recurs(&difference, there[difference.place().index()], rules))
}

/// Whether a known difference is one with what stands `there` in its place, too.
fn recurs<'d>(known: &Difference<'_, 'd>, there: Option<Value<'d>>, rules: &CompareRules) -> bool {
    let is_same = |actual| known.actual().is_some_and(|known| are_equal(known, actual, rules));
    match (known.kind(), there) {
        (MismatchKind::Missing, None) => true,
        (
            MismatchKind::Extra | MismatchKind::Type | MismatchKind::Value | MismatchKind::Spelling,
            Some(actual),
        ) => is_same(actual),
        (MismatchKind::Order, Some(actual)) => {
            let sequence = |side: Option<Value<'d>>| side.map(|side| pair(side, actual).1);
            sequence(known.expected()) == Some(Sequence::Other)
                && sequence(known.actual()) == Some(Sequence::Same)
        }
        // A name that an object has twice is in no place of its own.
        _ => false,
    }
}

/// What `actual` has at the places of all known differences, by their numbers; `None` when it has
/// not the containers that lead there.
fn locate<'d>(known: &Differences<'d>, actual: Value<'d>) -> Option<Vec<Option<Value<'d>>>> {
    let paths = known.paths();
    let mut there = vec![None; paths.len()];
    there[PathId::ROOT.index()] = Some(actual);
    // A place is numbered after the one that holds it, and elements in their order.
    let numbered = |number| Some((paths.last(PathId::at(number))?, number));
    let mut places: Vec<_> = (1..paths.len()).filter_map(numbered).collect();
    places.sort_by_key(|&((holder, _), _)| holder);
    for siblings in places.chunk_by(|((one, _), _), ((next, _), _)| one == next) {
        let ((holder, _), _) = siblings[0];
        let (expected, actual) = (known.sides(holder).0?, there[holder.index()]?);
        if expected.kind() != actual.kind() {
            return None;
        }
        let steps: Vec<Step<'d>> = siblings.iter().map(|&((_, step), _)| step).collect();
        for (&(_, number), found) in siblings.iter().zip(children(actual, &steps)) {
            there[number] = found;
        }
    }
    Some(there)
}

/// What stands at each of these steps; indexes must ascend.
fn children<'d>(container: Value<'d>, steps: &[Step<'d>]) -> Vec<Option<Value<'d>>> {
    match container.kind() {
        Kind::Array => elements(container, steps),
        Kind::Object => members(container, steps),
        _ => vec![None; steps.len()],
    }
}

fn elements<'d>(array: Value<'d>, steps: &[Step<'d>]) -> Vec<Option<Value<'d>>> {
    let mut found = vec![None; steps.len()];
    let mut wanted = steps.iter().zip(&mut found).peekable();
    for (index, element) in array.elements().enumerate() {
        while let Some((_, slot)) = wanted.next_if(|(step, _)| **step == Step::Element(index)) {
            *slot = Some(element);
        }
        if wanted.peek().is_none() {
            break;
        }
    }
    found
}

/// Of repeated members the first, as in the comparison.
fn members<'d>(object: Value<'d>, steps: &[Step<'d>]) -> Vec<Option<Value<'d>>> {
    let wanted = Wanted::new(steps);
    let mut found = vec![None; wanted.names.len()];
    let mut left = found.len();
    let mut members = object.members();
    while let Some(member) = members.next().filter(|_| left > 0) {
        let slot = wanted.slot(member.key).filter(|&slot| found[slot].is_none());
        if let Some(slot) = slot {
            found[slot] = Some(member.value);
            left -= 1;
        }
    }
    let of_step = |step: &Step<'d>| match step {
        Step::Member(name) => wanted.slot(*name).and_then(|slot| found[slot]),
        Step::Element(_) => None,
    };
    steps.iter().map(of_step).collect()
}

/// The names that are looked for, each once.
struct Wanted<'d> {
    names: Vec<Text<'d>>,
    slots: HashMap<Text<'d>, usize>,
}

impl<'d> Wanted<'d> {
    fn new(steps: &[Step<'d>]) -> Self {
        let mut wanted = Self { names: Vec::new(), slots: HashMap::new() };
        for step in steps {
            if let Step::Member(name) = *step {
                wanted.slots.entry(name).or_insert_with(|| {
                    wanted.names.push(name);
                    wanted.names.len() - 1
                });
            }
        }
        wanted
    }

    fn slot(&self, name: Text<'_>) -> Option<usize> {
        if self.names.len() <= SMALL_OBJECT {
            self.names.iter().position(|&wanted| wanted == name)
        } else {
            self.slots.get(&name).copied()
        }
    }
}
