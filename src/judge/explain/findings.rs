//! What a person would call one difference.

use std::collections::{HashMap, HashSet, VecDeque};

use super::super::compare::{Difference, Differences, Step, are_equal};
use crate::json::Value;
use crate::model::{CompareRules, Mismatch, MismatchKind};

/// How many bytes are compared in the search for renamed members.
const EFFORT: usize = 16 << 20;

/// What one candidate costs beside the bytes of its value.
const COMPARISON: usize = 64;

/// One difference as a person sees it.
#[derive(Clone, Copy)]
pub(super) enum Finding<'a, 'd> {
    /// A difference as it was found.
    Single(Difference<'a, 'd>),
    /// A missing member, and an extra one beside it that has the same value.
    Renamed { missing: Difference<'a, 'd>, extra: Difference<'a, 'd> },
}

impl<'a, 'd> Finding<'a, 'd> {
    /// The difference that stands for the finding.
    pub(super) fn difference(&self) -> Difference<'a, 'd> {
        match *self {
            Finding::Single(difference) => difference,
            Finding::Renamed { missing, .. } => missing,
        }
    }
}

impl Finding<'_, '_> {
    /// The finding as a mismatch: of a renamed member the expected side under its own name, and the
    /// program's side under the name that it has there.
    pub(super) fn to_model(self) -> Mismatch {
        let mut mismatch = self.difference().to_model();
        if let Finding::Renamed { extra, .. } = self {
            mismatch.actual = extra.to_model().actual;
        }
        mismatch
    }
}

/// The first findings, and the number of all.
pub(super) struct Findings<'a, 'd> {
    pub(super) shown: Vec<Finding<'a, 'd>>,
    pub(super) total: usize,
}

impl<'a, 'd> Findings<'a, 'd> {
    pub(super) fn new(differences: &'a Differences<'d>, limit: usize) -> Findings<'a, 'd> {
        let renames = renames(differences);
        let partners: HashSet<usize> = renames.values().copied().collect();
        let finding = |(n, difference)| match renames.get(&n).and_then(|&n| differences.get(n)) {
            Some(extra) => Finding::Renamed { missing: difference, extra },
            None => Finding::Single(difference),
        };
        let left = differences.iter().enumerate().filter(|(n, _)| !partners.contains(n));
        Findings {
            shown: left.take(limit).map(finding).collect(),
            total: differences.len() - partners.len(),
        }
    }
}

/// The members of one object that only one side has, by their numbers.
#[derive(Default)]
struct Unpaired {
    missing: Vec<usize>,
    extra: VecDeque<usize>,
}

/// The missing members that have an extra one with the same value beside them.
fn renames(differences: &Differences<'_>) -> HashMap<usize, usize> {
    let mut effort = EFFORT;
    let mut renames = HashMap::new();
    for mut object in unpaired(differences) {
        for missing in object.missing {
            let Some(partner) = partner(differences, missing, &object.extra, &mut effort) else {
                continue;
            };
            // Taking one out of the middle moves those on the nearer side.
            effort = effort.saturating_sub(partner.min(object.extra.len() - partner));
            renames.extend(object.extra.remove(partner).map(|extra| (missing, extra)));
        }
        if effort == 0 {
            break;
        }
    }
    renames
}

/// One entry for each object that lacks members, in the order of the differences.
fn unpaired(differences: &Differences<'_>) -> Vec<Unpaired> {
    let mut objects: Vec<Unpaired> = Vec::new();
    let mut known = HashMap::new();
    for (n, difference) in differences.iter().enumerate() {
        let is_missing = difference.kind() == MismatchKind::Missing;
        let is_extra = difference.kind() == MismatchKind::Extra;
        if !matches!(difference.last_step(), Some(Step::Member(_))) || !(is_missing || is_extra) {
            continue;
        }
        let object = *known.entry(difference.parent()).or_insert_with(|| {
            objects.push(Unpaired::default());
            objects.len() - 1
        });
        if is_missing {
            objects[object].missing.push(n);
        } else {
            objects[object].extra.push_back(n);
        }
    }
    objects
}

/// The extra member with the value of the missing one: the one whose name is alike, else
/// the first.
fn partner(
    differences: &Differences<'_>,
    missing: usize,
    extra: &VecDeque<usize>,
    effort: &mut usize,
) -> Option<usize> {
    let missing = differences.get(missing)?;
    let (value, name) = (missing.expected()?, bare_name(missing));
    let mut first = None;
    for (index, &candidate) in extra.iter().enumerate() {
        *effort = effort.saturating_sub(COMPARISON);
        if *effort == 0 {
            break;
        }
        let candidate = differences.get(candidate)?;
        let is_alike = bare_name(candidate) == name;
        // One match is enough, unless a better one may follow.
        if (is_alike || first.is_none()) && is_same_value(value, candidate.actual()?, effort) {
            if is_alike {
                return Some(index);
            }
            first = Some(index);
        }
    }
    first
}

fn is_same_value(expected: Value<'_>, actual: Value<'_>, effort: &mut usize) -> bool {
    let is_alike = expected.kind() == actual.kind() && expected.len() == actual.len();
    let bytes = if is_alike { expected.source().len().min(actual.source().len()) } else { 0 };
    *effort = effort.saturating_sub(bytes);
    is_alike && are_equal(expected, actual, &CompareRules::default())
}

/// A name without case and punctuation: `is_error` and `isError` are alike.
fn bare_name(difference: Difference<'_, '_>) -> String {
    let Some(Step::Member(name)) = difference.last_step() else { return String::new() };
    let name = name.to_string_lossy();
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
