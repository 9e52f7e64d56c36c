//! Which missing member is there under another name.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::super::compare::{Place, Spot, Step, fingerprint};
use super::effort::{Effort, Spent};
use crate::json::{Kind, Value};
use crate::model::MismatchKind;

/// Names are compared with each other as long as no more pairs than this have to be.
const PAIRS: usize = 10_000;

/// Names that begin with so many letters in common look alike where they are abbreviated.
const SHOWN: usize = 40;

/// Longer names are not searched for a likeness.
const LONGEST: usize = 200;

/// An extra member that a missing one was probably meant to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rename {
    /// The number of the child that has the other name.
    pub(super) extra: usize,
    /// Whether the value is another one too.
    pub(super) is_changed: bool,
}

/// The renames among the children of one object, by the number of the missing child.
#[derive(Default)]
pub(super) struct Renames {
    by_missing: HashMap<usize, Rename>,
    partners: HashSet<usize>,
}

impl Renames {
    pub(super) fn take(&mut self, missing: usize) -> Option<Rename> {
        self.by_missing.remove(&missing)
    }

    pub(super) fn is_partner(&self, child: usize) -> bool {
        self.partners.contains(&child)
    }

    fn add(&mut self, missing: &Candidate, extra: &Candidate) {
        let is_changed = missing.fingerprint != extra.fingerprint;
        self.by_missing.insert(missing.child, Rename { extra: extra.child, is_changed });
        self.partners.insert(extra.child);
    }
}

/// A member that only one side has.
#[derive(Clone, Debug)]
struct Candidate {
    child: usize,
    bare: String,
    /// A number for the bare name, unless that is empty.
    name: Option<u64>,
    fingerprint: u64,
    /// Whether many members have such a value, so that it says little.
    is_trivial: bool,
}

/// Pairs missing members with extra ones: by value and name, by name, then by value alone.
pub(super) fn renames(children: &[Spot<'_, '_>], effort: &mut Effort) -> Renames {
    let mut renames = Renames::default();
    let mut sides = (Vec::new(), Vec::new());
    if !is_there(children, MismatchKind::Missing) || !is_there(children, MismatchKind::Extra) {
        return renames;
    }
    let place = Place::anywhere();
    for (n, child) in children.iter().enumerate() {
        let (list, value) = match (child.kind(), child.sides()) {
            (Some(MismatchKind::Missing), (Some(value), _)) => (&mut sides.0, value),
            (Some(MismatchKind::Extra), (_, Some(value))) => (&mut sides.1, value),
            _ => continue,
        };
        if effort.spend(value.source().len()) == Spent::Refused {
            return renames;
        }
        list.extend(candidate(n, child, value, &place));
    }
    let (mut missing, mut extra) = sides;
    pair_by(&mut missing, &mut extra, &mut renames, |it| Some((it.name?, it.fingerprint)));
    pair_by_likeness(&mut missing, &mut extra, &mut renames, Values::Same);
    pair_by(&mut missing, &mut extra, &mut renames, |it| it.name);
    pair_by_likeness(&mut missing, &mut extra, &mut renames, Values::Any);
    let lonely = missing.len() == 1 && extra.len() == 1;
    pair_by(&mut missing, &mut extra, &mut renames, |it| {
        (lonely || !it.is_trivial).then_some(it.fingerprint)
    });
    renames
}

fn is_there(children: &[Spot<'_, '_>], kind: MismatchKind) -> bool {
    children.iter().any(|child| child.kind() == Some(kind))
}

fn candidate(
    child: usize,
    spot: &Spot<'_, '_>,
    value: Value<'_>,
    place: &Place,
) -> Option<Candidate> {
    let Some(Step::Member(name)) = spot.step() else { return None };
    let fingerprint = fingerprint(value, place);
    let is_trivial = match value.kind() {
        Kind::Null | Kind::Bool => true,
        Kind::Number => value.source().len() == 1,
        Kind::String => value.source().len() == 2,
        Kind::Array | Kind::Object => value.is_empty(),
    };
    let bare = bare_name(&name.to_string_lossy());
    let name = (!bare.is_empty()).then(|| {
        let mut name = DefaultHasher::new();
        bare.hash(&mut name);
        name.finish()
    });
    Some(Candidate { child, bare, name, fingerprint, is_trivial })
}

/// A name without case and punctuation: `is_error` and `isError` are alike.
fn bare_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Pairs those that have the same key, in order, and takes them out.
fn pair_by<K: Hash + Eq>(
    missing: &mut Vec<Candidate>,
    extra: &mut Vec<Candidate>,
    renames: &mut Renames,
    key: impl Fn(&Candidate) -> Option<K>,
) {
    // For each key its first candidate, and for each candidate the next one with its key.
    let mut first: HashMap<K, usize> = HashMap::with_capacity(extra.len());
    let mut next = vec![None; extra.len()];
    for (n, candidate) in extra.iter().enumerate().rev() {
        if let Some(key) = key(candidate) {
            next[n] = first.insert(key, n);
        }
    }
    missing.retain(|candidate| {
        let Some(key) = key(candidate) else { return true };
        let Some(n) = first.remove(&key) else { return true };
        next[n].and_then(|next| first.insert(key, next));
        renames.add(candidate, &extra[n]);
        false
    });
    extra.retain(|candidate| !renames.is_partner(candidate.child));
}

/// Whether only members with the same value are paired.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    Same,
    Any,
}

/// Pairs those whose names are alike: each with the one that is most alike.
fn pair_by_likeness(
    missing: &mut Vec<Candidate>,
    extra: &mut Vec<Candidate>,
    renames: &mut Renames,
    values: Values,
) {
    if missing.len().saturating_mul(extra.len()) > PAIRS {
        return;
    }
    missing.retain(|candidate| {
        let fits = |other: &&Candidate| {
            !renames.is_partner(other.child)
                && (values == Values::Any || other.fingerprint == candidate.fingerprint)
        };
        let rated = extra
            .iter()
            .filter(fits)
            .filter_map(|other| Some((likeness(&candidate.bare, &other.bare)?, other)));
        let best = rated.max_by(|a, b| a.0.total_cmp(&b.0));
        best.inspect(|(_, other)| renames.add(candidate, other)).is_none()
    });
    extra.retain(|candidate| !renames.is_partner(candidate.child));
}

/// How much alike two bare names are; `None` when nobody would take one for the other.
fn likeness(expected: &str, actual: &str) -> Option<f64> {
    if alike_at_first(expected, actual) >= SHOWN {
        return Some(1.0);
    }
    if expected.len().max(actual.len()) > LONGEST || expected.is_empty() || actual.is_empty() {
        return None;
    }
    let similarity = strsim::normalized_damerau_levenshtein(expected, actual);
    let is_short_form = is_short_for(expected, actual) || is_short_for(actual, expected);
    (similarity >= 0.7 || is_short_form).then_some(similarity)
}

fn alike_at_first(expected: &str, actual: &str) -> usize {
    expected.chars().zip(actual.chars()).take_while(|(expected, actual)| expected == actual).count()
}

/// Whether one name is the other with letters left out: `args` for `arguments`, `cursor` for
/// `nextCursor`.
fn is_short_for(long: &str, short: &str) -> bool {
    if short.len() < 3 || short.len() >= long.len() {
        return false;
    }
    let mut letters = long.chars();
    let is_within = short.chars().all(|wanted| letters.any(|letter| letter == wanted));
    let same_start = long.chars().next() == short.chars().next();
    is_within && (same_start || long.contains(short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_that_people_take_for_each_other() {
        let alike = |a: &str, b: &str| likeness(&bare_name(a), &bare_name(b)).is_some();
        for (expected, actual) in [
            ("arguments", "args"),
            ("nextCursor", "cursor"),
            ("message", "msg"),
            ("isError", "is_error"),
            ("inputSchema", "input_scheme"),
            ("description", "desc"),
        ] {
            assert!(alike(expected, actual) && alike(actual, expected), "{expected} {actual}");
        }
        for (expected, actual) in [("name", "id"), ("result", "error"), ("a", "b"), ("", "x")] {
            assert!(!alike(expected, actual), "{expected} {actual}");
        }
    }
}
