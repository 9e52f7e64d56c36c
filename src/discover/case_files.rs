//! The two files of a case.

use std::sync::Arc;

use super::cases::PlacedCase;
use super::script;
use super::tree::Tree;
use crate::json::decode::{self, Field, FileProblems};
use crate::model::{Case, Driver, Expectation, Problem, Script};

/// Reads the files of a case of the stage `slug`; `None` when one of them is missing or wrong.
pub(super) fn load(
    fixtures: &Tree,
    (slug, driver): (&str, Driver),
    case: PlacedCase,
    problems: &mut Vec<Problem>,
) -> Option<Case> {
    let folder = case.folder(slug);
    let path = format!("{folder}/case.json");
    let (input, script) = match driver {
        Driver::Process => (input(fixtures, slug, &path, problems), None),
        Driver::StdioServer => script_of(fixtures, slug, &path, problems).unzip(),
    };
    let expected = expected(fixtures, slug, &format!("{folder}/expected.json"), problems);
    Some(Case {
        name: case.name,
        summary: case.summary,
        visibility: case.visibility,
        hint: case.hint,
        exit: case.exit,
        input: input?,
        script,
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

/// What the harness does must be understood by it.
fn script_of(
    fixtures: &Tree,
    slug: &str,
    path: &str,
    problems: &mut Vec<Problem>,
) -> Option<(Arc<[u8]>, Arc<Script>)> {
    let purpose = "create it with the steps of the session: {\"steps\": […]}";
    let mut file = FileProblems::new(fixtures.shown(path), Some(slug));
    let bytes = fixtures.read_or_report(path, purpose, &mut file);
    let document = bytes.as_deref().and_then(|bytes| decode::read(bytes, &mut file));
    let script = document.and_then(|document| script::decode(&Field::root(&document), &mut file));
    if let Some(unknown) = script.as_ref().and_then(script::unknown_capture) {
        file.whole(unknown, "add a step `capture` before it");
    }
    let is_sound = file.is_empty();
    problems.extend(file.into_sorted());
    let found = bytes.zip(script).filter(|_| is_sound);
    found.map(|(bytes, script)| (Arc::from(&*bytes), Arc::new(script)))
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
