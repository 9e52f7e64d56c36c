//! Differences in words and as a folded picture.
//!
//! This decides nothing: whether documents are equal is `compare`'s word, and every
//! difference that it has found is either in a sentence or in the total. What is added here
//! is what a person would see: that a member was renamed, a number rounded, a document
//! encoded twice.
//!
//! Findings are made of differences first; sentences and picture know only findings. Where
//! differences are grouped further, `findings` is the place.

mod excerpt;
mod explanation;
mod findings;
mod picture;
mod places;
mod sentences;
mod strings;
#[cfg(test)]
mod tests;

pub use explanation::{Budget, explain};
