//! Ends runs that are under way, from any thread.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Mutex};

/// What a run watches in order to notice that it was cancelled.
///
/// It is the reading end of a pipe: closing the other end wakes every poll that includes it, with
/// nothing to read and so nothing to race for.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<OwnedFd>);

/// What cancels.
#[derive(Clone, Debug)]
pub struct CancelHandle(Arc<Mutex<Option<OwnedFd>>>);

impl Cancel {
    /// A pair of both.
    ///
    /// # Errors
    /// When no pipe can be made.
    pub fn new() -> io::Result<(CancelHandle, Self)> {
        let (read, write) = io::pipe()?;
        Ok((CancelHandle(Arc::new(Mutex::new(Some(write.into())))), Self(Arc::new(read.into()))))
    }

    /// Whether the handle was used.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut watched = [PollFd::new(&self.0, PollFlags::IN)];
        let now = Timespec { tv_sec: 0, tv_nsec: 0 };
        matches!(poll(&mut watched, Some(&now)), Ok(ready) if ready > 0)
    }
}

impl AsFd for Cancel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl CancelHandle {
    /// Ends every run that watches; a second call changes nothing.
    pub fn cancel(&self) {
        let mut end = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *end = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_clone_notices_a_cancel_and_none_notices_it_before() {
        let (handle, cancel) = Cancel::new().unwrap();
        let clone = cancel.clone();
        assert!(!cancel.is_cancelled() && !clone.is_cancelled());
        handle.cancel();
        handle.cancel();
        assert!(cancel.is_cancelled() && clone.is_cancelled());
    }
}
