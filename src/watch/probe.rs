//! Whether events come at all: a file is written in a folder that is watched, and its event waited
//! for.

use std::path::Path;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use super::events::{Pulse, What};

/// An event comes at once, or never.
const PATIENCE: Duration = Duration::from_secs(1);

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Events,
    Nothing,
    /// No file can be written there, so nobody knows.
    Unknown,
}

/// Writes the file in this folder, of which `pulses` should tell. What else is told is handed to
/// `others`.
pub(super) fn probe(folder: &Path, pulses: &Receiver<Pulse>, others: &mut Vec<Pulse>) -> Heard {
    // Its name is ignored, should it ever be left behind.
    match tempfile::Builder::new().prefix(".theinference-").tempfile_in(folder) {
        Ok(file) => wait_for(file.path(), pulses, others),
        Err(_) => Heard::Unknown,
    }
}

fn wait_for(file: &Path, pulses: &Receiver<Pulse>, others: &mut Vec<Pulse>) -> Heard {
    let until = Instant::now() + PATIENCE;
    while let Ok(pulse) = pulses.recv_timeout(until.saturating_duration_since(Instant::now())) {
        match &pulse.what {
            What::Saved(path) | What::Writing(path) if path == file => return Heard::Events,
            _ => others.push(pulse),
        }
    }
    Heard::Nothing
}
