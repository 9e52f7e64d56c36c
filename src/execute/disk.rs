//! Where a program may write, and how much it has written there.

use std::path::Path;

#[cfg(target_os = "linux")]
use rustix::fd::OwnedFd;
use rustix::process::Pid;

use super::{Run, usage};
#[cfg(target_os = "linux")]
use crate::model::Isolation;

/// Where one program may write.
#[derive(Debug)]
pub(super) struct Disk<'r> {
    folders: Vec<&'r Path>,
    /// A file system of its own, which nobody else sees.
    #[cfg(target_os = "linux")]
    own: Option<OwnedFd>,
}

impl<'r> Disk<'r> {
    /// Of a run that was started, with its private folder and its first process.
    pub(super) fn of(run: &'r Run, folder: &'r Path, _first: Pid) -> Self {
        let folders =
            run.writable.iter().map(std::path::PathBuf::as_path).chain([folder]).collect();
        Self {
            folders,
            #[cfg(target_os = "linux")]
            own: if run.isolation == Isolation::Strict { linux::own(_first) } else { None },
        }
    }

    /// Bytes in all of it.
    pub(super) fn used(&self) -> u64 {
        let folders = self.folders.iter().map(|folder| usage::size_of(folder));
        folders.sum::<u64>() + self.used_of_own()
    }

    /// Bytes in the file system of its own, which is quickly told.
    #[cfg(target_os = "linux")]
    pub(super) fn used_of_own(&self) -> u64 {
        self.own.as_ref().map_or(0, linux::used)
    }

    /// There is none.
    #[cfg(not(target_os = "linux"))]
    pub(super) fn used_of_own(&self) -> u64 {
        0
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::fd::OwnedFd;
    use rustix::fs::{CWD, Mode, OFlags, fstatfs, openat};
    use rustix::process::Pid;

    use crate::execute::sandbox::FRESH;

    /// Of a process that has ended meanwhile there is none to be seen.
    pub(super) fn own(process: Pid) -> Option<OwnedFd> {
        let path = format!("/proc/{}/root{FRESH}", process.as_raw_nonzero());
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        openat(CWD, path, flags, Mode::empty()).ok()
    }

    pub(super) fn used(own: &OwnedFd) -> u64 {
        let size = |told: rustix::fs::StatFs| {
            let blocks = told.f_blocks.saturating_sub(told.f_bfree);
            blocks * u64::try_from(told.f_bsize).unwrap_or(0)
        };
        fstatfs(own).map_or(0, size)
    }
}
