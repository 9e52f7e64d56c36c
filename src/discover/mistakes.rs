//! The `mistakes` of a stage as `stage.json` has them. What they come to is for `wrong_answers`,
//! which knows the cases.

use std::collections::HashMap;

use super::{names, settings};
use crate::json::decode::{Field, FileProblems, Object, quoted};
use crate::json::patch::{Action, Operation};
use crate::json::pointer;
use crate::model::{Cause, Position};

/// A mistake as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedMistake {
    pub name: String,
    /// Where the name stands.
    pub position: Position,
    pub case: String,
    pub shows_as: ListedSymptom,
    pub hint: String,
}

impl ListedMistake {
    /// Where its patch starts; where its name stands when it has none.
    pub(super) fn patch_position(&self) -> Position {
        match &self.shows_as {
            ListedSymptom::Patch(patch) => patch.position,
            ListedSymptom::Cause(_) => self.position,
        }
    }
}

/// How a listed mistake is recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListedSymptom {
    Patch(ListedPatch),
    Cause(Cause),
}

/// A JSON Patch (RFC 6902) on the answer of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedPatch {
    /// Where the patch starts.
    pub position: Position,
    pub operations: Vec<Operation>,
    /// Where each operation starts.
    pub positions: Vec<Position>,
}

/// A case that a mistake names, and where.
pub(super) type NamedCase = (String, Position);

/// The `mistakes` of a stage that are well-formed, and the cases that all of them name.
pub(super) fn mistakes(
    stage: &Object<'_>,
    problems: &mut FileProblems,
) -> (Vec<ListedMistake>, Vec<NamedCase>) {
    let mut seen = HashMap::new();
    let mut cases = Vec::new();
    let entries = stage.elements("mistakes", problems);
    let mut decode = |entry| mistake(entry, &mut seen, &mut cases, problems);
    let mistakes = entries.iter().filter_map(&mut decode).collect();
    (mistakes, cases)
}

fn mistake(
    entry: &Field<'_>,
    seen: &mut HashMap<String, Position>,
    cases: &mut Vec<NamedCase>,
    problems: &mut FileProblems,
) -> Option<ListedMistake> {
    let keys = ["name", "case", "patch", "cause", "hint"];
    let mistake = entry.object(&keys, problems)?;
    let name = mistake.required("name", "\"…\"", problems);
    let name = name.and_then(|field| Some((name_of(&field, seen, problems)?, field.position())));
    let hint = mistake.required("hint", "\"…\"", problems).and_then(|hint| hint.text(problems));
    let shows_as = symptom(&mistake, problems);
    let case = mistake.required("case", "\"main\"", problems);
    let case = case.and_then(|case| Some((names::case_name(&case, problems)?, case.position())));
    cases.extend(case.clone());
    let ((name, position), (case, _)) = (name?, case?);
    Some(ListedMistake { name, position, case, shows_as: shows_as?, hint: hint? })
}

fn name_of(
    field: &Field<'_>,
    seen: &mut HashMap<String, Position>,
    problems: &mut FileProblems,
) -> Option<String> {
    let name = field.line(problems)?;
    if let Some(first) = seen.get(&name) {
        let message = format!("the mistake {} stands here twice", quoted(&name));
        problems.at(field.position(), message, format!("rename one; the first is at {first}"));
        return None;
    }
    seen.insert(name.clone(), field.position());
    Some(name)
}

fn symptom(mistake: &Object<'_>, problems: &mut FileProblems) -> Option<ListedSymptom> {
    match (mistake.field("patch"), mistake.field("cause")) {
        (Some(patch), None) => patch_of(&patch, problems).map(ListedSymptom::Patch),
        (None, Some(cause)) => {
            let words = Cause::ALL.map(|cause| (cause.as_str(), cause));
            cause.choice(&words, problems).map(ListedSymptom::Cause)
        }
        (Some(_), Some(cause)) => {
            problems.at(cause.position(), "a `cause` beside a `patch`", "keep one of both");
            None
        }
        (None, None) => {
            let message = "neither `patch` nor `cause` says what the mistake is";
            problems.at(mistake.position(), message, "add \"patch\": […], a JSON Patch");
            None
        }
    }
}

/// A patch all of whose operations are well-formed.
fn patch_of(field: &Field<'_>, problems: &mut FileProblems) -> Option<ListedPatch> {
    let entries = field.elements(problems)?;
    if entries.is_empty() {
        let help = "add what this mistake changes in the answer: {\"op\": …, \"path\": …}";
        problems.at(field.position(), "the patch is empty", help);
        return None;
    }
    // Each is read before the first wrong one drops the patch, so that all problems are told.
    let operations: Vec<_> = entries.iter().map(|entry| operation(entry, problems)).collect();
    Some(ListedPatch {
        position: field.position(),
        operations: operations.into_iter().collect::<Option<_>>()?,
        positions: entries.iter().map(Field::position).collect(),
    })
}

#[derive(Clone, Copy)]
enum Operator {
    Add,
    Remove,
    Replace,
    Move,
    Copy,
    Test,
}

const OPERATORS: [(&str, Operator); 6] = [
    ("add", Operator::Add),
    ("remove", Operator::Remove),
    ("replace", Operator::Replace),
    ("move", Operator::Move),
    ("copy", Operator::Copy),
    ("test", Operator::Test),
];

fn operation(entry: &Field<'_>, problems: &mut FileProblems) -> Option<Operation> {
    let operation = entry.object(&["op", "path", "from", "value"], problems)?;
    let path = operation.required("path", "\"/…\"", problems);
    let path = path.and_then(|path| place(&path, problems));
    let from = operation.field("from").map(|from| place(&from, problems));
    let operator = operation.required("op", "\"replace\"", problems);
    let operator = operator.and_then(|operator| operator.choice(&OPERATORS, problems))?;
    let mut value = || Some(operation.required("value", "…", problems)?.source().to_owned());
    let action = match operator {
        Operator::Add => Action::Add(value()?),
        Operator::Replace => Action::Replace(value()?),
        Operator::Test => Action::Test(value()?),
        Operator::Remove => Action::Remove,
        Operator::Move | Operator::Copy => {
            if from.is_none() {
                operation.required("from", "\"/…\"", problems);
            }
            let from = from??;
            if matches!(operator, Operator::Move) { Action::Move(from) } else { Action::Copy(from) }
        }
    };
    Some(Operation { action, path: path? })
}

/// The tokens of a pointer.
fn place(field: &Field<'_>, problems: &mut FileProblems) -> Option<Vec<String>> {
    pointer::parse(&settings::pointer(field, problems)?).ok()
}
