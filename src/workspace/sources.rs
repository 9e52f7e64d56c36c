//! The learner's source files: found and read within a budget, whatever lies in the folder.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

/// Folders that people do not write into, beside those that `.gitignore` files name. Hidden ones,
/// `.theinference` among them, are passed over as such.
const FOLDERS: [&str; 6] = ["node_modules", "target", "dist", "venv", "__pycache__", "vendor"];

/// What a folder holds that is an environment of Python packages, whatever its name.
const VENV_FILE: &str = "pyvenv.cfg";

const IGNORE_FILE: &str = ".gitignore";

/// The endings of files that people write programs in. What a program writes while it runs, such as
/// logs and data, must not count: it changes with every run.
const ENDINGS: [&str; 68] = [
    "awk", "bash", "c", "cc", "cjs", "clj", "cljs", "coffee", "cpp", "cr", "cs", "cts", "cxx", "d",
    "dart", "elm", "erl", "ex", "exs", "fish", "fs", "fsx", "gleam", "go", "groovy", "h", "hpp",
    "hs", "hx", "java", "jl", "js", "jsx", "kt", "kts", "lisp", "lua", "m", "mjs", "ml", "mli",
    "mm", "mts", "nim", "odin", "pas", "php", "pl", "pm", "ps1", "py", "pyw", "r", "raku", "rb",
    "rkt", "rs", "scala", "scm", "sh", "swift", "tcl", "ts", "tsx", "v", "vb", "zig", "zsh",
];

/// How much is looked at and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    /// Files and folders that are looked at.
    entries: usize,
    /// Source files that are read.
    files: usize,
    /// Bytes of them in all.
    bytes: u64,
    /// Bytes of the largest file that is read; a larger one was written by a program.
    largest: u64,
}

const BUDGET: Budget = Budget { entries: 20_000, files: 2_000, bytes: 8 << 20, largest: 1 << 20 };

/// The source files of a workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    pub(super) files: Vec<Source>,
}

/// A source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Source {
    /// Relative to the workspace.
    pub path: PathBuf,
    pub bytes: Vec<u8>,
}

impl Sources {
    /// Reads the source files of the folder `workspace`, always in the same order.
    ///
    /// Left out are files that are hidden, that `.gitignore` names, that cannot be read, that are
    /// larger than 1 MiB or no plain files, and folders of packages and build results. No link is
    /// followed. After 2,000 files or 8 MiB the rest is left out.
    #[must_use]
    pub fn read(workspace: &Path) -> Self {
        Self::read_within(workspace, BUDGET)
    }

    fn read_within(workspace: &Path, budget: Budget) -> Self {
        let mut sources = Self::default();
        let mut left = budget.bytes;
        for entry in walk(workspace).take(budget.entries) {
            let Some(path) = source_path(&entry) else { continue };
            let limit = budget.largest.min(left);
            let Ok(Some(bytes)) = read_source(&path, limit) else { continue };
            left -= bytes.len() as u64;
            let path = path.strip_prefix(workspace).unwrap_or(&path).to_owned();
            sources.files.push(Source { path, bytes });
            if sources.files.len() == budget.files || left == 0 {
                break;
            }
        }
        sources
    }

    /// A number for what the program is: the same for the same names and contents.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = Fnv1a::new();
        for Source { path, bytes } in &self.files {
            hash.part(path.as_os_str().as_bytes());
            hash.part(bytes);
        }
        Fingerprint(format!("{:032x}", hash.0))
    }
}

/// What tells one program from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint(pub(super) String);

/// FNV-1a of 128 bits. It is written to disk, so it must not change with the standard library's
/// hashers; and whoever wants to deceive it may as well edit that file, so it need not be more.
struct Fnv1a(u128);

impl Fnv1a {
    const fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// The length before the bytes keeps neighbours apart.
    fn part(&mut self, bytes: &[u8]) {
        self.add(&(bytes.len() as u64).to_le_bytes());
        self.add(bytes);
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u128::from(*byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }
}

/// Everything in the folder, but for what is ignored. What stands in the folder itself, which is
/// where the program is started, and then `src` come first, so that no heap of other files uses up
/// the budget.
fn walk(workspace: &Path) -> impl Iterator<Item = DirEntry> {
    let own = walk_to(workspace, Some(1)).filter(|entry| entry.depth() <= 1);
    own.chain(walk_to(workspace, None).filter(|entry| entry.depth() > 1))
}

/// What lies above the workspace says nothing: the learner's folder may stand in a place that is
/// ignored as a whole.
fn walk_to(workspace: &Path, depth: Option<usize>) -> impl Iterator<Item = DirEntry> {
    let mut builder = WalkBuilder::new(workspace);
    builder.max_depth(depth);
    builder.ignore(false).parents(false).require_git(false).git_global(false).git_exclude(false);
    // A folder's own rules are read after it was let through, the workspace's at once.
    builder.git_ignore(has_sound_rules(workspace));
    builder.filter_entry(|entry| !is_foreign_folder(entry));
    builder.sort_by_file_name(|one, other| {
        let is_src = |name| name == "src";
        is_src(other).cmp(&is_src(one)).then_with(|| one.cmp(other))
    });
    // What cannot be looked at is passed over.
    builder.build().filter_map(Result::ok)
}

fn is_foreign_folder(entry: &DirEntry) -> bool {
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    let is_named_so = || FOLDERS.iter().any(|name| entry.file_name() == *name);
    let is_foreign = || entry.path().join(VENV_FILE).exists() || !has_sound_rules(entry.path());
    is_folder && (is_named_so() || is_foreign())
}

/// Whether the folder's `.gitignore`, if it has one, can be read to its end: a program may have
/// left a pipe of this name, or a flood.
fn has_sound_rules(folder: &Path) -> bool {
    let found = folder.join(IGNORE_FILE).metadata();
    found.map_or(true, |found| found.is_file() && found.len() <= BUDGET.largest)
}

/// The path of a plain file that people may have written a program in. One without an ending is
/// looked into.
fn source_path(entry: &DirEntry) -> Option<PathBuf> {
    let path = entry.path();
    let is_file = entry.file_type().is_some_and(|kind| kind.is_file());
    let is_source = match path.extension() {
        Some(ending) => ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)),
        None => true,
    };
    (is_file && is_source).then(|| path.to_owned())
}

/// The bytes of a source file of at most `limit` bytes; `None` when it is larger, or has no ending
/// and does not begin like a script. What has become a pipe meanwhile is not waited for.
fn read_source(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let flags = libc::O_NONBLOCK | libc::O_NOFOLLOW;
    let mut file = File::options().read(true).custom_flags(flags).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() > limit {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    if path.extension().is_none() {
        file.by_ref().take(2).read_to_end(&mut bytes)?;
        if bytes != b"#!" {
            return Ok(None);
        }
    }
    file.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    struct Workspace(tempfile::TempDir);

    impl Workspace {
        fn new(files: &[(&str, &str)]) -> Self {
            let workspace = Self(tempfile::tempdir().unwrap());
            files.iter().fold(workspace, |workspace, (path, text)| workspace.with(path, text))
        }

        fn with(self, path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> Self {
            let file = self.0.path().join(path);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
            self
        }

        fn names(&self) -> Vec<String> {
            names(&Sources::read(self.0.path()))
        }

        fn fingerprint(&self) -> Fingerprint {
            Sources::read(self.0.path()).fingerprint()
        }
    }

    fn names(sources: &Sources) -> Vec<String> {
        sources.files.iter().map(|file| file.path.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn source_files_are_read_and_nothing_else() {
        let workspace = Workspace::new(&[
            ("a.py", "1"),
            ("src/B.TS", "2"),
            ("your_program.sh", "3"),
            ("run", "#!/usr/bin/env python3"),
            ("notes", "no script"),
            ("log.txt", "x"),
            ("data.json", "{}"),
            (".hidden.py", "x"),
            (".theinference/last/x.py", "x"),
            ("node_modules/x/index.js", "x"),
            ("target/debug/x.rs", "x"),
            ("dist/a.js", "x"),
            ("venv/lib/x.py", "x"),
            ("lib/generated.py", "x"),
            (".gitignore", "generated.*\n"),
        ]);
        assert_eq!(workspace.names(), ["a.py", "run", "your_program.sh", "src/B.TS"]);
    }

    #[test]
    fn what_cannot_be_read_is_passed_over_and_no_link_is_followed() {
        let elsewhere = Workspace::new(&[("x.py", "secret")]);
        let workspace = Workspace::new(&[("a.py", "1"), ("closed/b.py", "2"), ("c.py", "3")]);
        let at = |name: &str| workspace.0.path().join(name);
        symlink(".", at("loop")).unwrap();
        symlink("link.py", at("link.py")).unwrap();
        symlink(elsewhere.0.path(), at("outside")).unwrap();
        symlink(elsewhere.0.path().join("x.py"), at("outside.py")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(at("socket.py")).unwrap();
        fs::File::create(at("huge.py")).unwrap().set_len(100 << 20).unwrap();
        fs::set_permissions(at("closed"), fs::Permissions::from_mode(0o000)).unwrap();
        let found = workspace.names();
        fs::set_permissions(at("closed"), fs::Permissions::from_mode(0o755)).unwrap();
        // Who runs this as root may read everything.
        let found: Vec<_> = found.into_iter().filter(|name| name != "closed/b.py").collect();
        assert_eq!(found, ["a.py", "c.py"]);
    }

    #[test]
    fn rules_that_never_end_are_not_waited_for() {
        let workspace = Workspace::new(&[("a.py", "1"), ("below/b.py", "2"), ("pyvenv.cfg", "")]);
        for folder in [".", "below"] {
            let rules = workspace.0.path().join(folder).join(IGNORE_FILE);
            symlink("/dev/zero", rules).unwrap();
        }
        assert_eq!(workspace.names(), ["a.py"]);
    }

    #[test]
    fn packages_of_python_are_passed_over_whatever_their_folder_is_called() {
        let packages = [("my-env/pyvenv.cfg", ""), ("my-env/lib/x.py", "1"), ("a.py", "2")];
        assert_eq!(Workspace::new(&packages).names(), ["a.py"]);
    }

    #[test]
    fn a_name_that_is_no_text_is_a_name_all_the_same() {
        let workspace = Workspace::new(&[]).with(OsStr::from_bytes(b"\xff.py"), "1");
        assert_eq!(workspace.names(), ["\u{fffd}.py"]);
        assert_ne!(workspace.fingerprint(), Workspace::new(&[]).fingerprint());
    }

    #[test]
    fn the_budget_is_kept_and_the_folder_itself_comes_first_and_then_src() {
        let workspace = Workspace::new(&[
            ("a.py", "123"),
            ("big.py", "1234567890"),
            ("lib/a.py", "123"),
            ("src/z.py", "123"),
        ]);
        let within = |budget| names(&Sources::read_within(workspace.0.path(), budget));
        let large = Budget { largest: 9, ..BUDGET };
        assert_eq!(within(large), ["a.py", "src/z.py", "lib/a.py"]);
        assert_eq!(within(Budget { files: 2, ..large }), ["a.py", "src/z.py"]);
        assert_eq!(within(Budget { bytes: 8, ..large }), ["a.py", "src/z.py"]);
        // The folder, what stands in it, and the file in `src`.
        assert_eq!(within(Budget { entries: 6, ..large }), ["a.py", "src/z.py"]);
    }

    #[test]
    fn a_fingerprint_changes_with_names_and_contents_of_sources_only() {
        let workspace = Workspace::new(&[("a.py", "1"), ("b.py", "2")]);
        let first = workspace.fingerprint();
        let workspace = workspace.with("run.log", "x").with("cache.json", "{}");
        assert_eq!(workspace.fingerprint(), first);
        let workspace = workspace.with("a.py", "2");
        assert_ne!(workspace.fingerprint(), first);
        let workspace = workspace.with("a.py", "1");
        assert_eq!(workspace.fingerprint(), first);
        assert_ne!(workspace.with("c.py", "").fingerprint(), first);
        let moved = Workspace::new(&[("a.py", ""), ("b.py", "12")]);
        assert_ne!(
            moved.fingerprint(),
            Workspace::new(&[("a.py", "12"), ("b.py", "")]).fingerprint()
        );
    }

    #[test]
    fn the_hash_is_fnv_1a_of_128_bits_and_stays_so() {
        let mut hash = Fnv1a::new();
        hash.add(b"foobar");
        assert_eq!(format!("{:032x}", hash.0), "343e1662793c64bf6f0d3597ba446f18");
    }
}
