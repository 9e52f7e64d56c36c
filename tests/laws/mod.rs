//! What must hold for any two texts, whoever made them up: the property tests, the generated
//! documents and the fuzz targets (`fuzz/`) all end here. A law that is broken is a panic.
//!
//! - `reader`: a text is JSON exactly when serde_json says so, but for known exceptions.
//! - `comparison`: the differences are empty exactly when `oracle` calls the documents equal;
//!   swapping the sides swaps only the words; each pointer exists.
//! - `explanation`: whatever differs is told and shown, within its limits.
//! - `documents`: makes documents, and edits that turn one into a near-equal one.
//!
//! Knows only the public interface of the crate.
// Each of those who include this file uses a part of it.
#![allow(dead_code)]

pub(crate) mod comparison;
pub(crate) mod documents;
pub(crate) mod explanation;
pub(crate) mod oracle;
pub(crate) mod reader;

use theinference::json::Document;
use theinference::judge::compare;
use theinference::model::CompareRules;

/// Holds all laws against two texts, which may be JSON or not.
pub(crate) fn hold(expected: &[u8], actual: &[u8], rules: &CompareRules) {
    let trees = (reader::agrees_with_serde(expected), reader::agrees_with_serde(actual));
    let (Ok(expected), Ok(actual)) = (Document::parse(expected), Document::parse(actual)) else {
        return;
    };
    comparison::is_lawful(&expected, &actual, rules);
    let differences = compare(expected.root(), actual.root(), rules);
    if let (Some(left), Some(right)) = trees {
        let equal = oracle::Equality::new(rules).holds(&left, &right);
        assert_eq!(equal, differences.is_empty(), "the oracle against {differences:?}");
    }
    explanation::tells(&differences);
}
