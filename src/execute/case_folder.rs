//! The private copy of a case: a fresh folder that holds one file, for one run.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A fresh folder that holds `case.json` and nothing else. Its name says nothing.
#[derive(Debug)]
pub(super) struct CaseFolder {
    folder: TempDir,
    file: PathBuf,
}

impl CaseFolder {
    /// Writes the copy into a new folder below `base`.
    pub(super) fn create(base: &Path, bytes: &[u8]) -> io::Result<Self> {
        let folder = match new_folder(base) {
            // An earlier program may have removed more than its own folder.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::DirBuilder::new().mode(0o700).create(base)?;
                new_folder(base)?
            }
            other => other?,
        };
        let file = folder.path().join("case.json");
        let mut copy = File::options().write(true).create_new(true).open(&file)?;
        copy.write_all(bytes)?;
        Ok(Self { folder, file })
    }

    /// The absolute path of the copy.
    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Removes the folder with whatever the program put into it. Links are removed, not followed.
    pub(super) fn remove(self) {
        let path = self.folder.path().to_owned();
        if self.folder.close().is_err() {
            // The program may have taken our right to look into the folder, which is still ours.
            restore_access(&path);
            let _ = fs::remove_dir_all(&path);
        }
    }
}

fn new_folder(base: &Path) -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("").rand_bytes(12).tempdir_in(base)
}

/// Gives the folder back the access that a program took from us. Opened without following links,
/// so that a link put in a folder's place changes nothing elsewhere.
fn restore_access(path: &Path) {
    use rustix::fs::{Mode, OFlags, fchmod, open};
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    if let Ok(folder) = open(path, flags, Mode::empty()) {
        let _ = fchmod(&folder, Mode::RWXU);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_holds_only_the_case_and_goes_with_all_that_was_put_into_it() {
        let base = tempfile::tempdir().unwrap();
        let case = CaseFolder::create(base.path(), b"{}").unwrap();
        let folder = case.file().parent().unwrap().to_owned();
        assert_eq!(fs::read(case.file()).unwrap(), b"{}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::create_dir_all(folder.join("left/behind")).unwrap();
        case.remove();
        assert!(!folder.exists());
    }

    #[test]
    fn a_program_that_removed_the_base_does_not_keep_the_next_case_from_running() {
        let base = tempfile::tempdir().unwrap();
        fs::remove_dir(base.path()).unwrap();
        let case = CaseFolder::create(base.path(), b"{}").unwrap();
        assert_eq!(fs::read(case.file()).unwrap(), b"{}");
        case.remove();
    }

    #[test]
    fn a_link_put_in_the_place_of_the_folder_is_removed_and_its_target_is_not() {
        let base = tempfile::tempdir().unwrap();
        let precious = tempfile::tempdir().unwrap();
        fs::write(precious.path().join("work.txt"), "mine").unwrap();
        let case = CaseFolder::create(base.path(), b"{}").unwrap();
        let folder = case.file().parent().unwrap().to_owned();
        fs::rename(&folder, base.path().join("elsewhere")).unwrap();
        std::os::unix::fs::symlink(precious.path(), &folder).unwrap();
        case.remove();
        assert_eq!(fs::read_to_string(precious.path().join("work.txt")).unwrap(), "mine");
    }
}
