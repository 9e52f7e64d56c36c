//! A copy of a workspace, to be built in: without what is not for its program, and not without end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
use walkdir::{DirEntry, WalkDir};

use super::state::STATE_FOLDER;

/// Marks a folder whose content can be made again, see <https://bford.info/cachedir/>.
const CACHE_TAG: (&str, &[u8]) = ("CACHEDIR.TAG", b"Signature: 8a477f597d28d172789f06886806bc55");

/// How many bytes a copy may have.
pub(super) const LARGEST_COPY: u64 = 4 << 30;

/// Copies what a build needs into an empty folder: files with their modes and times, and links as
/// they are. What is in `left_out` is not copied, nor are our own folders, `.git`, caches, and what
/// is neither file, folder nor link. `goes_on` is asked before each.
///
/// # Errors
/// When something cannot be read or written, with its path; when there is too much of it; when it is
/// not to go on.
pub fn copy(
    workspace: &Path,
    to: &Path,
    left_out: &[PathBuf],
    goes_on: &dyn Fn() -> bool,
) -> io::Result<()> {
    let left_out: Vec<_> = left_out.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    let is_left_out = |path: &Path| fs::canonicalize(path).is_ok_and(|it| left_out.contains(&it));
    let entries = WalkDir::new(workspace).min_depth(1).into_iter();
    let mut size = 0_u64;
    for entry in entries.filter_entry(|entry| is_wanted(entry) && !is_left_out(entry.path())) {
        let entry = entry?;
        if !goes_on() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        size += entry.metadata().map_or(0, |data| data.len());
        if size > LARGEST_COPY {
            return Err(io::Error::other(format!("it has more than {} GiB", LARGEST_COPY >> 30)));
        }
        let path = entry.path();
        let target = to.join(path.strip_prefix(workspace).map_err(io::Error::other)?);
        copy_one(&entry, &target).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
    }
    Ok(())
}

fn is_wanted(entry: &DirEntry) -> bool {
    match entry.depth() {
        0 => true,
        _ if [STATE_FOLDER, ".git"].iter().any(|name| entry.file_name() == *name) => false,
        _ => !entry.file_type().is_dir() || !is_cache(entry.path()),
    }
}

fn is_cache(folder: &Path) -> bool {
    let (name, signature) = CACHE_TAG;
    let mut start = vec![0; signature.len()];
    let path = folder.join(name);
    // A pipe of that name would be waited for.
    let is_file = fs::symlink_metadata(&path).is_ok_and(|data| data.is_file());
    let read = |mut file: File| file.read_exact(&mut start);
    is_file && File::open(path).and_then(read).is_ok() && start == signature
}

fn copy_one(entry: &DirEntry, target: &Path) -> io::Result<()> {
    let (path, kind) = (entry.path(), entry.file_type());
    if kind.is_dir() {
        fs::create_dir(target)
    } else if kind.is_symlink() {
        symlink(fs::read_link(path)?, target)
    } else if kind.is_file() {
        fs::copy(path, target)?;
        // Build tools compare times.
        set_modified(target, entry.metadata()?.modified()?)
    } else {
        Ok(())
    }
}

/// By its name: a file need not be open to its owner.
fn set_modified(file: &Path, time: SystemTime) -> io::Result<()> {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let modified = Timespec {
        tv_sec: i64::try_from(since.as_secs()).map_err(io::Error::other)?,
        tv_nsec: since.subsec_nanos().into(),
    };
    let times = Timestamps { last_access: modified, last_modification: modified };
    Ok(utimensat(CWD, file, &times, AtFlags::SYMLINK_NOFOLLOW)?)
}

#[cfg(test)]
mod tests {
    use std::fs::FileTimes;
    use std::os::unix::fs::PermissionsExt;
    use std::time::Duration;

    use super::*;

    #[test]
    fn modes_times_and_links_are_kept_and_what_can_be_made_again_is_left_out() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let write = |path: &str, text: &[u8]| {
            let path = from.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("src/main.rs", b"fn main() {}");
        write("run", b"#!/bin/sh");
        write(".theinference/last/x", b"");
        write(".git/HEAD", b"");
        write("target/CACHEDIR.TAG", b"Signature: 8a477f597d28d172789f06886806bc55\n# cargo");
        write("other/CACHEDIR.TAG", b"no signature");
        fs::set_permissions(from.path().join("run"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink("run", from.path().join("link")).unwrap();
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let file = File::open(from.path().join("src/main.rs")).unwrap();
        file.set_times(FileTimes::new().set_modified(old)).unwrap();
        write("course/fixtures/expected.json", b"1");
        symlink("course/fixtures", from.path().join("answers")).unwrap();
        let left_out = [from.path().join("answers")];
        copy(from.path(), to.path(), &left_out, &|| true).unwrap();
        let names = WalkDir::new(to.path()).min_depth(1).sort_by_file_name();
        let names: Vec<_> = names
            .into_iter()
            .map(|entry| entry.unwrap().path().strip_prefix(to.path()).unwrap().to_owned())
            .collect();
        let expected =
            ["course", "link", "other", "other/CACHEDIR.TAG", "run", "src", "src/main.rs"]
                .map(Path::new);
        assert_eq!(names, expected);
        let data = |path: &str| fs::metadata(to.path().join(path)).unwrap();
        assert_eq!(data("run").permissions().mode() & 0o777, 0o755);
        assert_eq!(data("src/main.rs").modified().unwrap(), old);
        assert_eq!(fs::read_link(to.path().join("link")).unwrap(), Path::new("run"));
    }

    #[test]
    fn what_cannot_be_copied_is_named() {
        let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(from.path().join("a"), "").unwrap();
        let to = to.path();
        let error = copy(from.path(), &to.join("nowhere"), &[], &|| true).unwrap_err().to_string();
        assert!(error.contains(&from.path().join("a").display().to_string()), "{error}");
        let error = copy(from.path(), to, &[], &|| false).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
        File::create(from.path().join("b")).unwrap().set_len(LARGEST_COPY + 1).unwrap();
        let error = copy(from.path(), to, &[], &|| true).unwrap_err().to_string();
        assert_eq!(error, "it has more than 4 GiB");
    }
}
