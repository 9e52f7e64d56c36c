//! Says whether an observation is what a case expects.
//!
//! Owns the meaning of "exactly": reading the answer, comparing it, and putting what differs into
//! words. Pure: no files, no processes, no clock. Must not know how a program was run or how a
//! result is shown.
//!
//! `compare` decides and is lawful; `explain` tells and decides nothing; `causes` has the sentences
//! for everything that is not a difference; `mistakes` recognises those that the course knows.

mod answer;
mod causes;
pub mod compare;
mod explain;
mod mistakes;
mod session;
mod tools;
mod touched;
mod unwritten;
mod variation;
mod verdict;
mod words;

pub use answer::{AnswerProblem, read_answer};
pub use causes::ended;
pub use compare::{Differences, compare};
pub use explain::{Budget, Repeated, explain};
pub use touched::{function_in, touched};
pub use variation::Variation;
pub use verdict::{Judgement, judge};
pub use words::{sentence, sentence_about};
