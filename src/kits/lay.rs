//! Lays files into a folder, beside what is there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::KitFile;

/// What became of each file, in the order of the kit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Laid {
    /// Those that were made.
    pub made: Vec<&'static str>,
    /// Those that were there already with the same content.
    pub same: Vec<&'static str>,
    /// Those in whose place something else was, which is as it was.
    pub kept: Vec<&'static str>,
}

/// Why a file could not be made. Those before it are there.
#[derive(Debug, Error)]
#[error("{} cannot be made: {source}", path.display())]
pub struct LayError {
    /// The file or its folder.
    pub path: PathBuf,
    /// What the system says.
    pub source: io::Error,
}

/// Makes the files that the folder lacks, and the folder itself where it is missing.
///
/// # Errors
/// When a file or a folder cannot be made. A file that was begun and cannot be finished is removed.
pub fn lay(files: &[KitFile], folder: &Path) -> Result<Laid, LayError> {
    let mut laid = Laid::default();
    make_folder(folder)?;
    for file in files {
        let path = folder.join(file.path);
        if let Some(parent) = path.parent() {
            make_folder(parent)?;
        }
        match make(file, &path) {
            Ok(()) => laid.made.push(file.path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let same = is_same(file, &path);
                if same { &mut laid.same } else { &mut laid.kept }.push(file.path);
            }
            Err(source) => return Err(LayError { path, source }),
        }
    }
    Ok(laid)
}

/// Whether what is there holds the same. A pipe or a device would never end, and is not read.
fn is_same(file: &KitFile, path: &Path) -> bool {
    let has_its_size =
        |data: fs::Metadata| data.is_file() && data.len() == file.content.len() as u64;
    fs::metadata(path).is_ok_and(has_its_size)
        && fs::read(path).is_ok_and(|there| there == file.content)
}

fn make_folder(path: &Path) -> Result<(), LayError> {
    fs::create_dir_all(path).map_err(|source| LayError { path: path.to_owned(), source })
}

/// Makes a file where none is; a link, wherever it leads, is in its place.
fn make(file: &KitFile, path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    let mut made = options.write(true).create_new(true).mode(file.mode()).open(path)?;
    finish(&mut made, file.content).inspect_err(|_| {
        // What is half made would be taken for the learner's own the next time. If it cannot be
        // removed either, the error that is told says enough.
        let _ = fs::remove_file(path);
    })
}

fn finish(made: &mut File, content: &[u8]) -> io::Result<()> {
    made.write_all(content)?;
    made.flush()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    const FILES: [KitFile; 3] = [
        KitFile { path: "README.md", content: b"read me\n" },
        KitFile { path: "src/a.py", content: b"a = 1\n" },
        KitFile { path: "your_program.sh", content: b"#!/bin/sh\n" },
    ];

    #[test]
    fn a_folder_that_is_missing_is_made_with_all_files() {
        let top = tempfile::tempdir().unwrap();
        let folder = top.path().join("deep/demo");
        let laid = lay(&FILES, &folder).unwrap();
        assert_eq!(laid.made, ["README.md", "src/a.py", "your_program.sh"]);
        assert_eq!(fs::read(folder.join("src/a.py")).unwrap(), b"a = 1\n");
        let mode = |name| fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o100;
        assert_eq!((mode("README.md"), mode("your_program.sh")), (0, 0o100));
        let again = lay(&FILES, &folder).unwrap();
        assert_eq!((again.made.len(), again.same.len(), again.kept.len()), (0, 3, 0));
    }

    #[test]
    fn what_is_there_is_kept_whatever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("README.md"), "mine").unwrap();
        symlink("nowhere", folder.path().join("your_program.sh")).unwrap();
        let laid = lay(&FILES, folder.path()).unwrap();
        assert_eq!((&laid.made[..], &laid.same[..]), (&["src/a.py"][..], &[][..]));
        assert_eq!(laid.kept, ["README.md", "your_program.sh"]);
        assert_eq!(fs::read(folder.path().join("README.md")).unwrap(), b"mine");
        assert!(!folder.path().join("nowhere").exists());
    }

    #[test]
    fn what_would_never_end_is_kept_and_not_read() {
        let folder = tempfile::tempdir().unwrap();
        symlink("/dev/tty", folder.path().join("README.md")).unwrap();
        symlink("/dev/zero", folder.path().join("your_program.sh")).unwrap();
        let laid = lay(&FILES, folder.path()).unwrap();
        assert_eq!(laid.kept, ["README.md", "your_program.sh"]);
    }

    #[test]
    fn a_file_in_the_place_of_a_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("src"), "").unwrap();
        let error = lay(&FILES, folder.path()).unwrap_err();
        assert_eq!(error.path, folder.path().join("src"));
    }
}
