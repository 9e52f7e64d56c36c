//! A case that was run several times.

/// What came of running a case several times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// How often it ran.
    pub runs: usize,
    /// How often it failed.
    pub failed: usize,
    /// Where the answers differed from one run to another: JSON Pointers (RFC 6901), the first ones
    /// in order; the empty one is the whole answer.
    pub varying: Vec<String>,
}

impl Repetition {
    /// Whether it sometimes failed and sometimes did not.
    #[must_use]
    pub const fn is_flaky(&self) -> bool {
        self.failed > 0 && self.failed < self.runs
    }
}
