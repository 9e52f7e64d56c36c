//! What a person would call one difference.

use super::super::compare::{Start, Step, side};
use super::ways::{Document, WayId, Ways};
use crate::json::Value;
use crate::model::{Mismatch, MismatchKind};

/// One difference as a person sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding<'d> {
    pub(super) what: What,
    pub(super) way: WayId,
    pub(super) expected: Option<Value<'d>>,
    pub(super) actual: Option<Value<'d>>,
}

/// In what way the sides differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// As the raw comparison has it.
    Raw(MismatchKind),
    /// A member under another name, with the same value.
    Renamed,
    /// A member under a name that is nearly the same, with another value.
    RenamedAndChanged,
    /// An element at another index.
    Moved,
    /// The same elements in another order.
    Shuffled,
    /// The right object a level too deep or too high.
    Wrapped,
}

impl What {
    /// What it is called in a mismatch.
    pub(super) fn kind(self) -> MismatchKind {
        match self {
            What::Raw(kind) => kind,
            What::Renamed | What::RenamedAndChanged => MismatchKind::Renamed,
            What::Moved => MismatchKind::Moved,
            What::Shuffled => MismatchKind::Order,
            What::Wrapped => MismatchKind::Value,
        }
    }
}

impl<'d> Finding<'d> {
    /// The last token of the way, by preference in the expected document.
    pub(super) fn step(&self, ways: &Ways<'d>) -> Option<Step<'d>> {
        let way = ways.get(self.way);
        way.expected.or(way.actual)
    }

    /// The JSON Pointer of the place that the finding is named by.
    pub(super) fn pointer(&self, ways: &Ways<'d>) -> String {
        let document = if self.expected.is_some() { Document::Expected } else { Document::Actual };
        ways.pointer(self.way, document)
    }

    /// The finding as plain data, with at most so many bytes of each value.
    pub(super) fn to_model(self, ways: &Ways<'d>, side_limit: usize) -> Mismatch {
        let pointer = self.pointer(ways);
        let actual = self.actual.map(|_| ways.pointer(self.way, Document::Actual));
        let kind = self.what.kind();
        let start = Start::of(kind, self.step(ways));
        Mismatch {
            actual_pointer: actual.filter(|actual| *actual != pointer),
            pointer,
            kind,
            expected: self.expected.map(|value| side(value, start, side_limit)),
            actual: self.actual.map(|value| side(value, start, side_limit)),
        }
    }
}
