//! `.theinference/last/`: the files of every visible case that failed when it last ran.

use std::path::{Path, PathBuf};

use super::StateError;
use super::folder::Folder;
use super::state::{STATE_FOLDER, State};

const LAST_FOLDER: &str = "last";

const ACTUAL_FILE: &str = "actual.json";

/// Every file that may be kept of a case.
const FILES: [&str; 5] = ["case.json", "expected.json", ACTUAL_FILE, "stdout", "stderr"];

/// A case that failed, and what there is to look at.
#[derive(Clone, Copy, Debug)]
pub struct FailedCase<'r> {
    /// The slug of its stage.
    pub stage: &'r str,
    /// Its name.
    pub case: &'r str,
    /// What the program was given.
    pub input: &'r [u8],
    /// What it should have answered.
    pub expected: &'r [u8],
    /// What it answered, when that is JSON.
    pub actual: Option<&'r [u8]>,
    /// What it printed.
    pub stdout: &'r [u8],
    /// What was kept of its stderr.
    pub stderr: &'r [u8],
}

/// Keeps the files of a failed case in the place of earlier ones, and says in which folder.
///
/// # Errors
/// When they cannot be written, or a link is in the way.
pub fn keep(workspace: &Path, failed: &FailedCase<'_>) -> Result<PathBuf, StateError> {
    let names = folder_names(failed.stage, failed.case)?;
    let state = State::open(workspace)?;
    let mut folder = state.folder.enter_or_make(LAST_FOLDER)?;
    for name in names {
        folder = folder.enter_or_make(name)?;
    }
    folder.replace("case.json", failed.input)?;
    folder.replace("expected.json", failed.expected)?;
    folder.replace("stdout", failed.stdout)?;
    folder.replace("stderr", failed.stderr)?;
    match failed.actual {
        Some(actual) => folder.replace(ACTUAL_FILE, actual)?,
        None => folder.remove(ACTUAL_FILE)?,
    }
    Ok(folder.path().to_owned())
}

/// Removes what is kept of a case, if anything is.
///
/// # Errors
/// When it cannot be removed, or a link is in the way.
pub fn clear(workspace: &Path, stage: &str, case: &str) -> Result<(), StateError> {
    let names = folder_names(stage, case)?;
    // Mostly nothing is kept: a look costs less than the lock.
    if Looked::along(workspace, &names) == Looked::Nothing {
        return Ok(());
    }
    let Some(state) = State::open_existing(workspace)? else { return Ok(()) };
    let Some(last) = state.folder.enter(LAST_FOLDER)? else { return Ok(()) };
    clear_below(&last, &names)?;
    state.folder.remove_if_empty(LAST_FOLDER);
    Ok(())
}

/// What stands on the way to the folder of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Looked {
    /// It ends before the folder.
    Nothing,
    /// The folder, or something that is no folder and has to be told.
    Something,
}

impl Looked {
    fn along(workspace: &Path, names: &[&str]) -> Self {
        let mut at = workspace.to_owned();
        for name in [STATE_FOLDER, LAST_FOLDER].iter().chain(names) {
            at.push(name);
            match std::fs::symlink_metadata(&at) {
                Ok(found) if found.is_dir() => {}
                Ok(_) => return Self::Something,
                Err(_) => return Self::Nothing,
            }
        }
        Self::Something
    }
}

/// Removes the files of the case whose folder these names lead to, and the folders that are empty
/// then.
fn clear_below(last: &Folder, names: &[&str]) -> Result<(), StateError> {
    let mut entered: Vec<Folder> = Vec::new();
    for name in names {
        match entered.last().unwrap_or(last).enter(name)? {
            Some(folder) => entered.push(folder),
            None => return Ok(()),
        }
    }
    let folder = entered.last().unwrap_or(last);
    FILES.iter().try_for_each(|file| folder.remove(file))?;
    let parents = [last].into_iter().chain(&entered);
    for (folder, name) in parents.zip(names).collect::<Vec<_>>().into_iter().rev() {
        folder.remove_if_empty(name);
    }
    Ok(())
}

/// The folders of a case below `last`. A case's `/` are folders of their own.
fn folder_names<'n>(stage: &'n str, case: &'n str) -> Result<Vec<&'n str>, StateError> {
    let names: Vec<_> = [stage].into_iter().chain(case.split('/')).collect();
    let is_bad = |name: &str| matches!(name, "" | "." | "..") || name.contains(['/', '\0']);
    match names.iter().find(|name| is_bad(name)) {
        Some(_) => Err(StateError::BadName { name: format!("{stage}/{case}") }),
        None => Ok(names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    const FAILED: FailedCase<'_> = FailedCase {
        stage: "hello",
        case: "a/b",
        input: b"1",
        expected: b"2",
        actual: Some(b"3"),
        stdout: b"3\n",
        stderr: b"log",
    };

    fn files_in(folder: &Path) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let entries = fs::read_dir(folder).unwrap().map(name);
        let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_files_of_a_failed_case_replace_earlier_ones() {
        let workspace = tempfile::tempdir().unwrap();
        let folder = keep(workspace.path(), &FAILED).unwrap();
        assert_eq!(folder, workspace.path().join(".theinference/last/hello/a/b"));
        let all = ["actual.json", "case.json", "expected.json", "stderr", "stdout"];
        assert_eq!(files_in(&folder), all);
        assert_eq!(fs::read(folder.join("stdout")).unwrap(), b"3\n");
        keep(workspace.path(), &FailedCase { actual: None, stdout: b"", ..FAILED }).unwrap();
        assert_eq!(files_in(&folder), ["case.json", "expected.json", "stderr", "stdout"]);
        assert_eq!(fs::read(folder.join("stdout")).unwrap(), b"");
    }

    #[test]
    fn a_cleared_case_leaves_others_and_foreign_files_alone() {
        let workspace = tempfile::tempdir().unwrap();
        let last = workspace.path().join(".theinference/last");
        clear(workspace.path(), "hello", "a").unwrap();
        assert!(!last.exists());
        keep(workspace.path(), &FAILED).unwrap();
        let outer = keep(workspace.path(), &FailedCase { case: "a", ..FAILED }).unwrap();
        fs::write(outer.join("notes"), "mine").unwrap();
        clear(workspace.path(), "hello", "a").unwrap();
        assert_eq!(files_in(&outer), ["b", "notes"]);
        fs::remove_file(outer.join("notes")).unwrap();
        clear(workspace.path(), "hello", "a/b").unwrap();
        assert!(!last.exists());
    }

    #[test]
    fn nothing_is_written_or_removed_through_a_link() {
        let elsewhere = tempfile::tempdir().unwrap();
        let victim = elsewhere.path().join("stdout");
        fs::write(&victim, "precious").unwrap();
        for link in [".theinference/last", ".theinference/last/hello", ".theinference/last/hello/a"]
        {
            let workspace = tempfile::tempdir().unwrap();
            let link = workspace.path().join(link);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            symlink(elsewhere.path(), &link).unwrap();
            let case = FailedCase { case: "a", ..FAILED };
            let told = format!("{} is a link and is not followed; remove it", link.display());
            assert_eq!(keep(workspace.path(), &case).unwrap_err().to_string(), told);
            assert_eq!(clear(workspace.path(), "hello", "a").unwrap_err().to_string(), told);
        }
        assert_eq!(files_in(elsewhere.path()), ["stdout"]);
        assert_eq!(fs::read(&victim).unwrap(), b"precious");
    }

    #[test]
    fn a_file_that_is_a_link_is_replaced_and_what_it_leads_to_is_left_alone() {
        let workspace = tempfile::tempdir().unwrap();
        let victim = workspace.path().join("solution.py");
        fs::write(&victim, "precious").unwrap();
        let folder = keep(workspace.path(), &FAILED).unwrap();
        for planted in ["stdout", ".stdout.new"] {
            let _ = fs::remove_file(folder.join(planted));
            symlink(&victim, folder.join(planted)).unwrap();
        }
        keep(workspace.path(), &FAILED).unwrap();
        assert!(fs::symlink_metadata(folder.join("stdout")).unwrap().is_file());
        clear(workspace.path(), "hello", "a/b").unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"precious");
    }

    #[test]
    fn a_name_that_leads_elsewhere_is_refused() {
        let workspace = tempfile::tempdir().unwrap();
        for (stage, case) in [("..", "a"), ("a/b", "c"), ("a", "../b"), ("a", "b//c"), ("a", "")] {
            let failed = FailedCase { stage, case, ..FAILED };
            let error = keep(workspace.path(), &failed).unwrap_err();
            assert!(matches!(error, StateError::BadName { .. }), "{error}");
        }
        assert_eq!(files_in(workspace.path()), [""; 0]);
    }
}
