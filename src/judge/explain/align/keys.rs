//! The member by which elements are known.

use std::collections::HashSet;

use super::Element;
use crate::json::Value;
use crate::judge::compare::{Place, fingerprint};

/// The names of members that tell elements apart, the most telling first.
pub(in crate::judge::explain) const KEYS: [&str; 4] = ["name", "id", "uri", "key"];

/// The first such member that every element has, another one in each.
pub(super) fn common_key(expected: &[Element<'_>], actual: &[Element<'_>]) -> Option<&'static str> {
    KEYS.into_iter().find(|key| tells_apart(expected, key) && tells_apart(actual, key))
}

fn tells_apart(elements: &[Element<'_>], key: &str) -> bool {
    let mut seen = HashSet::new();
    let place = Place::anywhere();
    let mut keys = elements.iter().map(|element| key_of(element.value, key, &place));
    keys.all(|key| key.is_some_and(|key| seen.insert(key)))
}

/// The fingerprint of an element's key, when that is a scalar.
pub(super) fn key_of(element: Value<'_>, key: &str, place: &Place) -> Option<u64> {
    let value = element.get(key).filter(|value| !value.kind().is_container())?;
    Some(fingerprint(value, place))
}
