//! When a burst of changes is over. Knows no clock: whoever calls says what time it is.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// One finished save is taken for all there is after so long.
const ALONE: Duration = Duration::from_millis(10);
/// Several are over when nothing happened for so long.
const QUIET: Duration = Duration::from_millis(100);
/// However long it goes on, a burst is taken for over after so long.
const LONGEST: Duration = Duration::from_secs(2);
/// A file that is written and never closed counts after so long without a write.
const UNCLOSED: Duration = Duration::from_millis(500);
/// A file that is saved more often than this within one burst is more than one save.
const SAVES: usize = 3;

/// Whether something ran when a file changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum During {
    Run,
    Rest,
}

/// The changes since the last burst was over.
#[derive(Debug, Default)]
pub(super) struct Burst {
    saved: BTreeMap<PathBuf, During>,
    writing: HashMap<PathBuf, (Instant, During)>,
    saves: usize,
    /// When the first save was finished, and when the last thing happened.
    since: Option<(Instant, Instant)>,
}

impl Burst {
    /// A file is finished.
    pub(super) fn saved(&mut self, path: PathBuf, during: During, now: Instant) {
        self.writing.remove(&path);
        let known = self.saved.entry(path).or_insert(during);
        if during == During::Rest {
            *known = During::Rest;
        }
        self.saves += 1;
        let first = self.since.map_or(now, |(first, _)| first);
        self.since = Some((first, now));
    }

    /// A file is being written.
    pub(super) fn writing(&mut self, path: PathBuf, during: During, now: Instant) {
        self.writing.insert(path, (now, during));
        if let Some((_, last)) = &mut self.since {
            *last = now;
        }
    }

    /// Whether a file is being written.
    pub(super) fn is_writing(&self, path: &Path) -> bool {
        self.writing.contains_key(path)
    }

    /// A file that nobody knew before is gone again: a temporary one.
    pub(super) fn forget(&mut self, path: &Path) {
        self.writing.remove(path);
        if self.saved.remove(path).is_some() && self.saved.is_empty() {
            (self.since, self.saves) = (None, 0);
        }
    }

    /// When the burst is over, if nothing more happens.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let unclosed = self.writing.values().map(|(last, _)| *last + UNCLOSED).min();
        let Some((first, last)) = self.since else { return unclosed };
        let is_alone = self.saved.len() == 1 && self.saves <= SAVES && self.writing.is_empty();
        let quiet = if is_alone { ALONE } else { QUIET };
        Some((last + quiet).min(first + LONGEST))
    }

    /// The files of a burst that is over.
    pub(super) fn take(&mut self, now: Instant) -> BTreeMap<PathBuf, During> {
        if self.deadline().is_none_or(|deadline| now < deadline) {
            return BTreeMap::new();
        }
        let mut saved = std::mem::take(&mut self.saved);
        (self.since, self.saves) = (None, 0);
        self.writing.retain(|path, (last, during)| {
            let is_over = *last + UNCLOSED <= now;
            if is_over {
                saved.insert(path.clone(), *during);
            }
            !is_over
        });
        saved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn saved(burst: &mut Burst, name: &str, now: Instant) {
        burst.saved(name.into(), During::Rest, now);
    }

    #[test]
    fn one_save_is_taken_for_all_there_is_after_ten_milliseconds() {
        let (mut burst, now) = (Burst::default(), Instant::now());
        assert_eq!(burst.deadline(), None);
        burst.writing("x".into(), During::Rest, now);
        saved(&mut burst, "x", now + MS);
        assert_eq!(burst.deadline(), Some(now + 11 * MS));
        assert!(burst.take(now + 10 * MS).is_empty());
        assert_eq!(burst.take(now + 11 * MS).len(), 1);
        assert_eq!(burst.deadline(), None);
    }

    #[test]
    fn several_files_wait_for_quiet_and_two_seconds_at_the_most() {
        let (mut burst, now) = (Burst::default(), Instant::now());
        for n in 0..30 {
            saved(&mut burst, &n.to_string(), now + 90 * n * MS);
        }
        assert_eq!(burst.deadline(), Some(now + LONGEST));
        assert_eq!(burst.take(now + LONGEST).len(), 30);
        saved(&mut burst, "x", now);
        saved(&mut burst, "y", now + 5 * MS);
        assert_eq!(burst.deadline(), Some(now + 105 * MS));
    }

    #[test]
    fn a_temporary_file_that_is_renamed_leaves_one_save() {
        let (mut burst, now) = (Burst::default(), Instant::now());
        saved(&mut burst, "x.tmp", now);
        burst.forget(Path::new("x.tmp"));
        assert_eq!(burst.deadline(), None);
        saved(&mut burst, "x", now + MS);
        assert_eq!(burst.deadline(), Some(now + 11 * MS));
    }

    #[test]
    fn a_file_that_is_being_written_holds_the_burst_and_counts_if_it_is_never_closed() {
        let (mut burst, now) = (Burst::default(), Instant::now());
        burst.writing("x".into(), During::Run, now);
        assert_eq!(burst.deadline(), Some(now + UNCLOSED));
        saved(&mut burst, "y", now);
        assert_eq!(burst.deadline(), Some(now + QUIET));
        assert_eq!(burst.take(now + QUIET).len(), 1);
        assert_eq!(burst.take(now + UNCLOSED), [("x".into(), During::Run)].into());
    }
}
