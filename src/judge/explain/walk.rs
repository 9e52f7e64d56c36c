//! From the tree of raw differences to findings, container by container.
//!
//! The walk keeps what is still to be done on a stack, so that depth costs no recursion. Findings
//! come in the order of the expected document, which is that of the picture.

use std::collections::HashMap;

use super::super::compare::{Differences, Spot, Tree};
use super::effort::Effort;
use super::elements::{Told, elements};
use super::finding::{Finding, What};
use super::members::members;
use super::ways::{Document, WayId, Ways};
use crate::json::{Kind, Value};
use crate::model::MismatchKind;

/// Every finding, and where each is drawn.
pub(super) struct Findings<'d> {
    pub(super) ways: Ways<'d>,
    /// What stands on both sides where something differs inside.
    pub(super) containers: HashMap<WayId, (Value<'d>, Value<'d>)>,
    pub(super) all: Vec<Finding<'d>>,
    /// In the order of the picture.
    pub(super) entries: Vec<Entry>,
    /// Differences beyond those that were kept, which nobody has looked at.
    pub(super) only_counted: usize,
}

/// A place of the picture where a finding is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The number of the finding.
    pub(super) finding: usize,
    /// The container that it is drawn in.
    pub(super) container: WayId,
    /// The child of the expected container at or before which it is drawn.
    pub(super) ordinal: usize,
    pub(super) part: Part,
}

/// Which lines of a finding are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    /// The place that a moved element has left.
    Left,
    /// The place where it is now.
    Now,
}

/// What is still to be done.
pub(super) enum Work<'a, 'd> {
    /// Something differs here, or below.
    Visit(Spot<'a, 'd>, WayId),
    Tell(Finding<'d>),
    /// One of the two places of a moved element.
    Move(Move<'d>),
}

/// A moved element at one of its two places.
pub(super) struct Move<'d> {
    pub(super) finding: Finding<'d>,
    pub(super) part: Part,
    /// The same for both places, and for no other element of the array.
    pub(super) number: usize,
    /// The child of the expected array at or before which it is drawn.
    pub(super) ordinal: usize,
}

impl<'d> Findings<'d> {
    pub(super) fn of(differences: &Differences<'d>) -> Findings<'d> {
        let only_counted = differences.len() - differences.iter().len();
        let (ways, containers) = (Ways::new(), HashMap::new());
        let (all, entries) = (Vec::new(), Vec::new());
        let findings = Findings { ways, containers, all, entries, only_counted };
        let bytes = [differences.expected(), differences.actual()].map(|it| it.source().len());
        let effort = Effort::new(bytes.iter().sum());
        let mut walk = Walk { findings, moved: HashMap::new(), effort };
        if !differences.is_empty() {
            walk.run(Tree::of(differences));
        }
        walk.findings
    }

    /// How many differences there are.
    pub(super) fn total(&self) -> usize {
        self.all.len() + self.only_counted
    }
}

struct Walk<'d> {
    findings: Findings<'d>,
    /// The finding of a moved element of which one place was told.
    moved: HashMap<(WayId, usize), usize>,
    effort: Effort,
}

impl<'d> Walk<'d> {
    fn run(&mut self, root: Spot<'_, 'd>) {
        let mut left = vec![Work::Visit(root, WayId::ROOT)];
        while let Some(work) = left.pop() {
            match work {
                Work::Visit(spot, way) => self.visit(&spot, way, &mut left),
                Work::Tell(finding) => self.tell(finding),
                Work::Move(place) => self.tell_move(&place),
            }
        }
    }

    fn visit<'a>(&mut self, spot: &Spot<'a, 'd>, way: WayId, left: &mut Vec<Work<'a, 'd>>) {
        let (expected, actual) = spot.sides();
        if let Some(kind) = spot.kind() {
            self.tell(Finding { what: What::Raw(kind), way, expected, actual });
        }
        let (Some(expected), Some(actual)) = (expected, actual) else { return };
        let below = spot.children().next().is_some();
        if below {
            self.findings.containers.insert(way, (expected, actual));
        }
        let ways = &mut self.findings.ways;
        let works = match expected.kind() {
            _ if !below => return,
            Kind::Object => members(spot, (expected, actual), way, ways, &mut self.effort),
            _ => {
                let (works, told) = elements(spot, (expected, actual), way, ways, &mut self.effort);
                if told == Told::Aligned && spot.is_cut() && spot.holds_the_last() {
                    let steps = ways.steps(way, Document::Expected);
                    self.findings.only_counted = spot.only_counted_elsewhere(&steps);
                }
                works
            }
        };
        left.extend(works.into_iter().rev());
    }

    fn tell(&mut self, finding: Finding<'d>) {
        let way = self.findings.ways.get(finding.way);
        // What is said of a container's order is drawn inside it.
        let (container, ordinal) = match finding.what {
            What::Shuffled | What::Raw(MismatchKind::Order) => (finding.way, 0),
            _ => (way.parent, way.ordinal),
        };
        let number = self.findings.all.len();
        self.findings.all.push(finding);
        let part = Part::Whole;
        self.findings.entries.push(Entry { finding: number, container, ordinal, part });
    }

    /// A moved element is one finding that is drawn at two places.
    fn tell_move(&mut self, place: &Move<'d>) {
        let Move { finding, part, number, ordinal } = *place;
        let container = self.findings.ways.get(finding.way).parent;
        let all = &mut self.findings.all;
        let finding = *self.moved.entry((container, number)).or_insert_with(|| {
            all.push(finding);
            all.len() - 1
        });
        self.findings.entries.push(Entry { finding, container, ordinal, part });
    }
}
