//! Differences by the places that they stand at: which children of a container differ, and how
//! often something differs below a place.

use std::rc::Rc;

use super::differences::Differences;
use super::ignore::Freedom;
use super::paths::{PathId, Sides, Step};
use super::rules::Rules;
use super::walk::{Place, are_equal_at, compare_at};
use crate::json::Value;
use crate::model::{CompareRules, MismatchKind};

const NOTHING: u32 = u32::MAX;

/// The places of differences as a tree.
pub(in crate::judge) struct Tree<'a, 'd> {
    all: Source<'a, 'd>,
    /// By place: its first child, its next sibling, what is different there itself, and the number
    /// of differences there and below.
    first: Vec<u32>,
    next: Vec<u32>,
    kinds: Vec<Option<MismatchKind>>,
    counts: Vec<u32>,
}

enum Source<'a, 'd> {
    Borrowed(&'a Differences<'d>),
    Owned(Differences<'d>),
}

impl<'a, 'd> Tree<'a, 'd> {
    /// The tree of all that was kept.
    pub(in crate::judge) fn of(all: &'a Differences<'d>) -> Spot<'a, 'd> {
        Tree::link(Source::Borrowed(all))
    }

    /// Links the places with their children; the spot is that of the whole.
    fn link(all: Source<'a, 'd>) -> Spot<'a, 'd> {
        let mut tree = Tree::unlinked(all);
        let paths = tree.differences().paths().len();
        let mut last = vec![NOTHING; paths];
        for at in 1..paths {
            let parent = tree.parent(at);
            match std::mem::replace(&mut last[parent], at as u32) {
                NOTHING => tree.first[parent] = at as u32,
                before => tree.next[before as usize] = at as u32,
            }
        }
        // Children come after their parents.
        for at in (1..paths).rev() {
            let parent = tree.parent(at);
            tree.counts[parent] += tree.counts[at];
        }
        Spot { tree: Rc::new(tree), path: PathId::ROOT }
    }

    /// What is different at each place itself.
    fn unlinked(all: Source<'a, 'd>) -> Tree<'a, 'd> {
        let mut tree = Tree { all, first: vec![], next: vec![], kinds: vec![], counts: vec![] };
        let paths = tree.differences().paths().len();
        let (mut kinds, mut counts) = (vec![None; paths], vec![0; paths]);
        for (kind, path) in tree.differences().found() {
            kinds[path.index()] = Some(kind);
            counts[path.index()] += 1;
        }
        (tree.first, tree.next) = (vec![NOTHING; paths], vec![NOTHING; paths]);
        (tree.kinds, tree.counts) = (kinds, counts);
        tree
    }

    fn parent(&self, at: usize) -> usize {
        let node = self.differences().paths().node(PathId::at(at));
        node.map_or(0, |node| node.parent.index())
    }

    fn differences(&self) -> &Differences<'d> {
        match &self.all {
            Source::Borrowed(all) => all,
            Source::Owned(all) => all,
        }
    }
}

/// One place at which, or below which, something differs.
#[derive(Clone)]
pub(in crate::judge) struct Spot<'a, 'd> {
    tree: Rc<Tree<'a, 'd>>,
    path: PathId,
}

impl<'a, 'd> Spot<'a, 'd> {
    /// What is different at the place itself.
    pub(in crate::judge) fn kind(&self) -> Option<MismatchKind> {
        self.tree.kinds[self.path.index()]
    }

    /// The number of differences here and below.
    pub(in crate::judge) fn count(&self) -> usize {
        self.tree.counts[self.path.index()] as usize
    }

    /// The expected and the actual value.
    pub(in crate::judge) fn sides(&self) -> Sides<'d> {
        self.tree.differences().sides(self.path)
    }

    /// The last token of the way here; `None` where the comparison began.
    pub(in crate::judge) fn step(&self) -> Option<Step<'d>> {
        self.tree.differences().paths().last(self.path).map(|(_, step)| step)
    }

    /// The places directly below, in the order of the walk.
    pub(in crate::judge) fn children(&self) -> impl Iterator<Item = Spot<'a, 'd>> + use<'a, 'd> {
        let tree = self.tree.clone();
        let some = |at: u32| (at != NOTHING).then_some(at);
        let siblings = {
            let tree = tree.clone();
            std::iter::successors(some(tree.first[self.path.index()]), move |&at| {
                some(tree.next[at as usize])
            })
        };
        siblings.map(move |at| Spot { tree: tree.clone(), path: PathId::at(at as usize) })
    }

    /// Whether there are differences that were counted only, so that what seems alike may not be.
    pub(in crate::judge) fn is_cut(&self) -> bool {
        let all = self.tree.differences();
        all.len() > all.iter().len()
    }

    /// Whether the last difference that was kept is here or below, so that those that were only
    /// counted may be too.
    pub(in crate::judge) fn holds_the_last(&self) -> bool {
        let all = self.tree.differences();
        let mut at = all.found().last().map(|(_, path)| path);
        while let Some(path) = at.filter(|path| *path != self.path) {
            at = all.paths().node(path).map(|node| node.parent);
        }
        at.is_some()
    }

    /// How many differences there are elsewhere that were only counted. `steps` lead to this place,
    /// and all that is different in it is known.
    pub(in crate::judge) fn only_counted_elsewhere(&self, steps: &[Step<'d>]) -> usize {
        let all = self.tree.differences();
        let place = Place::root(Rc::new(all.rules().freeing(steps)));
        let elsewhere = compare_at(&place, all.expected(), all.actual()).len();
        elsewhere.saturating_sub(all.iter().len() - self.count())
    }

    /// What the rules say of the place that these tokens lead to, from the root of the documents.
    pub(in crate::judge) fn place(&self, steps: impl FnOnce() -> Vec<Step<'d>>) -> Place {
        let rules = self.tree.differences().rules().clone();
        let steps = if rules.ignored.is_empty() { Vec::new() } else { steps() };
        let mut freedom = rules.ignored.root();
        for (depth, step) in steps.iter().enumerate() {
            let Freedom::Bound(candidates) = &freedom else { break };
            freedom = rules.ignored.child(candidates, depth, *step);
        }
        Place { rules, freedom, depth: steps.len() }
    }
}

impl Place {
    /// A place at which nothing is free and the default rules hold.
    pub(in crate::judge) fn anywhere() -> Place {
        let rules = Rc::new(Rules::new(&CompareRules::default()));
        Place { freedom: rules.ignored.root(), rules, depth: 0 }
    }

    /// Compares two values that stand there.
    pub(in crate::judge) fn compare<'a, 'd>(
        &self,
        expected: Value<'d>,
        actual: Value<'d>,
    ) -> Spot<'a, 'd> {
        Tree::link(Source::Owned(compare_at(self, expected, actual)))
    }

    /// Whether two values are equal there.
    pub(in crate::judge) fn are_equal(&self, expected: Value<'_>, actual: Value<'_>) -> bool {
        let is_container = |value: Value<'_>| !value.is_empty();
        if is_container(expected) && is_container(actual) {
            return are_equal_at(self, expected, actual);
        }
        // Most values are small: no walk for them.
        let is_free = matches!(self.freedom, Freedom::Free);
        let is_empty = |value: Value<'_>| value.kind().is_container() && value.is_empty();
        is_free
            || (is_empty(expected) && is_empty(actual) && expected.kind() == actual.kind())
            || (!expected.kind().is_container()
                && self.rules.scalar_mismatch(expected, actual).is_none())
    }

    /// The place of an element below this one.
    pub(in crate::judge) fn element(&self, index: usize) -> Place {
        let freedom = match &self.freedom {
            Freedom::Free => Freedom::Free,
            Freedom::Bound(candidates) => {
                self.rules.ignored.child(candidates, self.depth, Step::Element(index))
            }
        };
        Place { rules: self.rules.clone(), freedom, depth: self.depth + 1 }
    }

    /// Whether what is free in an element here depends on its index, so that it cannot be told at
    /// another one.
    pub(in crate::judge) fn names_an_index(&self) -> bool {
        match &self.freedom {
            Freedom::Free => false,
            Freedom::Bound(candidates) => self.rules.ignored.names_an_index(candidates, self.depth),
        }
    }

    /// Whether some place is free, so that equal fingerprints do not mean equal values.
    pub(in crate::judge) fn has_free_places(&self) -> bool {
        !self.rules.ignored.is_empty()
    }
}
