//! Places in two documents as links to their parents: a hundred thousand differences at depth nine
//! thousand share their way down.

use crate::json::{Text, Value, pointer};

/// One token of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'d> {
    /// The index of an array element.
    Element(usize),
    /// The name of a member.
    Member(Text<'d>),
}

/// A place in the documents; the whole document is [`PathId::ROOT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PathId(u32);

impl PathId {
    pub(super) const ROOT: PathId = PathId(0);

    /// The number of the place, 0 for the whole document; parents have lower numbers.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn at(index: usize) -> PathId {
        PathId(index as u32)
    }
}

/// A value's id plus one, so that an absent value costs nothing.
type ValueId = std::num::NonZeroU32;

/// What stands at a place in both documents, where it stands there.
pub(super) type Sides<'d> = (Option<Value<'d>>, Option<Value<'d>>);

/// A place below another one. The values are ids within their documents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'d> {
    pub(super) parent: PathId,
    pub(super) step: Step<'d>,
    pub(super) expected: Option<ValueId>,
    pub(super) actual: Option<ValueId>,
}

/// Places that know their parents: many deep pointers at the cost of their last tokens.
#[derive(Debug, Default)]
pub(super) struct Paths<'d> {
    /// The place with the id n + 1 is at n.
    nodes: Vec<Node<'d>>,
}

impl<'d> Paths<'d> {
    pub(super) fn child(&mut self, parent: PathId, step: Step<'d>, sides: Sides<'d>) -> PathId {
        let id = |value: Value<'d>| ValueId::MIN.saturating_add(value.id());
        let (expected, actual) = (sides.0.map(id), sides.1.map(id));
        self.nodes.push(Node { parent, step, expected, actual });
        PathId(self.nodes.len() as u32)
    }

    /// How many places there are, the whole document included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() + 1
    }

    /// The place; `None` for the whole document.
    pub(super) fn node(&self, path: PathId) -> Option<Node<'d>> {
        self.nodes.get(path.index().checked_sub(1)?).copied()
    }

    /// The place's parent and last token; `None` for the whole document.
    pub(super) fn last(&self, path: PathId) -> Option<(PathId, Step<'d>)> {
        self.node(path).map(|node| (node.parent, node.step))
    }

    /// The tokens from the root to the place.
    fn steps(&self, path: PathId) -> Vec<Step<'d>> {
        let mut steps = Vec::new();
        let mut at = path;
        while let Some((parent, step)) = self.last(at) {
            steps.push(step);
            at = parent;
        }
        steps.reverse();
        steps
    }

    pub(super) fn pointer(&self, path: PathId) -> String {
        let mut text = String::new();
        for step in self.steps(path) {
            text.push('/');
            match step {
                Step::Element(index) => text.push_str(&index.to_string()),
                Step::Member(name) => text.push_str(&pointer::escape(&name.to_string_lossy())),
            }
        }
        text
    }
}
