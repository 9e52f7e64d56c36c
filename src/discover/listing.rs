//! The cases that `stage.json` lists.

use std::collections::HashMap;

use super::names;
use crate::json::decode::{Field, FileProblems, Object, quoted};
use crate::model::{Position, Visibility};

/// What `stage.json` says of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListedCase {
    pub name: String,
    /// Where it is listed.
    pub position: Position,
    pub summary: Option<String>,
    pub visibility: Visibility,
    pub hint: Option<String>,
    pub exit: i32,
}

/// The `cases` of a stage, each name once.
pub(super) fn cases(stage: &Object<'_>, problems: &mut FileProblems) -> Vec<ListedCase> {
    let mut seen = HashMap::new();
    let entries = stage.elements("cases", problems);
    let listed = entries.iter().filter_map(|entry| case(entry, problems)).collect::<Vec<_>>();
    let mut is_new = |case: &ListedCase| {
        let first = *seen.entry(case.name.clone()).or_insert(case.position);
        if first != case.position {
            report_repeat(case, first, problems);
        }
        first == case.position
    };
    listed.into_iter().filter(|case| is_new(case)).collect()
}

fn report_repeat(case: &ListedCase, first: Position, problems: &mut FileProblems) {
    let message = format!("the case {} is listed twice", quoted(&case.name));
    problems.at(case.position, message, format!("keep one of both; the first is at {first}"));
}

fn case(entry: &Field<'_>, problems: &mut FileProblems) -> Option<ListedCase> {
    let keys = ["name", "summary", "hidden", "hint", "exit", "points"];
    let case = entry.object(&keys, problems)?;
    let hidden = case.field("hidden").and_then(|field| field.flag(problems));
    let exit = case.whole("exit", 0..=255, problems).unwrap_or(0);
    case.whole("points", POINTS, problems);
    let summary = case.line("summary", problems);
    let hint = case.text("hint", problems);
    let name = case.required("name", "\"…\"", problems)?;
    Some(ListedCase {
        name: names::case_name(&name, problems)?,
        position: name.position(),
        summary,
        visibility: if hidden == Some(true) { Visibility::Hidden } else { Visibility::Visible },
        hint,
        exit: i32::try_from(exit).unwrap_or(0),
    })
}

/// What a stage or a case may be worth.
pub(super) const POINTS: std::ops::RangeInclusive<u64> = 0..=1_000_000;
