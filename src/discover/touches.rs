//! `touches` in `stage.json`: who makes which part of the answer.

use crate::json::decode::{Entry, FileProblems, Object, quoted};
use crate::json::pointer;
use crate::model::Touch;

/// The `touches` of a stage, in the order of the file.
pub(super) fn touches(stage: &Object<'_>, problems: &mut FileProblems) -> Vec<Touch> {
    let touches = stage.field("touches").and_then(|field| field.map(problems));
    let entries = touches.iter().flat_map(Object::entries);
    entries.filter_map(|entry| touch(&entry, problems)).collect()
}

fn touch(entry: &Entry<'_>, problems: &mut FileProblems) -> Option<Touch> {
    let text = entry.field.line(problems);
    let pattern = pointer::parse(&entry.name).inspect_err(|error| {
        let message = format!("{} is no JSON Pointer: {error}", quoted(&entry.name));
        problems.at(entry.position, message, "write a pointer such as `/responses/*/id`");
    });
    Some(Touch { pattern: pattern.ok()?, text: text? })
}
