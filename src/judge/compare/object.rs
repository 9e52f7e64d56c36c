//! Which member of one object belongs to which of the other.

use std::collections::HashMap;

use crate::json::{Member, Members, SMALL_OBJECT, Text, Value, has_repeats};

/// The members of two objects, paired.
pub(super) enum Pairs<'d> {
    /// The same names in the same order: nothing to remember.
    Aligned(Members<'d>, Members<'d>),
    /// Any other two objects.
    Matched(std::vec::IntoIter<Pair<'d>>),
}

/// A member name and where it is found.
#[derive(Clone, Copy)]
pub(super) enum Pair<'d> {
    Both(Text<'d>, Value<'d>, Value<'d>),
    OnlyExpected(Text<'d>, Value<'d>),
    OnlyActual(Text<'d>, Value<'d>),
    AgainInExpected(Text<'d>, Value<'d>),
    AgainInActual(Text<'d>, Value<'d>),
}

/// Whether the members that both objects have come in the same order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sequence {
    Same,
    Other,
}

impl<'d> Iterator for Pairs<'d> {
    type Item = Pair<'d>;

    fn next(&mut self) -> Option<Pair<'d>> {
        match self {
            Pairs::Aligned(expected, actual) => {
                let (expected, actual) = (expected.next()?, actual.next()?);
                Some(Pair::Both(expected.key, expected.value, actual.value))
            }
            Pairs::Matched(pairs) => pairs.next(),
        }
    }
}

/// Pairs members by name, in time proportional to their number: the expected ones in their
/// order, then the extra ones in theirs, then the repeated ones.
pub(super) fn pair<'d>(expected: Value<'d>, actual: Value<'d>) -> (Pairs<'d>, Sequence) {
    if are_aligned(expected, actual) && !has_repeats(actual) {
        return (Pairs::Aligned(expected.members(), actual.members()), Sequence::Same);
    }
    let mut matching = Matching::new(actual);
    expected.members().for_each(|member| matching.add_expected(member));
    let (pairs, sequence) = matching.finish();
    (Pairs::Matched(pairs.into_iter()), sequence)
}

fn are_aligned(expected: Value<'_>, actual: Value<'_>) -> bool {
    let mut pairs = expected.members().zip(actual.members());
    expected.len() == actual.len() && pairs.all(|(expected, actual)| expected.key == actual.key)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Unused,
    Used,
}

/// The first appearances of names, as they are being matched.
struct Matching<'d> {
    /// The actual names, then those that only the expected object has, which count as used.
    slots: Vec<(Member<'d>, Use)>,
    /// Slot by name; empty for small objects, which are searched.
    index: HashMap<Text<'d>, usize>,
    pairs: Vec<Pair<'d>>,
    repeated: Vec<Pair<'d>>,
    last_slot: usize,
    sequence: Sequence,
}

impl<'d> Matching<'d> {
    fn new(actual: Value<'d>) -> Matching<'d> {
        let hashed = if actual.len() > SMALL_OBJECT { actual.len() } else { 0 };
        let mut matching = Matching {
            slots: Vec::with_capacity(actual.len()),
            index: HashMap::with_capacity(hashed),
            pairs: Vec::with_capacity(actual.len()),
            repeated: Vec::new(),
            last_slot: 0,
            sequence: Sequence::Same,
        };
        actual.members().for_each(|member| matching.add_actual(member));
        matching
    }

    fn add_actual(&mut self, member: Member<'d>) {
        if self.find(member.key).is_some() {
            self.repeated.push(Pair::AgainInActual(member.key, member.value));
            return;
        }
        self.add_slot(member, Use::Unused);
    }

    fn add_slot(&mut self, member: Member<'d>, used: Use) {
        self.slots.push((member, used));
        // Once the object has outgrown a search, all names so far move into the index.
        let first_new = if self.index.is_empty() { 0 } else { self.slots.len() - 1 };
        if self.slots.len() > SMALL_OBJECT {
            for (slot, (member, _)) in self.slots.iter().enumerate().skip(first_new) {
                self.index.insert(member.key, slot);
            }
        }
    }

    fn find(&self, name: Text<'d>) -> Option<usize> {
        if self.index.is_empty() {
            self.slots.iter().position(|(member, _)| member.key == name)
        } else {
            self.index.get(&name).copied()
        }
    }

    fn add_expected(&mut self, member: Member<'d>) {
        let pair = match self.find(member.key) {
            None => {
                self.add_slot(member, Use::Used);
                Pair::OnlyExpected(member.key, member.value)
            }
            Some(slot) if self.slots[slot].1 == Use::Used => {
                self.repeated.push(Pair::AgainInExpected(member.key, member.value));
                return;
            }
            Some(slot) => {
                self.slots[slot].1 = Use::Used;
                if slot < self.last_slot {
                    self.sequence = Sequence::Other;
                }
                self.last_slot = slot;
                Pair::Both(member.key, member.value, self.slots[slot].0.value)
            }
        };
        self.pairs.push(pair);
    }

    fn finish(mut self) -> (Vec<Pair<'d>>, Sequence) {
        let unused = self.slots.iter().filter(|(_, used)| *used == Use::Unused);
        self.pairs.extend(unused.map(|(member, _)| Pair::OnlyActual(member.key, member.value)));
        self.pairs.append(&mut self.repeated);
        (self.pairs, self.sequence)
    }
}
