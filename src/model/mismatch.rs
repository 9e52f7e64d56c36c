//! One place where two documents differ.

use std::fmt;

use super::Position;

/// One place where the actual document is not the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// JSON Pointer (RFC 6901) of the place; empty for the whole document. An unpaired
    /// surrogate in a member name is written as U+FFFD.
    pub pointer: String,
    /// The same of the actual document, where its place is another one: of a member with another
    /// name, an element at another index, and all that is in them.
    pub actual_pointer: Option<String>,
    /// In what way the sides differ.
    pub kind: MismatchKind,
    /// The expected value, when the expected document has this place.
    pub expected: Option<Side>,
    /// The actual value, when the actual document has this place.
    pub actual: Option<Side>,
}

/// One document's part in a mismatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The value as it is written in its document, at most 64 KiB of it.
    pub text: String,
    /// Whether `text` is only the beginning of the value.
    pub cut: bool,
    /// Where the value starts; where a whole member is missing, extra or repeated, where
    /// its name starts.
    pub position: Position,
}

/// In what way two documents differ at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MismatchKind {
    /// Only the expected document has this member or element.
    Missing,
    /// Only the actual document has this member or element.
    Extra,
    /// The values are of different types.
    Type,
    /// Same type, another value.
    Value,
    /// The same number, written as an integer on one side only.
    Spelling,
    /// The members come in another order; only where order counts.
    Order,
    /// One object has this member twice. The side that has it holds the later appearance.
    Duplicate,
    /// The actual document has this member under another name. Never found by the raw comparison,
    /// which has a missing and an extra member there.
    Renamed,
    /// The actual document has this element at another index. Never found by the raw comparison.
    Moved,
}

impl MismatchKind {
    /// The name in machine formats. Stable.
    pub fn as_str(self) -> &'static str {
        match self {
            MismatchKind::Missing => "missing",
            MismatchKind::Extra => "extra",
            MismatchKind::Type => "type",
            MismatchKind::Value => "value",
            MismatchKind::Spelling => "spelling",
            MismatchKind::Order => "order",
            MismatchKind::Duplicate => "duplicate",
            MismatchKind::Renamed => "renamed",
            MismatchKind::Moved => "moved",
        }
    }

    /// Whether the member or element as a whole is the matter, not its value.
    #[must_use]
    pub const fn is_about_the_member(self) -> bool {
        matches!(self, Self::Missing | Self::Extra | Self::Duplicate | Self::Renamed)
    }
}

impl fmt::Display for MismatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
