//! Edits of a document, from one wrong value to a member renamed everywhere; and damage to a text.

use super::{Choices, Node, name, stock, string};

/// Makes one edit somewhere in the document.
pub(crate) fn edit(node: &mut Node, choices: &mut Choices<'_>) {
    let children = node.children();
    if children > 0 && !choices.one_in(4) {
        let index = choices.below(children);
        return node.child(index).map_or((), |child| edit(child, choices));
    }
    match (choices.below(4), node) {
        (0, node) => *node = Node::new(choices, 2),
        (1, node) => *node = as_another_kind(node, choices),
        (_, Node::Scalar(scalar)) => *scalar = respelled(scalar, choices),
        (_, Node::Array(elements)) => edit_elements(elements, choices),
        (_, Node::Object(members)) => edit_members(members, choices),
    }
}

fn as_another_kind(node: &Node, choices: &mut Choices<'_>) -> Node {
    match choices.below(6) {
        0 => Node::Array(vec![node.clone()]),
        1 => Node::Object(vec![(name(choices), node.clone())]),
        2 => Node::Scalar(choices.of(&stock::WORDS).to_owned()),
        3 => node.clone().child(0).cloned().unwrap_or(Node::Array(Vec::new())),
        _ => Node::Scalar(encoded(&node.text(choices))),
    }
}

/// The text as a JSON string.
fn encoded(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The scalar written otherwise, with the same value or nearly so.
fn respelled(scalar: &str, choices: &mut Choices<'_>) -> String {
    let inner = scalar.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    match (inner, choices.below(4)) {
        (None, 0) => format!("\"{scalar}\""),
        (None, 1) if scalar.bytes().all(|byte| byte.is_ascii_digit()) => format!("{scalar}.0"),
        (None, 2) if scalar.bytes().all(|byte| byte.is_ascii_digit()) => format!("{scalar}e0"),
        (None, _) => choices.of(&stock::NUMBERS).to_owned(),
        (Some(inner), 0) => format!("\"{inner}{}\"", choices.of(&stock::PIECES)),
        (Some(inner), 1) => format!("\"{}{inner}\"", choices.of(&stock::PIECES)),
        (Some(inner), 2) => format!("\"{}\"", inner.replace('a', "\\u0061")),
        (Some(_), _) => string(choices),
    }
}

fn edit_elements(elements: &mut Vec<Node>, choices: &mut Choices<'_>) {
    let new_place = choices.below(elements.len() + 1);
    if elements.is_empty() || choices.one_in(5) {
        return elements.insert(new_place, Node::new(choices, 1));
    }
    let place = new_place % elements.len();
    match choices.below(6) {
        0 => drop(elements.remove(place)),
        1 => elements.insert(place, elements[place].clone()),
        2 => elements.reverse(),
        3 => elements.rotate_left(place),
        4 => rename_everywhere(elements, choices),
        _ => {
            let moved = elements.remove(place);
            elements.insert(choices.below(elements.len() + 1), moved);
        }
    }
}

/// One member renamed in all elements that have it: one cause, many differences.
fn rename_everywhere(elements: &mut [Node], choices: &mut Choices<'_>) {
    let (index, new_name) = (choices.below(4), name(choices));
    let old_name = match elements.first() {
        Some(Node::Object(members)) if index < members.len() => members[index].0.clone(),
        _ => return,
    };
    for element in elements {
        if let Node::Object(members) = element {
            let named = members.iter_mut().filter(|(name, _)| *name == old_name);
            named.for_each(|(name, _)| *name = new_name.clone());
            element.name_apart();
        }
    }
}

fn edit_members(members: &mut Vec<(String, Node)>, choices: &mut Choices<'_>) {
    let new_place = choices.below(members.len() + 1);
    if members.is_empty() || choices.one_in(5) {
        return members.insert(new_place, (name(choices), Node::new(choices, 1)));
    }
    let place = new_place % members.len();
    match choices.below(6) {
        0 => drop(members.remove(place)),
        1 => members.reverse(),
        2 => members.rotate_left(place),
        3 => members[place].0 = name(choices),
        4 => members[place].0 = restyled(&members[place].0),
        _ => {
            let other = choices.below(members.len());
            let value = members[other].1.clone();
            members[place].1 = value;
        }
    }
}

/// `isError` as `is_error`; other names in capitals.
fn restyled(name: &str) -> String {
    if name.contains('\\') {
        return "\"other\"".to_owned();
    }
    if !name.contains(char::is_uppercase) {
        return name.to_uppercase();
    }
    let lower = |c: char| {
        let mark = if c.is_uppercase() { "_" } else { "" };
        mark.chars().chain(c.to_lowercase())
    };
    name.chars().flat_map(lower).collect()
}

/// Breaks the text at a few places.
pub(crate) fn damage(text: &mut Vec<u8>, choices: &mut Choices<'_>) {
    for _ in 0..=choices.below(3) {
        let place = choices.below(256) << 8 | choices.below(256);
        let start = place % (text.len() + 1);
        let end = (start + choices.below(3)).min(text.len());
        let piece = stock::BREAKS[choices.below(stock::BREAKS.len())];
        text.splice(start..end, piece.iter().copied());
    }
}
