//! What is in the files that are watched: a save that changes nothing starts nothing.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::rules::FileId;

/// Larger files are told apart by their size and time alone, in bytes.
const LARGEST: u64 = 16 << 20;
/// So much is read at the beginning, which must not keep the first run waiting, in bytes.
const AT_FIRST: u64 = 256 << 20;

/// What is known of every file.
#[derive(Debug, Default)]
pub(super) struct Contents {
    files: BTreeMap<PathBuf, State>,
    /// Files that we write ourselves.
    ours: Vec<FileId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    stamp: Stamp,
    /// `None` for a file that is too large, cannot be read, or was not read yet.
    hash: Option<u64>,
}

/// What the system says of a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    size: u64,
    modified: (i64, i64),
    inode: u64,
    mode: u32,
}

/// Whether a file is another one than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    New,
    Same,
}

impl Contents {
    /// Reads every file, as far as that does not take long.
    pub(super) fn of(files: impl Iterator<Item = PathBuf>, ours: &[FileId]) -> Self {
        let mut left = AT_FIRST;
        let look = |file: PathBuf| {
            let stamp = Stamp::at(&file)?;
            let hash = if stamp.size <= left { hash(&file, stamp.size) } else { None };
            left -= hash.map_or(0, |_| stamp.size);
            Some((file, State { stamp, hash }))
        };
        Self { files: files.filter_map(look).collect(), ours: ours.to_vec() }
    }

    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.keys()
    }

    pub(super) fn knows(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    /// The known files in a folder and below.
    pub(super) fn below(&self, folder: &Path) -> Vec<PathBuf> {
        let from = self.files.range(folder.to_owned()..).map(|(file, _)| file);
        from.take_while(|file| file.starts_with(folder)).cloned().collect()
    }

    /// Looks at a file, and says whether it is another one than at the last look.
    pub(super) fn update(&mut self, path: &Path) -> Content {
        let Some(found) = fs::metadata(path).ok().filter(Metadata::is_file) else {
            let gone = self.files.remove(path);
            return if gone.is_some() { Content::New } else { Content::Same };
        };
        if self.ours.contains(&FileId::from(&found)) {
            return Content::Same;
        }
        let stamp = Stamp::of(&found);
        let known = self.files.get(path).copied();
        if known.is_some_and(|known| known.stamp == stamp) {
            return Content::Same;
        }
        let state = State { stamp, hash: hash(path, stamp.size) };
        self.files.insert(path.to_owned(), state);
        if known.is_some_and(|known| known.is_like(&state)) { Content::Same } else { Content::New }
    }
}

impl State {
    /// Whether both hold the same and may be executed in the same way.
    fn is_like(&self, other: &Self) -> bool {
        self.hash.is_some() && self.hash == other.hash && self.stamp.mode == other.stamp.mode
    }
}

impl Stamp {
    /// That of a plain file, if it is there.
    pub(super) fn at(path: &Path) -> Option<Self> {
        fs::metadata(path).ok().filter(Metadata::is_file).map(|found| Self::of(&found))
    }

    fn of(found: &Metadata) -> Self {
        let modified = (found.mtime(), found.mtime_nsec());
        Self { size: found.size(), modified, inode: found.ino(), mode: found.mode() }
    }
}

fn hash(path: &Path, size: u64) -> Option<u64> {
    if size > LARGEST {
        return None;
    }
    hash_of(File::open(path).ok()?).ok()
}

fn hash_of(file: File) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    let mut file = file.take(LARGEST);
    let mut buffer = [0; 16 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hasher.finish()),
            read => hasher.write(&buffer[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::time::SystemTime;

    #[test]
    fn a_file_is_new_by_its_content_or_rights_and_not_by_its_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.py");
        fs::write(&path, "1").unwrap();
        let mut contents = Contents::of([path.clone()].into_iter(), &[]);
        assert_eq!(contents.update(&path), Content::Same);
        File::options()
            .append(true)
            .open(&path)
            .and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH))
            .unwrap();
        assert_eq!(contents.update(&path), Content::Same);
        fs::write(&path, "2").unwrap();
        assert_eq!(contents.update(&path), Content::New);
        assert_eq!(contents.update(&path), Content::Same);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(contents.update(&path), Content::New);
        fs::remove_file(&path).unwrap();
        assert_eq!(contents.update(&path), Content::New);
        assert_eq!(contents.update(&path), Content::Same);
    }

    #[test]
    fn what_we_write_ourselves_is_never_new() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.txt");
        fs::write(&path, "1").unwrap();
        let ours = [FileId::from(&fs::metadata(&path).unwrap())];
        let mut contents = Contents::of([path.clone()].into_iter(), &ours);
        fs::write(&path, "2").unwrap();
        assert_eq!(contents.update(&path), Content::Same);
    }

    #[test]
    fn the_files_below_a_folder_are_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["a/x", "a/y/z", "a-b/x", "b"].map(|name| folder.path().join(name));
        for name in &names {
            fs::create_dir_all(name.parent().unwrap()).unwrap();
            fs::write(name, "").unwrap();
        }
        let contents = Contents::of(names.iter().cloned(), &[]);
        assert_eq!(contents.below(&folder.path().join("a")), names[..2]);
    }
}
