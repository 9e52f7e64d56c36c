//! Puts the first findings into sentences and a picture.

use super::super::compare::Differences;
use super::findings::Findings;
use super::picture::picture;
use super::sentences::sentence;
use crate::model::{Difference, Explanation};

/// How much of a difference is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The number of differences that are put into words and into the picture.
    pub differences: usize,
    /// The length above which a value is abbreviated, in characters.
    pub value_length: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { differences: 10, value_length: 100 }
    }
}

/// Puts differences into words.
///
/// The work is in proportion to the documents, and its result to the budget. For differences
/// that are not empty neither the sentences nor the picture are.
pub fn explain(differences: &Differences<'_>, budget: &Budget) -> Explanation {
    let findings = Findings::new(differences, budget.differences.max(1));
    let in_words = findings.shown.iter().map(|finding| Difference {
        sentence: sentence(finding, differences, budget),
        mismatch: finding.to_model(),
        again: 0,
    });
    Explanation {
        causes: Vec::new(),
        differences: in_words.collect(),
        total: findings.total,
        picture: picture(differences.expected(), &findings.shown, budget),
    }
}
