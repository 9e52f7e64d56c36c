//! The laws of patches and of the mistakes that are recognised by them.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Map, Value as Tree, json};
use theinference::json::patch::{Action, Operation, apply};
use theinference::json::{Document, pointer};
use theinference::judge::compare::{Difference, are_equal, compare, recur_in};
use theinference::judge::{Budget, judge};
use theinference::model::{
    Case, CompareRules, Ending, Expectation, Isolation, MemberOrder, Mistake, Numbers, Observation,
    Resources, Stderr, Symptom, Verdict, Visibility,
};

/// Documents from a small stock of names and values, so that two of them have much in common.
fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::Null),
        (0..3).prop_map(Tree::from),
        Just(json!(1.0)),
        "[ab]{0,1}".prop_map(Tree::from),
    ];
    leaf.prop_recursive(3, 30, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Tree::from),
            prop::collection::vec(("[a-d~/]|[a-z]", inner), 0..12)
                .prop_map(|members| Tree::from(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// What one operation is made of; places are chosen from those of the document.
type Draft = (usize, prop::sample::Index, prop::sample::Index, &'static str, Tree);

fn drafts() -> impl Strategy<Value = Vec<Draft>> {
    let below = prop::sample::select(vec!["", "", "", "/0", "/-", "/a", "/1"]);
    let draft =
        (0..6_usize, any::<prop::sample::Index>(), any::<prop::sample::Index>(), below, tree());
    prop::collection::vec(draft, 1..4)
}

fn places(tree: &Tree) -> Vec<String> {
    let mut found = vec![String::new()];
    let below = |name: &str, child: &Tree| {
        places(child).into_iter().map(|place| pointer::join("", name) + &place).collect::<Vec<_>>()
    };
    match tree {
        Tree::Array(elements) => elements
            .iter()
            .enumerate()
            .for_each(|(n, element)| found.extend(below(&n.to_string(), element))),
        Tree::Object(members) => {
            members.iter().for_each(|(name, member)| found.extend(below(name, member)));
        }
        _ => {}
    }
    found
}

/// The drafts as a patch, both in our form and as JSON.
fn patch(document: &Tree, drafts: &[Draft]) -> (Vec<Operation>, Tree) {
    let places = places(document);
    let operation = |(op, place, from, below, value): &Draft| {
        let path = format!("{}{below}", place.get(&places));
        let from = from.get(&places);
        let tokens = |text: &str| pointer::parse(text).unwrap();
        let (action, json) = match op {
            0 => (Action::Add(value.to_string()), json!({"op": "add", "value": value})),
            1 => (Action::Remove, json!({"op": "remove"})),
            2 => (Action::Replace(value.to_string()), json!({"op": "replace", "value": value})),
            3 => (Action::Move(tokens(from)), json!({"op": "move", "from": from})),
            4 => (Action::Copy(tokens(from)), json!({"op": "copy", "from": from})),
            _ => (Action::Test(value.to_string()), json!({"op": "test", "value": value})),
        };
        let mut json = json;
        json["path"] = path.clone().into();
        (Operation { action, path: tokens(&path) }, json)
    };
    let (ours, json): (Vec<_>, Vec<_>) = drafts.iter().map(operation).unzip();
    (ours, Tree::from(json))
}

fn patched(document: &Tree, drafts: &[Draft]) -> Option<String> {
    let text = document.to_string();
    let parsed = Document::parse(text.as_bytes()).unwrap();
    let same = |one: &str, other: &str| {
        serde_json::from_str::<Tree>(one).unwrap() == serde_json::from_str::<Tree>(other).unwrap()
    };
    apply(&parsed, &patch(document, drafts).0, same).ok()
}

/// The rules that a stage may have; what is ignored is somewhere in the documents.
fn rules() -> impl Strategy<Value = CompareRules> {
    let ignore = prop::collection::vec(prop::sample::select(vec!["/a", "/*/b", "/0"]), 0..2);
    (any::<bool>(), any::<bool>(), ignore).prop_map(|(value, exact, ignore)| CompareRules {
        numbers: if value { Numbers::Value } else { Numbers::Exact },
        order: if exact { MemberOrder::Exact } else { MemberOrder::Ignore },
        ignore: ignore.into_iter().map(str::to_owned).collect(),
    })
}

/// Each known difference looked for among all actual ones, as the rule is worded.
fn recur_by_definition(expected: &str, known: &str, actual: &str, rules: &CompareRules) -> bool {
    let documents = [expected, known, actual].map(|text| Document::parse(text.as_bytes()).unwrap());
    let [expected, known, actual] = documents.each_ref().map(Document::root);
    let (known, found) = (compare(expected, known, rules), compare(expected, actual, rules));
    let bare = CompareRules { ignore: Vec::new(), ..rules.clone() };
    let is_same = |one: &Difference<'_, '_>, other: &Difference<'_, '_>| {
        let values = match (one.actual(), other.actual()) {
            (None, None) => true,
            (Some(one), Some(other)) => are_equal(one, other, &bare),
            _ => false,
        };
        (one.pointer(), one.kind()) == (other.pointer(), other.kind()) && values
    };
    known.iter().all(|one| found.iter().any(|other| is_same(&one, &other)))
}

fn recur(expected: &str, known: &str, actual: &str, rules: &CompareRules) -> bool {
    let documents = [expected, known, actual].map(|text| Document::parse(text.as_bytes()).unwrap());
    let [expected, known, actual] = documents.each_ref().map(Document::root);
    recur_in(&compare(expected, known, rules), actual, rules)
}

/// The names of the mistakes that are recognised when a program answers `actual`.
fn recognised(expected: &str, wrong: &str, actual: &str, rules: &CompareRules) -> Vec<String> {
    let shows_as = Symptom::Answer(wrong.as_bytes().into());
    let case = Case {
        name: "main".to_owned(),
        summary: None,
        visibility: Visibility::Visible,
        hint: None,
        exit: 0,
        input: b"{}".as_slice().into(),
        script: None,
        expectation: Expectation::Exact(expected.as_bytes().into()),
        mistakes: vec![Mistake { name: "wrong".to_owned(), shows_as, hint: "h".to_owned() }],
    };
    let seen = Observation {
        stdout: actual.into(),
        reached: None,
        stderr: Stderr::default(),
        ending: Ending::Exited(0),
        elapsed: Duration::ZERO,
        resources: Resources::default(),
        isolation: Isolation::None,
        left_running: 0,
        not_removed: None,
    };
    let judgement = judge(&case, rules, &seen, &Budget::default());
    let is_right = are_same(expected, actual, rules);
    assert_eq!(judgement.verdict == Verdict::Pass, is_right);
    judgement.hints.into_iter().filter_map(|hint| hint.mistake).collect()
}

fn are_same(one: &str, other: &str, rules: &CompareRules) -> bool {
    let (one, other) = (Document::parse(one.as_bytes()), Document::parse(other.as_bytes()));
    are_equal(one.unwrap().root(), other.unwrap().root(), rules)
}

proptest! {
    #[test]
    fn patches_do_what_the_crate_json_patch_makes_of_them(tree in tree(), drafts in drafts()) {
        let (_, json) = patch(&tree, &drafts);
        // Whether the whole document can be taken away is not said in RFC 6902.
        let takes_all = |operation: &Tree| {
            let of_root = |name: &str| operation[name] == "";
            match operation["op"].as_str() {
                Some("remove") => of_root("path"),
                Some("move") => of_root("from"),
                _ => false,
            }
        };
        prop_assume!(!json.as_array().unwrap().iter().any(takes_all));
        let theirs: json_patch::Patch = serde_json::from_value(json.clone()).unwrap();
        let mut expected = tree.clone();
        // Without the undoing of a patch that fails: that can panic.
        let applied = json_patch::patch_unsafe(&mut expected, &theirs).is_ok();
        let ours = patched(&tree, &drafts);
        prop_assert_eq!(ours.is_some(), applied, "{}", json);
        if let Some(ours) = ours {
            let ours: Tree = serde_json::from_str(&ours).unwrap();
            prop_assert_eq!(ours, expected, "{}", json);
        }
    }

    #[test]
    fn a_wrong_answer_is_recognised_and_a_right_one_is_not(
        tree in tree(), drafts in drafts(), rules in rules(),
    ) {
        let expected = tree.to_string();
        if let Some(wrong) = patched(&tree, &drafts) {
            let changes = !are_same(&expected, &wrong, &rules);
            let of_wrong = recognised(&expected, &wrong, &wrong, &rules);
            prop_assert_eq!(of_wrong.len(), usize::from(changes), "{} {}", expected, wrong);
            let of_right = recognised(&expected, &wrong, &expected, &rules);
            prop_assert!(of_right.is_empty());
        }
    }

    #[test]
    fn a_mistake_is_recognised_beside_another_one(
        tree in tree(), first in drafts(), second in drafts(),
    ) {
        let rules = CompareRules::default();
        let expected = tree.to_string();
        let Some(wrong) = patched(&tree, &first) else { return Ok(()) };
        let both: Tree = serde_json::from_str(&wrong).unwrap();
        let Some(actual) = patched(&both, &second) else { return Ok(()) };
        prop_assert_eq!(
            recur(&expected, &wrong, &actual, &rules),
            recur_by_definition(&expected, &wrong, &actual, &rules),
            "{} {} {}", expected, wrong, actual
        );
    }

    #[test]
    fn differences_recur_as_the_rule_is_worded(
        tree in tree(), first in drafts(), second in drafts(), rules in rules(),
    ) {
        let rules = CompareRules { order: MemberOrder::Ignore, ..rules };
        let expected = tree.to_string();
        if let (Some(known), Some(actual)) = (patched(&tree, &first), patched(&tree, &second)) {
            prop_assert_eq!(
                recur(&expected, &known, &actual, &rules),
                recur_by_definition(&expected, &known, &actual, &rules),
                "{} {} {}", expected, known, actual
            );
        }
    }
}

#[test]
fn an_order_recurs_whatever_else_is_wrong_with_the_members() {
    let rules = CompareRules { order: MemberOrder::Exact, ..CompareRules::default() };
    let recurs = |actual| {
        recur(r#"[{"a": 1, "b": 2, "c": 3}]"#, r#"[{"b": 2, "a": 1, "c": 3}]"#, actual, &rules)
    };
    assert!(recurs(r#"[{"b": 2, "a": 7, "c": 3}]"#));
    assert!(recurs(r#"[{"b": 2, "x": 0, "a": 1}, 1]"#));
    assert!(!recurs(r#"[{"a": 1, "b": 2, "c": 3}]"#));
    assert!(!recurs(r#"[{"c": 3, "b": 2, "a": 1}]"#));
    assert!(!recurs(r#"[[]]"#));
}

#[test]
fn recurrence_takes_time_in_proportion_to_the_answer() {
    let object = |value: &str| {
        let members: Vec<_> = (0..100_000).map(|n| format!("\"k{n}\":{value}")).collect();
        format!("[{{{}}},[{}]]", members.join(","), vec![value; 100_000].join(","))
    };
    let (expected, known) = (object("1"), object("2"));
    assert!(recur(&expected, &known, &known, &CompareRules::default()));
    assert!(!recur(&expected, &known, &expected, &CompareRules::default()));
}
