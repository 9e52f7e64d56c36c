//! What differs among the elements of an array: index by index, or, where that tells it with fewer
//! words, by which element has become which.

use std::collections::HashMap;

use super::super::compare::{Place, Spot, Step};
use super::advice::is_in_the_other;
use super::align::{Change, align};
use super::effort::{Effort, Spent};
use super::finding::{Finding, What};
use super::walk::{Move, Part, Work};
use super::ways::{Document, WayId, Ways};
use crate::json::Value;
use crate::model::MismatchKind;

/// So many moved elements and nothing else are told as another order.
const SHUFFLED: usize = 3;

/// How the elements of an array are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// As the raw comparison has them.
    ByIndex,
    /// By what has become of them; all of the array was looked at.
    Aligned,
}

/// The work that is to be done for the elements of an array, in the order of the expected ones.
pub(super) fn elements<'a, 'd>(
    array: &Spot<'a, 'd>,
    (expected, actual): (Value<'d>, Value<'d>),
    way: WayId,
    ways: &mut Ways<'d>,
    effort: &mut Effort,
) -> (Vec<Work<'a, 'd>>, Told) {
    let one_is_alone = (expected.len() == 1) != (actual.len() == 1);
    if one_is_alone && array.count() > 1 && is_in_the_other(expected, actual) {
        let (what, expected, actual) = (What::Wrapped, Some(expected), Some(actual));
        return (vec![Work::Tell(Finding { what, way, expected, actual })], Told::Aligned);
    }
    let only_one_changed = expected.len() == actual.len() && array.children().nth(1).is_none();
    if !only_one_changed || array.is_cut() {
        let sides =
            Sides { expected: expected.elements().collect(), actual: actual.elements().collect() };
        let place = array.place(|| ways.steps(way, Document::Expected));
        if !place.names_an_index()
            && let Some(plan) = Plan::of(array, sides, &place, effort)
        {
            return (plan.works((expected, actual), way, ways), Told::Aligned);
        }
    }
    (by_index(array, expected.len(), way, ways), Told::ByIndex)
}

fn by_index<'a, 'd>(
    array: &Spot<'a, 'd>,
    length: usize,
    way: WayId,
    ways: &mut Ways<'d>,
) -> Vec<Work<'a, 'd>> {
    let mut works = Vec::new();
    let mut before = None;
    for child in array.children() {
        let ((expected, actual), step) = (child.sides(), child.step());
        let index = match step {
            Some(Step::Element(index)) => index,
            _ => 0,
        };
        let ordinal = if expected.is_some() { index } else { length };
        // What is said of a child's order and what differs inside it share their way.
        let at = match before {
            Some((other, at)) if other == index => at,
            _ => {
                let on = |side: Option<Value<'d>>| step.filter(|_| side.is_some());
                ways.child(way, (on(expected), on(actual)), ordinal)
            }
        };
        before = Some((index, at));
        works.push(Work::Visit(child, at));
    }
    works
}

/// The elements of both arrays.
pub(super) struct Sides<'d> {
    pub(super) expected: Vec<Value<'d>>,
    pub(super) actual: Vec<Value<'d>>,
}

/// Which element has become which, and what differs between the two.
struct Plan<'a, 'd> {
    changes: Vec<Change>,
    sides: Sides<'d>,
    /// What differs between elements that belong together, by their indices.
    inside: HashMap<(usize, usize), Spot<'a, 'd>>,
}

impl<'a, 'd> Plan<'a, 'd> {
    /// A plan that takes fewer findings than the raw comparison; `None` where there is none.
    fn of(
        array: &Spot<'a, 'd>,
        sides: Sides<'d>,
        place: &Place,
        effort: &mut Effort,
    ) -> Option<Plan<'a, 'd>> {
        let first = array.children().find_map(|child| match child.step() {
            Some(Step::Element(index)) => Some(index),
            _ => None,
        })?;
        let changes = align(&sides, first, place, effort)?;
        let mut plan = Plan { changes, sides, inside: HashMap::new() };
        plan.compare_inside(array, place, effort)?;
        let raw = if array.is_cut() { usize::MAX } else { array.count() };
        let cost = plan.cost();
        (cost > 0 && cost < raw).then_some(plan)
    }

    fn compare_inside(
        &mut self,
        array: &Spot<'a, 'd>,
        place: &Place,
        effort: &mut Effort,
    ) -> Option<()> {
        let mut by_index: HashMap<usize, Spot<'a, 'd>> = HashMap::new();
        if !array.is_cut() {
            by_index.extend(array.children().filter_map(|child| match child.step() {
                Some(Step::Element(index)) => Some((index, child)),
                _ => None,
            }));
        }
        for change in &self.changes {
            let Some((i, j)) = change.pair() else { continue };
            let (expected, actual) = (self.sides.expected[i], self.sides.actual[j]);
            if i == j && by_index.get(&i).is_some_and(|spot| spot.kind().is_none()) {
                self.inside.extend(by_index.remove(&i).map(|spot| ((i, j), spot)));
                continue;
            }
            let bytes = expected.source().len() + actual.source().len();
            if effort.spend(bytes) == Spent::Refused {
                return None;
            }
            let spot = place.element(i).compare(expected, actual);
            if spot.is_cut() {
                return None;
            }
            if spot.count() > 0 {
                self.inside.insert((i, j), spot);
            }
        }
        Some(())
    }

    /// The number of findings, those inside of elements counted as the raw comparison does.
    fn cost(&self) -> usize {
        let inside: usize = self.inside.values().map(Spot::count).sum();
        if self.is_shuffle() {
            return 1;
        }
        inside + self.changes.iter().filter(|change| change.counts()).count()
    }

    fn is_shuffle(&self) -> bool {
        let moves = self.changes.iter().filter(|change| matches!(change, Change::Left(..))).count();
        let only_moves = self.changes.iter().all(|change| change.is_move());
        moves >= SHUFFLED && only_moves && self.inside.is_empty()
    }

    fn works(
        mut self,
        (expected, actual): (Value<'d>, Value<'d>),
        way: WayId,
        ways: &mut Ways<'d>,
    ) -> Vec<Work<'a, 'd>> {
        if self.is_shuffle() {
            let (expected, actual) = (Some(expected), Some(actual));
            return vec![Work::Tell(Finding { what: What::Shuffled, way, expected, actual })];
        }
        let mut moved = HashMap::new();
        let mut works = Vec::new();
        let changes = std::mem::take(&mut self.changes);
        for change in &changes {
            self.work(change, way, ways, &mut moved, &mut works);
        }
        works
    }

    fn work(
        &mut self,
        change: &Change,
        way: WayId,
        ways: &mut Ways<'d>,
        moved: &mut HashMap<usize, WayId>,
        works: &mut Vec<Work<'a, 'd>>,
    ) {
        let (left, now) = (|i| Some(Step::Element(i)), |j| Some(Step::Element(j)));
        match *change {
            Change::Missing(i) => {
                let way = ways.child(way, (left(i), None), i);
                let (expected, actual) = (Some(self.sides.expected[i]), None);
                let what = What::Raw(MismatchKind::Missing);
                works.push(Work::Tell(Finding { what, way, expected, actual }));
            }
            Change::Extra(j, before) => {
                let way = ways.child(way, (None, now(j)), before);
                let (expected, actual) = (None, Some(self.sides.actual[j]));
                let what = What::Raw(MismatchKind::Extra);
                works.push(Work::Tell(Finding { what, way, expected, actual }));
            }
            Change::Pair(i, j) => {
                if let Some(spot) = self.inside.remove(&(i, j)) {
                    works.push(Work::Visit(spot, ways.child(way, (left(i), now(j)), i)));
                }
            }
            Change::Left(i, j) | Change::Now(i, j, _) => {
                let way = *moved.entry(i).or_insert_with(|| ways.child(way, (left(i), now(j)), i));
                works.push(self.one_place_of_move(change, (i, j), way));
                if matches!(change, Change::Left(..)) {
                    works.extend(self.inside.remove(&(i, j)).map(|spot| Work::Visit(spot, way)));
                }
            }
        }
    }

    /// The place that a moved element has left, or the one where it is now.
    fn one_place_of_move(
        &self,
        change: &Change,
        (i, j): (usize, usize),
        way: WayId,
    ) -> Work<'a, 'd> {
        let (expected, actual) = (Some(self.sides.expected[i]), Some(self.sides.actual[j]));
        let finding = Finding { what: What::Moved, way, expected, actual };
        let (part, ordinal) = match *change {
            Change::Now(_, _, before) => (Part::Now, before),
            _ => (Part::Left, i),
        };
        Work::Move(Move { finding, part, number: i, ordinal })
    }
}
