//! A place in a text.

use std::fmt;

/// A place in a text.
///
/// Lines end at `\n`. A byte that is part of no valid code point counts as one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// 1-based.
    pub line: usize,
    /// 1-based, in Unicode scalars.
    pub column: usize,
    /// 0-based, in bytes from the start of the text.
    pub offset: usize,
}

/// `line:column`, as editors and terminals understand it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
