//! Members that an object names twice, which RFC 8259 allows and no two readers treat alike.

use std::collections::HashMap;

use super::document::Document;
use super::pointer;
use super::text::Text;
use super::value::{Kind, Member, Value};
use crate::model::Position;

/// Up to this many members, comparing each with each is faster than hashing.
pub(crate) const SMALL_OBJECT: usize = 8;

/// A member name that its object has had before.
#[derive(Clone, Copy, Debug)]
pub struct Duplicate<'d> {
    object: Value<'d>,
    first: Member<'d>,
    again: Member<'d>,
}

impl<'d> Duplicate<'d> {
    /// The name.
    pub fn key(&self) -> Text<'d> {
        self.again.key
    }

    /// The JSON Pointer (RFC 6901) that both appearances have. Searches from the root.
    pub fn pointer(&self) -> String {
        pointer::join(&self.object.pointer(), &self.again.key.to_string_lossy())
    }

    /// Where the name first appears.
    pub fn first(&self) -> Position {
        self.first.key_position()
    }

    /// Where the name appears again.
    pub fn again(&self) -> Position {
        self.again.key_position()
    }
}

pub(super) fn find<'d>(document: &'d Document<'d>) -> Vec<Duplicate<'d>> {
    let mut found = Vec::new();
    let indexes = 0..document.tape.len() as u32;
    // The byte at a close entry is a closing bracket, so only objects look like objects.
    for object in indexes.map(|index| Value::new(document, index)) {
        if object.kind() == Kind::Object && has_repeats(object) {
            let mut seen = HashMap::new();
            for again in object.members() {
                let first = *seen.entry(again.key).or_insert(again);
                if first.value.id() != again.value.id() {
                    found.push(Duplicate { object, first, again });
                }
            }
        }
    }
    found.sort_by_key(|duplicate| duplicate.again.value.id());
    found
}

/// Whether a member name appears twice in this object.
pub(crate) fn has_repeats(object: Value<'_>) -> bool {
    if object.len() > SMALL_OBJECT {
        let mut seen = std::collections::HashSet::with_capacity(object.len());
        return !object.members().all(|member| seen.insert(member.key));
    }
    let mut later = object.members();
    while let Some(member) = later.next() {
        if later.clone().any(|other| other.key == member.key) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_later_appearance_is_found_in_small_and_large_objects() {
        let padding: String = (0..20).map(|n| format!(", \"k{n}\": {n}")).collect();
        for padding in ["", &padding] {
            let text = format!(r#"[{{"a/b": {{"x": 1, "\u0078": 2, "x": 3{padding}}}}}]"#);
            let document = Document::parse(text.as_bytes()).unwrap();
            let duplicates = document.duplicates();
            let places: Vec<_> = duplicates
                .iter()
                .map(|d| (d.pointer(), d.first().column, d.again().column))
                .collect();
            let pointer = "/0/a~1b/x".to_owned();
            assert_eq!(places, [(pointer.clone(), 11, 19), (pointer, 11, 32)]);
        }
    }

    #[test]
    fn one_name_in_two_objects_is_no_duplicate() {
        let document = Document::parse(br#"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}]}"#).unwrap();
        assert!(document.duplicates().is_empty());
    }
}
