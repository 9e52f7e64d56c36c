//! The lines of one finding: what is expected, and what is there.

use similar::{DiffOp, capture_diff_slices};

use super::super::compare::Step;
use super::elsewhere::{first_elsewhere, first_out_of_order};
use super::excerpt;
use super::explanation::Budget;
use super::finding::{Finding, What};
use super::places::count;
use super::strings::{pair_of_lines, quoted, quoted_line};
use super::walk::{Findings, Part};
use crate::json::{Kind, Member, Text, Value};
use crate::model::{Mark, MismatchKind, PictureLine};

/// Longer texts are not compared line by line, in bytes and in lines.
const LONGEST: (usize, usize) = (1 << 20, 2_000);

/// So many lines of a text are shown that differ.
const MOST_LINES: usize = 12;

/// Members or elements whose order is told.
const IN_ORDER: usize = 5;

/// Makes lines at one depth.
pub(super) struct Lines<'p, 'd> {
    findings: &'p Findings<'d>,
    depth: usize,
    limit: usize,
}

impl<'p, 'd> Lines<'p, 'd> {
    pub(super) fn new(findings: &'p Findings<'d>, depth: usize, budget: &Budget) -> Self {
        Lines { findings, depth, limit: budget.value_length }
    }

    /// A value with what stands before it.
    pub(super) fn line(&self, mark: Mark, step: Option<Step<'d>>, value: Value<'d>) -> PictureLine {
        let label = step.map_or_else(String::new, |step| label(step, self.limit));
        self.text(mark, label + &excerpt::inline(value, self.limit))
    }

    fn text(&self, mark: Mark, text: String) -> PictureLine {
        PictureLine { mark, depth: self.depth, text }
    }

    pub(super) fn of(&self, finding: &Finding<'d>, part: Part) -> Vec<PictureLine> {
        let way = self.findings.ways.get(finding.way);
        let wanted = |value| self.line(Mark::Expected, way.expected, value);
        let found = |value| self.line(Mark::Yours, way.actual, value);
        match (finding.what, part, finding.expected, finding.actual) {
            (_, Part::Left, Some(expected), _) => vec![wanted(expected)],
            (_, Part::Now, _, Some(actual)) => vec![found(actual)],
            (What::Renamed | What::RenamedAndChanged, _, Some(expected), Some(actual)) => {
                self.renamed(finding, expected, actual)
            }
            (What::Shuffled | What::Raw(MismatchKind::Order), _, Some(expected), Some(actual)) => {
                self.orders(expected, actual)
            }
            (_, _, Some(expected), Some(actual)) => self.pair(finding, expected, actual),
            (_, _, expected, actual) => {
                expected.map(wanted).into_iter().chain(actual.map(found)).collect()
            }
        }
    }

    fn pair(
        &self,
        finding: &Finding<'d>,
        expected: Value<'d>,
        actual: Value<'d>,
    ) -> Vec<PictureLine> {
        let step = finding.step(&self.findings.ways);
        let label = step.map_or_else(String::new, |step| label(step, self.limit));
        if let (Some(expected), Some(actual)) = (expected.string(), actual.string())
            && let Some(lines) = self.line_by_line(&label, expected, actual)
        {
            return lines;
        }
        let (wanted, found) = excerpt::pair(expected, actual, self.limit);
        vec![
            self.text(Mark::Expected, label.clone() + &wanted),
            self.text(Mark::Yours, label + &found),
        ]
    }

    fn renamed(
        &self,
        finding: &Finding<'d>,
        expected: Value<'d>,
        actual: Value<'d>,
    ) -> Vec<PictureLine> {
        let way = self.findings.ways.get(finding.way);
        let (Some(Step::Member(wanted)), Some(Step::Member(found))) = (way.expected, way.actual)
        else {
            return Vec::new();
        };
        let (wanted, found) = excerpt::texts(wanted, found, self.limit);
        let (left, right) = excerpt::pair(expected, actual, self.limit);
        vec![
            self.text(Mark::Expected, format!("{wanted}: {left}")),
            self.text(Mark::Yours, format!("{found}: {right}")),
        ]
    }

    /// Both sides from the first on that stands elsewhere.
    fn orders(&self, expected: Value<'d>, actual: Value<'d>) -> Vec<PictureLine> {
        let (wanted, found) = if expected.kind() == Kind::Object {
            let Some((wanted, found)) = first_out_of_order(expected, actual) else {
                return Vec::new();
            };
            (self.names_from(expected, wanted), self.names_from(actual, found))
        } else {
            let first = first_elsewhere(expected, actual);
            (self.elements_from(expected, first), self.elements_from(actual, first))
        };
        vec![self.text(Mark::Expected, wanted), self.text(Mark::Yours, found)]
    }

    fn names_from(&self, object: Value<'d>, first: Member<'d>) -> String {
        let is_before = |member: &Member<'d>| member.key != first.key;
        listed(object.members().skip_while(is_before).map(|member| quoted(member.key, 20)))
    }

    fn elements_from(&self, array: Value<'d>, first: usize) -> String {
        let limit = self.limit / IN_ORDER;
        listed(array.elements().skip(first).map(|value| excerpt::inline(value, limit)))
    }

    /// Texts of several lines, their lines compared; `None` where there are not several.
    fn line_by_line(
        &self,
        label: &str,
        expected: Text<'d>,
        actual: Text<'d>,
    ) -> Option<Vec<PictureLine>> {
        if expected.raw().len().max(actual.raw().len()) > LONGEST.0 {
            return None;
        }
        let (expected, actual) = (expected.to_str()?, actual.to_str()?);
        let (old, new): (Vec<_>, Vec<_>) =
            (expected.split_inclusive('\n').collect(), actual.split_inclusive('\n').collect());
        if old.len().min(new.len()) < 2 || old.len().max(new.len()) > LONGEST.1 {
            return None;
        }
        let ops = capture_diff_slices(similar::Algorithm::Myers, &old, &new);
        let mut lines = vec![
            self.text(Mark::Context, format!("{label}a text of {}", count(old.len(), "line"))),
        ];
        let inner = Lines { depth: self.depth + 1, ..*self };
        for op in ops {
            if lines.len() > MOST_LINES {
                lines.push(inner.text(Mark::Folded, "… more lines".to_owned()));
                break;
            }
            inner.operation(&op, &old, &new, &mut lines);
        }
        Some(lines)
    }

    fn operation(&self, op: &DiffOp, old: &[&str], new: &[&str], lines: &mut Vec<PictureLine>) {
        let (expected, actual) = (&old[op.old_range()], &new[op.new_range()]);
        if let DiffOp::Equal { len, .. } = op {
            return lines.push(self.text(Mark::Folded, format!("… {}", count(*len, "more line"))));
        }
        let pairs = expected.len().min(actual.len()).min(MOST_LINES);
        for (expected, actual) in expected[..pairs].iter().zip(actual) {
            let (wanted, found) = pair_of_lines(expected, actual, self.limit);
            lines.push(self.text(Mark::Expected, wanted));
            lines.push(self.text(Mark::Yours, found));
        }
        let rest = |texts: &[&str], mark| {
            let rest: Vec<_> = texts[pairs.min(texts.len())..].to_vec();
            rest.into_iter()
                .take(MOST_LINES)
                .map(move |text| (mark, quoted_line(text, self.limit)))
                .collect::<Vec<_>>()
        };
        let both = [rest(expected, Mark::Expected), rest(actual, Mark::Yours)].concat();
        let all = expected.len() + actual.len() - 2 * pairs;
        let left_out = all - both.len();
        lines.extend(both.into_iter().map(|(mark, text)| self.text(mark, text)));
        if left_out > 0 {
            let text = format!("… {}, different too", count(left_out, "more line"));
            lines.push(self.text(Mark::Folded, text));
        }
    }
}

/// What stands before a value: a member's name, nothing for an element.
pub(super) fn label(step: Step<'_>, limit: usize) -> String {
    match step {
        Step::Member(name) => quoted(name, limit) + ": ",
        Step::Element(_) => String::new(),
    }
}

fn listed(mut texts: impl Iterator<Item = String>) -> String {
    let shown: Vec<_> = texts.by_ref().take(IN_ORDER).collect();
    let more = if texts.next().is_some() { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
