//! Why a program was not started.

/// Why there is no observation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The program is at fault.
    Program(CouldNotStart),
    /// The harness is at fault.
    Harness(String),
}

/// A program that cannot be started: what is wrong with it, and what mends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CouldNotStart {
    /// What is wrong, as a sentence that names the file.
    pub sentence: String,
    /// What to do, usually a command to run.
    pub remedy: String,
}
