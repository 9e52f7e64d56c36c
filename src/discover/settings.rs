//! The settings that say how a stage is run and compared.

use std::time::Duration;

use crate::json::decode::{Field, FileProblems, Object, UP_TO_A_TRILLION, quoted};
use crate::json::pointer;
use crate::model::{CompareRules, Driver, Limits, MemberOrder, Numbers};

/// The limits that the format knows and no run enforces yet. Accepting one in silence would be a
/// promise that nobody keeps.
const NOT_ENFORCED: [&str; 5] = ["cpu_ms", "memory_bytes", "file_bytes", "processes", "disk_bytes"];

const LIMITS: [&str; 7] = [
    "timeout_ms",
    "output_bytes",
    NOT_ENFORCED[0],
    NOT_ENFORCED[1],
    NOT_ENFORCED[2],
    NOT_ENFORCED[3],
    NOT_ENFORCED[4],
];

/// The `limits` of a course or a stage.
pub(super) fn limits(parent: &Object<'_>, problems: &mut FileProblems) -> Limits {
    let field = parent.field("limits");
    let Some(limits) = field.and_then(|field| field.object(&LIMITS, problems)) else {
        return Limits::default();
    };
    for unenforced in NOT_ENFORCED.iter().filter_map(|name| limits.field(name)) {
        let message = format!("{} is not enforced by this version", unenforced.label());
        problems.at(unenforced.position(), message, "remove it; a program would not be held to it");
    }
    let timeout = limits.whole("timeout_ms", UP_TO_A_TRILLION, problems);
    Limits {
        timeout: timeout.map(Duration::from_millis),
        output_bytes: limits.whole("output_bytes", UP_TO_A_TRILLION, problems),
    }
}

/// The `driver` of a stage; `process` when none is named.
pub(super) fn driver(stage: &Object<'_>, problems: &mut FileProblems) -> Option<Driver> {
    let Some(field) = stage.field("driver") else { return Some(Driver::Process) };
    let words =
        [("process", Some(Driver::Process)), ("stdio-server", None), ("stdio-client", None)];
    let driver = field.choice(&words, problems)?;
    if driver.is_none() {
        let message = format!("{} asks for a live session", field.label());
        problems.at(field.position(), message, "use `process`; this version grades no other");
    }
    driver
}

/// The `compare` rules of a stage.
pub(super) fn compare(stage: &Object<'_>, problems: &mut FileProblems) -> CompareRules {
    let field = stage.field("compare");
    let keys = ["numbers", "order", "ignore"];
    let Some(rules) = field.and_then(|field| field.object(&keys, problems)) else {
        return CompareRules::default();
    };
    let numbers = [("exact", Numbers::Exact), ("value", Numbers::Value)];
    let order = [("ignore", MemberOrder::Ignore), ("exact", MemberOrder::Exact)];
    let ignore = rules.elements("ignore", problems);
    CompareRules {
        numbers: choice(&rules, "numbers", &numbers, problems),
        order: choice(&rules, "order", &order, problems),
        ignore: ignore.iter().filter_map(|entry| ignored(entry, problems)).collect(),
    }
}

fn choice<T: Copy + Default>(
    object: &Object<'_>,
    name: &str,
    words: &[(&str, T)],
    problems: &mut FileProblems,
) -> T {
    object.field(name).and_then(|field| field.choice(words, problems)).unwrap_or_default()
}

/// A pointer to what is free. One to the whole answer would let every answer pass.
fn ignored(entry: &Field<'_>, problems: &mut FileProblems) -> Option<String> {
    let pointer = entry.string(problems)?;
    if pointer.is_empty() {
        let message = "an empty pointer ignores the whole answer";
        problems.at(entry.position(), message, "name the member that is free, such as `/id`");
        return None;
    }
    check_pointer(&pointer, entry, problems)
}

/// A JSON Pointer (RFC 6901).
pub(super) fn pointer(field: &Field<'_>, problems: &mut FileProblems) -> Option<String> {
    let pointer = field.string(problems)?;
    check_pointer(&pointer, field, problems)
}

fn check_pointer(text: &str, field: &Field<'_>, problems: &mut FileProblems) -> Option<String> {
    let checked = pointer::parse(text);
    if let Err(error) = checked {
        let message = format!("{} is no JSON Pointer: {error}", quoted(text));
        problems.at(field.position(), message, "write a pointer such as `/responses/0/id`");
        return None;
    }
    Some(text.to_owned())
}
