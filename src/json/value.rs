//! A value of a document: a handle that reads the tape and the text when it is asked.

use std::ops::Range;

use super::document::Document;
use super::number::Number;
use super::pointer;
use super::tape::Entry;
use super::text::Text;
use crate::model::Position;

/// The types of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number of any spelling.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// Whether values of this type hold others.
    pub fn is_container(self) -> bool {
        matches!(self, Kind::Array | Kind::Object)
    }
}

/// A handle on one value of a document.
#[derive(Clone, Copy)]
pub struct Value<'d> {
    document: &'d Document<'d>,
    index: u32,
}

impl<'d> Value<'d> {
    pub(super) fn new(document: &'d Document<'d>, index: u32) -> Value<'d> {
        Value { document, index }
    }

    /// The document that holds this value.
    pub fn document(self) -> &'d Document<'d> {
        self.document
    }

    /// A number that no other value of the same document has; ascending in the text.
    pub(crate) fn id(self) -> u32 {
        self.index
    }

    /// The value of `document` with that id. The id must come from this document.
    pub(crate) fn with_id(document: &'d Document<'d>, id: u32) -> Value<'d> {
        Value { document, index: id }
    }

    fn entry(self) -> Entry {
        self.document.tape[self.index as usize]
    }

    /// The type of this value.
    pub fn kind(self) -> Kind {
        match self.document.text.as_bytes()[self.entry().start as usize] {
            b'n' => Kind::Null,
            b't' | b'f' => Kind::Bool,
            b'"' => Kind::String,
            b'[' => Kind::Array,
            b'{' => Kind::Object,
            _ => Kind::Number,
        }
    }

    fn is_container(self) -> bool {
        self.kind().is_container()
    }

    /// Whether this is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The truth value of `true` or `false`.
    pub fn as_bool(self) -> Option<bool> {
        (self.kind() == Kind::Bool).then(|| self.source() == "true")
    }

    /// The number that this value is.
    pub fn number(self) -> Option<Number<'d>> {
        (self.kind() == Kind::Number).then(|| Number::new(self.source()))
    }

    /// The string that this value is.
    pub fn string(self) -> Option<Text<'d>> {
        (self.kind() == Kind::String).then(|| self.unquoted())
    }

    fn unquoted(self) -> Text<'d> {
        let Range { start, end } = self.span();
        Text::new(&self.document.text[start + 1..end - 1])
    }

    /// The number of elements or members; 0 for other values.
    pub fn len(self) -> usize {
        if self.is_container() { self.close_entry().end as usize } else { 0 }
    }

    /// Whether there are no elements and no members.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The elements of an array; none for other values.
    pub fn elements(self) -> Elements<'d> {
        let left = if self.kind() == Kind::Array { self.len() } else { 0 };
        Elements { document: self.document, next: self.index + 1, left }
    }

    /// The members of an object in the order of the text, repeated ones too; none for
    /// other values.
    pub fn members(self) -> Members<'d> {
        let left = if self.kind() == Kind::Object { self.len() } else { 0 };
        Members { document: self.document, next: self.index + 1, left }
    }

    /// The value of the first member with that name.
    pub fn get(self, name: &str) -> Option<Value<'d>> {
        let mut members = self.members();
        members.find(|member| member.key == *name).map(|member| member.value)
    }

    /// The value as it is written in the document.
    pub fn source(self) -> &'d str {
        &self.document.text[self.span()]
    }

    /// Where it is written, in bytes.
    pub fn span(self) -> Range<usize> {
        let entry = self.entry();
        let end = if self.is_container() { self.close_entry().start + 1 } else { entry.end };
        entry.start as usize..end as usize
    }

    /// Where it starts.
    pub fn position(self) -> Position {
        self.document.position(self.entry().start as usize)
    }

    /// Where the member name before this value starts. This must be a member's value.
    pub(crate) fn name_position(self) -> Position {
        let name = self.document.tape[self.index as usize - 1];
        self.document.position(name.start as usize)
    }

    /// The JSON Pointer (RFC 6901) of this value in its document. Searches from the root.
    pub fn pointer(self) -> String {
        pointer::locate(self)
    }

    fn close_entry(self) -> Entry {
        self.document.tape[self.entry().end as usize - 1]
    }

    /// The tape index after this value.
    pub(super) fn end_index(self) -> u32 {
        if self.is_container() { self.entry().end } else { self.index + 1 }
    }
}

/// The value as it is written.
impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.source())
    }
}

/// The elements of an array.
#[derive(Clone, Debug)]
pub struct Elements<'d> {
    document: &'d Document<'d>,
    next: u32,
    left: usize,
}

impl<'d> Iterator for Elements<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Value<'d>> {
        self.left = self.left.checked_sub(1)?;
        let value = Value::new(self.document, self.next);
        self.next = value.end_index();
        Some(value)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Elements<'_> {}

/// A name and its value.
#[derive(Clone, Copy, Debug)]
pub struct Member<'d> {
    /// The name.
    pub key: Text<'d>,
    /// The value.
    pub value: Value<'d>,
}

impl Member<'_> {
    /// Where the name starts, at its opening quote.
    pub fn key_position(&self) -> Position {
        self.value.name_position()
    }
}

/// The members of an object.
#[derive(Clone, Debug)]
pub struct Members<'d> {
    document: &'d Document<'d>,
    next: u32,
    left: usize,
}

impl<'d> Iterator for Members<'d> {
    type Item = Member<'d>;

    fn next(&mut self) -> Option<Member<'d>> {
        self.left = self.left.checked_sub(1)?;
        let key = Value::new(self.document, self.next).unquoted();
        let value = Value::new(self.document, self.next + 1);
        self.next = value.end_index();
        Some(Member { key, value })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Members<'_> {}
