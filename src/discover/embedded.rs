//! The course in the binary.

use std::path::PathBuf;

use super::tree::{CASE_FILES, Entry, ReadError, Walk};

/// Every file of the course by its path, in the order of the paths; made by `build.rs`.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/embedded_course.rs"));

/// A top folder of the course in the binary.
#[derive(Clone, Copy, Debug)]
pub(super) struct Embedded {
    top: &'static str,
}

impl Embedded {
    pub(super) const STAGES: Self = Self { top: "stages" };
    pub(super) const FIXTURES: Self = Self { top: "fixtures" };

    fn path(self, path: &str) -> String {
        if path.is_empty() { self.top.to_owned() } else { format!("{}/{path}", self.top) }
    }

    pub(super) fn shown(self, path: &str) -> PathBuf {
        self.path(path).into()
    }

    pub(super) fn entry(self, path: &str) -> Result<Entry, ReadError> {
        if self.read(path).is_ok() {
            return Ok(Entry::File);
        }
        let mut below = self.below(path);
        below.next().map(|_| Entry::Folder).ok_or(ReadError::Missing)
    }

    pub(super) fn read(self, path: &str) -> Result<&'static [u8], ReadError> {
        let path = self.path(path);
        let found = FILES.binary_search_by_key(&path.as_str(), |&(path, _)| path);
        found.map(|index| FILES[index].1).map_err(|_| ReadError::Missing)
    }

    pub(super) fn case_folders(self, path: &str) -> Walk {
        let folder_of = |file: &'static str| {
            let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
            CASE_FILES.contains(&name).then(|| folder.to_owned())
        };
        let mut folders: Vec<_> = self.below(path).filter_map(folder_of).collect();
        folders.sort();
        folders.dedup();
        Walk { folders, failures: Vec::new() }
    }

    /// The files below the folder at `path`, relative to it.
    fn below(self, path: &str) -> impl Iterator<Item = &'static str> {
        let prefix = format!("{}/", self.path(path));
        FILES.iter().filter_map(move |&(path, _)| path.strip_prefix(&*prefix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_in_the_order_in_which_they_are_searched() {
        assert!(FILES.is_sorted_by(|one, next| one.0 < next.0));
    }

    #[test]
    fn folders_and_files_are_told_apart() {
        assert_eq!(Embedded::STAGES.entry("course.json"), Ok(Entry::File));
        assert_eq!(Embedded::STAGES.entry(""), Ok(Entry::Folder));
        assert_eq!(Embedded::FIXTURES.entry("no-such-stage"), Err(ReadError::Missing));
        assert_eq!(Embedded::STAGES.read("no-such.json"), Err(ReadError::Missing));
    }
}
