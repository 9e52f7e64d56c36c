//! What a program may leave: files that are not as they were, processes, orders for a terminal.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::ran::Ran;
use crate::world::World;

/// The harness's own folder in a workspace.
const OWN: &str = "ws/.theinference";

/// One file, folder or link: its mode and kind, its content or where it leads, and when a file was
/// last written.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    mode: u32,
    content: Vec<u8>,
    written: Option<(i64, i64)>,
}

/// All of the course and of the workspace, but for what is the harness's own.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Files(BTreeMap<PathBuf, Entry>);

impl Files {
    pub(crate) fn of(world: &World) -> Self {
        let mut found = BTreeMap::new();
        for top in ["course", "ws"] {
            collect(&world.path(top), &world.path(OWN), &mut found);
        }
        Self(found)
    }

    /// Names of what is new, gone or different.
    pub(crate) fn differing(&self, other: &Self) -> Vec<PathBuf> {
        let names = self.0.keys().chain(other.0.keys());
        let mut names: Vec<_> =
            names.filter(|name| self.0.get(*name) != other.0.get(*name)).cloned().collect();
        names.dedup();
        names
    }
}

fn collect(path: &Path, except: &Path, found: &mut BTreeMap<PathBuf, Entry>) {
    let Ok(data) = fs::symlink_metadata(path) else { return };
    if path == except {
        return;
    }
    let content = match () {
        () if data.is_file() => fs::read(path).unwrap_or_default(),
        () if data.is_symlink() => {
            fs::read_link(path).map_or_else(|_| Vec::new(), |to| to.as_os_str().as_bytes().to_vec())
        }
        () => Vec::new(),
    };
    // That of a folder changes with what the harness makes in it.
    let written = data.is_file().then(|| (data.mtime(), data.mtime_nsec()));
    found.insert(path.to_owned(), Entry { mode: data.mode(), content, written });
    if data.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| collect(&entry.path(), except, found));
    }
}

/// Whether a process has this in its environment or among its words.
pub(crate) fn is_running(mark: &str) -> bool {
    let holds = |file: PathBuf| {
        let told = fs::read(file).unwrap_or_default();
        told.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'-')
            .any(|word| word == mark.as_bytes())
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut processes = entries.map(|entry| entry.path());
    processes.any(|process| holds(process.join("environ")) || holds(process.join("cmdline")))
}

/// Nothing that a terminal would obey, nor what turns the direction of writing, nor what a machine of
/// a CI service takes for an order when it reads line by line.
#[track_caller]
pub(crate) fn is_harmless(ran: &Ran) {
    let turns = |it: char| matches!(it, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let commands = |it: char| (it.is_control() && it != '\n') || turns(it);
    assert!(!ran.out.chars().chain(ran.err.chars()).any(commands), "{ran}");
    let orders = |line: &str| line.starts_with("::") || line.starts_with("##");
    assert!(!ran.out.lines().chain(ran.err.lines()).any(orders), "{ran}");
}
