//! What a person is told about a case that failed: plain data, without width or colour.

use super::{Cause, Mismatch};

/// What is said and shown about a case that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// What went wrong besides or instead of a difference, in whole sentences.
    pub causes: Vec<String>,
    /// The function that the program itself says is not written yet. Everything else follows from
    /// that, so nothing else is said.
    pub not_written: Option<String>,
    /// Why what was printed is no answer, when it is none.
    pub no_answer: Option<Cause>,
    /// The first differences, each with its sentence.
    pub differences: Vec<Difference>,
    /// How many differences there are in all.
    pub total: usize,
    /// The differing places in their surroundings.
    pub picture: Vec<PictureLine>,
}

impl Explanation {
    /// How many differences are told of.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.differences.iter().map(|difference| 1 + difference.again).sum()
    }
}

/// One difference and the sentence that tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Where, what was expected, what the program printed.
    pub sentence: String,
    /// The mismatch behind the sentence.
    pub mismatch: Mismatch,
    /// How many further differences have the same cause, and no sentence of their own.
    pub again: usize,
    /// The page about such a difference, as `theinference explain` finds it.
    pub topic: &'static str,
}

/// One line of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureLine {
    /// Whose line it is.
    pub mark: Mark,
    /// How deep it is nested.
    pub depth: usize,
    /// JSON text, without indentation.
    pub text: String,
}

/// Whose line of the picture it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Alike on both sides.
    Context,
    /// Only expected.
    Expected,
    /// Only in the program's answer.
    Yours,
    /// Stands for lines alike on both sides that are left out.
    Folded,
}
