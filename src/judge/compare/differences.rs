//! What a comparison found, kept small: a pointer is a chain of steps that is written out when it is
//! asked for.

use super::paths::{PathId, Paths, Step};
use crate::json::Value;
use crate::model::{Mismatch, MismatchKind, Side};

/// So many differences are kept. Further ones are counted: a program can print millions of
/// wrong elements, and no reader asks for the last of them.
pub const KEPT_DIFFERENCES: usize = 1_000_000;

/// Longest text of a side in a [`Mismatch`], in bytes.
const SIDE_LIMIT: usize = 64 * 1024;

/// Every difference between two values, in the order of the walk: an object's expected
/// members in their order, then its extra members.
///
/// Holds a few numbers per difference; [`Differences::to_model`] makes text of them.
pub struct Differences<'d> {
    expected: Value<'d>,
    actual: Value<'d>,
    paths: Paths<'d>,
    kept: Vec<Found>,
    total: usize,
}

/// A difference as it is kept. The values are ids within their documents.
#[derive(Clone, Copy)]
struct Found {
    kind: MismatchKind,
    path: PathId,
    expected: Option<ValueId>,
    actual: Option<ValueId>,
}

/// A value's id plus one, so that an absent value costs nothing.
type ValueId = std::num::NonZeroU32;

impl<'d> Differences<'d> {
    pub(super) fn new(expected: Value<'d>, actual: Value<'d>) -> Differences<'d> {
        Differences { expected, actual, paths: Paths::default(), kept: Vec::new(), total: 0 }
    }

    /// Adds a place below another one.
    pub(super) fn add_path(&mut self, parent: PathId, step: Step<'d>) -> PathId {
        self.paths.child(parent, step)
    }

    pub(super) fn add(
        &mut self,
        kind: MismatchKind,
        path: PathId,
        expected: Option<Value<'d>>,
        actual: Option<Value<'d>>,
    ) {
        let id = |value: Value<'d>| ValueId::MIN.saturating_add(value.id());
        self.kept.push(Found { kind, path, expected: expected.map(id), actual: actual.map(id) });
        self.total += 1;
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
    pub fn get(&self, n: usize) -> Option<Difference<'_, 'd>> {
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
        let id = self.found.expected?.get() - 1;
        Some(Value::with_id(self.all.expected.document(), id))
    }

    /// The actual value, when the actual document has this place.
    pub fn actual(&self) -> Option<Value<'d>> {
        let id = self.found.actual?.get() - 1;
        Some(Value::with_id(self.all.actual.document(), id))
    }

    /// The JSON Pointer (RFC 6901) of the place, from the values that were compared.
    pub fn pointer(&self) -> String {
        self.all.paths.pointer(self.found.path)
    }

    /// The tokens of the pointer.
    pub fn steps(&self) -> Vec<Step<'d>> {
        self.all.paths.steps(self.found.path)
    }

    /// The last token of the pointer; `None` for the whole document.
    pub fn last_step(&self) -> Option<Step<'d>> {
        self.all.paths.last(self.found.path).map(|(_, step)| step)
    }

    /// The container that holds the place. Differences of one container have one parent.
    pub(crate) fn parent(&self) -> PathId {
        self.all.paths.last(self.found.path).map_or(PathId::ROOT, |(parent, _)| parent)
    }

    /// The difference as plain data.
    pub fn to_model(&self) -> Mismatch {
        Mismatch {
            pointer: self.pointer(),
            kind: self.kind(),
            expected: self.expected().map(|value| self.side(value)),
            actual: self.actual().map(|value| self.side(value)),
        }
    }

    fn side(&self, value: Value<'d>) -> Side {
        let source = value.source();
        let text = beginning(source);
        Side {
            text: text.to_owned(),
            cut: text.len() < source.len(),
            position: if self.is_about_member() { value.name_position() } else { value.position() },
        }
    }

    /// Whether the member as a whole is the matter, not its value.
    fn is_about_member(&self) -> bool {
        let is_whole = matches!(
            self.kind(),
            MismatchKind::Missing | MismatchKind::Extra | MismatchKind::Duplicate
        );
        is_whole && matches!(self.last_step(), Some(Step::Member(_)))
    }
}

/// At most [`SIDE_LIMIT`] bytes of a text, cut between characters.
fn beginning(text: &str) -> &str {
    let last = SIDE_LIMIT.min(text.len());
    let end = (0..=last).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    &text[..end]
}

impl std::fmt::Debug for Difference<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} at {:?}: ", self.kind(), self.pointer())?;
        write!(f, "{:?} / {:?}", self.expected(), self.actual())
    }
}
