//! Puts the first findings into sentences and a picture.

use std::collections::HashSet;

use super::super::compare::{Differences, SIDE_LIMIT};
use super::groups::{Group, groups, singles};
use super::picture::picture;
use super::sentences::Teller;
use super::topic::topic;
use super::walk::Findings;
use crate::model::{Difference, Explanation};

/// How much of a difference is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of sentences about differences.
    pub differences: usize,
    /// When the picture has grown to so many lines, no further place is drawn.
    pub picture_lines: usize,
    /// The length above which a value is abbreviated, in characters.
    pub value_length: usize,
    /// Whether differences with one cause share a sentence.
    pub repeated: Repeated,
}

/// How differences are told that have one cause, such as a member renamed in forty elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeated {
    /// In one sentence with their number.
    Together,
    /// Each in a sentence of its own.
    Each,
}

impl Budget {
    /// Every difference, each in a sentence of its own.
    pub const ALL: Budget = Budget {
        differences: usize::MAX,
        picture_lines: usize::MAX,
        value_length: 100,
        repeated: Repeated::Each,
    };
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            differences: 10,
            picture_lines: 20,
            value_length: 100,
            repeated: Repeated::Together,
        }
    }
}

/// How many tokens all pointers may have together: at a depth of ten thousand, every difference has
/// as many.
const TOKENS: usize = 4_000_000;

/// For more differences than this, only the beginnings of their values are kept, in bytes.
const FEW: usize = 1_000;
const SHORT_SIDE: usize = 1_024;

/// Leaves out what is too much to be written down, but for the first.
fn keep_within_tokens(groups: &mut Vec<Group>, findings: &Findings<'_>) {
    let mut left = TOKENS;
    let fits = |group: &Group| {
        let depth = findings.ways.get(findings.all[group.first].way).depth;
        left.checked_sub(depth).inspect(|rest| left = *rest).is_some()
    };
    let count = groups.iter().map(fits).take_while(|fits| *fits).count();
    groups.truncate(count.max(1));
}

/// Puts differences into words.
///
/// The work is in proportion to the documents, and its result to the budget. For differences
/// that are not empty neither the sentences nor the picture are, and there are never more findings
/// than differences.
pub fn explain(differences: &Differences<'_>, budget: &Budget) -> Explanation {
    let findings = Findings::of(differences);
    let limit = budget.differences.max(1);
    let mut groups = match budget.repeated {
        Repeated::Together => groups(&findings, limit),
        Repeated::Each => singles(&findings, limit),
    };
    keep_within_tokens(&mut groups, &findings);
    let side_limit = if groups.len() > FEW { SHORT_SIDE } else { SIDE_LIMIT };
    let teller = Teller { findings: &findings, budget: *budget };
    let in_words = |group: &Group| Difference {
        sentence: teller.sentence(group),
        mismatch: findings.all[group.first].to_model(&findings.ways, side_limit),
        again: group.again,
        topic: topic(&findings.all[group.first], &findings.ways),
    };
    let shown: HashSet<_> = groups.iter().map(|group| group.first).collect();
    Explanation {
        not_written: None,
        causes: Vec::new(),
        no_answer: None,
        differences: groups.iter().map(in_words).collect(),
        total: findings.total(),
        picture: picture(differences.expected(), &findings, &shown, budget),
    }
}
