//! Where a program may write, and how much it has written there.

use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, getpid};

use super::{Run, case_folder, usage};
use crate::model::Isolation;

/// Where one program may write.
#[derive(Debug)]
pub(super) struct Disk {
    folders: Vec<PathBuf>,
    /// A file system of its own, which nobody else sees.
    own: Option<OwnedFd>,
}

impl Disk {
    /// Of a run that was started, with its private folder and its first process.
    pub(super) fn of(run: &Run, folder: &Path, first: Pid) -> Self {
        let (private, own) = match run.isolation {
            Isolation::None => (Some(folder.to_owned()), None),
            Isolation::Standard => (Some(case_folder::work_of(folder)), None),
            Isolation::Strict => (None, own(first)),
        };
        Self { folders: run.writable.iter().cloned().chain(private).collect(), own }
    }

    /// Bytes in all of it.
    pub(super) fn used(&self) -> u64 {
        let folders = self.folders.iter().map(|folder| usage::size_of(folder));
        // What is in the file system of its own counts there, with or without a name.
        let unnamed = usage::unnamed_below(getpid(), self.own.as_ref());
        folders.fold(self.used_of_own(), u64::saturating_add).saturating_add(unnamed)
    }

    /// Bytes in the file system of its own, which is quickly told.
    pub(super) fn used_of_own(&self) -> u64 {
        let told = self.own.as_ref().and_then(|own| rustix::fs::fstatvfs(own).ok());
        told.map_or(0, |told| told.f_blocks.saturating_sub(told.f_bfree) * told.f_frsize)
    }
}

/// That of a process; of one that has ended meanwhile there is none to be seen.
#[cfg(target_os = "linux")]
fn own(process: Pid) -> Option<OwnedFd> {
    use rustix::fs::{CWD, Mode, OFlags, openat};
    let path = format!("/proc/{}/root{}", process.as_raw_nonzero(), super::sandbox::TMP);
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    openat(CWD, path, flags, Mode::empty()).ok()
}

/// No process has one.
#[cfg(not(target_os = "linux"))]
fn own(_process: Pid) -> Option<OwnedFd> {
    None
}
