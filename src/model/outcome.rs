//! A case after it was run and judged.

use std::path::PathBuf;
use std::time::Duration;

use super::{
    Explanation, Hint, LookAt, Observation, Repetition, Resources, Reveal, Verdict, Visibility,
};

/// What every report says of a case, whatever its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseTitle {
    /// The slug of its stage.
    pub stage: String,
    /// Its name.
    pub name: String,
    /// What it is about.
    pub summary: Option<String>,
    /// Whether a learner may see what is in it.
    pub visibility: Visibility,
}

/// A case after it was run and judged.
///
/// Of a hidden case that is not revealed it carries neither the observation nor the explanation nor
/// where to look, so that no reporter can show what it was not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Which case.
    pub case: CaseTitle,
    /// What was found.
    pub verdict: Verdict,
    /// How long it ran, where it ran.
    pub elapsed: Option<Duration>,
    /// What it used, where it ran.
    pub resources: Option<Resources>,
    /// What was seen, of a visible or revealed case that did not pass.
    pub observation: Option<Observation>,
    /// What went wrong, of a visible or revealed case that did not pass.
    pub explanation: Option<Explanation>,
    /// What to think about, when it did not pass: of the mistakes that were recognised, the most
    /// specific first, else the case's own.
    pub hints: Vec<Hint>,
    /// Where to look in the program, the first difference first.
    pub look_at: Vec<LookAt>,
    /// What came of all its runs, where it ran several times.
    pub repetition: Option<Repetition>,
    /// What is to be told of showing a hidden case that failed, when anything is.
    pub reveal: Option<Reveal>,
    /// What did not change the verdict and should be known.
    pub warnings: Vec<String>,
    /// The folder where its files are kept, when they are.
    pub kept: Option<PathBuf>,
}
