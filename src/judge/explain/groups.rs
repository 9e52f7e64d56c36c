//! Findings that have one cause: the same member renamed in forty elements is one thing to mend.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::super::compare::Step;
use super::advice::advice;
use super::finding::{Finding, What};
use super::likeness::{Likeness, likeness};
use super::walk::Findings;
use crate::json::Kind;
use crate::model::MismatchKind;

/// From so many on, findings with one cause are told together.
const MANY: usize = 3;

/// Strings longer than this are not looked into for a cause that they have in common, in bytes.
const LONGEST: usize = 4_096;

/// A finding that is told, and how many others are told with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The number of the first finding.
    pub(super) first: usize,
    /// How many further ones have the same cause.
    pub(super) again: usize,
}

/// The findings one by one, as many as are asked for.
pub(super) fn singles(findings: &Findings<'_>, limit: usize) -> Vec<Group> {
    (0..findings.all.len().min(limit)).map(|first| Group { first, again: 0 }).collect()
}

/// The first groups in the order of their first findings, as many as are asked for.
pub(super) fn groups(findings: &Findings<'_>, limit: usize) -> Vec<Group> {
    if findings.all.len() < MANY {
        return singles(findings, limit);
    }
    let causes: Vec<_> = findings.all.iter().map(|finding| cause(finding, findings)).collect();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    causes.iter().flatten().for_each(|cause| *counts.entry(*cause).or_default() += 1);
    let mut groups = Vec::new();
    for (first, cause) in causes.iter().enumerate() {
        if groups.len() == limit {
            break;
        }
        match cause.and_then(|cause| counts.get_mut(&cause)) {
            // Told with an earlier one.
            Some(0) => {}
            Some(count) if *count >= MANY => {
                groups.push(Group { first, again: *count - 1 });
                *count = 0;
            }
            _ => groups.push(Group { first, again: 0 }),
        }
    }
    groups
}

/// A number that findings of one cause have in common; `None` for one of its own.
fn cause(finding: &Finding<'_>, findings: &Findings<'_>) -> Option<u64> {
    let way = findings.ways.get(finding.way);
    let mut cause = DefaultHasher::new();
    (way.pattern, way.depth, finding.what).hash(&mut cause);
    match finding.what {
        What::Raw(MismatchKind::Value) => of_values(finding)?.hash(&mut cause),
        What::Raw(MismatchKind::Type) => (kinds(finding), of_types(finding)).hash(&mut cause),
        // A null is told to be left out.
        What::Raw(MismatchKind::Extra) => (kinds(finding)[1] == Some(Kind::Null)).hash(&mut cause),
        What::Renamed | What::RenamedAndChanged => {
            if let Some(Step::Member(name)) = findings.ways.get(finding.way).actual {
                name.hash(&mut cause);
            }
        }
        What::Raw(_) | What::Moved | What::Shuffled | What::Wrapped => {}
    }
    Some(cause.finish())
}

fn kinds(finding: &Finding<'_>) -> [Option<Kind>; 2] {
    [finding.expected, finding.actual].map(|side| side.map(|value| value.kind()))
}

/// What is to be done about a value of another type, as far as it is short.
fn of_types(finding: &Finding<'_>) -> Option<String> {
    let (expected, actual) = (finding.expected?, finding.actual?);
    let is_short = expected.source().len().max(actual.source().len()) <= LONGEST;
    is_short.then(|| advice(expected, actual))?
}

/// Values have a cause in common that are the same on each side, or differ in the same way.
fn of_values(finding: &Finding<'_>) -> Option<u64> {
    let (expected, actual) = (finding.expected?, finding.actual?);
    let mut cause = DefaultHasher::new();
    if expected.source().len().max(actual.source().len()) > LONGEST {
        return None;
    }
    match (expected.string(), actual.string()) {
        (Some(a), Some(b)) => match likeness(a, b) {
            Likeness::None => (a, b).hash(&mut cause),
            likeness => likeness.hash(&mut cause),
        },
        _ => (expected.source(), actual.source()).hash(&mut cause),
    }
    Some(cause.finish())
}
