//! Whose change it is: a person's, which always counts, or the program's, which must not keep the
//! runs going for ever.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::settle::During;

/// After so many runs in a row that changes during a run started, it is said.
const IN_A_ROW: usize = 3;

/// What started a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A person: a key, the command, or a save while nothing ran.
    Person,
    /// A file that a person writes changed during the run before.
    Save,
    /// A file that the run before made or changed.
    Program,
}

/// What a burst means.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Meaning {
    /// Files that a person saved, and when.
    pub(super) saved: BTreeMap<PathBuf, During>,
    /// A file that the program seems to write, for which one more run is made.
    pub(super) written: Option<PathBuf>,
    /// Files that no longer count during a run.
    pub(super) muted: Vec<PathBuf>,
}

/// Who wrote which file.
#[derive(Debug, Default)]
pub(super) struct Authors {
    /// Files that were there from the beginning or changed while nothing ran.
    sources: HashSet<PathBuf>,
    /// Files of the program for which the present run is made, or the next one will be.
    present: HashSet<PathBuf>,
    next: HashSet<PathBuf>,
    muted_files: HashSet<PathBuf>,
    muted_kinds: HashSet<Kind>,
    /// Runs in a row that changes during the run before started.
    in_a_row: usize,
}

/// A program that makes a new file each time makes them in one folder with one ending.
type Kind = (Option<PathBuf>, Option<OsString>);

fn kind(path: &Path) -> Kind {
    (path.parent().map(Path::to_owned), path.extension().map(ToOwned::to_owned))
}

impl Authors {
    pub(super) fn new(sources: impl Iterator<Item = PathBuf>) -> Self {
        Self { sources: sources.collect(), ..Self::default() }
    }

    /// Files that were there when they were first looked at.
    pub(super) fn add_sources<'f>(&mut self, files: impl Iterator<Item = &'f PathBuf>) {
        self.sources.extend(files.cloned());
    }

    /// A run begins. Says whether that is so often because of changes during runs that it is worth
    /// a word.
    pub(super) fn run_begins(&mut self, cause: Cause) -> bool {
        self.present = match cause {
            Cause::Program => std::mem::take(&mut self.next),
            Cause::Person | Cause::Save => HashSet::new(),
        };
        self.in_a_row = if cause == Cause::Person { 0 } else { self.in_a_row + 1 };
        cause == Cause::Save && self.in_a_row == IN_A_ROW
    }

    /// What the changed files of a burst mean.
    pub(super) fn read(&mut self, changed: BTreeMap<PathBuf, During>) -> Meaning {
        let mut meaning = Meaning::default();
        for (path, during) in changed {
            if during == During::Rest {
                self.muted_files.remove(&path);
                self.sources.insert(path.clone());
            }
            if self.sources.contains(&path) {
                meaning.saved.insert(path, during);
            } else {
                self.read_other(path, &mut meaning);
            }
        }
        meaning
    }

    fn read_other(&mut self, path: PathBuf, meaning: &mut Meaning) {
        let kind = kind(&path);
        if self.muted_files.contains(&path) || self.muted_kinds.contains(&kind) {
            return;
        }
        let is_again = self.present.contains(&path);
        let of_a_kind = self.present.iter().any(|other| self::kind(other) == kind);
        if is_again || of_a_kind || self.in_a_row >= IN_A_ROW {
            if !is_again {
                self.muted_kinds.insert(kind);
            }
            self.muted_files.insert(path.clone());
            return meaning.muted.push(path);
        }
        self.next.insert(path.clone());
        meaning.written.get_or_insert(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(authors: &mut Authors, names: &[&str], during: During) -> Meaning {
        authors.read(names.iter().map(|name| (PathBuf::from(name), during)).collect())
    }

    #[test]
    fn what_the_program_writes_starts_one_more_run_and_is_then_left_out() {
        let mut authors = Authors::default();
        authors.run_begins(Cause::Person);
        let meaning = changed(&mut authors, &["cache.txt"], During::Run);
        assert_eq!(meaning.written, Some("cache.txt".into()));
        authors.run_begins(Cause::Program);
        let meaning = changed(&mut authors, &["cache.txt"], During::Run);
        assert_eq!((meaning.written, meaning.muted), (None, vec!["cache.txt".into()]));
        authors.run_begins(Cause::Person);
        assert_eq!(changed(&mut authors, &["cache.txt"], During::Run), Meaning::default());
        let meaning = changed(&mut authors, &["cache.txt"], During::Rest);
        assert_eq!(meaning.saved, [("cache.txt".into(), During::Rest)].into());
    }

    #[test]
    fn a_new_file_in_each_run_starts_one_more_run_at_the_most() {
        let mut authors = Authors::default();
        authors.run_begins(Cause::Person);
        assert!(changed(&mut authors, &["out/1.log"], During::Run).written.is_some());
        authors.run_begins(Cause::Program);
        let meaning = changed(&mut authors, &["out/2.log", "out/3.log"], During::Run);
        assert_eq!((meaning.written, meaning.muted), (None, vec!["out/2.log".into()]));
        authors.run_begins(Cause::Person);
        assert_eq!(changed(&mut authors, &["out/4.log"], During::Run), Meaning::default());
    }

    #[test]
    fn files_of_ever_new_kinds_do_not_start_runs_for_ever() {
        let mut authors = Authors::default();
        authors.run_begins(Cause::Person);
        let mut runs = 0;
        while changed(&mut authors, &[&format!("x.{runs}")], During::Run).written.is_some() {
            authors.run_begins(Cause::Program);
            runs += 1;
        }
        assert_eq!(runs, IN_A_ROW);
    }

    #[test]
    fn a_source_that_is_saved_during_five_runs_is_never_left_out_and_told_once() {
        let mut authors = Authors::new(["x.py".into()].into_iter());
        authors.run_begins(Cause::Person);
        let told = (0..5).map(|_| {
            let meaning = changed(&mut authors, &["x.py"], During::Run);
            assert_eq!(meaning.saved.len(), 1);
            authors.run_begins(Cause::Save)
        });
        assert_eq!(told.collect::<Vec<_>>(), [false, false, true, false, false]);
    }
}
