//! The raw comparison of two documents: index by index, member by name.
//!
//! It is lawful rather than clever. For documents without repeated members it finds nothing
//! exactly when they are equal, swapping the sides swaps only the words, and each pointer
//! exists on at least one side. What a person would call a renamed or moved member is two
//! mismatches here; `explain` sees to that.
//!
//! The walk is not recursive, and a difference is a few numbers until someone asks for it.

mod differences;
mod fingerprint;
mod ignore;
mod object;
mod paths;
mod recurrence;
mod rules;
mod tree;
mod walk;

pub use differences::{Difference, Differences, KEPT_DIFFERENCES};
pub(in crate::judge) use differences::{SIDE_LIMIT, Start, side};
pub(in crate::judge) use fingerprint::fingerprint;
pub use paths::Step;
pub use recurrence::recur_in;
pub(in crate::judge) use tree::{Spot, Tree};
pub(in crate::judge) use walk::Place;
pub use walk::{are_equal, compare};
