//! One sentence per finding: where, what, and what it may be.

use super::super::compare::Step;
use super::advice::advice;
use super::align::KEYS;
use super::elsewhere::{elements_in_words, first_out_of_order, repeats, shuffled};
use super::excerpt;
use super::explanation::Budget;
use super::finding::{Finding, What};
use super::groups::Group;
use super::likeness::{Likeness, Shown, likeness, remark};
use super::places::{self, code, count, place};
use super::strings::{pair_of_lines, quoted_line};
use super::walk::Findings;
use super::ways::{Document, WayId};
use crate::json::{Kind, Member, Text, Value};
use crate::judge::words;
use crate::model::MismatchKind;

/// So many members are searched for the first that is repeated.
const SEARCHED: usize = 10_000;

/// Puts findings into words.
pub(super) struct Teller<'p, 'd> {
    pub(super) findings: &'p Findings<'d>,
    pub(super) budget: Budget,
}

impl<'d> Teller<'_, 'd> {
    /// The sentence of a group: that of its first finding, and how often the same is found.
    pub(super) fn sentence(&self, group: &Group) -> String {
        let finding = &self.findings.all[group.first];
        let sentence = self.of(finding);
        if group.again == 0 {
            return sentence;
        }
        let pattern = place(&self.findings.ways.pattern(finding.way));
        let more = match finding.what {
            What::Raw(MismatchKind::Missing) => format!("{} more are missing", group.again),
            What::Raw(MismatchKind::Extra) if !finding.actual.is_some_and(Value::is_null) => {
                format!("{} more are extra", group.again)
            }
            What::Moved => format!("{} more moved", group.again),
            _ => format!("The same {} more times", group.again),
        };
        format!("{sentence} {more}, at {pattern}.")
    }

    fn of(&self, finding: &Finding<'d>) -> String {
        let place = place(&finding.pointer(&self.findings.ways));
        match (finding.what, finding.expected, finding.actual) {
            (What::Renamed | What::RenamedAndChanged, ..) => self.renamed(&place, finding),
            (What::Moved, Some(expected), _) => self.moved(&place, finding, expected),
            (What::Shuffled, Some(expected), Some(actual)) => shuffled(&place, expected, actual),
            (What::Wrapped, Some(expected), Some(actual)) => {
                let advice = advice(expected, actual).unwrap_or_default();
                format!("{place} is not at the right level: {advice}.")
            }
            (What::Raw(MismatchKind::Duplicate), ..) => self.duplicate(&place, finding),
            (What::Raw(MismatchKind::Order), Some(expected), Some(actual)) => {
                order(&place, expected, actual)
            }
            (What::Raw(MismatchKind::Type), Some(expected), Some(actual)) => {
                let (found, wanted) = (self.noun(actual), self.noun(expected));
                let advice =
                    advice(expected, actual).map_or_else(String::new, |it| format!(": {it}"));
                format!("{place} is {found} where {wanted} is expected{advice}.")
            }
            (What::Raw(MismatchKind::Spelling), Some(expected), Some(actual)) => {
                let (expected, actual) = excerpt::pair(expected, actual, self.budget.value_length);
                format!(
                    "{place}: same number, other spelling: {actual} where {expected} is expected."
                )
            }
            (_, Some(expected), Some(actual)) => self.other_value(&place, expected, actual),
            (_, Some(expected), None) => self.missing(&place, finding, expected),
            (_, None, Some(actual)) => self.extra(&place, finding, actual),
            (_, None, None) => format!("{place} differs."),
        }
    }

    fn renamed(&self, place: &str, finding: &Finding<'d>) -> String {
        let way = self.findings.ways.get(finding.way);
        let (Some(Step::Member(expected)), Some(Step::Member(actual))) = (way.expected, way.actual)
        else {
            return format!("{place} is missing.");
        };
        let (_, shown) = excerpt::texts(expected, actual, self.budget.value_length);
        let name = shown.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
        let name = code(name.unwrap_or(&shown));
        match finding.what {
            What::Renamed => format!("{place} is missing: you have {name} with the same value."),
            _ => format!(
                "{place} is missing: you have {name}, nearly the same name, and its value differs \
                 too."
            ),
        }
    }

    fn moved(&self, place: &str, finding: &Finding<'d>, expected: Value<'d>) -> String {
        let way = self.findings.ways.get(finding.way);
        let (Some(Step::Element(from)), Some(Step::Element(to))) = (way.expected, way.actual)
        else {
            return format!("{place} moved.");
        };
        format!("{place}, {}, moved from {from} to {to}.", self.known_as(expected))
    }

    fn missing(&self, place: &str, finding: &Finding<'d>, expected: Value<'d>) -> String {
        let way = self.findings.ways.get(finding.way);
        match way.expected {
            Some(Step::Element(index)) => {
                let (array, lengths) = self.array(way.parent);
                let known = self.known_as(expected);
                format!("{array}: element {index}, {known}, is missing{lengths}.")
            }
            _ => format!("{place} is missing: {} is expected.", self.noun(expected)),
        }
    }

    fn extra(&self, place: &str, finding: &Finding<'d>, actual: Value<'d>) -> String {
        let way = self.findings.ways.get(finding.way);
        match way.actual {
            Some(Step::Element(index)) => {
                let (array, lengths) = self.array(way.parent);
                let known = self.known_as(actual);
                let array_there = self.findings.containers.get(&way.parent);
                let repeated = array_there.and_then(|(array, _)| repeats(*array, actual));
                let also = repeated
                    .map_or_else(String::new, |other| format!(", the same as element {other}"));
                format!("{array}: extra element {index}, {known}{also}{lengths}.")
            }
            _ if actual.is_null() => {
                format!("{place} is null where no member is expected: leave it out.")
            }
            _ => format!("{place} is extra: you have {}, nothing is expected.", self.noun(actual)),
        }
    }

    /// An array's place, and how long it is where that differs.
    fn array(&self, way: WayId) -> (String, String) {
        let place = place(&self.findings.ways.pointer(way, Document::Expected));
        let lengths = self.findings.containers.get(&way).map(|(a, b)| (a.len(), b.len()));
        match lengths {
            Some((expected, actual)) if expected != actual => {
                (place, format!("; {}", elements_in_words(actual, expected)))
            }
            _ => (place, String::new()),
        }
    }

    /// How an element is called: by its key, by its value, or by its type.
    fn known_as(&self, element: Value<'d>) -> String {
        let key = |name| {
            let value = element.get(name).filter(|value| !value.kind().is_container())?;
            Some(format!(
                "with the {name} {}",
                excerpt::inline(value, self.budget.value_length / 2)
            ))
        };
        match element.kind() {
            Kind::Object => {
                let key = KEYS.into_iter().find_map(key);
                key.unwrap_or_else(|| self.noun(element))
            }
            Kind::String => excerpt::inline(element, self.budget.value_length),
            _ => self.noun(element),
        }
    }

    fn duplicate(&self, place: &str, finding: &Finding<'d>) -> String {
        let way = self.findings.ways.get(finding.way);
        let object = self.findings.containers.get(&way.parent);
        let (again, whose) = match (finding.expected, finding.actual) {
            (Some(again), _) => (again, "the expected answer"),
            (None, Some(again)) => (again, "your answer"),
            (None, None) => return format!("{place} appears more than once."),
        };
        let Some(Step::Member(name)) = way.expected.or(way.actual) else {
            return format!("{place} appears more than once.");
        };
        let object = object.map(|sides| if finding.expected.is_some() { sides.0 } else { sides.1 });
        let mut members = object.into_iter().flat_map(Value::members).take(SEARCHED);
        let first = members.find(|member| member.key == name).map_or(again, |member| member.value);
        let (name, first) = (places::name(name), first.name_position());
        format!(
            "{name} appears more than once in one object of {whose}: {place} is at {}, and again \
             at {}.",
            words::place(first),
            words::place(again.name_position())
        )
    }

    fn other_value(&self, place: &str, expected: Value<'d>, actual: Value<'d>) -> String {
        let limit = self.budget.value_length;
        if let (Some(expected), Some(actual)) = (expected.string(), actual.string())
            && let Some(lines) = differing_lines(expected, actual, limit)
        {
            return format!("{place} {lines}.");
        }
        let (wanted, found) = excerpt::pair(expected, actual, limit);
        let remark = match (expected.string(), actual.string()) {
            (Some(expected), Some(actual)) => {
                let is_cut = wanted.contains('…') || found.contains('…');
                remark(expected, actual, if is_cut { Shown::InPart } else { Shown::Whole })
            }
            _ => advice(expected, actual),
        };
        let remark = remark.map_or_else(String::new, |remark| format!(": {remark}"));
        format!("{place} is {found} where {wanted} is expected{remark}.")
    }

    /// A value with its type in words.
    fn noun(&self, value: Value<'_>) -> String {
        let limit = self.budget.value_length;
        match value.kind() {
            Kind::Null => "null".to_owned(),
            Kind::Bool => format!("the boolean {}", value.source()),
            Kind::Number => format!("the number {}", excerpt::inline(value, limit)),
            Kind::String if value.source().len() == 2 => "the empty string".to_owned(),
            Kind::String => format!("the string {}", excerpt::inline(value, limit)),
            Kind::Array if value.is_empty() => "an empty array".to_owned(),
            Kind::Array => format!("an array of {}", count(value.len(), "element")),
            Kind::Object if value.is_empty() => "an empty object".to_owned(),
            Kind::Object => format!("an object of {}", count(value.len(), "member")),
        }
    }
}

/// How a text of several lines differs from another one in more than one respect.
fn differing_lines(expected: Text<'_>, actual: Text<'_>, limit: usize) -> Option<String> {
    let is_one_line =
        |text: Text<'_>| text.code_points().filter(|&point| point == 0x0A).count() < 2;
    if is_one_line(expected) || is_one_line(actual) || likeness(expected, actual) != Likeness::None
    {
        return None;
    }
    let (expected, actual) = (expected.to_str()?, actual.to_str()?);
    let (mut wanted, mut found) = (expected.split_inclusive('\n'), actual.split_inclusive('\n'));
    let lines = std::iter::from_fn(|| Some((wanted.next(), found.next())));
    let (line, pair) = lines.enumerate().find(|(_, (wanted, found))| wanted != found)?;
    Some(match pair {
        (Some(wanted), Some(found)) => {
            let (wanted, found) = pair_of_lines(wanted, found, limit);
            format!("first differs in line {}: {found} where {wanted} is expected", line + 1)
        }
        (wanted, found) => {
            let shown = quoted_line(wanted.or(found)?, limit);
            let what = if found.is_some() { "too many" } else { "missing" };
            format!("has a line {what}: line {}, {shown}", line + 1)
        }
    })
}

fn order(place: &str, expected: Value<'_>, actual: Value<'_>) -> String {
    match first_out_of_order(expected, actual) {
        Some((Member { key: wanted, .. }, Member { key: found, .. })) => format!(
            "{place} has its members in another order: {} stands where {} is expected.",
            places::name(found),
            places::name(wanted)
        ),
        None => format!("{place} has its members in another order."),
    }
}
