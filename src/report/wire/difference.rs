//! The shapes of what differs.

use serde::Serialize;

use super::{SCHEMA_VERSION, ascii};
use crate::model::{Difference, Explanation, Position, Side};

/// One place where two documents differ.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WireMismatch {
    pointer: String,
    /// The pointer of the actual side, where its place is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    actual_pointer: Option<String>,
    kind: &'static str,
    message: String,
    /// How many further differences have the same cause; they are not listed.
    again: usize,
    expected: Option<WireSide>,
    actual: Option<WireSide>,
}

impl From<&Difference> for WireMismatch {
    fn from(difference: &Difference) -> Self {
        let mismatch = &difference.mismatch;
        Self {
            pointer: mismatch.pointer.clone(),
            actual_pointer: mismatch.actual_pointer.clone(),
            kind: mismatch.kind.as_str(),
            message: difference.sentence.clone(),
            again: difference.again,
            expected: mismatch.expected.as_ref().map(Into::into),
            actual: mismatch.actual.as_ref().map(Into::into),
        }
    }
}

/// What differs between two documents, without a course.
#[derive(Clone, Debug, Serialize)]
pub(in crate::report) struct WireComparison {
    schema_version: u32,
    equal: bool,
    mismatches: Vec<WireMismatch>,
    mismatches_total: usize,
}

impl From<&Explanation> for WireComparison {
    fn from(told: &Explanation) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            equal: told.total == 0,
            mismatches: told.differences.iter().map(Into::into).collect(),
            mismatches_total: told.total,
        }
    }
}

/// `json` is ASCII-escaped JSON text inside a string, so that no reader breaks on what is in it.
#[derive(Clone, Debug, Serialize)]
struct WireSide {
    json: String,
    cut: bool,
    line: usize,
    column: usize,
    offset: usize,
}

impl From<&Side> for WireSide {
    fn from(side: &Side) -> Self {
        let Position { line, column, offset } = side.position;
        Self { json: ascii(&side.text), cut: side.cut, line, column, offset }
    }
}
