//! One number for each value, the same for values that are equal by the rules.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::ignore::{Candidates, Freedom};
use super::rules::Rules;
use super::walk::Place;
use crate::json::{Elements, Kind, Members, Number, Text, Value};
use crate::model::MemberOrder;

/// Stands for every value at a place that is free.
const FREE: u64 = 0x6672_6565;

/// The fingerprint of a value that stands at `place`.
///
/// Values that are equal by the rules have the same one. The reverse is nearly always so: two
/// values may share one by accident, and where `compare.ignore` names an element by its index, its
/// place counts as free in every element.
pub(in crate::judge) fn fingerprint(value: Value<'_>, place: &Place) -> u64 {
    match place.freedom {
        Freedom::Free => FREE,
        _ if value.kind().is_container() => container(value, place),
        _ => scalar(value, &place.rules),
    }
}

/// A container that is being read.
struct Frame<'d> {
    value: Value<'d>,
    children: Children<'d>,
    candidates: Candidates,
    sum: u64,
    /// The name of the member that is being read.
    name: u64,
}

enum Children<'d> {
    Elements(Elements<'d>),
    Members(Members<'d>),
}

/// Reads a container once, without recursion.
fn container(value: Value<'_>, place: &Place) -> u64 {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut done = enter(value, &place.freedom, &place.rules, &mut frames);
    loop {
        let depth = place.depth + frames.len().saturating_sub(1);
        let Some(frame) = frames.last_mut() else { return done.unwrap_or(FREE) };
        if let Some(fingerprint) = done.take() {
            frame.add(fingerprint, place.rules.order);
        }
        match frame.next(depth, &place.rules) {
            Some((child, freedom)) => done = enter(child, &freedom, &place.rules, &mut frames),
            None => {
                done = Some(hash(&(frame.value.kind(), frame.value.len(), frame.sum)));
                frames.pop();
            }
        }
    }
}

/// The fingerprint of a scalar at once; a container becomes a frame.
fn enter<'d>(
    value: Value<'d>,
    freedom: &Freedom,
    rules: &Rules,
    frames: &mut Vec<Frame<'d>>,
) -> Option<u64> {
    let Freedom::Bound(candidates) = freedom else { return Some(FREE) };
    let children = match value.kind() {
        Kind::Array => Children::Elements(value.elements()),
        Kind::Object => Children::Members(value.members()),
        _ => return Some(scalar(value, rules)),
    };
    let candidates = candidates.clone();
    frames.push(Frame { value, children, candidates, sum: 0, name: 0 });
    None
}

impl<'d> Frame<'d> {
    fn next(&mut self, depth: usize, rules: &Rules) -> Option<(Value<'d>, Freedom)> {
        match &mut self.children {
            Children::Elements(elements) => {
                let freedom = rules.ignored.any_element(&self.candidates, depth);
                Some((elements.next()?, freedom))
            }
            Children::Members(members) => {
                let member = members.next()?;
                self.name = name(member.key);
                Some((member.value, rules.ignored.member(&self.candidates, depth, member.key)))
            }
        }
    }

    /// Members count in any order, unless their order counts.
    fn add(&mut self, fingerprint: u64, order: MemberOrder) {
        let is_free = matches!(self.children, Children::Members(_)) && order == MemberOrder::Ignore;
        let one = hash(&(self.name, fingerprint));
        self.sum = if is_free { self.sum.wrapping_add(one) } else { hash(&(self.sum, one)) };
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn name(text: Text<'_>) -> u64 {
    hash(&text)
}

fn scalar(value: Value<'_>, rules: &Rules) -> u64 {
    match (value.number(), value.string()) {
        (Some(number), _) => number_fingerprint(number, rules),
        (_, Some(text)) => hash(&(Kind::String, text)),
        _ => hash(&(value.kind(), value.as_bool())),
    }
}

fn number_fingerprint(number: Number<'_>, rules: &Rules) -> u64 {
    let is_integer = rules.spelling_counts() && number.is_integer_spelling();
    let mut hasher = DefaultHasher::new();
    (Kind::Number, is_integer).hash(&mut hasher);
    number.hash_value(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::json::Document;
    use crate::judge::compare::are_equal;
    use crate::model::{CompareRules, Numbers};

    /// Whether both texts have one fingerprint, and whether they are equal.
    fn alike(expected: &str, actual: &str, rules: &CompareRules) -> (bool, bool) {
        let (expected, actual) =
            (Document::parse(expected.as_bytes()), Document::parse(actual.as_bytes()));
        let (expected, actual) = (expected.unwrap(), actual.unwrap());
        let inner = Rc::new(Rules::new(rules));
        let place = Place { freedom: inner.ignored.root(), rules: inner, depth: 0 };
        let of = |value| fingerprint(value, &place);
        let same = of(expected.root()) == of(actual.root());
        (same, are_equal(expected.root(), actual.root(), rules))
    }

    #[test]
    fn values_have_one_fingerprint_exactly_when_they_are_equal() {
        let exact = CompareRules::default();
        let by_value = CompareRules { numbers: Numbers::Value, ..exact.clone() };
        let in_order = CompareRules { order: MemberOrder::Exact, ..exact.clone() };
        let ignoring =
            CompareRules { ignore: vec!["/*/a".to_owned(), "/b".to_owned()], ..exact.clone() };
        for (expected, actual, rules, equal) in [
            (r#"{"a": 1, "b": [2, {}]}"#, r#"{"b":[2,{}],"a":1}"#, &exact, true),
            (r#"{"a": 1, "b": 2}"#, r#"{"b": 2, "a": 1}"#, &in_order, false),
            (r#"{"a": 1, "b": 2}"#, r#"{"a": 2, "b": 1}"#, &exact, false),
            (r#"["é", "\/"]"#, r#"["\u00e9", "/"]"#, &exact, true),
            ("[1, 2]", "[2, 1]", &exact, false),
            ("[[1], 2]", "[[1, 2]]", &exact, false),
            ("[]", "{}", &exact, false),
            ("[1]", "[1.0]", &exact, false),
            ("[1, 100]", "[1.0, 1e2]", &by_value, true),
            ("[-0, 0.0]", "[0, -0.0]", &exact, true),
            ("[null, true]", "[null, false]", &exact, false),
            ("\"1\"", "1", &exact, false),
            (r#"[{"a": 1, "c": 2}]"#, r#"[{"a": [], "c": 2}]"#, &ignoring, true),
            (r#"[{"a": 1, "c": 2}]"#, r#"[{"a": 1, "c": 3}]"#, &ignoring, false),
            (r#"{"b": 1}"#, r#"{"b": {"c": 1}}"#, &ignoring, true),
            (r#"{"b": 1}"#, r#"{}"#, &ignoring, false),
        ] {
            assert_eq!(alike(expected, actual, rules), (equal, equal), "{expected} {actual}");
        }
    }
}
