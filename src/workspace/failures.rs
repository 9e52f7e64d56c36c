//! `.theinference/failures.json`: with how many different programs each hidden case failed.
//!
//! A program is known by its fingerprint. A failure with one that is known counts no more, and more
//! than [`FAILURES_BEFORE_REVEAL`] of them need not be remembered.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::folder::Folder;
use super::sources::Fingerprint;
use super::state::{STATE_FOLDER, State};
use super::{StateError, versioned};
use crate::model::FAILURES_BEFORE_REVEAL;

const FAILURES_FILE: &str = "failures.json";

/// Of the file; another one is not understood.
const FORMAT_VERSION: u32 = 1;

/// More than any course needs: 16 MiB.
const LARGEST_FILE: u64 = 16 << 20;

/// How often a case failed, and what to say of the file that tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// With how many different programs, as far as that matters.
    pub count: usize,
    /// Why the file is not understood; then they are counted afresh.
    pub warning: Option<String>,
}

/// How often a case is known to have failed.
///
/// # Errors
/// When there is a file that cannot be opened, or a link is in the way.
pub fn known_failures(workspace: &Path, stage: &str, case: &str) -> Result<Failures, StateError> {
    let loaded = load(workspace)?;
    let count = loaded.fingerprints(stage, case).len();
    Ok(Failures { count, warning: loaded.warning })
}

/// Counts a failure of a case, and says how often it has failed with this one. `fingerprint` is
/// asked for only while it matters.
///
/// # Errors
/// When it cannot be written, or a link is in the way.
pub fn count_failure<'f>(
    workspace: &Path,
    stage: &str,
    case: &str,
    fingerprint: impl FnOnce() -> &'f Fingerprint,
) -> Result<Failures, StateError> {
    // Files are replaced as a whole, so that a look needs no lock.
    let loaded = load(workspace)?;
    let known = loaded.fingerprints(stage, case);
    if known.len() >= FAILURES_BEFORE_REVEAL {
        return Ok(Failures { count: known.len(), warning: None });
    }
    let fingerprint = &fingerprint().0;
    if known.contains(fingerprint) {
        return Ok(Failures { count: known.len(), warning: None });
    }
    add(workspace, stage, case, fingerprint)
}

fn add(
    workspace: &Path,
    stage: &str,
    case: &str,
    fingerprint: &str,
) -> Result<Failures, StateError> {
    let state = State::open(workspace)?;
    let Loaded { mut stages, warning } = read(&state.folder)?;
    let cases = stages.entry(stage.to_owned()).or_default();
    let known = cases.entry(case.to_owned()).or_default();
    // Another run may have added it since.
    if known.len() < FAILURES_BEFORE_REVEAL && !known.iter().any(|it| it == fingerprint) {
        known.push(fingerprint.to_owned());
    }
    let count = known.len();
    write(&state.folder, stages)?;
    Ok(Failures { count, warning })
}

/// Fingerprints by case by stage.
type Stages = BTreeMap<String, BTreeMap<String, Vec<String>>>;

#[derive(Default)]
struct Loaded {
    stages: Stages,
    warning: Option<String>,
}

impl Loaded {
    fn fingerprints(&self, stage: &str, case: &str) -> &[String] {
        self.stages.get(stage).and_then(|cases| cases.get(case)).map_or(&[], Vec::as_slice)
    }
}

fn load(workspace: &Path) -> Result<Loaded, StateError> {
    match Folder::open(workspace)?.enter(STATE_FOLDER)? {
        Some(folder) => read(&folder),
        None => Ok(Loaded::default()),
    }
}

/// The file as a whole.
#[derive(Deserialize, Serialize)]
struct FailuresFile {
    format_version: u32,
    stages: Stages,
}

fn read(folder: &Folder) -> Result<Loaded, StateError> {
    let Some(bytes) = folder.read(FAILURES_FILE, LARGEST_FILE)? else {
        return Ok(Loaded::default());
    };
    Ok(match versioned::parse::<FailuresFile>(&bytes, FORMAT_VERSION) {
        Ok(file) => Loaded { stages: file.stages, warning: None },
        Err(reason) => {
            let path = folder.path().join(FAILURES_FILE);
            let path = path.display();
            let warning = format!(
                "{path} is not understood ({reason}); failures of hidden cases are counted afresh"
            );
            Loaded { stages: Stages::new(), warning: Some(warning) }
        }
    })
}

fn write(folder: &Folder, stages: Stages) -> Result<(), StateError> {
    let text = serde_json::to_vec_pretty(&FailuresFile { format_version: FORMAT_VERSION, stages });
    let path = folder.path().join(FAILURES_FILE);
    let mut text = text.map_err(|error| StateError::io(&path, error.into()))?;
    text.push(b'\n');
    folder.replace(FAILURES_FILE, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn count(workspace: &Path, case: &str, program: &str) -> Result<Failures, StateError> {
        let fingerprint = Fingerprint(program.to_owned());
        count_failure(workspace, "s", case, || &fingerprint)
    }

    #[track_caller]
    fn counts(workspace: &Path, case: &str, program: &str, expected: usize) {
        let counted = count(workspace, case, program).unwrap();
        assert_eq!(counted, Failures { count: expected, warning: None });
        assert_eq!(known_failures(workspace, "s", case).unwrap().count, expected);
    }

    #[test]
    fn only_failures_of_changed_programs_count_and_each_case_by_itself() {
        let workspace = tempfile::tempdir().unwrap();
        let workspace = workspace.path();
        assert_eq!(known_failures(workspace, "s", "a").unwrap(), Failures::default());
        assert!(!workspace.join(".theinference").exists());
        for (program, expected) in [("1", 1), ("1", 1), ("2", 2), ("1", 2), ("3", 3), ("4", 3)] {
            counts(workspace, "a", program, expected);
        }
        counts(workspace, "b/c", "4", 1);
        assert_eq!(known_failures(workspace, "t", "a").unwrap().count, 0);
        let never = || -> &Fingerprint { panic!("it does not matter any more") };
        assert_eq!(count_failure(workspace, "s", "a", never).unwrap().count, 3);
    }

    #[test]
    fn runs_at_the_same_time_lose_nothing() {
        let workspace = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let workspace = workspace.path();
                scope.spawn(move || {
                    for case in 0..5 {
                        count(workspace, &format!("c{thread}-{case}"), "1").unwrap();
                    }
                });
            }
        });
        let known = |case: &str| known_failures(workspace.path(), "s", case).unwrap().count;
        assert!((0..4).all(|thread| (0..5).all(|case| known(&format!("c{thread}-{case}")) == 1)));
    }

    #[test]
    fn a_file_that_is_not_understood_is_one_warning_and_a_fresh_start() {
        for (text, reason) in [
            ("", "EOF while parsing a value at line 1 column 0"),
            (r#"{"format_version": 2, "cases": []}"#, "it has format version 2, not 1"),
        ] {
            let workspace = tempfile::tempdir().unwrap();
            let path = workspace.path().join(".theinference/failures.json");
            fs::create_dir(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            let counted = count(workspace.path(), "a", "1").unwrap();
            let shown = path.display();
            let told = format!(
                "{shown} is not understood ({reason}); failures of hidden cases are counted afresh"
            );
            assert_eq!(counted, Failures { count: 1, warning: Some(told) });
            counts(workspace.path(), "a", "2", 2);
        }
    }

    #[test]
    fn a_file_that_is_a_link_is_not_followed() {
        let workspace = tempfile::tempdir().unwrap();
        let path = workspace.path().join(".theinference/failures.json");
        fs::create_dir(path.parent().unwrap()).unwrap();
        symlink("elsewhere", &path).unwrap();
        let told = format!("{} is a link and is not followed; remove it", path.display());
        assert_eq!(count(workspace.path(), "a", "1").unwrap_err().to_string(), told);
    }
}
