//! Grades a program against the stages of a course.
//!
//! The map, from what is said to who says it; a room knows only rooms above it in this list:
//!
//! - [`model`]: the words that everything speaks
//! - [`nearest`]: the known names that were probably meant
//! - [`json`]: lossless strict JSON in, with positions
//! - [`topics`]: the pages about reasons, causes and words of the protocol
//! - [`schemas`]: the JSON Schemas of the files that people write
//! - [`discover`]: a course on disk or built in, and every problem found in it
//! - [`plan`]: which cases of a course to run
//! - [`judge`]: is the observation what the case expects, and where not
//! - [`report`]: events turned into text, one file per format
//! - [`watch`]: files changed, so call me once
//! - [`workspace`]: the learner's folder: settings, progress, the files of the last run
//! - [`kits`]: what a learner's folder begins with
//! - [`execute`]: a run becomes an observation; the only room that starts processes
//! - [`runner`]: a plan becomes a stream of events
//! - [`cli`]: words typed, rooms called, exit code

#[cfg(windows)]
compile_error!(
    "theinference runs on Linux and macOS. On Windows, use it inside WSL: \
     run `wsl --install`, open the Linux terminal, and install it there."
);

pub mod cli;
pub mod discover;
pub mod execute;
pub mod json;
pub mod judge;
pub mod kits;
pub mod model;
pub mod nearest;
pub mod plan;
pub mod report;
pub mod runner;
pub mod schemas;
pub mod topics;
pub mod watch;
pub mod workspace;
