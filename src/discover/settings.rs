//! The settings that say how a stage is run and compared.

use crate::json::decode::{Field, FileProblems, Object, quoted};
use crate::json::pointer;
use crate::model::{CompareRules, Driver, MemberOrder, Numbers};

/// The `driver` of a stage; `process` when none is named.
pub(super) fn driver(stage: &Object<'_>, problems: &mut FileProblems) -> Option<Driver> {
    let Some(field) = stage.field("driver") else { return Some(Driver::Process) };
    let words = [
        ("process", Some(Driver::Process)),
        ("stdio-server", Some(Driver::StdioServer)),
        ("stdio-client", None),
    ];
    let driver = field.choice(&words, problems)?;
    if driver.is_none() {
        let message = format!("{} asks for a session with a client", field.label());
        let help = "use `process` or `stdio-server`; this version grades no other";
        problems.at(field.position(), message, help);
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
