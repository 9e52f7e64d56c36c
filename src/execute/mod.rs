//! Runs a program once and reports what was seen.
//!
//! Owns every process that the harness starts: the supervisors (this binary again, one for each
//! parallel worker), the programs below them, and the promise that nothing is left running. Must
//! not know courses, expectations or verdicts: a [`Run`] goes in, an [`Observation`] comes out.
//!
//! The way of a run: [`Supervised`] (harness) → `channel` → `supervisor` (its own process) →
//! `process` (one poll loop) → `descendants` (kill what is left) → back over the channel.

mod cancel;
mod capture;
mod case_folder;
mod channel;
mod descendants;
mod disk;
mod feed;
mod guard;
mod inspect;
mod pipes;
mod process;

mod run;
mod sandbox;
mod session;
mod start;
mod supervised;
mod supervisor;
mod system;
mod usage;
mod wire;

pub use cancel::{Cancel, CancelHandle};
pub use case_folder::PrivateFolder;
pub use inspect::check_start;
pub use run::{Executor, Input, Run, RunLimits};
pub use sandbox::{mechanisms, offers};
pub use supervised::{Pool, Supervised, SupervisorCommand};
pub use supervisor::supervise;
pub use system::listen_to;

#[cfg(doc)]
use crate::model::Observation;
