//! The walk over two documents at once, without recursion.

use std::rc::Rc;

use super::differences::Differences;
use super::ignore::{Candidates, Freedom};
use super::object::{Pair, Pairs, Sequence, pair};
use super::paths::{PathId, Step};
use super::rules::Rules;
use crate::json::{Elements, Kind, Value};
use crate::model::{CompareRules, MemberOrder, MismatchKind};

/// Finds every difference between two values, by the rules.
///
/// Arrays are compared index by index and members by name. Of a repeated member the first
/// appearance is compared; each later one is a difference of its own. Takes time and memory
/// in proportion to the documents, however deep they are.
pub fn compare<'d>(
    expected: Value<'d>,
    actual: Value<'d>,
    rules: &CompareRules,
) -> Differences<'d> {
    compare_at(&Place::root(Rc::new(Rules::new(rules))), expected, actual)
}

/// The same for two values that stand at a place of their documents.
pub(super) fn compare_at<'d>(
    place: &Place,
    expected: Value<'d>,
    actual: Value<'d>,
) -> Differences<'d> {
    let mut walk = Walk::new(place, expected, actual);
    walk.start(place);
    while walk.step() {}
    walk.differences
}

/// Whether two values are equal, by the rules. Stops at the first difference.
pub fn are_equal(expected: Value<'_>, actual: Value<'_>, rules: &CompareRules) -> bool {
    are_equal_at(&Place::root(Rc::new(Rules::new(rules))), expected, actual)
}

/// The same for two values that stand at a place of their documents.
pub(super) fn are_equal_at(place: &Place, expected: Value<'_>, actual: Value<'_>) -> bool {
    let mut walk = Walk::new(place, expected, actual);
    walk.start(place);
    while walk.differences.is_empty() && walk.step() {}
    walk.differences.is_empty()
}

/// What the rules say of one place of the expected document.
#[derive(Clone)]
pub(in crate::judge) struct Place {
    pub(super) rules: Rc<Rules>,
    pub(super) freedom: Freedom,
    /// The number of tokens that lead to it.
    pub(super) depth: usize,
}

impl Place {
    pub(super) fn root(rules: Rc<Rules>) -> Place {
        let freedom = rules.ignored.root();
        Place { rules, freedom, depth: 0 }
    }
}

/// A depth-first walk over both documents at once. The stack of frames takes the place of
/// recursion.
struct Walk<'d> {
    rules: Rc<Rules>,
    /// The depth of the place where the walk began.
    depth: usize,
    frames: Vec<Frame<'d>>,
    differences: Differences<'d>,
}

/// Two containers whose children are being compared.
struct Frame<'d> {
    children: Children<'d>,
    expected: Value<'d>,
    actual: Value<'d>,
    /// The container's own token; `None` for the whole document.
    step: Option<Step<'d>>,
    /// Its place, once a difference has needed it.
    path: Option<PathId>,
    candidates: Candidates,
}

enum Children<'d> {
    Elements { next: usize, expected: Elements<'d>, actual: Elements<'d> },
    Members(Pairs<'d>),
}

/// A place in both documents, with what was found there.
enum Found<'d> {
    Both(Value<'d>, Value<'d>),
    OneSided(MismatchKind, Option<Value<'d>>, Option<Value<'d>>),
}

impl<'d> Children<'d> {
    fn next(&mut self) -> Option<(Step<'d>, Found<'d>)> {
        match self {
            Children::Elements { next, expected, actual } => {
                let step = Step::Element(*next);
                *next += 1;
                let found = match (expected.next(), actual.next()) {
                    (None, None) => return None,
                    (Some(expected), Some(actual)) => Found::Both(expected, actual),
                    (expected, None) => Found::OneSided(MismatchKind::Missing, expected, None),
                    (None, actual) => Found::OneSided(MismatchKind::Extra, None, actual),
                };
                Some((step, found))
            }
            Children::Members(pairs) => pairs.next().map(from_pair),
        }
    }
}

fn from_pair(pair: Pair<'_>) -> (Step<'_>, Found<'_>) {
    let one_sided = Found::OneSided;
    let (name, found) = match pair {
        Pair::Both(name, expected, actual) => (name, Found::Both(expected, actual)),
        Pair::OnlyExpected(name, value) => {
            (name, one_sided(MismatchKind::Missing, Some(value), None))
        }
        Pair::OnlyActual(name, value) => (name, one_sided(MismatchKind::Extra, None, Some(value))),
        Pair::AgainInExpected(name, value) => {
            (name, one_sided(MismatchKind::Duplicate, Some(value), None))
        }
        Pair::AgainInActual(name, value) => {
            (name, one_sided(MismatchKind::Duplicate, None, Some(value)))
        }
    };
    (Step::Member(name), found)
}

impl<'d> Walk<'d> {
    fn new(place: &Place, expected: Value<'d>, actual: Value<'d>) -> Walk<'d> {
        let rules = place.rules.clone();
        let differences = Differences::new(expected, actual, rules.clone());
        Walk { rules, depth: place.depth, frames: Vec::new(), differences }
    }

    fn start(&mut self, place: &Place) {
        let (expected, actual) = (self.differences.expected(), self.differences.actual());
        if let Freedom::Bound(candidates) = &place.freedom {
            self.visit(None, expected, actual, candidates.clone());
        }
    }

    /// Compares one pair of children; `false` once there are no more.
    fn step(&mut self) -> bool {
        let depth = self.depth + self.frames.len().saturating_sub(1);
        let Some(frame) = self.frames.last_mut() else { return false };
        match frame.children.next() {
            None => {
                self.frames.pop();
            }
            Some((step, Found::OneSided(kind, expected, actual))) => {
                self.report(kind, Some(step), expected, actual);
            }
            Some((step, Found::Both(expected, actual))) => {
                let freedom = self.rules.ignored.child(&frame.candidates, depth, step);
                if let Freedom::Bound(candidates) = freedom {
                    self.visit(Some(step), expected, actual, candidates);
                }
            }
        }
        true
    }

    fn visit(
        &mut self,
        step: Option<Step<'d>>,
        expected: Value<'d>,
        actual: Value<'d>,
        candidates: Candidates,
    ) {
        let children = match (expected.kind(), actual.kind()) {
            (Kind::Array, Kind::Array) => {
                let (expected, actual) = (expected.elements(), actual.elements());
                Children::Elements { next: 0, expected, actual }
            }
            (Kind::Object, Kind::Object) => {
                let (pairs, sequence) = pair(expected, actual);
                if sequence == Sequence::Other && self.rules.order == MemberOrder::Exact {
                    self.report(MismatchKind::Order, step, Some(expected), Some(actual));
                }
                Children::Members(pairs)
            }
            _ => {
                if let Some(kind) = self.rules.scalar_mismatch(expected, actual) {
                    self.report(kind, step, Some(expected), Some(actual));
                }
                return;
            }
        };
        self.frames.push(Frame { children, expected, actual, step, path: None, candidates });
    }

    /// Keeps a difference at the child `step` of the innermost frame, or of the whole.
    fn report(
        &mut self,
        kind: MismatchKind,
        step: Option<Step<'d>>,
        expected: Option<Value<'d>>,
        actual: Option<Value<'d>>,
    ) {
        if self.differences.is_full() {
            self.differences.count_one();
            return;
        }
        let parent = self.path();
        let sides = (expected, actual);
        let path = step.map_or(parent, |step| self.differences.add_path(parent, step, sides));
        self.differences.add(kind, path);
    }

    /// The place of the innermost frame. Each frame is given one place, when first needed.
    fn path(&mut self) -> PathId {
        let known = self.frames.iter().rposition(|frame| frame.path.is_some());
        let mut path = known.and_then(|at| self.frames[at].path).unwrap_or(PathId::ROOT);
        for frame in self.frames.iter_mut().skip(known.map_or(0, |at| at + 1)) {
            if let Some(step) = frame.step {
                let sides = (Some(frame.expected), Some(frame.actual));
                path = self.differences.add_path(path, step, sides);
            }
            frame.path = Some(path);
        }
        path
    }
}
