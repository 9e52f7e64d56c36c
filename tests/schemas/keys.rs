//! Every key and every word of a choice that a decoder knows is in its schema, and the other way
//! round. The decoders are asked: their advice about an unknown word lists those that they know.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::decoder::told;
use crate::schema;

/// Nearly right for nothing, so that all known words are listed.
const UNKNOWN: &str = "zzzzzzzzzzzzzzzz";

/// The objects with fixed keys: the schema, where it describes the object, and a document in which
/// `@` stands for the members of such an object.
const OBJECTS: [(&str, &str, &str); 15] = [
    ("theinference", "", "{@}"),
    ("theinference", "/properties/limits", r#"{"limits": {@}}"#),
    ("theinference", "/properties/watch", r#"{"watch": {@}}"#),
    ("course", "", "{@}"),
    ("course", "/properties/limits", r#"{"title": "T", "stages": ["hello"], "limits": {@}}"#),
    ("stage", "", "{@}"),
    ("stage", "/properties/limits", r#"{"title": "T", "mode": "m", "limits": {@}}"#),
    ("stage", "/properties/compare", r#"{"title": "T", "mode": "m", "compare": {@}}"#),
    ("stage", "/properties/validate", r#"{"title": "T", "mode": "m", "validate": {@}}"#),
    ("stage", "/definitions/case", r#"{"title": "T", "mode": "m", "cases": [{@}]}"#),
    ("stage", "/definitions/mistake", r#"{"title": "T", "mode": "m", "mistakes": [{@}]}"#),
    ("stage", "/definitions/operation", r#"{"mistakes": [{"patch": [{@}]}]}"#),
    ("session", "", r#"{"steps": [], @}"#),
    ("session", "/definitions/step", r#"{"steps": [{"quiet": true, @}]}"#),
    ("stage", "/definitions/hole", r#"{"validate": {"allow": [{@}]}}"#),
];

/// The choices: the schema, where it lists the words, and a document in which `@` is the word.
const CHOICES: [(&str, &str, &str); 5] = [
    ("stage", "/properties/driver", r#"{"driver": "@"}"#),
    ("stage", "/properties/compare/properties/numbers", r#"{"compare": {"numbers": "@"}}"#),
    ("stage", "/properties/compare/properties/order", r#"{"compare": {"order": "@"}}"#),
    (
        "stage",
        "/definitions/operation/properties/op",
        r#"{"mistakes": [{"patch": [{"op": "@"}]}]}"#,
    ),
    ("stage", "/definitions/mistake/properties/cause", r#"{"mistakes": [{"cause": "@"}]}"#),
];

/// Calls `see` with each schema inside a schema, and where it stands.
pub(crate) fn visit(part: &Value, pointer: &str, see: &mut dyn FnMut(&str, &Value)) {
    see(pointer, part);
    let Some(members) = part.as_object() else { return };
    for (name, value) in members {
        let at = format!("{pointer}/{name}");
        match (name.as_str(), value) {
            ("properties" | "definitions", Value::Object(parts)) => {
                parts.iter().for_each(|(name, part)| visit(part, &format!("{at}/{name}"), see));
            }
            ("allOf" | "oneOf" | "items", Value::Array(parts)) => {
                let numbered = parts.iter().enumerate();
                numbered.for_each(|(number, part)| visit(part, &format!("{at}/{number}"), see));
            }
            ("items" | "additionalItems" | "propertyNames" | "then" | "else", _)
            | ("additionalProperties", Value::Object(_)) => visit(value, &at, see),
            _ => {}
        }
    }
}

/// Where the schemas have parts of which this is true, as `name/pointer`.
fn places(is_meant: fn(&Value) -> bool) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for name in ["theinference", "course", "stage", "case", "session"] {
        visit(&schema(name), "", &mut |pointer, part| {
            if is_meant(part) {
                found.insert(format!("{name}{pointer}"));
            }
        });
    }
    found
}

/// The words that the advice behind the only problem with `message` lists.
fn listed(name: &'static str, text: &str, message: &str) -> BTreeSet<String> {
    let told = told(name, text);
    let line = told.iter().find(|line| line.contains(message) && line.contains(UNKNOWN));
    let (_, advice) = line.and_then(|line| line.split_once(" | ")).unwrap_or_else(|| {
        panic!("no {message:?} in {told:?}, of {text}");
    });
    advice.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn strings<'v>(values: impl Iterator<Item = &'v str>) -> BTreeSet<String> {
    values.map(str::to_owned).collect()
}

#[test]
fn the_keys_are_those_of_the_decoders() {
    for (name, pointer, document) in OBJECTS {
        let schema = schema(name);
        let part = schema.pointer(pointer).expect("the schema has this part");
        let shown = part["properties"].as_object().expect("it has keys").keys();
        let shown = strings(shown.map(String::as_str));
        let text = document.replace('@', &format!("{UNKNOWN:?}: 0"));
        let known = listed(name, &text, "unknown key");
        assert_eq!(shown, known, "{name}{pointer}: the schema (left) against the decoder");
    }
}

#[test]
fn no_object_of_a_schema_is_left_out_and_each_refuses_other_keys() {
    let tried: BTreeSet<_> = OBJECTS.iter().map(|(name, at, _)| format!("{name}{at}")).collect();
    let closed = |part: &Value| part["additionalProperties"] == false;
    assert_eq!(places(closed), tried);
    assert_eq!(places(|part| part.get("properties").is_some()), tried);
}

#[test]
fn every_key_is_described() {
    for (name, pointer, _) in OBJECTS {
        let schema = schema(name);
        let keys = schema.pointer(pointer).expect("it is there")["properties"].clone();
        for (key, part) in keys.as_object().expect("it has keys") {
            let told = part["description"].as_str().unwrap_or_default();
            assert!(told.ends_with('.') && told.len() > 10, "{name}{pointer}: {key}: {told:?}");
        }
    }
}

#[test]
fn the_words_of_choices_are_those_of_the_decoders() {
    for (name, pointer, document) in CHOICES {
        let schema = schema(name);
        let words = schema.pointer(pointer).expect("the schema has this part")["enum"].clone();
        let words = words.as_array().expect("it has words").iter().filter_map(Value::as_str);
        let known = listed(name, &document.replace('@', UNKNOWN), "cannot be");
        // Known, and refused until there are sessions with clients.
        let is_refused = |word: &&String| {
            let told = told(name, &document.replace('@', word));
            told.iter().any(|line| line.contains("asks for a session with a client"))
        };
        let taken: BTreeSet<String> =
            known.iter().filter(|word| !is_refused(word)).cloned().collect();
        assert_eq!(strings(words), taken, "{name}{pointer}: the schema against the decoder");
    }
}

#[test]
fn no_choice_of_a_schema_is_left_out() {
    let tried = CHOICES.iter().map(|(name, at, _)| format!("{name}{at}")).collect();
    assert_eq!(places(|part| part.get("enum").is_some()), tried);
}
