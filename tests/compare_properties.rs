//! The laws of the raw comparison, and what "exactly" means.
#![allow(clippy::unwrap_used)]

#[path = "documents/mod.rs"]
mod documents;
mod laws;

use documents::{near_pair, tree};
use proptest::prelude::*;
use serde_json::Value as Tree;
use theinference::json::Document;
use theinference::judge::read_answer;
use theinference::model::{CompareRules, MemberOrder, Mismatch, MismatchKind, Numbers};

fn mismatches(expected: &str, actual: &str, rules: &CompareRules) -> Vec<Mismatch> {
    let expected = Document::parse(expected.as_bytes()).unwrap();
    let actual = Document::parse(actual.as_bytes()).unwrap();
    laws::comparison::mismatches(&expected, &actual, rules)
}

fn kinds(expected: &str, actual: &str, rules: &CompareRules) -> Vec<(String, MismatchKind)> {
    let all = mismatches(expected, actual, rules);
    all.into_iter().map(|mismatch| (mismatch.pointer, mismatch.kind)).collect()
}

proptest! {
    #[test]
    fn nothing_is_found_exactly_when_the_documents_are_equal((left, right) in near_pair()) {
        let found = kinds(&left.to_string(), &right.to_string(), &CompareRules::default());
        prop_assert_eq!(found.is_empty(), left == right);
    }

    #[test]
    fn white_space_and_member_order_are_free(tree in tree()) {
        let pretty = serde_json::to_string_pretty(&reversed(&tree)).unwrap();
        prop_assert_eq!(kinds(&tree.to_string(), &pretty, &CompareRules::default()), []);
    }

    #[test]
    fn every_law_holds_for_near_equal_documents((left, right) in near_pair(), order in any::<bool>()) {
        let order = if order { MemberOrder::Exact } else { MemberOrder::Ignore };
        let rules = CompareRules { order, ..CompareRules::default() };
        laws::hold(left.to_string().as_bytes(), right.to_string().as_bytes(), &rules);
    }

    #[test]
    fn what_is_ignored_is_exactly_what_is_found((left, right) in near_pair()) {
        let (left, right) = (left.to_string(), right.to_string());
        let found = kinds(&left, &right, &CompareRules::default());
        let both_sided = |kind| !matches!(kind, MismatchKind::Missing | MismatchKind::Extra);
        let ignore = found.iter().filter(|(_, kind)| both_sided(*kind)).map(|(at, _)| at.clone());
        let rules = CompareRules { ignore: ignore.collect(), ..CompareRules::default() };
        let rest: Vec<_> = found.into_iter().filter(|(_, kind)| !both_sided(*kind)).collect();
        prop_assert_eq!(kinds(&left, &right, &rules), rest);
    }
}

fn reversed(tree: &Tree) -> Tree {
    match tree {
        Tree::Array(elements) => elements.iter().map(reversed).collect(),
        Tree::Object(members) => {
            let members = members.iter().rev().map(|(name, value)| (name.clone(), reversed(value)));
            Tree::Object(members.collect())
        }
        other => other.clone(),
    }
}

fn found(expected: &str, actual: &str) -> Vec<(String, MismatchKind)> {
    kinds(expected, actual, &CompareRules::default())
}

fn one(pointer: &str, kind: MismatchKind) -> Vec<(String, MismatchKind)> {
    vec![(pointer.to_owned(), kind)]
}

#[test]
fn member_order_is_free_unless_it_is_asked_for() {
    let (expected, actual) =
        (r#"{"a": 1, "b": {"c": 2, "d": 3}}"#, r#"{"b": {"d": 3, "c": 2}, "a": 1}"#);
    assert_eq!(found(expected, actual), []);
    let rules = CompareRules { order: MemberOrder::Exact, ..CompareRules::default() };
    let order = |pointer: &str| (pointer.to_owned(), MismatchKind::Order);
    assert_eq!(kinds(expected, actual, &rules), [order(""), order("/b")]);
    let more = r#"{"x": 0, "a": 1, "y": 0, "b": {"c": 2, "d": 3}}"#;
    assert!(kinds(expected, more, &rules).iter().all(|(_, kind)| *kind == MismatchKind::Extra));
}

#[test]
fn array_order_counts() {
    assert_eq!(found("[1, 2]", "[2, 1]").len(), 2);
    assert_eq!(found("[1, 2]", "[1]"), one("/1", MismatchKind::Missing));
    assert_eq!(found("[1]", "[1, 2]"), one("/1", MismatchKind::Extra));
}

#[test]
fn numbers_are_equal_in_value_and_in_being_integers() {
    for (same, other) in [
        ("-0", "0"),
        ("-0.0", "0.0"),
        ("1e2", "100.0"),
        ("1e999999999999999999999", "10e999999999999999999998"),
    ] {
        assert_eq!(found(same, other), []);
    }
    assert_eq!(found("1", "1.0"), one("", MismatchKind::Spelling));
    assert_eq!(found("100", "1e2"), one("", MismatchKind::Spelling));
    assert_eq!(found("9007199254740993", "9007199254740992"), one("", MismatchKind::Value));
    let rules = CompareRules { numbers: Numbers::Value, ..CompareRules::default() };
    assert_eq!(kinds("1", "1.0", &rules), []);
    assert_eq!(kinds("1", "2.0", &rules), one("", MismatchKind::Value));
}

#[test]
fn strings_are_equal_after_unescaping_and_not_after_normalising() {
    assert_eq!(found(r#""é\/\ud83c\udf89""#, r#""\u00e9/🎉""#), []);
    assert_eq!(found("\"é\"", "\"e\u{301}\""), one("", MismatchKind::Value));
    assert_eq!(found(r#""\ud800""#, r#""\uD800""#), []);
    assert_eq!(found(r#""\ud800""#, r#""\ufffd""#), one("", MismatchKind::Value));
}

#[test]
fn a_repeated_member_is_a_mismatch_of_its_own() {
    let actual = r#"{"id": 1, "\u0069d": 2}"#;
    let all = mismatches(r#"{"id": 1}"#, actual, &CompareRules::default());
    assert_eq!((&*all[0].pointer, all[0].kind, all.len()), ("/id", MismatchKind::Duplicate, 1));
    let side = all[0].actual.as_ref().unwrap();
    assert_eq!((&*side.text, side.position.column), ("2", 11));
    assert_eq!(found(r#"{"id": 1, "id": 1}"#, r#"{"id": 1, "id": 1}"#).len(), 2);
}

#[test]
fn a_repeated_member_is_told_apart_from_a_missing_one_on_either_side() {
    let padding: String = (0..20).map(|n| format!("\"k{n}\": {n}, ")).collect();
    for padding in ["", &padding] {
        let repeated = format!(r#"{{{padding}"id": 1, "id": 2}}"#);
        let at_id = |kinds: [MismatchKind; 2]| kinds.map(|kind| ("/id".to_owned(), kind)).to_vec();
        let without = format!(r#"{{{padding}"x": 0}}"#);
        let mut there = found(&repeated, &without);
        there.retain(|(pointer, _)| pointer == "/id");
        assert_eq!(there, at_id([MismatchKind::Missing, MismatchKind::Duplicate]));
        let mut back = found(&without, &repeated);
        back.retain(|(pointer, _)| pointer == "/id");
        assert_eq!(back, at_id([MismatchKind::Extra, MismatchKind::Duplicate]));
    }
}

#[test]
fn what_is_not_one_json_document_is_no_answer() {
    let bytes: [&[u8]; 9] = [
        b"\xEF\xBB\xBF{}",
        b"\"\xFF\"",
        b"{} {}",
        b"{} done",
        b"NaN",
        b"{'a': 1}",
        b"[1,]",
        b"[1",
        b"",
    ];
    for stdout in bytes {
        assert!(read_answer(stdout).is_err(), "{}", String::from_utf8_lossy(stdout));
    }
}

#[test]
fn an_ignored_place_is_free_but_must_be_there() {
    let ignore = vec!["/responses/*/version".to_owned(), "no pointer".to_owned()];
    let rules = CompareRules { ignore, ..CompareRules::default() };
    let expected = r#"{"responses": [{"version": "1", "id": 1}]}"#;
    let with = |first: &str| format!(r#"{{"responses": [{first}]}}"#);
    assert_eq!(kinds(expected, &with(r#"{"version": [0], "id": 1}"#), &rules), []);
    let absent = kinds(expected, &with(r#"{"id": 1}"#), &rules);
    assert_eq!(absent, one("/responses/0/version", MismatchKind::Missing));
    let inner = kinds(expected, &with(r#"{"version": 1, "id": {"version": 2}}"#), &rules);
    assert_eq!(inner, one("/responses/0/id", MismatchKind::Type));
}

#[test]
fn ten_thousand_levels_are_compared_on_a_small_stack() {
    let work = || {
        let deep = |leaf: &str| {
            let (open, close) = ("[{\"a\":".repeat(5_000), "}]".repeat(5_000));
            format!("{open}{leaf}{close}")
        };
        assert_eq!(found(&deep("1"), &deep("1")), []);
        assert_eq!(found(&deep("1"), &deep("2")).len(), 1);
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}
