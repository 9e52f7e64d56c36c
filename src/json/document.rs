//! A document that was read: its text, the tape over it, and where its lines begin.

use std::sync::OnceLock;

use super::diagnose::diagnose;
use super::duplicates::{self, Duplicate};
use super::lines::{LineIndex, position_in};
use super::reader::Reader;
use super::syntax::{SyntaxError, SyntaxKind};
use super::tape::Entry;
use super::value::Value;
use crate::model::Position;

/// A JSON text that was read whole and is right.
///
/// Holds the text and 8 bytes per value, member name and end of a container.
pub struct Document<'t> {
    pub(super) text: &'t str,
    pub(super) tape: Vec<Entry>,
    lines: OnceLock<LineIndex>,
}

impl<'t> Document<'t> {
    /// Reads `text` as one JSON document (RFC 8259) with nothing but white space around it.
    ///
    /// Beyond the grammar it refuses a byte order mark, more than
    /// [`MAX_DEPTH`](super::MAX_DEPTH) levels and more than 4 GiB. It accepts unpaired
    /// surrogate escapes and repeated members, see [`Document::duplicates`].
    ///
    /// # Errors
    /// The first thing that is wrong; bytes that are not UTF-8 before all else.
    pub fn parse(text: &'t [u8]) -> Result<Document<'t>, SyntaxError> {
        let text = decode(text)?;
        match Reader::new(text.as_bytes(), 0).document() {
            Ok(tape) => Ok(Document { text, tape, lines: OnceLock::new() }),
            Err(failure) => Err(diagnose(text, failure)),
        }
    }

    /// The outermost value.
    pub fn root(&self) -> Value<'_> {
        Value::new(self, 0)
    }

    /// The text that was read.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Every later appearance of a member name within one object, in the order of the text.
    pub fn duplicates(&self) -> Vec<Duplicate<'_>> {
        duplicates::find(self)
    }

    /// The line and column of a byte offset. The first call reads the whole text.
    pub fn position(&self, offset: usize) -> Position {
        let text = self.text.as_bytes();
        self.lines.get_or_init(|| LineIndex::new(text)).position(text, offset)
    }
}

impl std::fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Document").field(&self.text).finish()
    }
}

/// The text as UTF-8 of a size that the tape can point into.
fn decode(bytes: &[u8]) -> Result<&str, SyntaxError> {
    let fail = |kind, at| Err(SyntaxError { kind, position: position_in(bytes, at) });
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return fail(SyntaxKind::ByteOrderMark, 0);
    }
    if bytes.starts_with(b"\xFE\xFF") || bytes.starts_with(b"\xFF\xFE") {
        return fail(SyntaxKind::Utf16, 0);
    }
    if u32::try_from(bytes.len()).is_err() {
        return fail(SyntaxKind::TooLarge, 0);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let at = error.valid_up_to();
            fail(SyntaxKind::InvalidUtf8 { byte: bytes[at] }, at)
        }
    }
}
