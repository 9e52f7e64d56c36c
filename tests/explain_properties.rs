//! What an explanation promises for any two documents: it is never empty for documents that differ,
//! never longer than the raw comparison, never a cascade, and never cuts away what differs.
#![allow(clippy::unwrap_used)]

#[path = "documents/mod.rs"]
mod documents;

use documents::{near_pair, tree};
use proptest::prelude::*;
use serde_json::{Value as Tree, json};
use theinference::json::{Document, pointer};
use theinference::judge::{Budget, compare, explain};
use theinference::model::{
    CompareRules, Difference, Explanation, Mark, MemberOrder, MismatchKind, Numbers, Side,
};

fn explained_by(
    expected: &str,
    actual: &str,
    rules: &CompareRules,
    budget: &Budget,
) -> Explanation {
    let expected = Document::parse(expected.as_bytes()).unwrap();
    let actual = Document::parse(actual.as_bytes()).unwrap();
    explain(&compare(expected.root(), actual.root(), rules), budget)
}

fn explained(expected: &str, actual: &str) -> Explanation {
    explained_by(expected, actual, &CompareRules::default(), &Budget::default())
}

fn all_of(expected: &str, actual: &str) -> Explanation {
    explained_by(expected, actual, &CompareRules::default(), &Budget::ALL)
}

fn number_of_raw(expected: &str, actual: &str, rules: &CompareRules) -> usize {
    let expected = Document::parse(expected.as_bytes()).unwrap();
    let actual = Document::parse(actual.as_bytes()).unwrap();
    compare(expected.root(), actual.root(), rules).len()
}

fn rules() -> impl Strategy<Value = CompareRules> {
    let ignore =
        prop::sample::select(vec![vec![], vec!["/*/a"], vec!["/0", "/b/*"], vec!["/a/1/*"]]);
    (any::<bool>(), any::<bool>(), ignore).prop_map(|(by_value, in_order, ignore)| CompareRules {
        numbers: if by_value { Numbers::Value } else { Numbers::Exact },
        order: if in_order { MemberOrder::Exact } else { MemberOrder::Ignore },
        ignore: ignore.into_iter().map(str::to_owned).collect(),
    })
}

/// Whether the values of a difference stand where it says.
fn is_true(told: &Difference, expected: &Document<'_>, actual: &Document<'_>) -> bool {
    let mismatch = &told.mismatch;
    let is_at = |document: &Document<'_>, pointer: &str, side: &Option<Side>| {
        side.as_ref().is_none_or(|side| {
            // A repeated member is found by its first appearance.
            mismatch.kind == MismatchKind::Duplicate
                || pointer::resolve(document.root(), pointer).unwrap().source() == side.text
        })
    };
    let there = mismatch.actual_pointer.as_ref().unwrap_or(&mismatch.pointer);
    is_at(expected, &mismatch.pointer, &mismatch.expected)
        && is_at(actual, there, &mismatch.actual)
        && (mismatch.expected.is_some() || mismatch.actual.is_some())
}

proptest! {
    #[test]
    fn an_explanation_is_empty_exactly_when_nothing_differs((left, right) in near_pair(), rules in rules()) {
        let (left, right) = (left.to_string(), right.to_string());
        let raw = number_of_raw(&left, &right, &rules);
        for budget in [Budget::default(), Budget::ALL] {
            let explanation = explained_by(&left, &right, &rules, &budget);
            prop_assert!(explanation.total <= raw);
            prop_assert_eq!(explanation.total == 0, raw == 0);
            prop_assert_eq!(explanation.differences.is_empty(), raw == 0);
            prop_assert!(explanation.shown() <= explanation.total);
            let sides = |line: &&theinference::model::PictureLine| {
                matches!(line.mark, Mark::Expected | Mark::Yours)
            };
            let drawn = explanation.picture.iter().filter(sides).count();
            prop_assert_eq!(drawn == 0, raw == 0);
            if budget == Budget::ALL {
                prop_assert_eq!(explanation.differences.len(), explanation.total);
                prop_assert!(drawn >= explanation.total);
            }
        }
    }

    #[test]
    fn every_difference_that_is_told_stands_where_it_says((left, right) in near_pair()) {
        let (left, right) = (left.to_string(), right.to_string());
        let expected = Document::parse(left.as_bytes()).unwrap();
        let actual = Document::parse(right.as_bytes()).unwrap();
        let explanation = all_of(&left, &right);
        for told in &explanation.differences {
            prop_assert!(is_true(told, &expected, &actual), "{:?}", told);
            prop_assert!(!told.sentence.contains(char::is_control));
        }
        prop_assert!(explanation.picture.iter().all(|line| !line.text.contains(char::is_control)));
    }

    #[test]
    fn the_two_sides_of_a_place_never_look_alike((left, right) in near_pair()) {
        let explanation = all_of(&left.to_string(), &right.to_string());
        for lines in explanation.picture.windows(2) {
            let is_pair = (lines[0].mark, lines[1].mark) == (Mark::Expected, Mark::Yours);
            prop_assert!(!is_pair || lines[0].text != lines[1].text, "{:?}", lines);
        }
    }

    #[test]
    fn one_element_more_or_less_is_one_difference(
        trees in prop::collection::vec(tree(), 1..8),
        place in any::<prop::sample::Index>(),
    ) {
        // Numbered, so that no two are alike.
        let elements: Vec<_> = trees.into_iter().enumerate().map(|(n, tree)| json!([n, tree])).collect();
        let mut more = elements.clone();
        more.insert(place.index(elements.len() + 1), json!("new"));
        let (few, many) = (Tree::from(elements).to_string(), Tree::from(more).to_string());
        for (expected, actual, kind) in
            [(&few, &many, MismatchKind::Extra), (&many, &few, MismatchKind::Missing)]
        {
            let explanation = explained(expected, actual);
            prop_assert_eq!(explanation.total, 1);
            prop_assert_eq!(explanation.differences[0].mismatch.kind, kind);
        }
    }

    #[test]
    fn one_element_elsewhere_is_one_difference(
        count in 3_usize..12,
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
    ) {
        let mut elements: Vec<_> = (0..count).map(|n| json!({"name": n, "x": [n, n]})).collect();
        let expected = Tree::from(elements.clone()).to_string();
        let moved = elements.remove(from.index(count));
        elements.insert(to.index(count), moved);
        let explanation = explained(&expected, &Tree::from(elements).to_string());
        let stays = from.index(count) == to.index(count);
        prop_assert_eq!(explanation.total, usize::from(!stays));
    }

    #[test]
    fn the_spot_where_strings_differ_is_never_cut_away(
        head in "[a-z é\u{200b}\n]{0,300}",
        tail in "[a-z é]{0,300}",
        spots in prop::sample::select(vec![("x", "y"), ("", " "), ("\u{e9}", "e\u{301}"), ("a", "\u{430}"), (" ", "\u{a0}")]),
    ) {
        let side = |spot: &str| json!({ "text": format!("{head}{spot}{tail}") }).to_string();
        let explanation = explained(&side(spots.0), &side(spots.1));
        prop_assert_eq!(explanation.total, 1);
        let text = |mark| -> Vec<_> {
            let lines = explanation.picture.iter().filter(|line| line.mark == mark);
            lines.map(|line| line.text.clone()).collect()
        };
        prop_assert_ne!(text(Mark::Expected), text(Mark::Yours));
        prop_assert!(explanation.picture.iter().all(|line| line.text.chars().count() < 200));
        prop_assert!(explanation.differences[0].sentence.chars().count() < 500);
    }
}

/// Runs on a stack that no recursion over ten thousand levels fits into.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}

#[test]
fn ten_thousand_levels_are_explained_on_a_small_stack() {
    on_a_small_stack(|| {
        let deep = |leaf: &str| {
            let (open, close) = ("[{\"a\":".repeat(5_000), "}]".repeat(5_000));
            format!("{open}{leaf}{close}")
        };
        let explanation = explained(&deep("1"), &deep("2"));
        assert_eq!(explanation.total, 1);
        assert!(explanation.picture.len() < 20);
        assert!(explanation.differences[0].sentence.len() < 300);
        assert_eq!(explained(&deep("1"), "[]").total, 1);
        assert_eq!(explained("[]", &deep("1")).total, 1);
        // One element more at every level: arrays are aligned again and again on the way down.
        let doubled = deep("1").replace("[{", "[0,{");
        assert!(explained(&deep("1"), &doubled).total <= 10_000);
    });
}

#[test]
fn a_hundred_thousand_deep_differences_are_explained() {
    on_a_small_stack(|| {
        let deep = |leaf: &dyn Fn(usize) -> String| {
            let leaves: Vec<_> = (0..100_000).map(leaf).collect();
            format!("{}{}{}", "[".repeat(9_000), leaves.join(","), "]".repeat(9_000))
        };
        let same = explained(&deep(&|_| "1".to_owned()), &deep(&|_| "2".to_owned()));
        assert_eq!(
            (same.total, same.differences.len(), same.differences[0].again),
            (100_000, 1, 99_999)
        );
        let other = explained(&deep(&|n| n.to_string()), &deep(&|n| format!("\"{n}\"")));
        assert_eq!((other.total, other.differences.len()), (100_000, 1));
        // All pointers together would be two gigabytes long.
        let all = all_of(&deep(&|n| n.to_string()), &deep(&|n| format!("-{}", n + 1)));
        assert_eq!(all.total, 100_000);
        assert!((100..1_000).contains(&all.differences.len()));
    });
}

#[test]
fn every_difference_is_told_when_all_are_asked_for() {
    let list = |sign: &str| {
        let numbers: Vec<_> = (1..=20_000).map(|n| format!("{{\"n\": {sign}{n}}}")).collect();
        format!("[{}]", numbers.join(","))
    };
    let all = all_of(&list(""), &list("-"));
    assert_eq!((all.total, all.differences.len()), (20_000, 20_000));
    assert!(all.picture.len() >= 40_000);
}

#[test]
fn many_renamed_members_are_each_one_difference() {
    let object = |prefix: &str| {
        let members: Vec<_> = (0..20_000).map(|n| format!("\"{prefix}{n}\": {n}")).collect();
        format!("{{{}}}", members.join(", "))
    };
    assert_eq!(explained(&object("a_"), &object("A")).total, 20_000);
    assert_eq!(explained(&object("a"), &object("b")).total, 20_000 + 10);
}

/// More differences than are kept: what is aligned was looked at as a whole, what comes after it was
/// counted.
#[test]
fn one_element_more_among_a_million_is_one_difference() {
    let list = |first: u32, tail: &str| {
        let numbers: Vec<_> = (first..1_100_000).map(|n| n.to_string()).collect();
        format!("{{\"list\": [{}], \"tail\": [{tail}]}}", numbers.join(","))
    };
    let explanation = explained(&list(1, "1, 2"), &list(0, "3, 4"));
    assert_eq!((explanation.total, explanation.differences.len()), (3, 1));
}
