//! Places in two documents as links to their parents: a hundred thousand differences at depth nine
//! thousand share their way down.

use crate::json::{Text, pointer};

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
pub(crate) struct PathId(u32);

impl PathId {
    pub(crate) const ROOT: PathId = PathId(0);
}

/// Places that know their parents: many deep pointers at the cost of their last tokens.
#[derive(Debug, Default)]
pub(super) struct Paths<'d> {
    /// The place with the id n + 1 is at n.
    nodes: Vec<(PathId, Step<'d>)>,
}

impl<'d> Paths<'d> {
    pub(super) fn child(&mut self, parent: PathId, step: Step<'d>) -> PathId {
        self.nodes.push((parent, step));
        PathId(self.nodes.len() as u32)
    }

    /// The place's parent and last token; `None` for the whole document.
    pub(super) fn last(&self, path: PathId) -> Option<(PathId, Step<'d>)> {
        self.nodes.get((path.0 as usize).checked_sub(1)?).copied()
    }

    /// The tokens from the root to the place.
    pub(super) fn steps(&self, path: PathId) -> Vec<Step<'d>> {
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
