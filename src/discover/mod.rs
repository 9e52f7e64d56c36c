//! Finding a course and everything that is wrong with it.
//!
//! Owns the layout of `stages/` and `fixtures/`, the keys of `course.json` and `stage.json`, and
//! the rules that make a course sound. A course in a folder and the one in the binary go through
//! the same checks. A stage is loaded whole or not at all, and every problem is found in one go.
//! Must not know what is selected, how a case is run, or how a problem is shown; and is told when
//! two answers are equal.

mod case_files;
mod cases;
mod course;
mod embedded;
mod folder;
mod listing;
mod mistakes;
mod names;
mod script;
mod settings;
mod source;
mod stage;
mod stage_json;
#[cfg(test)]
mod tests;
mod touches;
mod tree;
mod wrong_answers;

pub use course::{Discovery, load_embedded, load_folder};
pub use wrong_answers::Equality;
