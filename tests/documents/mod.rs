//! Generated documents, and pairs of them that have much in common.

use proptest::prelude::*;
use serde_json::{Map, Value as Tree, json};

/// Documents from a small stock of names and values, so that two of them have much in common.
pub(crate) fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::Null),
        any::<bool>().prop_map(Tree::from),
        (0..4).prop_map(Tree::from),
        Just(json!(1.0)),
        "[ab]{0,2}".prop_map(Tree::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Tree::from),
            prop::collection::vec(("[a-l~/]", inner), 0..14)
                .prop_map(|members| Tree::from(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// A tree and the same with a few places replaced, removed or added.
pub(crate) fn near_pair() -> impl Strategy<Value = (Tree, Tree)> {
    (tree(), prop::collection::vec((any::<prop::sample::Index>(), tree(), 0..3), 0..4)).prop_map(
        |(tree, edits)| {
            let mut other = tree.clone();
            edits
                .into_iter()
                .for_each(|(place, value, edit)| change(&mut other, place, value, edit));
            (tree, other)
        },
    )
}

fn change(tree: &mut Tree, place: prop::sample::Index, value: Tree, edit: i32) {
    match (tree, edit) {
        (Tree::Array(elements), 0) => elements.insert(place.index(elements.len() + 1), value),
        (Tree::Array(elements), 1) if !elements.is_empty() => {
            elements.remove(place.index(elements.len()));
        }
        (Tree::Array(elements), _) if !elements.is_empty() => {
            let index = place.index(elements.len());
            change(&mut elements[index], place, value, edit);
        }
        (Tree::Object(members), 0) => {
            members.insert("added".to_owned(), value);
        }
        (Tree::Object(members), _) if !members.is_empty() => {
            let name = members.keys().nth(place.index(members.len())).unwrap().clone();
            if edit == 1 {
                members.remove(&name);
            } else {
                change(&mut members[&name], place, value, edit);
            }
        }
        (other, _) => *other = value,
    }
}
