//! The two files of a case.

use std::sync::Arc;

use super::cases::PlacedCase;
use super::tree::Tree;
use crate::json::decode::{self, FileProblems};
use crate::model::{Case, Expectation, Problem};

/// Reads the files of a case of the stage `slug`; `None` when one of them is missing or wrong.
pub(super) fn load(
    fixtures: &Tree,
    slug: &str,
    case: PlacedCase,
    problems: &mut Vec<Problem>,
) -> Option<Case> {
    let folder = case.folder(slug);
    let input = input(fixtures, slug, &format!("{folder}/case.json"), problems);
    let expected = expected(fixtures, slug, &format!("{folder}/expected.json"), problems);
    Some(Case {
        name: case.name,
        summary: case.summary,
        visibility: case.visibility,
        hint: case.hint,
        exit: case.exit,
        input: input?,
        expectation: Expectation::Exact(expected?),
        mistakes: Vec::new(),
    })
}

/// What the program is given must be JSON; what is in it is between the course and the program.
fn input(
    fixtures: &Tree,
    slug: &str,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Option<Arc<[u8]>> {
    let purpose = "create it with what the program is given";
    let mut file = FileProblems::new(fixtures.shown(path), Some(slug));
    let bytes = fixtures.read_or_report(path, purpose, &mut file);
    let bytes = bytes.filter(|bytes| decode::read_any(bytes, &mut file).is_some());
    problems.extend(file.into_sorted());
    bytes.map(|bytes| Arc::from(&*bytes))
}

/// What is compared must be unambiguous too.
fn expected(
    fixtures: &Tree,
    slug: &str,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Option<Arc<[u8]>> {
    let purpose = "create it with the exact answer";
    let mut file = FileProblems::new(fixtures.shown(path), Some(slug));
    let bytes = fixtures.read_or_report(path, purpose, &mut file);
    let bytes = bytes.filter(|bytes| decode::read(bytes, &mut file).is_some());
    problems.extend(file.into_sorted());
    bytes.map(|bytes| Arc::from(&*bytes))
}
