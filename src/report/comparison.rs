//! Two documents that were compared without a course: for people, and as data.

use std::io::{self, Write};

use super::escape::printable;
use super::human::style::DIM;
use super::human::{Page, difference};
use super::wire::{WireComparison, ascii};
use crate::model::{Difference, Explanation};

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
        if self.told.total == 0 {
            let (expected, actual) = (printable(self.expected), printable(self.actual));
            return writeln!(out, "{expected} and {actual} are equal");
        }
        difference::sentences(out, self.told, page)?;
        difference::picture(out, &self.told.picture, page)?;
        for difference in &self.told.differences {
            writeln!(out, "  {DIM}{}{DIM:#}", self.place(difference))?;
        }
        Ok(())
    }

    /// `A.json:9:7   B.json:1:131`
    fn place(&self, difference: &Difference) -> String {
        let mismatch = &difference.mismatch;
        let sides = [(self.expected, &mismatch.expected), (self.actual, &mismatch.actual)];
        let places: Vec<_> = sides
            .iter()
            .filter_map(|(name, side)| Some((name, side.as_ref()?.position)))
            .map(|(name, at)| format!("{}:{}:{}", printable(name), at.line, at.column))
            .collect();
        places.join("   ")
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
