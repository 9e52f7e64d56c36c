//! The document with its differences, all else folded.
//!
//! The lines stand in the order of the expected document; what only the actual one has
//! follows at the end of its container. Work that is still to be done is kept on a stack,
//! so that depth costs no recursion.

use super::super::compare::Step;
use super::excerpt;
use super::explanation::Budget;
use super::findings::Finding;
use super::places::{children, count, descend};
use super::sentences::first_out_of_order;
use super::strings::quoted;
use crate::json::{Kind, Member, Value};
use crate::model::{Mark, MismatchKind, PictureLine};

/// Levels at the top that are never folded.
const TOP_LEVELS: usize = 3;

/// A run of so many levels without a choice is folded, but for the last two.
const LONG_RUN: usize = 6;

pub(super) fn picture<'d>(
    expected: Value<'d>,
    findings: &[Finding<'_, 'd>],
    budget: &Budget,
) -> Vec<PictureLine> {
    let places: Vec<_> = findings.iter().map(|finding| finding.difference().steps()).collect();
    let painter = Painter { findings, places: &places, limit: budget.value_length };
    let all = (0..findings.len()).collect();
    let mut left =
        vec![Work::Inside(Container { value: expected, inside: all, level: 0, depth: 0 })];
    let mut lines = Vec::new();
    while let Some(work) = left.pop() {
        match work {
            Work::Line(line) => lines.push(line),
            Work::Inside(container) => {
                left.extend(painter.paint(&container).into_iter().rev());
            }
        }
    }
    lines
}

/// What is still to be drawn.
enum Work<'d> {
    Line(PictureLine),
    Inside(Container<'d>),
}

/// A container with differences inside.
struct Container<'d> {
    value: Value<'d>,
    /// The findings inside, by number.
    inside: Vec<usize>,
    /// The number of steps from the root.
    level: usize,
    /// The depth of the lines inside.
    depth: usize,
}

struct Painter<'p, 'a, 'd> {
    findings: &'p [Finding<'a, 'd>],
    places: &'p [Vec<Step<'d>>],
    limit: usize,
}

impl<'d> Painter<'_, '_, 'd> {
    fn paint(&self, container: &Container<'d>) -> Vec<Work<'d>> {
        let is_here = |&n: &usize| self.places[n].len() == container.level;
        let (here, below): (Vec<_>, Vec<_>) = container.inside.iter().copied().partition(is_here);
        let mut works = Vec::new();
        for n in here {
            self.change(n, container.depth, &mut works);
        }
        match self.fold_levels(container, &below) {
            Some(folded) => works.extend(folded),
            None if below.is_empty() => {}
            None => self.paint_children(container, below, &mut works),
        }
        works
    }

    /// Leaves out a long run of containers in which nothing differs but one child.
    fn fold_levels(&self, container: &Container<'d>, below: &[usize]) -> Option<[Work<'d>; 2]> {
        let &Container { level, depth, .. } = container;
        let run = self.run(level, below);
        if depth < TOP_LEVELS || run < LONG_RUN {
            return None;
        }
        let skipped = run - 2;
        let steps = &self.places[*below.first()?][level..level + skipped];
        let value = descend(container.value, steps)?;
        let text = format!("… {}", count(skipped, "more level"));
        let inside = below.to_vec();
        Some([
            Work::Line(PictureLine { mark: Mark::Folded, depth, text }),
            Work::Inside(Container { value, inside, level: level + skipped, depth: depth + 1 }),
        ])
    }

    /// The number of levels below which all these findings are in one and the same container.
    fn run(&self, level: usize, below: &[usize]) -> usize {
        let Some((&first, others)) = below.split_first() else { return 0 };
        let first = &self.places[first];
        let is_shared = |&at: &usize| {
            others.iter().all(|&n| {
                let place = &self.places[n];
                at + 1 < place.len() && place[at] == first[at]
            })
        };
        (level..first.len().saturating_sub(1)).take_while(is_shared).count()
    }

    fn paint_children(
        &self,
        container: &Container<'d>,
        mut below: Vec<usize>,
        works: &mut Vec<Work<'d>>,
    ) {
        let mut folded = 0;
        for (n, (step, child)) in children(container.value).enumerate() {
            if below.is_empty() {
                folded = container.value.len() - n;
                break;
            }
            let is_at = |&n: &usize| self.places[n][container.level] == step;
            if !below.iter().any(is_at) {
                folded += 1;
                continue;
            }
            let at: Vec<_> = below.iter().copied().filter(is_at).collect();
            below.retain(|n| !is_at(n));
            self.fold(container, &mut folded, works);
            self.paint_child(container, step, child, &at, works);
        }
        self.fold(container, &mut folded, works);
        for n in below {
            self.change(n, container.depth, works);
        }
    }

    /// Puts one line for the children that were left out so far.
    fn fold(&self, container: &Container<'d>, folded: &mut usize, works: &mut Vec<Work<'d>>) {
        let noun = if container.value.kind() == Kind::Object { "member" } else { "element" };
        if *folded > 0 {
            let text = format!("… {}", count(*folded, &format!("more {noun}")));
            let depth = container.depth;
            works.push(Work::Line(PictureLine { mark: Mark::Folded, depth, text }));
        }
        *folded = 0;
    }

    /// A child that differs, or in which something differs.
    fn paint_child(
        &self,
        container: &Container<'d>,
        step: Step<'d>,
        child: Value<'d>,
        at: &[usize],
        works: &mut Vec<Work<'d>>,
    ) {
        let &Container { level, depth, .. } = container;
        let kind = |n: usize| self.findings[n].difference().kind();
        let is_inside =
            |&n: &usize| self.places[n].len() > level + 1 || kind(n) == MismatchKind::Order;
        let (inside, whole): (Vec<_>, Vec<_>) = at.iter().copied().partition(is_inside);
        let is_context = whole.iter().all(|&n| kind(n) == MismatchKind::Duplicate);
        if !inside.is_empty() {
            let bracket = if child.kind() == Kind::Object { "{" } else { "[" };
            let text = self.label(step) + bracket;
            works.push(Work::Line(PictureLine { mark: Mark::Context, depth, text }));
            let (level, depth) = (level + 1, depth + 1);
            works.push(Work::Inside(Container { value: child, inside, level, depth }));
        } else if is_context {
            works.push(self.line(Mark::Context, depth, step, child));
        }
        for n in whole {
            self.change(n, depth, works);
        }
    }

    /// The lines of one finding.
    fn change(&self, n: usize, depth: usize, works: &mut Vec<Work<'d>>) {
        let difference = self.findings[n].difference();
        let label = difference.last_step().map(|step| self.label(step)).unwrap_or_default();
        let line = |mark, text| Work::Line(PictureLine { mark, depth, text });
        match (&self.findings[n], difference.expected(), difference.actual()) {
            (Finding::Renamed { extra, .. }, Some(expected), _) => {
                let (wanted, found) = self.names(difference.last_step(), extra.last_step());
                let value = excerpt::inline(expected, self.limit);
                works.push(line(Mark::Expected, wanted + &value));
                let value = extra.actual().unwrap_or(expected);
                works.push(line(Mark::Yours, found + &excerpt::inline(value, self.limit)));
            }
            (_, Some(expected), Some(actual)) => {
                let (wanted, found) = if difference.kind() == MismatchKind::Order {
                    self.orders(expected, actual)
                } else {
                    let (wanted, found) = excerpt::pair(expected, actual, self.limit);
                    (label.clone() + &wanted, label + &found)
                };
                works.push(line(Mark::Expected, wanted));
                works.push(line(Mark::Yours, found));
            }
            (_, expected, actual) => {
                let side = |value| label.clone() + &excerpt::inline(value, self.limit);
                works.extend(expected.map(|value| line(Mark::Expected, side(value))));
                works.extend(actual.map(|value| line(Mark::Yours, side(value))));
            }
        }
    }

    fn line(&self, mark: Mark, depth: usize, step: Step<'d>, value: Value<'d>) -> Work<'d> {
        let text = self.label(step) + &excerpt::inline(value, self.limit);
        Work::Line(PictureLine { mark, depth, text })
    }

    /// What stands before a value: a member's name, nothing for an element.
    fn label(&self, step: Step<'d>) -> String {
        match step {
            Step::Member(name) => quoted(name, self.limit) + ": ",
            Step::Element(_) => String::new(),
        }
    }

    /// The labels of a renamed member.
    fn names(&self, expected: Option<Step<'d>>, actual: Option<Step<'d>>) -> (String, String) {
        let (Some(Step::Member(expected)), Some(Step::Member(actual))) = (expected, actual) else {
            return Default::default();
        };
        let (expected, actual) = excerpt::texts(expected, actual, self.limit);
        (expected + ": ", actual + ": ")
    }

    /// The names of both objects from the first on that stands elsewhere.
    fn orders(&self, expected: Value<'d>, actual: Value<'d>) -> (String, String) {
        let Some((wanted, found)) = first_out_of_order(expected, actual) else {
            return Default::default();
        };
        (self.names_from(expected, wanted), self.names_from(actual, found))
    }

    fn names_from(&self, object: Value<'d>, first: Member<'d>) -> String {
        let is_before = |member: &Member<'d>| member.key != first.key;
        let mut names = object.members().skip_while(is_before);
        let shown: Vec<_> = names.by_ref().take(5).map(|member| quoted(member.key, 20)).collect();
        let more = if names.next().is_some() { ", …" } else { "" };
        format!("{}{more}", shown.join(", "))
    }
}
