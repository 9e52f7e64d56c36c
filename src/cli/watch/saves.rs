//! Which saved state of the files a run is of.

use std::path::{Path, PathBuf};

/// The last save.
#[derive(Debug, Default)]
pub(super) struct Saves {
    /// Its number, from 1; 0 before the first one.
    number: usize,
    files: Vec<PathBuf>,
    /// What a run wrote since.
    written: Option<PathBuf>,
}

impl Saves {
    /// A person saved these files.
    pub(super) fn saved(&mut self, files: Vec<PathBuf>) {
        *self = Self { number: self.number + 1, files, written: None };
    }

    /// A run wrote this file.
    pub(super) fn written(&mut self, file: PathBuf) {
        self.written = Some(file);
    }

    /// `save 3 (src/main.py)`, the files as seen from these folders.
    pub(super) fn in_words(&self, folders: &[PathBuf]) -> String {
        let save = match self.files.as_slice() {
            [] => "the files as they were at the start".to_owned(),
            [file] => format!("save {} ({})", self.number, seen(file, folders)),
            [file, others @ ..] => {
                let file = seen(file, folders);
                format!("save {} ({file} and {} more)", self.number, others.len())
            }
        };
        match &self.written {
            Some(file) => format!("{save}, after a run wrote {}", seen(file, folders)),
            None => save,
        }
    }
}

fn seen(path: &Path, folders: &[PathBuf]) -> String {
    let below = folders.iter().find_map(|folder| path.strip_prefix(folder).ok());
    below.unwrap_or(path).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_save_is_told_by_its_number_and_its_files() {
        let folders = [PathBuf::from("/ws")];
        let mut saves = Saves::default();
        assert_eq!(saves.in_words(&folders), "the files as they were at the start");
        saves.saved(vec!["/ws/src/x.py".into()]);
        assert_eq!(saves.in_words(&folders), "save 1 (src/x.py)");
        saves.written("/ws/cache.txt".into());
        assert_eq!(saves.in_words(&folders), "save 1 (src/x.py), after a run wrote cache.txt");
        saves.saved(vec!["/other/a".into(), "/ws/b".into(), "/ws/c".into()]);
        assert_eq!(saves.in_words(&folders), "save 2 (/other/a and 2 more)");
    }
}
