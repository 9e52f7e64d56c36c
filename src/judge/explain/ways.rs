//! Ways to places in both documents at once. They part where a member is renamed or an element
//! stands elsewhere.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::super::compare::Step;
use crate::json::pointer;

/// A way from the root to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct WayId(u32);

impl WayId {
    pub(super) const ROOT: WayId = WayId(0);
}

/// The last part of a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<'d> {
    pub(super) parent: WayId,
    /// The last token in the expected document, when the place is there.
    pub(super) expected: Option<Step<'d>>,
    /// The last token in the actual one.
    pub(super) actual: Option<Step<'d>>,
    /// Which child of the expected container it is, from 0; of what only the actual one has, the
    /// child before which it stands.
    pub(super) ordinal: usize,
    /// The same for all ways that differ in the indices of elements only.
    pub(super) pattern: u64,
    /// The number of tokens.
    pub(super) depth: usize,
}

/// The ways that were taken, each with a link to the one that it goes on from.
pub(super) struct Ways<'d> {
    ways: Vec<Way<'d>>,
}

/// One of the two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Document {
    Expected,
    Actual,
}

impl<'d> Ways<'d> {
    pub(super) fn new() -> Ways<'d> {
        let root = Way {
            parent: WayId::ROOT,
            expected: None,
            actual: None,
            ordinal: 0,
            pattern: 0,
            depth: 0,
        };
        Ways { ways: vec![root] }
    }

    pub(super) fn get(&self, id: WayId) -> &Way<'d> {
        &self.ways[id.0 as usize]
    }

    /// Every way, parents before those that go on from them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Way<'d>> {
        self.ways.iter().skip(1)
    }

    /// The way to a child. At least one side has it.
    pub(super) fn child(
        &mut self,
        parent: WayId,
        (expected, actual): (Option<Step<'d>>, Option<Step<'d>>),
        ordinal: usize,
    ) -> WayId {
        let above = self.get(parent);
        let mut pattern = DefaultHasher::new();
        above.pattern.hash(&mut pattern);
        if let Some(Step::Member(name)) = expected.or(actual) {
            name.hash(&mut pattern);
        }
        let (pattern, depth) = (pattern.finish(), above.depth + 1);
        self.ways.push(Way { parent, expected, actual, ordinal, pattern, depth });
        WayId((self.ways.len() - 1) as u32)
    }

    /// The tokens of the way in one document, as far as they are there.
    pub(super) fn steps(&self, id: WayId, document: Document) -> Vec<Step<'d>> {
        let mut steps = Vec::new();
        let mut at = id;
        while at != WayId::ROOT {
            let way = self.get(at);
            steps.extend(match document {
                Document::Expected => way.expected.or(way.actual),
                Document::Actual => way.actual.or(way.expected),
            });
            at = way.parent;
        }
        steps.reverse();
        steps
    }

    /// The JSON Pointer (RFC 6901) of the place in one document; where it is not there, of the
    /// place where it would be.
    pub(super) fn pointer(&self, id: WayId, document: Document) -> String {
        let token = |text: &mut String, step: &Step<'_>| match step {
            Step::Element(index) => text.push_str(&index.to_string()),
            Step::Member(name) => text.push_str(&pointer::escape(&name.to_string_lossy())),
        };
        self.joined(id, document, token)
    }

    /// The pointer with `*` for the index of every element.
    pub(super) fn pattern(&self, id: WayId) -> String {
        self.joined(id, Document::Expected, |text, step| match step {
            Step::Element(_) => text.push('*'),
            Step::Member(name) => text.push_str(&pointer::escape(&name.to_string_lossy())),
        })
    }

    fn joined(
        &self,
        id: WayId,
        document: Document,
        push: impl Fn(&mut String, &Step<'_>),
    ) -> String {
        let mut text = String::new();
        for step in self.steps(id, document) {
            text.push('/');
            push(&mut text, &step);
        }
        text
    }
}
