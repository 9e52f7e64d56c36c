//! Files changed, so call me once.
//!
//! Owns file events: which folders are watched, which files count, when a burst is over, whether a
//! file holds something new, and whether a person or the program wrote it. Must not know what runs
//! when something changes, nor stages, nor a terminal.
//!
//! | question | file |
//! |---|---|
//! | what did the system say | `events`, `folders`; where it says nothing: `probe`, `poll` |
//! | which files count, and why not | `ignored` |
//! | is the burst over | `settle`, `git` |
//! | is the content new | `contents` |
//! | who wrote it | `authors` |
//! | all of it together | `watching` |

mod authors;
mod contents;
mod events;
mod folders;
mod git;
mod ignored;
mod poll;
mod probe;
mod rules;
mod settle;
#[cfg(test)]
mod tests;
mod watching;

pub use authors::Cause;
pub use rules::{FileId, Means, Rules, WatchError};
pub use watching::{News, Watch, Watched};
