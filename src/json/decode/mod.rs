//! Reading a document that a person wrote into plain data: whatever is not as it should be
//! becomes a [`Problem`](crate::model::Problem) with its place and its remedy, and reading goes on.
//!
//! Owns the words about types, keys and syntax, so that every file of ours complains alike. Must
//! not know what the keys of any file mean, but for `limits`, which several have alike.

mod field;
mod limits;
mod object;
mod problems;
mod syntax;

pub use field::{Field, UP_TO_A_TRILLION};
pub use limits::limits;
pub use object::{Entry, Object};
pub use problems::{FileProblems, quoted, quoted_list};
pub use syntax::{read, read_any};
