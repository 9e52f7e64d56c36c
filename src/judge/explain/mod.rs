//! Differences in words and as a folded picture.
//!
//! This decides nothing: whether documents are equal is `compare`'s word, and every
//! difference that it has found is either in a sentence or in the total. What is added here
//! is what a person would see: that a member was renamed, an element put in, a number rounded, a
//! document encoded twice.
//!
//! | step | file |
//! |---|---|
//! | raw differences become findings, container by container | `walk` |
//! | among members: renames | `members`, `renames` |
//! | among elements: which has become which | `elements`, `align/` |
//! | findings of one cause | `groups` |
//! | sentences | `sentences`, `advice`, `likeness`, `elsewhere` |
//! | the page about it | `topic` |
//! | the picture, and the lines of one finding | `picture`, `side` |
//! | values and strings on one line | `excerpt`, `strings` |

mod advice;
mod align;
mod effort;
mod elements;
mod elsewhere;
mod excerpt;
mod explanation;
mod finding;
mod groups;
mod likeness;
mod members;
mod picture;
mod places;
mod renames;
mod sentences;
mod side;
mod strings;
#[cfg(test)]
mod tests;
mod topic;
mod walk;
mod ways;

pub use explanation::{Budget, Repeated, explain};
