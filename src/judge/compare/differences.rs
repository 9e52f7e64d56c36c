//! What a comparison found, kept small: a pointer is a chain of steps that is written out when it is
//! asked for.

use std::rc::Rc;

use super::paths::{PathId, Paths, Sides, Step};
use super::rules::Rules;
use crate::json::Value;
use crate::model::{Mismatch, MismatchKind, Side};

/// So many differences are kept. Further ones are counted: a program can print millions of
/// wrong elements, and no reader asks for the last of them.
pub const KEPT_DIFFERENCES: usize = 1_000_000;

/// Longest text of a side in a [`Mismatch`], in bytes.
pub(in crate::judge) const SIDE_LIMIT: usize = 64 * 1024;

/// Every difference between two values, in the order of the walk: an object's expected
/// members in their order, then its extra members.
///
/// Holds a few numbers per difference; [`Differences::to_model`] makes text of them.
pub struct Differences<'d> {
    expected: Value<'d>,
    actual: Value<'d>,
    rules: Rc<Rules>,
    paths: Paths<'d>,
    kept: Vec<Found>,
    total: usize,
}

/// A difference as it is kept.
#[derive(Clone, Copy)]
struct Found {
    kind: MismatchKind,
    path: PathId,
}

impl<'d> Differences<'d> {
    pub(super) fn new(expected: Value<'d>, actual: Value<'d>, rules: Rc<Rules>) -> Differences<'d> {
        let paths = Paths::default();
        Differences { expected, actual, rules, paths, kept: Vec::new(), total: 0 }
    }

    /// Adds a place below another one.
    pub(super) fn add_path(&mut self, parent: PathId, step: Step<'d>, sides: Sides<'d>) -> PathId {
        self.paths.child(parent, step, sides)
    }

    pub(super) fn add(&mut self, kind: MismatchKind, path: PathId) {
        self.kept.push(Found { kind, path });
        self.total += 1;
    }

    /// By what the values were compared.
    pub(super) fn rules(&self) -> &Rc<Rules> {
        &self.rules
    }

    /// What stands at a place, on each side where something does.
    pub(super) fn sides(&self, path: PathId) -> Sides<'d> {
        let Some(node) = self.paths.node(path) else {
            return (Some(self.expected), Some(self.actual));
        };
        let (expected, actual) = (self.expected.document(), self.actual.document());
        (
            node.expected.map(|id| Value::with_id(expected, id.get() - 1)),
            node.actual.map(|id| Value::with_id(actual, id.get() - 1)),
        )
    }

    /// The places, each with its parent and last token.
    pub(super) fn paths(&self) -> &Paths<'d> {
        &self.paths
    }

    /// The kind and the place of every difference that was kept.
    pub(super) fn found(&self) -> impl Iterator<Item = (MismatchKind, PathId)> {
        self.kept.iter().map(|found| (found.kind, found.path))
    }

    /// Whether a further difference would only be counted.
    pub(super) fn is_full(&self) -> bool {
        self.kept.len() == KEPT_DIFFERENCES
    }

    pub(super) fn count_one(&mut self) {
        self.total += 1;
    }

    /// How many differences there are, those that were not kept included.
    pub fn len(&self) -> usize {
        self.total
    }

    /// Whether the values are equal.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// The expected value that was compared.
    pub fn expected(&self) -> Value<'d> {
        self.expected
    }

    /// The actual value that was compared.
    pub fn actual(&self) -> Value<'d> {
        self.actual
    }

    /// The first [`KEPT_DIFFERENCES`] differences.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Difference<'_, 'd>> + DoubleEndedIterator {
        self.kept.iter().map(|&found| Difference { all: self, found })
    }

    /// The difference number `n`, from 0, when it was kept.
    fn get(&self, n: usize) -> Option<Difference<'_, 'd>> {
        let found = *self.kept.get(n)?;
        Some(Difference { all: self, found })
    }

    /// The difference number `n`, from 0, as plain data, when it was kept.
    pub fn to_model(&self, n: usize) -> Option<Mismatch> {
        self.get(n).map(|difference| difference.to_model())
    }
}

impl std::fmt::Debug for Differences<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// One difference.
#[derive(Clone, Copy)]
pub struct Difference<'a, 'd> {
    all: &'a Differences<'d>,
    found: Found,
}

impl<'d> Difference<'_, 'd> {
    /// In what way the sides differ.
    pub fn kind(&self) -> MismatchKind {
        self.found.kind
    }

    /// The expected value, when the expected document has this place.
    pub fn expected(&self) -> Option<Value<'d>> {
        self.all.sides(self.found.path).0
    }

    /// The actual value, when the actual document has this place.
    pub fn actual(&self) -> Option<Value<'d>> {
        self.all.sides(self.found.path).1
    }

    /// The JSON Pointer (RFC 6901) of the place, from the values that were compared.
    pub fn pointer(&self) -> String {
        self.all.paths.pointer(self.found.path)
    }

    /// The place, among those of this comparison.
    pub(super) fn place(&self) -> PathId {
        self.found.path
    }

    /// The last token of the pointer; `None` for the whole document.
    fn last_step(&self) -> Option<Step<'d>> {
        self.all.paths.last(self.found.path).map(|(_, step)| step)
    }

    /// The difference as plain data.
    pub fn to_model(&self) -> Mismatch {
        let start = Start::of(self.kind(), self.last_step());
        Mismatch {
            pointer: self.pointer(),
            actual_pointer: None,
            kind: self.kind(),
            expected: self.expected().map(|value| side(value, start, SIDE_LIMIT)),
            actual: self.actual().map(|value| side(value, start, SIDE_LIMIT)),
        }
    }
}

/// Where a place begins, as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::judge) enum Start {
    /// With the member's name.
    Name,
    /// With the value.
    Value,
}

impl Start {
    /// With the name where the member as a whole is the matter.
    pub(in crate::judge) fn of(kind: MismatchKind, step: Option<Step<'_>>) -> Start {
        match step {
            Some(Step::Member(_)) if kind.is_about_the_member() => Start::Name,
            _ => Start::Value,
        }
    }
}

/// At most `limit` bytes of a value as one side of a mismatch.
pub(in crate::judge) fn side(value: Value<'_>, start: Start, limit: usize) -> Side {
    let source = value.source();
    let text = beginning(source, limit);
    Side {
        text: text.to_owned(),
        cut: text.len() < source.len(),
        position: match start {
            Start::Name => value.name_position(),
            Start::Value => value.position(),
        },
    }
}

/// At most so many bytes of a text, cut between characters.
fn beginning(text: &str, limit: usize) -> &str {
    let last = limit.min(text.len());
    let end = (0..=last).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    &text[..end]
}

impl std::fmt::Debug for Difference<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {:?}: ", self.kind(), self.pointer())?;
        write!(f, "{:?} / {:?}", self.expected(), self.actual())
    }
}
