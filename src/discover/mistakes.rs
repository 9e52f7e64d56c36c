//! The shape of the `mistakes` of a stage. What is well-formed is accepted and not kept: nothing
//! here grades with them.

use std::collections::HashMap;

use super::{names, settings};
use crate::json::decode::{Field, FileProblems, Object, quoted};
use crate::model::Position;

/// A mistake's case, and where it is named.
pub(super) type NamedCase = (String, Position);

/// Checks the `mistakes` of a stage; the cases that they name are for the caller to look up.
pub(super) fn check(stage: &Object<'_>, problems: &mut FileProblems) -> Vec<NamedCase> {
    let entries = stage.elements("mistakes", problems);
    let mut seen = HashMap::new();
    entries.iter().filter_map(|entry| mistake(entry, &mut seen, problems)).collect()
}

fn mistake(
    entry: &Field<'_>,
    seen: &mut HashMap<String, Position>,
    problems: &mut FileProblems,
) -> Option<NamedCase> {
    let keys = ["name", "case", "patch", "cause", "hint"];
    let mistake = entry.object(&keys, problems)?;
    if let Some(field) = mistake.required("name", "\"…\"", problems) {
        name(&field, seen, problems);
    }
    if let Some(hint) = mistake.required("hint", "\"…\"", problems) {
        hint.text(problems);
    }
    match (mistake.field("patch"), mistake.field("cause")) {
        (Some(patch), None) => check_patch(&patch, problems),
        (None, Some(cause)) => drop(cause.line(problems)),
        (Some(_), Some(cause)) => {
            problems.at(cause.position(), "a `cause` beside a `patch`", "keep one of both");
        }
        (None, None) => {
            let message = "neither `patch` nor `cause` says what the mistake is";
            problems.at(mistake.position(), message, "add \"patch\": […], a JSON Patch");
        }
    }
    let case = mistake.required("case", "\"main\"", problems)?;
    Some((names::case_name(&case, problems)?, case.position()))
}

fn name(
    field: &Field<'_>,
    seen: &mut HashMap<String, Position>,
    problems: &mut FileProblems,
) -> Option<()> {
    let name = field.line(problems)?;
    if let Some(first) = seen.get(&name) {
        let message = format!("the mistake {} stands here twice", quoted(&name));
        problems.at(field.position(), message, format!("rename one; the first is at {first}"));
    }
    seen.entry(name).or_insert(field.position());
    Some(())
}

/// A JSON Patch (RFC 6902).
fn check_patch(patch: &Field<'_>, problems: &mut FileProblems) {
    for entry in patch.elements(problems).unwrap_or_default() {
        if let Some(operation) = entry.object(&["op", "path", "from", "value"], problems) {
            check_operation(&operation, problems);
        }
    }
}

fn check_operation(operation: &Object<'_>, problems: &mut FileProblems) -> Option<()> {
    if let Some(path) = operation.required("path", "\"/…\"", problems) {
        settings::pointer(&path, problems);
    }
    if let Some(from) = operation.field("from") {
        settings::pointer(&from, problems);
    }
    let needs = [
        ("add", Some("value")),
        ("replace", Some("value")),
        ("test", Some("value")),
        ("move", Some("from")),
        ("copy", Some("from")),
        ("remove", None),
    ];
    let operator = operation.required("op", "\"replace\"", problems)?;
    let needed = operator.choice(&needs, problems)??;
    operation.required(needed, "…", problems).map(drop)
}
