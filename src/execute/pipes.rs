//! Pipes that are never waited for.

use std::io::{self, Read};
use std::os::fd::BorrowedFd;

/// How many bytes wait in a pipe.
pub(super) fn waiting(pipe: Option<BorrowedFd<'_>>) -> u64 {
    pipe.and_then(|pipe| rustix::io::ioctl_fionread(pipe).ok()).unwrap_or(0)
}

/// What waits in a pipe, up to a limit; less when another reader was faster.
pub(super) fn read_up_to(pipe: &mut impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match pipe.take(limit).read_to_end(&mut bytes) {
        Err(error) if !would_wait(&error) => Err(error),
        _ => Ok(bytes),
    }
}

/// What can be read without waiting; `None` where that is nothing yet.
pub(super) fn read(pipe: &mut impl Read, buffer: &mut [u8]) -> io::Result<Option<usize>> {
    match pipe.read(buffer) {
        Ok(read) => Ok(Some(read)),
        Err(error) if would_wait(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether there is nothing to do at the moment.
pub(super) fn would_wait(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// Has reading and writing never wait.
pub(super) fn do_not_block(pipe: BorrowedFd<'_>) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    Ok(fcntl_setfl(pipe, fcntl_getfl(pipe)? | OFlags::NONBLOCK)?)
}
