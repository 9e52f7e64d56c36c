//! Which files do not count: our own, those of version control and package managers, what editors
//! leave behind, and what `.gitignore` says.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{Rules, WatchError};

/// Folders that programs write and people do not.
const FOLDERS: [&str; 7] =
    [".git", ".theinference", "target", "node_modules", ".venv", "__pycache__", ".hg"];
/// What editors write beside the file that is saved.
const EDITOR_FILES: [&str; 8] =
    ["*~", "*.swp", "*.swo", "*.swx", "4913", ".#*", "#*#", "*.tmp.[0-9]*"];

/// The files that do not count.
#[derive(Debug)]
pub(super) struct Ignored {
    settings: Vec<Gitignore>,
    files: Vec<Gitignore>,
}

impl Ignored {
    /// Reads the `.gitignore` files in the folders, below them, and above them up to the
    /// repository's own.
    pub(super) fn new(folders: &[PathBuf], rules: &Rules) -> Result<Self, WatchError> {
        let settings =
            folders.iter().map(|folder| settings(folder, rules)).collect::<Result<_, _>>()?;
        let files = folders.iter().flat_map(|folder| ignore_files(folder)).map(|file| {
            let mut builder = GitignoreBuilder::new(file.parent().unwrap_or(Path::new("/")));
            // A line that git would not understand either is left out.
            let _ = builder.add(&file);
            builder.build()
        });
        Ok(Self { settings, files: files.collect::<Result<_, _>>()? })
    }

    /// The files in these folders whose changes count.
    pub(super) fn others_in(&self, folders: &[PathBuf]) -> BTreeSet<PathBuf> {
        let files = folders.iter().flat_map(|folder| files_below(folder));
        files.filter(|file| !self.covers(file)).collect()
    }

    /// Whether a change of this file does not count.
    pub(super) fn covers(&self, path: &Path) -> bool {
        let is_folder = path.is_dir();
        for rules in self.settings.iter().chain(&self.files) {
            if !path.starts_with(rules.path()) {
                continue;
            }
            let found = rules.matched_path_or_any_parents(path, is_folder);
            if found.is_whitelist() {
                return false;
            }
            if found.is_ignore() {
                return true;
            }
        }
        false
    }
}

/// What is always left out and what the settings say, as one list in which the later line wins.
fn settings(folder: &Path, rules: &Rules) -> Result<Gitignore, WatchError> {
    let mut builder = GitignoreBuilder::new(folder);
    let ignored = FOLDERS.iter().chain(&EDITOR_FILES).map(|name| (*name).to_owned());
    let included = rules.include.iter().map(|glob| format!("!{glob}"));
    for line in ignored.chain(rules.ignore.iter().cloned()).chain(included) {
        // The hash of an editor's file would begin a comment.
        let line = if line.starts_with('#') { format!("\\{line}") } else { line };
        builder.add_line(None, &line)?;
    }
    Ok(builder.build()?)
}

/// Every file below, but for those that git would pass over.
fn files_below(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = WalkBuilder::new(folder).hidden(false).build().filter_map(Result::ok);
    entries.map(ignore::DirEntry::into_path)
}

fn ignore_files(folder: &Path) -> Vec<PathBuf> {
    let is_ignore_file = |path: &PathBuf| path.file_name().is_some_and(|name| name == ".gitignore");
    let mut files: Vec<_> = files_below(folder).filter(is_ignore_file).collect();
    for above in folder.ancestors().skip(1) {
        if folder.join(".git").exists() {
            break;
        }
        let file = above.join(".gitignore");
        files.extend(file.is_file().then_some(file));
        if above.join(".git").exists() {
            break;
        }
    }
    // The nearest file decides, as in git.
    files.sort_by_key(|file| std::cmp::Reverse(file.components().count()));
    files
}
