//! Which files do not count, and why: our own, those of version control and package managers, what
//! editors leave behind, and what `.gitignore` and the settings say.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder, Glob};
use ignore::{DirEntry, Match, WalkBuilder};

use super::{Rules, WatchError};

/// Folders that programs write and people do not.
const FOLDERS: [&str; 7] =
    [".git", ".theinference", "target", "node_modules", ".venv", "__pycache__", ".hg"];
/// What editors write beside the file that is saved, and what we write to see whether events come.
const EDITOR_FILES: [&str; 9] =
    ["*~", "*.swp", "*.swo", "*.swx", "4913", ".#*", "#*#", "*.tmp.[0-9]*", ".theinference-*"];

pub(super) const IGNORE_FILE: &str = ".gitignore";

/// The files that do not count.
#[derive(Debug)]
pub(super) struct Ignored {
    settings: Vec<Gitignore>,
    files: Vec<Gitignore>,
    /// Files that count whatever is said of them.
    named: Vec<PathBuf>,
    /// Folders that count with all that is below, because what runs is in them.
    running: Vec<PathBuf>,
    /// Folders that are entered although they are ignored: a glob may name something in them.
    entered: Vec<PathBuf>,
}

/// Why a file does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It is in a folder that programs write.
    ByPrograms,
    /// An editor left it, or we did: nobody would look for it.
    Temporary,
    /// This line of the settings.
    Setting(String),
    /// This line of that `.gitignore` file.
    Line(String, PathBuf),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByPrograms => f.write_str("written by programs, not by people"),
            Self::Temporary => f.write_str("an editor's temporary file"),
            Self::Setting(line) => write!(f, "`{line}` under watch.ignore"),
            Self::Line(line, file) => write!(f, "`{line}` in {}", file.display()),
        }
    }
}

/// What is in a folder, as far as it matters.
pub(super) enum Entry {
    /// A file that counts, or a link.
    File(PathBuf),
    /// A folder in which something may count.
    Folder(PathBuf),
    /// A folder in which nothing does.
    LeftOut(PathBuf, Reason),
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
        let globs = folders.iter().flat_map(|folder| {
            rules.include.iter().map(move |glob| folder.join(before_the_first_wildcard(glob)))
        });
        let is_below_a_folder = |folder: &PathBuf| folder.is_dir() && !folders.contains(folder);
        let mut ignored = Self {
            settings,
            files: files.collect::<Result<_, _>>()?,
            entered: globs.filter(is_below_a_folder).collect(),
            running: Vec::new(),
            named: rules.files.clone(),
        };
        ignored.running = ignored.folders_that_run().filter(is_below_a_folder).collect();
        Ok(ignored)
    }

    /// The folders of named files that a person had ignored: a compiler fills them. In those that
    /// are always left out, such as `node_modules`, a file says nothing of its neighbours.
    fn folders_that_run(&self) -> impl Iterator<Item = PathBuf> {
        let is_by_a_person = |file: &&PathBuf| {
            self.reason(file, false).is_some_and(|reason| reason != Reason::ByPrograms)
        };
        self.named.iter().filter(is_by_a_person).filter_map(|file| Some(file.parent()?.to_owned()))
    }

    /// Why changes of this file do not count; `None` where they do.
    pub(super) fn why(&self, path: &Path) -> Option<Reason> {
        let is_running = |folder: &PathBuf| path.starts_with(folder);
        if self.named.iter().any(|named| named == path) || self.running.iter().any(is_running) {
            return None;
        }
        self.reason(path, false)
    }

    /// What is in a folder, but for files that do not count.
    pub(super) fn entries(&self, folder: &Path) -> impl Iterator<Item = Entry> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| {
            let path = entry.path();
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                return self.why(&path).is_none().then_some(Entry::File(path));
            }
            Some(match self.why_not_entered(&path) {
                Some(reason) => Entry::LeftOut(path, reason),
                None => Entry::Folder(path),
            })
        })
    }

    fn reason(&self, path: &Path, is_folder: bool) -> Option<Reason> {
        for rules in self.settings.iter().chain(&self.files) {
            if !path.starts_with(rules.path()) {
                continue;
            }
            match rules.matched_path_or_any_parents(path, is_folder) {
                Match::Whitelist(_) => return None,
                Match::Ignore(glob) => return Some(reason(glob)),
                Match::None => {}
            }
        }
        None
    }

    /// Why nothing in this folder is looked at; `None` where something may count.
    pub(super) fn why_not_entered(&self, folder: &Path) -> Option<Reason> {
        let is_below_or_above =
            |other: &PathBuf| other.starts_with(folder) || folder.starts_with(other);
        let leads_to_it = |file: &PathBuf| file.starts_with(folder);
        if self.entered.iter().chain(&self.running).any(is_below_or_above)
            || self.named.iter().any(leads_to_it)
        {
            return None;
        }
        self.reason(folder, true)
    }
}

fn reason(glob: &Glob) -> Reason {
    let line = glob.original();
    match glob.from() {
        Some(file) => Reason::Line(line.to_owned(), file.to_owned()),
        None if FOLDERS.contains(&line) => Reason::ByPrograms,
        None if EDITOR_FILES.contains(&line.trim_start_matches('\\')) => Reason::Temporary,
        None => Reason::Setting(line.to_owned()),
    }
}

/// The folders at the beginning of a glob, as in `dist/` of `dist/**/*.js`.
fn before_the_first_wildcard(glob: &str) -> &str {
    let fixed = glob.find(['*', '?', '[', '{', '\\']).map_or(glob, |end| &glob[..end]);
    fixed.rfind('/').map_or("", |end| &fixed[..end]).trim_start_matches('/')
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

/// The `.gitignore` files that git would heed for files in this folder, the nearest first.
fn ignore_files(folder: &Path) -> Vec<PathBuf> {
    let mut walk = WalkBuilder::new(folder);
    // What is always left out is decided before any of these files is asked.
    let may_matter =
        |entry: &DirEntry| !entry.file_name().to_str().is_some_and(|it| FOLDERS.contains(&it));
    walk.hidden(false).filter_entry(move |entry| entry.depth() == 0 || may_matter(entry));
    let entries = walk.build().filter_map(Result::ok);
    let is_ignore_file = |path: &PathBuf| path.file_name().is_some_and(|name| name == IGNORE_FILE);
    let mut files: Vec<_> = entries.map(DirEntry::into_path).filter(is_ignore_file).collect();
    files.extend(ignore_files_above(folder));
    // The nearest file decides, as in git.
    files.sort_by_key(|file| std::cmp::Reverse(file.components().count()));
    files
}

/// Those above, up to the repository's own; but for those that leave out the folder itself, in which
/// a person works all the same.
fn ignore_files_above(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for (below, above) in folder.ancestors().zip(folder.ancestors().skip(1)) {
        if below.join(".git").exists() {
            break;
        }
        let file = above.join(IGNORE_FILE);
        let (rules, _) = Gitignore::new(&file);
        if !rules.matched_path_or_any_parents(folder, true).is_ignore() && file.is_file() {
            files.push(file);
        }
    }
    files
}
