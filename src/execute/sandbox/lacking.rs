//! Where nothing can hold a program in.

use std::convert::Infallible;
use std::io;
use std::path::Path;

use crate::execute::Run;
use crate::model::Isolation;

const ONLY_LINUX: &str = "it takes Linux";

/// There is none.
#[derive(Debug)]
pub(in crate::execute) struct Sandbox(Infallible);

#[derive(Debug, Default)]
pub(in crate::execute) struct Sandboxes {}

impl Sandboxes {
    pub(in crate::execute) fn sandbox(
        &mut self,
        run: &Run,
        _folder: &Path,
    ) -> io::Result<Option<Sandbox>> {
        offers(run.isolation).map(|()| None).map_err(io::Error::other)
    }
}

impl Sandbox {
    pub(in crate::execute) fn work(&self) -> &Path {
        match self.0 {}
    }

    pub(in crate::execute) fn enter(&self) -> io::Result<()> {
        match self.0 {}
    }
}

/// Whether a level can be had on this machine.
///
/// # Errors
/// Why not.
pub fn offers(level: Isolation) -> Result<(), String> {
    if level == Isolation::None { Ok(()) } else { Err(ONLY_LINUX.to_owned()) }
}

/// What the levels are made of: nothing of it is here.
#[must_use]
pub fn mechanisms() -> Vec<(&'static str, Result<String, String>)> {
    Vec::new()
}
