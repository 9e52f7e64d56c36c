//! The places whose values are free, followed alongside the walk.

use super::paths::Step;
use crate::json::Text;
use crate::json::pointer::Pattern;

/// The patterns of places that are free.
pub(super) struct Ignored {
    patterns: Vec<Pattern>,
}

/// The patterns that may still name a place below the current one, by index.
pub(super) type Candidates = Vec<u32>;

/// What the patterns say of a place.
#[derive(Clone)]
pub(super) enum Freedom {
    /// Anything may stand here.
    Free,
    /// The value counts, but for places below it.
    Bound(Candidates),
}

impl Ignored {
    /// A pattern that is no pointer names no place.
    pub(super) fn new(patterns: &[String]) -> Ignored {
        let parsed = patterns.iter().filter_map(|pattern| Pattern::parse(pattern).ok());
        Ignored { patterns: parsed.collect() }
    }

    /// These patterns and the one of a place. A name `*` on the way stands for any name.
    pub(super) fn and(&self, place: &[Step<'_>]) -> Ignored {
        let token = |step: &Step<'_>| match step {
            Step::Element(index) => index.to_string(),
            Step::Member(name) => name.to_string_lossy().into_owned(),
        };
        let mut patterns = self.patterns.clone();
        patterns.push(Pattern::of(place.iter().map(token).collect()));
        Ignored { patterns }
    }

    pub(super) fn root(&self) -> Freedom {
        self.at_depth(0, 0..self.patterns.len() as u32)
    }

    /// The freedom of the child at `step` of a place that is `depth` tokens deep.
    pub(super) fn child(&self, candidates: &Candidates, depth: usize, step: Step<'_>) -> Freedom {
        let element = match step {
            Step::Member(name) => return self.member(candidates, depth, name),
            Step::Element(element) => element,
        };
        let admits = |&index: &u32| self.patterns[index as usize].admits_index(depth, element);
        self.at_depth(depth + 1, candidates.iter().copied().filter(admits))
    }

    /// Whether no place is free.
    pub(super) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// The freedom of the member of a place that is `depth` tokens deep.
    pub(super) fn member(&self, candidates: &Candidates, depth: usize, name: Text<'_>) -> Freedom {
        let admits = |&index: &u32| self.patterns[index as usize].admits_name(depth, name);
        self.at_depth(depth + 1, candidates.iter().copied().filter(admits))
    }

    /// Whether some element of a place that is `depth` tokens deep is told apart by its index.
    pub(super) fn names_an_index(&self, candidates: &Candidates, depth: usize) -> bool {
        let mut patterns = candidates.iter().map(|&index| &self.patterns[index as usize]);
        patterns.any(|pattern| {
            pattern.admits_some_index(depth) && !pattern.admits_index(depth, usize::MAX)
        })
    }

    /// What an element may be at some index of a place that is `depth` tokens deep.
    pub(super) fn any_element(&self, candidates: &Candidates, depth: usize) -> Freedom {
        let admits = |&index: &u32| self.patterns[index as usize].admits_some_index(depth);
        self.at_depth(depth + 1, candidates.iter().copied().filter(admits))
    }

    fn at_depth(&self, depth: usize, admitting: impl Iterator<Item = u32>) -> Freedom {
        let mut candidates = Candidates::new();
        for index in admitting {
            if self.patterns[index as usize].len() == depth {
                return Freedom::Free;
            }
            candidates.push(index);
        }
        Freedom::Bound(candidates)
    }
}
