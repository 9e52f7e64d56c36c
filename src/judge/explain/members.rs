//! What differs among the members of an object.

use super::super::compare::{Spot, Step};
use super::advice::is_in_the_other;
use super::effort::Effort;
use super::finding::{Finding, What};
use super::renames::{Rename, renames};
use super::walk::Work;
use super::ways::{WayId, Ways};
use crate::json::Value;
use crate::model::MismatchKind;

/// So many repeated members are drawn beside the first of their name; the others at the end.
const SEARCHED_REPEATS: usize = 50;

/// The work that is to be done for the members of an object, in the order of the expected ones.
pub(super) fn members<'a, 'd>(
    object: &Spot<'a, 'd>,
    (expected, actual): (Value<'d>, Value<'d>),
    way: WayId,
    ways: &mut Ways<'d>,
    effort: &mut Effort,
) -> Vec<Work<'a, 'd>> {
    let children: Vec<_> = object.children().collect();
    if is_wrapped(&children, expected, actual) {
        let (what, expected, actual) = (What::Wrapped, Some(expected), Some(actual));
        return vec![Work::Tell(Finding { what, way, expected, actual })];
    }
    let mut renames = renames(&children, effort);
    let ordinals = ordinals(&children, expected);
    let mut works = Vec::with_capacity(children.len());
    let mut before: Option<(u32, WayId)> = None;
    for (n, (child, &ordinal)) in children.iter().zip(&ordinals).enumerate() {
        if renames.is_partner(n) {
            continue;
        }
        let work = match renames.take(n) {
            Some(rename) => Work::Tell(renamed(child, &children, &rename, (way, ordinal), ways)),
            None => {
                // What is said of a child's order and what differs inside it share their way.
                let id = child.sides().0.map(Value::id);
                let known = before.filter(|&(other, _)| Some(other) == id);
                let at = known.map_or_else(|| same(child, way, ordinal, ways), |(_, at)| at);
                before = id.map(|id| (id, at));
                Work::Visit(child.clone(), at)
            }
        };
        works.push((ordinal, work));
    }
    works.sort_by_key(|&(ordinal, _)| ordinal);
    works.into_iter().map(|(_, work)| work).collect()
}

/// Whether one object is the only member of the other: a level too deep, or too high.
fn is_wrapped(children: &[Spot<'_, '_>], expected: Value<'_>, actual: Value<'_>) -> bool {
    let one_sided = |child: &Spot<'_, '_>| {
        matches!(child.kind(), Some(MismatchKind::Missing | MismatchKind::Extra))
    };
    let only_one = expected.len() == 1 || actual.len() == 1;
    let nothing_in_common = children.len() == expected.len() + actual.len();
    only_one
        && nothing_in_common
        && !expected.is_empty()
        && !actual.is_empty()
        && children.iter().all(one_sided)
        && is_in_the_other(expected, actual)
}

/// The way to a child that has the same name on both sides, or is on one side only.
fn same<'d>(child: &Spot<'_, 'd>, way: WayId, ordinal: usize, ways: &mut Ways<'d>) -> WayId {
    let ((expected, actual), step) = (child.sides(), child.step());
    ways.child(
        way,
        (step.filter(|_| expected.is_some()), step.filter(|_| actual.is_some())),
        ordinal,
    )
}

fn renamed<'d>(
    missing: &Spot<'_, 'd>,
    children: &[Spot<'_, 'd>],
    rename: &Rename,
    (way, ordinal): (WayId, usize),
    ways: &mut Ways<'d>,
) -> Finding<'d> {
    let extra = &children[rename.extra];
    let way = ways.child(way, (missing.step(), extra.step()), ordinal);
    let what = if rename.is_changed { What::RenamedAndChanged } else { What::Renamed };
    Finding { what, way, expected: missing.sides().0, actual: extra.sides().1 }
}

/// Where each child stands among the members of the expected object; what is only in the other one
/// stands behind them.
fn ordinals(children: &[Spot<'_, '_>], expected: Value<'_>) -> Vec<usize> {
    let mut members = expected.members().enumerate();
    let mut searched = 0;
    let mut last = 0;
    let ordinal = |child: &Spot<'_, '_>| match (child.kind(), child.sides().0, child.step()) {
        (Some(MismatchKind::Duplicate), _, Some(Step::Member(name))) => {
            searched += 1;
            let looked_at = if searched <= SEARCHED_REPEATS { expected.len() } else { 0 };
            let mut names = expected.members().take(looked_at).map(|member| member.key);
            names.position(|key| key == name).unwrap_or(expected.len())
        }
        (_, Some(value), _) => {
            // The children come in the order of the members.
            let found = members.find(|(_, member)| member.value.id() >= value.id());
            last = found.map_or(last, |(ordinal, _)| ordinal);
            last
        }
        _ => expected.len(),
    };
    children.iter().map(ordinal).collect()
}
