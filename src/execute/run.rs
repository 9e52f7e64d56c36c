//! What is asked of an executor.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::Cancel;
use crate::model::{Isolation, Network, Observation, Script, StartError};

/// Runs programs, one at a time.
pub trait Executor {
    /// Runs a program to its end and clears up after it.
    ///
    /// # Errors
    /// When the program could not be started, or when the harness itself failed.
    fn execute(&mut self, run: &Run, cancel: &Cancel) -> Result<Observation, StartError>;
}

/// One run of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The program and its arguments. A program without a slash is looked for in `PATH`, one with
    /// a slash is taken from `directory`.
    pub argv: Vec<OsString>,
    /// What it is given.
    pub input: Input,
    /// Its working directory, absolute.
    pub directory: PathBuf,
    /// All variables that it sees.
    pub environment: Vec<(OsString, OsString)>,
    /// What it may use.
    pub limits: RunLimits,
    /// What holds it in.
    pub isolation: Isolation,
    /// Whether it may use the network, where something holds it in.
    pub network: Network,
    /// Files and folders that it may not read, where something holds it in; absolute.
    pub hidden: Vec<PathBuf>,
    /// Folders that it may write in beside its private one, where something holds it in; absolute.
    pub writable: Vec<PathBuf>,
    /// A folder that is to go when the harness is gone and could not remove it; absolute.
    pub disposable: Option<PathBuf>,
}

impl Run {
    /// A command that nothing holds in and that is given nothing, with its arguments.
    #[must_use]
    pub fn plain(
        argv: Vec<OsString>,
        directory: PathBuf,
        environment: Vec<(OsString, OsString)>,
        limits: RunLimits,
    ) -> Self {
        Self {
            argv,
            input: Input::Nothing,
            directory,
            environment,
            limits,
            isolation: Isolation::None,
            network: Network::Allowed,
            hidden: Vec::new(),
            writable: Vec::new(),
            disposable: None,
        }
    }
}

/// What a program is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Nothing: stdin is at its end.
    Nothing,
    /// These bytes on stdin, and the path of a private file with the same bytes as the last
    /// argument.
    Case(Arc<[u8]>),
    /// What a script says, one step after another; stdin stays open until then.
    Session(Arc<Script>),
}

/// What a run may use; see [`Limits`](crate::model::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    /// Wall time.
    pub timeout: Duration,
    /// Bytes of stdout.
    pub output_bytes: u64,
    /// Processor time of all its processes.
    pub cpu: Option<Duration>,
    /// Memory of all its processes, in bytes.
    pub memory_bytes: Option<u64>,
    /// Bytes of one file.
    pub file_bytes: Option<u64>,
    /// Processes at a time.
    pub processes: Option<u64>,
    /// Bytes in its private folder.
    pub disk_bytes: Option<u64>,
}

impl RunLimits {
    /// Only these two; nothing else is limited.
    #[must_use]
    pub const fn of(timeout: Duration, output_bytes: u64) -> Self {
        Self {
            timeout,
            output_bytes,
            cpu: None,
            memory_bytes: None,
            file_bytes: None,
            processes: None,
            disk_bytes: None,
        }
    }
}
