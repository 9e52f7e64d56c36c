//! What can be wrong with a text that should be JSON.

use thiserror::Error;

use crate::model::Position;

/// Why a text is not a JSON document, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{position}: {kind}")]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxKind,
    /// The character that is wrong; where the text is cut off, the end of what is there.
    pub position: Position,
}

/// What is wrong with a text. Words quoted from it hold at most 40 characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SyntaxKind {
    /// There is nothing, or only white space.
    #[error("there is no JSON here")]
    Empty,
    /// The text starts with U+FEFF (RFC 8259, section 8.1).
    #[error("the text starts with a byte order mark")]
    ByteOrderMark,
    /// The text starts with the byte order mark of UTF-16.
    #[error("the text is UTF-16; JSON is UTF-8")]
    Utf16,
    /// A byte sequence that is not UTF-8.
    #[error("byte 0x{byte:02X} is not UTF-8")]
    InvalidUtf8 {
        /// The first byte of the sequence.
        byte: u8,
    },
    /// The text is larger than 4 GiB.
    #[error("the text is larger than 4 GiB")]
    TooLarge,
    /// Nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH) levels.
    #[error("nested deeper than 10000 levels")]
    TooDeep,
    /// The text ends inside the document.
    #[error("the text ends inside the document")]
    CutOff {
        /// What was opened last and is still open.
        open: Option<Opening>,
    },
    /// The document is complete and something follows it.
    #[error("text after the document")]
    TextAfterDocument,
    /// The document is complete and only further complete documents follow it.
    #[error("a second document")]
    SecondDocument,
    /// `NaN`, `Infinity` and their like.
    #[error("`{0}` is not a JSON number")]
    NotANumber(String),
    /// `True`, `False` or `None`.
    #[error("`{0}` is Python, not JSON")]
    PythonLiteral(String),
    /// `undefined`.
    #[error("`undefined` is not JSON")]
    Undefined,
    /// Any other word where a value must stand.
    #[error("`{0}` is not a JSON value")]
    BareWord(String),
    /// A string or a member name in single quotes.
    #[error("single quotes")]
    SingleQuote,
    /// A member name without quotes.
    #[error("the member name `{0}` has no quotes")]
    UnquotedName(String),
    /// A number or another value where a member name must stand.
    #[error("a member name must be a string")]
    NameNotAString,
    /// A comma with nothing after it.
    #[error("a comma with nothing after it")]
    TrailingComma,
    /// Two values or members with no comma between them.
    #[error("a comma is missing")]
    MissingComma,
    /// A member name without a colon after it.
    #[error("a colon is missing after the member name")]
    MissingColon,
    /// `//`, `/*` or `#`.
    #[error("a comment")]
    Comment,
    /// A character below U+0020 inside a string (RFC 8259, section 7).
    #[error("a raw control character U+{:04X} in a string", u32::from(*.0))]
    ControlCharacter(char),
    /// A backslash that starts no escape of RFC 8259, section 7.
    #[error("`{0}` is not an escape of JSON")]
    BadEscape(String),
    /// A number in a spelling outside RFC 8259, section 6.
    #[error("`{text}` is not a JSON number")]
    BadNumber {
        /// The number as it is written.
        text: String,
        /// What is wrong with it.
        fault: NumberFault,
    },
    /// Any other character that cannot stand here.
    #[error("unexpected {0:?}")]
    Unexpected(char),
}

/// A bracket or quote that opens something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// `{`, `[` or `"`.
    pub character: char,
    /// Where it stands.
    pub position: Position,
}

/// In what way a number is misspelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFault {
    /// `01`
    LeadingZero,
    /// `+1`
    PlusSign,
    /// `.5`
    NoDigitBeforePoint,
    /// `1.`
    NoDigitAfterPoint,
    /// `1e`
    NoDigitInExponent,
    /// `0x1F` and other bases.
    OtherBase,
    /// `1_000`, `12px`, `-`.
    NotOnlyDigits,
}
