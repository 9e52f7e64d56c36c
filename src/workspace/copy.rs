//! A copy of a workspace, to be built in.

use std::fs::{self, File, FileTimes};
use std::io::{self, Read};
use std::os::unix::fs::symlink;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use super::state::STATE_FOLDER;

/// Marks a folder whose content can be made again, see <https://bford.info/cachedir/>.
const CACHE_TAG: (&str, &[u8]) = ("CACHEDIR.TAG", b"Signature: 8a477f597d28d172789f06886806bc55");

/// Copies what a build needs into an empty folder: files with their modes and times, and links as
/// they are. Our own folder, `.git` and caches are left out, as is what is neither file, folder nor
/// link.
///
/// # Errors
/// When something cannot be read or written, with its path.
pub fn copy(workspace: &Path, to: &Path) -> io::Result<()> {
    let entries = WalkDir::new(workspace).min_depth(1).into_iter();
    for entry in entries.filter_entry(is_wanted) {
        let entry = entry?;
        let path = entry.path();
        let target = to.join(path.strip_prefix(workspace).map_err(io::Error::other)?);
        copy_one(&entry, &target).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
    }
    Ok(())
}

fn is_wanted(entry: &DirEntry) -> bool {
    let left_out = [STATE_FOLDER, ".git"];
    match entry.depth() {
        0 => true,
        1 if left_out.iter().any(|name| entry.file_name() == *name) => false,
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
        let times = FileTimes::new().set_modified(entry.metadata()?.modified()?);
        File::open(target)?.set_times(times)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, SystemTime};

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
        copy(from.path(), to.path()).unwrap();
        let names = WalkDir::new(to.path()).min_depth(1).sort_by_file_name();
        let names: Vec<_> = names
            .into_iter()
            .map(|entry| entry.unwrap().path().strip_prefix(to.path()).unwrap().to_owned())
            .collect();
        let expected =
            ["link", "other", "other/CACHEDIR.TAG", "run", "src", "src/main.rs"].map(Path::new);
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
        let error = copy(from.path(), &to.path().join("nowhere")).unwrap_err().to_string();
        assert!(error.contains(&from.path().join("a").display().to_string()), "{error}");
    }
}
