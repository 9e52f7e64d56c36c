//! The documents that are compared: always the same, and of the size that was asked for.

use std::fmt::Write;

/// So many differences, or elements that an edit concerns.
const MANY: usize = 100_000;

/// How a document is laid out. Both take the same room, and no line of one is in the other.
#[derive(Clone, Copy)]
pub(crate) enum Spacing {
    Blanks,
    Lines,
}

impl Spacing {
    /// What stands after a comma.
    fn after_comma(self) -> char {
        match self {
            Spacing::Blanks => ' ',
            Spacing::Lines => '\n',
        }
    }
}

/// An array of records such as an interface of a shop gives out, of at least `size` bytes. One
/// record may differ in one string: the one at that part of the way, from 0 to 1.
pub(crate) fn records(size: usize, spacing: Spacing, differing: Option<f64>) -> String {
    let mut text = String::with_capacity(size + 1_000);
    let differs_from = differing.map_or(usize::MAX, |part| (size as f64 * part) as usize);
    let mut has_differed = false;
    text.push('[');
    let mut number = 0;
    while text.len() < size {
        if number > 0 {
            text.push(',');
            text.push(spacing.after_comma());
        }
        let city = if text.len() >= differs_from && !has_differed {
            has_differed = true;
            "Wrong Town"
        } else {
            "Right Town"
        };
        record(&mut text, number, city, spacing);
        number += 1;
    }
    text.push(']');
    text
}

fn record(text: &mut String, n: usize, city: &str, spacing: Spacing) {
    let (s, active) = (spacing.after_comma(), n.is_multiple_of(3));
    let (cents, quantity) = (n * 37 % 100, n % 9 + 1);
    let written = write!(
        text,
        "{{\"id\": {n},{s}\"name\": \"Customer {n} of the caf\u{e9}\",{s}\"email\": \
         \"customer{n}@example.com\",{s}\"active\": {active},{s}\"score\": {quantity}.{cents:02},{s}\
         \"tags\": [\"new\",{s}\"tag-{quantity}\",{s}\"a \\\"quoted\\\" one\"],{s}\"address\": \
         {{\"street\": \"{quantity} Long Street\",{s}\"city\": \"{city}\",{s}\"position\": \
         [-{quantity}.{n},{s}{cents}.5e1]}},{s}\"orders\": [{{\"sku\": \"A-{cents}-{n}\",{s}\
         \"quantity\": {quantity},{s}\"price\": {n}.99}},{s}{{\"sku\": \"B-{n}\",{s}\"quantity\": 1,{s}\
         \"price\": 0.5}}],{s}\"note\": null}}"
    );
    debug_assert!(written.is_ok());
}

/// Sorts of documents with many differences.
#[derive(Clone, Copy)]
pub(crate) enum Sort {
    ChangedValues,
    RenamedInElements,
    InsertedWithIds,
    InsertedWithoutIds,
    Shuffled,
    RenamedMembers,
}

impl Sort {
    pub(crate) const ALL: [Sort; 6] = [
        Sort::ChangedValues,
        Sort::RenamedInElements,
        Sort::InsertedWithIds,
        Sort::InsertedWithoutIds,
        Sort::Shuffled,
        Sort::RenamedMembers,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Sort::ChangedValues => "100,000-changed-values",
            Sort::RenamedInElements => "a-member-renamed-in-100,000-elements",
            Sort::InsertedWithIds => "one-inserted-before-100,000-objects-with-ids",
            Sort::InsertedWithoutIds => "one-inserted-before-100,000-objects-without-ids",
            Sort::Shuffled => "100,000-elements-shuffled",
            Sort::RenamedMembers => "200,000-renamed-members",
        }
    }

    /// The expected and the actual document.
    pub(crate) fn texts(self) -> (String, String) {
        let plain = |n: usize| format!("{{\"id\": {n}, \"name\": \"n{n}\", \"isError\": false}}");
        let point = |n: usize| format!("{{\"x\": {n}, \"y\": [{}, \"{n}\"]}}", n % 7);
        match self {
            Sort::ChangedValues => (
                array((0..MANY).map(|n| n.to_string())),
                array((0..MANY).map(|n| (n + MANY).to_string())),
            ),
            Sort::RenamedInElements => {
                let renamed = |n: usize| plain(n).replace("isError", "is_error");
                (array((0..MANY).map(plain)), array((0..MANY).map(renamed)))
            }
            Sort::InsertedWithIds => (array((1..=MANY).map(plain)), array((0..=MANY).map(plain))),
            Sort::InsertedWithoutIds => {
                (array((1..=MANY).map(point)), array((0..=MANY).map(point)))
            }
            // 7,919 is a prime that does not divide the length: every number comes once.
            Sort::Shuffled => {
                let shuffled = (0..MANY).map(|n| plain(n * 7_919 % MANY));
                (array((0..MANY).map(plain)), array(shuffled))
            }
            Sort::RenamedMembers => {
                let members = |name: &str| {
                    let member = |n| format!("\"{name}{n}\": {n}");
                    let members: Vec<String> = (0..2 * MANY).map(member).collect();
                    format!("{{{}}}", members.join(", "))
                };
                (members("user_name_"), members("userName"))
            }
        }
    }
}

fn array(elements: impl Iterator<Item = String>) -> String {
    format!("[{}]", elements.collect::<Vec<_>>().join(", "))
}
