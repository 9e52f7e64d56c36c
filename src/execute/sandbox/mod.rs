//! Holds a program in: what it can see, what it can write, and what it can ask the system for.
//!
//! Made before the fork, so that between fork and exec a few system calls are left. Owns the rules
//! of the level `standard`; must not know whose program it is, nor what the hidden files hold.

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;

use std::io;
#[cfg(target_os = "linux")]
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
#[cfg(target_os = "linux")]
use std::sync::Arc;

#[cfg(target_os = "linux")]
use seccompiler::BpfProgram;

use super::Run;
#[cfg(target_os = "linux")]
use super::system;
use crate::model::Isolation;
#[cfg(target_os = "linux")]
use crate::model::Network;

/// What a program may not do, ready to be put on.
#[derive(Debug)]
pub(super) struct Sandbox {
    #[cfg(target_os = "linux")]
    files: [Arc<OwnedFd>; 2],
    #[cfg(target_os = "linux")]
    calls: Arc<BpfProgram>,
    /// The folder that the program may write in.
    work: PathBuf,
}

/// What the sandboxes of one supervisor have in common, made once: it takes longer than a program
/// that does nothing.
#[derive(Debug, Default)]
pub(super) struct Sandboxes {
    #[cfg(target_os = "linux")]
    devices: Option<files::Devices>,
    #[cfg(target_os = "linux")]
    view: Option<(Vec<PathBuf>, PathBuf, Arc<OwnedFd>)>,
    #[cfg(target_os = "linux")]
    calls: Option<(Network, Arc<BpfProgram>)>,
}

impl Sandboxes {
    /// The sandbox of a run whose private folder is `folder`; `None` where it has none.
    ///
    /// # Errors
    /// When the system does not offer what it takes.
    pub(super) fn sandbox(&mut self, run: &Run, folder: &Path) -> io::Result<Option<Sandbox>> {
        match run.isolation {
            Isolation::None => Ok(None),
            Isolation::Standard => self.standard(run, folder).map(Some),
        }
    }

    #[cfg(target_os = "linux")]
    fn standard(&mut self, run: &Run, folder: &Path) -> io::Result<Sandbox> {
        let work = folder.join("work");
        std::fs::create_dir(&work)?;
        let view = self.view(&run.hidden, folder).map_err(io::Error::other)?;
        let devices = self.devices.get_or_insert_with(files::Devices::open);
        let writable = files::writable(&work, devices).map_err(io::Error::other)?;
        let calls = self.calls(run.network).map_err(io::Error::other)?;
        Ok(Sandbox { files: [view, Arc::new(writable)], calls, work })
    }

    /// A view shows what is made later in folders that were there.
    #[cfg(target_os = "linux")]
    fn view(&mut self, hidden: &[PathBuf], folder: &Path) -> Result<Arc<OwnedFd>, String> {
        let parent = folder.parent().unwrap_or(folder);
        match &self.view {
            Some((known, shown, view)) if known == hidden && shown == parent => {
                return Ok(Arc::clone(view));
            }
            _ => {}
        }
        let devices = self.devices.get_or_insert_with(files::Devices::open);
        let view = Arc::new(files::view(hidden, devices)?);
        self.view = Some((hidden.to_vec(), parent.to_owned(), Arc::clone(&view)));
        Ok(view)
    }

    #[cfg(target_os = "linux")]
    fn calls(&mut self, network: Network) -> Result<Arc<BpfProgram>, String> {
        match &self.calls {
            Some((known, calls)) if *known == network => return Ok(Arc::clone(calls)),
            _ => {}
        }
        let calls = Arc::new(calls::filter(network)?);
        system::bound_privileges();
        self.calls = Some((network, Arc::clone(&calls)));
        Ok(calls)
    }

    #[cfg(not(target_os = "linux"))]
    fn standard(&mut self, _run: &Run, _folder: &Path) -> io::Result<Sandbox> {
        Err(io::Error::other(ONLY_LINUX))
    }
}

impl Sandbox {
    /// The folder that the program may write in.
    pub(super) fn work(&self) -> &Path {
        &self.work
    }

    /// Puts it on, for this process and all that it will start. Between fork and exec.
    ///
    /// # Errors
    /// When the system refuses.
    #[cfg(target_os = "linux")]
    pub(super) fn enter(&self) -> io::Result<()> {
        system::give_up_privileges()?;
        self.files.iter().try_for_each(|rules| system::restrict_files(rules))?;
        Ok(seccompiler::apply_filter(&self.calls).map_err(|_| io::ErrorKind::Other)?)
    }

    /// Never: there is none.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn enter(&self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
const ONLY_LINUX: &str = "it takes Linux";

/// Whether a level can be had on this machine.
///
/// # Errors
/// Why not.
pub fn offers(level: Isolation) -> Result<(), String> {
    match level {
        Isolation::None => Ok(()),
        Isolation::Standard => offers_standard(),
    }
}

#[cfg(target_os = "linux")]
fn offers_standard() -> Result<(), String> {
    calls::filter(Network::Denied)?;
    files::is_offered()
}

#[cfg(not(target_os = "linux"))]
fn offers_standard() -> Result<(), String> {
    Err(ONLY_LINUX.to_owned())
}
