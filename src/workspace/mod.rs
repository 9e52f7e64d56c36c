//! The learner's folder: where it is, what `theinference.json` says, what is kept in
//! `.theinference/`, where its source files define what.
//!
//! Owns its file formats and the safe handling of a folder into which the program under test
//! may have written: what is kept there is locked, replaced as a whole and never reached through a
//! link. That it cannot be written is an error for a warning, never for a verdict. Must not know
//! what a run is or how anything is shown.

mod config;
mod copy;
mod failures;
mod find;
mod folder;
mod forms;
mod functions;
mod last;
mod progress;
mod sources;
mod state;
mod versioned;

pub use config::{Build, Config, WatchGlobs, load_config};
pub use copy::copy;
pub use failures::{Failures, count_failure, known_failures};
pub use find::{find, find_course};
pub use functions::Definition;
pub use last::{FailedCase, clear, keep};
pub use progress::{LoadedProgress, Progress, StageProgress, load_progress, record_progress};
pub use sources::{Fingerprint, Sources};
pub use state::StateError;
