//! Private folders: that of one run, which holds the copy of its case, and those that more than one
//! run needs.
//!
//! The harness makes the folder, so that it knows what to remove when a supervisor dies; the
//! supervisor fills and removes it, so that it goes when the harness dies. Between these a program
//! may do to it what it likes: nothing here follows a link or trusts a mode.

use std::ffi::{CStr, CString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, openat, renameat, unlinkat};
use tempfile::TempDir;

/// Makes the folder that those of all runs are in; it goes when it is dropped.
pub(super) fn make_top() -> io::Result<TempDir> {
    fresh().tempdir()
}

/// Makes a fresh folder for one run, whose name says nothing.
pub(super) fn make(top: &Path) -> io::Result<PathBuf> {
    Ok(fresh().tempdir_in(top)?.keep())
}

fn fresh() -> tempfile::Builder<'static, 'static> {
    let for_us_alone = fs::Permissions::from_mode(0o700);
    let mut builder = tempfile::Builder::new();
    builder.prefix("").rand_bytes(12).permissions(for_us_alone);
    builder
}

/// A private folder for more than one run. It goes, with whatever programs made of it, when it is
/// dropped.
#[derive(Debug)]
pub struct PrivateFolder(PathBuf);

impl PrivateFolder {
    /// A fresh one.
    ///
    /// # Errors
    /// When the folder for temporary files has no room for it.
    pub fn new() -> io::Result<Self> {
        fs::canonicalize(fresh().tempdir()?.keep()).map(Self)
    }

    /// Where it is, absolute and without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // Whoever clears up temporary files takes what could not be removed.
        let _ = remove(&self.0);
    }
}

/// Writes the copy into the folder; the absolute path of the copy.
pub(super) fn fill(folder: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let file = folder.join("case.json");
    File::options().write(true).create_new(true).open(&file)?.write_all(bytes)?;
    Ok(file)
}

/// The folder beside that of a run which its program may write in, where something holds it in.
pub(super) fn work_of(folder: &Path) -> PathBuf {
    folder.with_extension("work")
}

/// Removes both folders of a run with whatever the program made of them.
pub(super) fn remove_both(folder: &Path) -> io::Result<()> {
    let removed = remove(&work_of(folder));
    remove(folder).and(removed)
}

/// Removes the folder with whatever the program made of it.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => fs::remove_file(folder),
        // The program took access away, or nested folders deeper than can be followed.
        Err(_) => remove_stubborn(folder),
        Ok(()) => Ok(()),
    }
}

/// Empties the folder by moving what is nested up to its top, so that depth costs nothing.
fn remove_stubborn(folder: &Path) -> io::Result<()> {
    let path = CString::new(folder.as_os_str().as_bytes())?;
    let top = open_mended(CWD, &path)?;
    let mut fresh = 0_u64;
    loop {
        let names = names(&top)?;
        if names.is_empty() {
            return Ok(unlinkat(CWD, &path, AtFlags::REMOVEDIR)?);
        }
        for name in names {
            remove_entry(&top, &name, &mut fresh)?;
        }
    }
}

fn remove_entry(top: &OwnedFd, name: &CStr, fresh: &mut u64) -> io::Result<()> {
    if unlinkat(top, name, AtFlags::empty()).is_ok() {
        return Ok(());
    }
    let folder = open_mended(top, name)?;
    for nested in names(&folder)? {
        if unlinkat(&folder, &nested, AtFlags::empty()).is_err() {
            open_mended(&folder, &nested)?;
            *fresh += 1;
            renameat(&folder, &nested, top, format!(".moved-up-{fresh}"))?;
        }
    }
    Ok(unlinkat(top, name, AtFlags::REMOVEDIR)?)
}

fn names(folder: &OwnedFd) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            names.push(entry.file_name().to_owned());
        }
    }
    Ok(names)
}

/// Opens a folder after giving us back the access to it.
fn open_mended(parent: impl AsFd, name: &CStr) -> io::Result<OwnedFd> {
    mend(parent.as_fd(), name)?;
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

/// A handle that asks for no access, then the mode through that handle: no name is looked up twice.
#[cfg(target_os = "linux")]
fn mend(parent: impl AsFd, name: &CStr) -> io::Result<()> {
    use std::os::fd::AsRawFd;
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let handle = openat(parent, name, flags, Mode::empty())?;
    let path = format!("/proc/self/fd/{}", handle.as_raw_fd());
    Ok(rustix::fs::chmod(path, Mode::RWXU)?)
}

#[cfg(not(target_os = "linux"))]
fn mend(parent: impl AsFd, name: &CStr) -> io::Result<()> {
    Ok(rustix::fs::chmodat(parent, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW)?)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn filled() -> PathBuf {
        let folder = make(&std::env::temp_dir()).unwrap();
        let file = fill(&folder, b"{}").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"{}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        folder
    }

    #[test]
    fn a_private_folder_goes_with_what_is_in_it() {
        let folder = PrivateFolder::new().unwrap();
        let path = folder.path().to_owned();
        fs::create_dir(path.join("locked")).unwrap();
        fs::set_permissions(path.join("locked"), fs::Permissions::from_mode(0o000)).unwrap();
        assert!(path.is_absolute() && path.is_dir());
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn the_folder_holds_only_the_case_and_goes_with_all_that_was_put_into_it() {
        let folder = filled();
        fs::create_dir_all(folder.join("left/behind")).unwrap();
        remove(&folder).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn folders_without_access_and_links_in_them_are_removed_and_no_link_is_followed() {
        let precious = tempfile::tempdir().unwrap();
        fs::write(precious.path().join("work.txt"), "mine").unwrap();
        let mode = || fs::metadata(precious.path()).unwrap().permissions().mode();
        let before = mode();
        let folder = filled();
        let nested = folder.join("x/y");
        fs::create_dir_all(&nested).unwrap();
        fs::write(nested.join("file"), "").unwrap();
        symlink(precious.path(), nested.join("link")).unwrap();
        for locked in [&nested, &folder.join("x"), &folder] {
            fs::set_permissions(locked, fs::Permissions::from_mode(0o000)).unwrap();
        }
        // As root the quick way would do; the other one has to hold for everybody.
        remove_stubborn(&folder).unwrap();
        assert!(!folder.exists());
        assert_eq!((mode(), fs::read_dir(precious.path()).unwrap().count()), (before, 1));
    }

    #[test]
    fn folders_nested_deeper_than_a_path_can_be_are_removed() {
        let folder = filled();
        let mut at =
            open_mended(CWD, &CString::new(folder.as_os_str().as_bytes()).unwrap()).unwrap();
        for _ in 0..2_000 {
            rustix::fs::mkdirat(&at, c"deeper", Mode::RWXU).unwrap();
            at = open_mended(&at, c"deeper").unwrap();
        }
        remove(&folder).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn a_link_or_a_file_in_the_place_of_the_folder_is_removed_and_a_target_is_not() {
        let precious = tempfile::tempdir().unwrap();
        fs::write(precious.path().join("work.txt"), "mine").unwrap();
        let folder = filled();
        remove(&folder).unwrap();
        symlink(precious.path(), &folder).unwrap();
        remove(&folder).unwrap();
        fs::write(&folder, "").unwrap();
        remove(&folder).unwrap();
        assert!(fs::symlink_metadata(&folder).is_err());
        assert_eq!(fs::read_to_string(precious.path().join("work.txt")).unwrap(), "mine");
    }

    #[test]
    fn a_file_that_is_there_already_is_never_written_through() {
        let folder = make(&std::env::temp_dir()).unwrap();
        let victim = folder.join("victim");
        symlink(&victim, folder.join("case.json")).unwrap();
        assert!(fill(&folder, b"{}").is_err());
        assert!(!victim.exists());
        remove(&folder).unwrap();
    }
}
