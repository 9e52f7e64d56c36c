//! The words that every room speaks: plain data, no behaviour beyond naming itself.
//!
//! Owns the vocabulary of the glossary: course, stage, case, program, observation, verdict,
//! mismatch, mistake, event, problem. Must not know any other room, a file format, or a terminal.

mod compare_rules;
mod course;
mod event;
mod explanation;
mod limits;
mod look_at;
mod mismatch;
mod mistake;
mod observation;
mod outcome;
mod position;
mod problem;
mod repetition;
mod reveal;
mod session;
mod start;
mod tool;
mod verdict;

pub use compare_rules::{CompareRules, MemberOrder, Numbers};
pub use course::{
    Case, Course, Driver, Expectation, HIDDEN_HEADING, MAIN_CASE, Origin, Stage, Visibility,
};
pub use event::{Event, Invocation, RunSummary, StageSummary, StageTitle, Tally};
pub use explanation::{Difference, Explanation, Mark, PictureLine};
pub use limits::{Limit, Limits};
pub use look_at::{LookAt, SourceLine, Touch};
pub use mismatch::{Mismatch, MismatchKind, Side};
pub use mistake::{Cause, Hint, Mistake, Symptom};
pub use observation::{Ending, Isolation, Network, Observation, Resources, Stderr};
pub use outcome::{CaseTitle, Outcome};
pub use position::Position;
pub use problem::Problem;
pub use repetition::Repetition;
pub use reveal::{FAILURES_BEFORE_REVEAL, Reveal};
pub use session::{Message, Piece, Reached, Request, Script, Step};
pub use start::{CouldNotStart, StartError};
pub use tool::how_to_get;
pub use verdict::{Answer, Failure, Fault, LineFault, Reason, Verdict};
