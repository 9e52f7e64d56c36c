//! Two documents that were compared without a course: for people, and as data.

use std::io::{self, Write};

use super::escape::printable;
use super::human::{Page, difference};
use super::wire::{WireComparison, ascii};
use crate::model::Explanation;

/// What came of comparing two files.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'c> {
    /// How the expected side is called.
    pub expected: &'c str,
    /// How the other side is called.
    pub actual: &'c str,
    /// What differs; no difference at all says that the two are equal.
    pub told: &'c Explanation,
}

impl Comparison<'_> {
    /// Writes sentences, picture and places, or that the two are equal.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write_human(&self, out: &mut impl Write, page: Page) -> io::Result<()> {
        let (expected, actual) = (printable(self.expected), printable(self.actual));
        if self.told.total == 0 {
            return writeln!(out, "{expected} and {actual} are equal");
        }
        difference::sentences(out, self.told, page)?;
        difference::picture(out, &self.told.picture, page)?;
        difference::places(out, self.told, "", [&expected, &actual])
    }

    /// Writes one JSON document.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let document = WireComparison::from(self.told);
        writeln!(out, "{}", ascii(&serde_json::to_string_pretty(&document)?))
    }
}
