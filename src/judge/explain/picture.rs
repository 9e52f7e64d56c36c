//! The document with its differences, all else folded.
//!
//! The lines stand in the order of the expected document; what only the actual one has stands
//! where it would be there, a member at the end of its object. Entries come in that order, so the
//! picture is drawn from the top down with the containers that are open kept on a stack.

use std::collections::{HashMap, HashSet};

use super::super::compare::Step;
use super::explanation::Budget;
use super::finding::{Finding, What};
use super::places::{children, count, descend};
use super::side::{Lines, label};
use super::walk::{Entry, Findings, Part};
use super::ways::WayId;
use crate::json::{Kind, Value};
use crate::model::{Mark, MismatchKind, PictureLine};

/// Levels at the top that are never folded.
const TOP_LEVELS: usize = 3;

/// A run of so many levels without a choice is folded, but for the last two.
const LONG_RUN: usize = 6;

/// Draws the findings with these numbers.
pub(super) fn picture<'d>(
    expected: Value<'d>,
    findings: &Findings<'d>,
    shown: &HashSet<usize>,
    budget: &Budget,
) -> Vec<PictureLine> {
    let is_shown = |entry: &&Entry| shown.contains(&entry.finding);
    let entries: Vec<_> = findings.entries.iter().filter(is_shown).copied().collect();
    let forks = Forks::of(&entries, findings);
    let differing = differing(findings, &forks);
    let root = Open::new(expected, WayId::ROOT, 0);
    let mut painter = Painter {
        findings,
        forks,
        differing,
        open: vec![root],
        left: None,
        lines: Vec::new(),
        budget: *budget,
    };
    for entry in &entries {
        if painter.lines.len() >= budget.picture_lines {
            break;
        }
        painter.draw(entry);
    }
    while !painter.open.is_empty() {
        painter.close();
    }
    painter.lines
}

/// The containers in which something is drawn, and those from which ways to it part.
struct Forks {
    /// Every container on the way to an entry, and the child by which it was first left.
    passed: HashMap<WayId, WayId>,
    forks: HashSet<WayId>,
}

impl Forks {
    fn of(entries: &[Entry], findings: &Findings<'_>) -> Forks {
        let mut forks = Forks { passed: HashMap::new(), forks: HashSet::new() };
        for entry in entries {
            forks.forks.insert(entry.container);
            forks.passed.entry(entry.container).or_insert(entry.container);
            let mut at = entry.container;
            while at != WayId::ROOT {
                let parent = findings.ways.get(at).parent;
                let known = forks.passed.insert(parent, at);
                match known {
                    None => at = parent,
                    Some(other) if other == at => break,
                    Some(_) => {
                        forks.forks.insert(parent);
                        break;
                    }
                }
            }
        }
        forks
    }
}

/// By container, the children in which something differs, whether it is shown or not.
fn differing(findings: &Findings<'_>, forks: &Forks) -> HashMap<WayId, Vec<usize>> {
    let mut differing: HashMap<WayId, Vec<usize>> = HashMap::new();
    for way in findings.ways.iter().filter(|way| way.expected.is_some()) {
        if forks.passed.contains_key(&way.parent) {
            differing.entry(way.parent).or_default().push(way.ordinal);
        }
    }
    for ordinals in differing.values_mut() {
        ordinals.sort_unstable();
        ordinals.dedup();
    }
    differing
}

/// A container of the expected document that is being drawn.
struct Open<'d> {
    value: Value<'d>,
    way: WayId,
    /// The depth of the lines inside.
    depth: usize,
    children: Box<dyn Iterator<Item = (Step<'d>, Value<'d>)> + 'd>,
    /// The children that are done.
    done: usize,
    /// The last one of them that is not folded.
    last: Option<(Step<'d>, Value<'d>)>,
    folds: Folds,
}

/// Whether a line is put for children that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Folds {
    Shown,
    /// What is drawn tells of all of them.
    Silent,
}

impl<'d> Open<'d> {
    fn new(value: Value<'d>, way: WayId, depth: usize) -> Open<'d> {
        Open {
            value,
            way,
            depth,
            children: children(value),
            done: 0,
            last: None,
            folds: Folds::Shown,
        }
    }

    /// The child with that number, which is done then.
    fn take(&mut self, ordinal: usize) -> Option<(Step<'d>, Value<'d>)> {
        if ordinal >= self.done {
            self.last = self.children.nth(ordinal - self.done);
            self.done = ordinal + 1;
        }
        self.last
    }

    /// Counts the children before that number as done.
    fn skip(&mut self, ordinal: usize) {
        if ordinal > self.done {
            self.children.nth(ordinal - self.done - 1);
            self.done = ordinal;
        }
    }
}

struct Painter<'p, 'd> {
    findings: &'p Findings<'d>,
    forks: Forks,
    differing: HashMap<WayId, Vec<usize>>,
    open: Vec<Open<'d>>,
    /// An element that has left its place, and is different now.
    left: Option<WayId>,
    lines: Vec<PictureLine>,
    budget: Budget,
}

impl<'d> Painter<'_, 'd> {
    fn draw(&mut self, entry: &Entry) {
        self.go_to(entry.container);
        let finding = self.findings.all[entry.finding];
        self.fold(entry.ordinal);
        if entry.part == Part::Left && self.forks.passed.contains_key(&finding.way) {
            // What has changed inside of it is drawn next, and tells that it has left.
            self.left = Some(finding.way);
            return;
        }
        match (finding.what, entry.part) {
            (What::Raw(MismatchKind::Duplicate), _) => self.draw_first(entry.ordinal),
            (What::Shuffled | What::Raw(MismatchKind::Order), _) => self.silence(),
            (_, Part::Now) => {}
            _ if finding.way == WayId::ROOT => self.silence(),
            _ if finding.expected.is_some() => self.done(entry.ordinal),
            _ => {}
        }
        self.draw_finding(&finding, entry.part);
    }

    fn draw_finding(&mut self, finding: &Finding<'d>, part: Part) {
        let depth = self.open.last().map_or(0, |open| open.depth);
        let lines = Lines::new(self.findings, depth, &self.budget);
        self.lines.extend(lines.of(finding, part));
    }

    /// Closes and opens containers until this one is the innermost.
    fn go_to(&mut self, container: WayId) {
        let mut chain = Vec::new();
        let mut at = container;
        // What is open is an ancestor of what will be.
        let open: HashSet<_> = self.open.iter().map(|open| open.way).collect();
        while !open.contains(&at) {
            chain.push(at);
            at = self.findings.ways.get(at).parent;
        }
        while self.open.last().is_some_and(|open| open.way != at) {
            self.close();
        }
        chain.reverse();
        let mut next = 0;
        while next < chain.len() {
            let skipped = self.skip_levels(&chain[next..]);
            self.open_child(chain[next + skipped]);
            next += skipped + 1;
        }
    }

    /// Leaves out a long run of containers in which nothing differs but one child; says how many.
    fn skip_levels(&mut self, chain: &[WayId]) -> usize {
        let is_run = |way: &&WayId| !self.forks.forks.contains(way);
        let run = chain.iter().take_while(is_run).count();
        let Some(open) = self.open.last_mut().filter(|open| open.depth >= TOP_LEVELS) else {
            return 0;
        };
        if run < LONG_RUN {
            return 0;
        }
        let skipped = run - 2;
        let steps = chain[..skipped].iter().filter_map(|&way| self.findings.ways.get(way).expected);
        let Some(value) = descend(open.value, &steps.collect::<Vec<_>>()) else { return 0 };
        let (depth, way) = (open.depth, chain[skipped - 1]);
        open.skip(open.value.len());
        let text = format!("… {}", count(skipped, "more level"));
        self.lines.push(PictureLine { mark: Mark::Folded, depth, text });
        self.open.push(Open::new(value, way, depth + 1));
        skipped
    }

    fn open_child(&mut self, way: WayId) {
        let ordinal = self.findings.ways.get(way).ordinal;
        self.fold(ordinal);
        let Some(open) = self.open.last_mut() else { return };
        let Some((step, child)) = open.take(ordinal) else { return };
        let depth = open.depth;
        let bracket = if child.kind() == Kind::Object { "{" } else { "[" };
        let text = label(step, self.budget.value_length) + bracket;
        let mark = if self.left == Some(way) { Mark::Expected } else { Mark::Context };
        self.lines.push(PictureLine { mark, depth, text });
        self.open.push(Open::new(child, way, depth + 1));
    }

    fn close(&mut self) {
        let length = self.open.last().map_or(0, |open| open.value.len());
        self.fold(length);
        self.open.pop();
    }

    /// Puts one line for the children before that number that are not done.
    fn fold(&mut self, ordinal: usize) {
        let Some(open) = self.open.last_mut() else { return };
        let from = open.done;
        if ordinal <= from || !open.value.kind().is_container() {
            return;
        }
        open.skip(ordinal);
        if open.folds == Folds::Silent {
            return;
        }
        let noun = if open.value.kind() == Kind::Object { "more member" } else { "more element" };
        let differ = self.differing.get(&open.way).map_or(0, |ordinals| {
            let before = |ordinal| ordinals.partition_point(|&other| other < ordinal);
            before(ordinal) - before(from)
        });
        let also = match (differ, ordinal - from) {
            (0, _) => String::new(),
            (1, 1) => ", different too".to_owned(),
            (differ, all) if differ == all => ", all different too".to_owned(),
            (differ, _) => format!(", {differ} of them different too"),
        };
        let text = format!("… {}{also}", count(ordinal - from, noun));
        self.lines.push(PictureLine { mark: Mark::Folded, depth: open.depth, text });
    }

    fn silence(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.folds = Folds::Silent;
        }
    }

    fn done(&mut self, ordinal: usize) {
        if let Some(open) = self.open.last_mut().filter(|open| open.value.kind().is_container()) {
            open.take(ordinal);
        }
    }

    /// The member that is there once already, above the one that repeats it.
    fn draw_first(&mut self, ordinal: usize) {
        let Some(open) = self.open.last_mut() else { return };
        if ordinal != open.done || ordinal >= open.value.len() {
            return;
        }
        let Some((step, value)) = open.take(ordinal) else { return };
        let lines = Lines::new(self.findings, open.depth, &self.budget);
        self.lines.push(lines.line(Mark::Context, Some(step), value));
    }
}
