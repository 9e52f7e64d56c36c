//! What runs at this moment, for whoever wants to show it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The programs that run at this moment. Clones show the same.
#[derive(Clone, Debug, Default)]
pub struct Present(Arc<Mutex<Vec<Running>>>);

/// A program that runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// The case as `stage/case`; `None` for the build step.
    pub case: Option<String>,
    /// When it will be ended.
    pub deadline: Instant,
}

impl Present {
    /// The one that will be ended first.
    #[must_use]
    pub fn first(&self) -> Option<Running> {
        self.list().iter().min_by_key(|running| running.deadline).cloned()
    }

    /// Notes that a program starts, until what is returned is dropped.
    pub(super) fn starts(&self, case: Option<String>, timeout: Duration) -> Note<'_> {
        let running = Running { case, deadline: Instant::now() + timeout };
        self.list().push(running.clone());
        Note { present: self, running }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A program is noted as running.
pub(super) struct Note<'p> {
    present: &'p Present,
    running: Running,
}

impl Drop for Note<'_> {
    fn drop(&mut self) {
        let mut list = self.present.list();
        if let Some(index) = list.iter().position(|running| *running == self.running) {
            list.swap_remove(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_shown_until_it_ends_and_the_most_urgent_first() {
        let present = Present::default();
        let build = present.starts(None, Duration::from_secs(9));
        let case = present.starts(Some("s/main".into()), Duration::from_secs(1));
        let first = || present.clone().first().and_then(|running| running.case);
        assert_eq!(first(), Some("s/main".into()));
        drop(case);
        assert!(present.first().is_some() && first().is_none());
        drop(build);
        assert_eq!(present.first(), None);
    }
}
