//! `.theinference/progress.json`: how far a learner has come.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::folder::Folder;
use super::state::{STATE_FOLDER, State};
use super::{StateError, versioned};
use crate::model::{StageSummary, Tally};

const PROGRESS_FILE: &str = "progress.json";

/// Of the file; another one is not understood.
const FORMAT_VERSION: u32 = 1;

/// More than any course needs: 16 MiB.
const LARGEST_FILE: u64 = 16 << 20;

/// How far a learner has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The stages that were run with all their cases, by slug.
    pub stages: BTreeMap<String, StageProgress>,
}

/// What came of a stage when all its cases last ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageProgress {
    /// The cases that a learner may see.
    pub visible: Tally,
    /// The others.
    pub hidden: Tally,
    /// When all cases last passed, to the second; kept when some fail later on.
    pub passed_at: Option<SystemTime>,
}

impl StageProgress {
    /// Whether all cases passed when they last ran.
    #[must_use]
    pub const fn all_passed(&self) -> bool {
        self.visible.passed == self.visible.total
            && self.hidden.passed == self.hidden.total
            && self.visible.total + self.hidden.total > 0
    }
}

/// The progress, and what to say of the file that it came from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadedProgress {
    /// The progress; none of it when the file is not understood.
    pub progress: Progress,
    /// Why the file is not understood.
    pub warning: Option<String>,
}

/// Reads the progress of the folder `workspace`; none when nothing was recorded.
///
/// # Errors
/// When there is a file that cannot be opened, or a link is in the way.
pub fn load_progress(workspace: &Path) -> Result<LoadedProgress, StateError> {
    match Folder::open(workspace)?.enter(STATE_FOLDER)? {
        Some(folder) => read(&folder),
        None => Ok(LoadedProgress::default()),
    }
}

/// Records what came of the stages of which all cases were judged at `now`; the others keep what
/// was recorded before. Of runs at the same time none is lost.
///
/// # Errors
/// When it cannot be written, or a link is in the way.
pub fn record_progress(
    workspace: &Path,
    stages: &[StageSummary],
    now: SystemTime,
) -> Result<LoadedProgress, StateError> {
    let complete: Vec<_> = stages.iter().filter(|summary| summary.complete).collect();
    if complete.is_empty() {
        return load_progress(workspace);
    }
    let state = State::open(workspace)?;
    let mut loaded = read(&state.folder)?;
    for summary in complete {
        update(&mut loaded.progress, summary, now);
    }
    let path = state.folder.path().join(PROGRESS_FILE);
    let text = render(&loaded.progress).map_err(|error| StateError::io(&path, error.into()))?;
    state.folder.replace(PROGRESS_FILE, &text)?;
    Ok(loaded)
}

fn update(progress: &mut Progress, summary: &StageSummary, now: SystemTime) {
    let earlier = progress.stages.get(&summary.stage.slug).and_then(|stage| stage.passed_at);
    let passed_at = if summary.all_passed() { Some(now) } else { earlier };
    let stage = StageProgress { visible: summary.visible, hidden: summary.hidden, passed_at };
    progress.stages.insert(summary.stage.slug.clone(), stage);
}

fn read(folder: &Folder) -> Result<LoadedProgress, StateError> {
    let Some(bytes) = folder.read(PROGRESS_FILE, LARGEST_FILE)? else {
        return Ok(LoadedProgress::default());
    };
    Ok(match parse(&bytes) {
        Ok(progress) => LoadedProgress { progress, warning: None },
        Err(reason) => {
            let path = folder.path().join(PROGRESS_FILE);
            let warning =
                format!("{} is not understood ({reason}); progress starts afresh", path.display());
            LoadedProgress { progress: Progress::default(), warning: Some(warning) }
        }
    })
}

/// The file as a whole.
#[derive(Deserialize, Serialize)]
struct ProgressFile {
    format_version: u32,
    stages: BTreeMap<String, StageEntry>,
}

#[derive(Deserialize, Serialize)]
struct StageEntry {
    visible: TallyEntry,
    hidden: TallyEntry,
    /// Seconds since the beginning of 1970, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    passed_at: Option<u64>,
}

#[derive(Deserialize, Serialize)]
struct TallyEntry {
    passed: usize,
    total: usize,
}

fn parse(bytes: &[u8]) -> Result<Progress, String> {
    let file: ProgressFile = versioned::parse(bytes, FORMAT_VERSION)?;
    let stage = |(slug, entry): (String, StageEntry)| Some((slug, stage(&entry)?));
    let stages: Option<_> = file.stages.into_iter().map(stage).collect();
    stages.map(|stages| Progress { stages }).ok_or_else(|| "it holds impossible numbers".to_owned())
}

fn stage(entry: &StageEntry) -> Option<StageProgress> {
    let passed_at = match entry.passed_at {
        Some(seconds) => Some(UNIX_EPOCH.checked_add(Duration::from_secs(seconds))?),
        None => None,
    };
    Some(StageProgress {
        visible: tally(&entry.visible)?,
        hidden: tally(&entry.hidden)?,
        passed_at,
    })
}

fn tally(entry: &TallyEntry) -> Option<Tally> {
    let TallyEntry { passed, total } = *entry;
    (passed <= total).then_some(Tally { passed, total })
}

fn render(progress: &Progress) -> serde_json::Result<Vec<u8>> {
    let tally = |tally: Tally| TallyEntry { passed: tally.passed, total: tally.total };
    let seconds = |time: SystemTime| Some(time.duration_since(UNIX_EPOCH).ok()?.as_secs());
    let entry = |(slug, stage): (&String, &StageProgress)| {
        let (visible, hidden) = (tally(stage.visible), tally(stage.hidden));
        (slug.clone(), StageEntry { visible, hidden, passed_at: stage.passed_at.and_then(seconds) })
    };
    let stages = progress.stages.iter().map(entry).collect();
    let mut text =
        serde_json::to_vec_pretty(&ProgressFile { format_version: FORMAT_VERSION, stages })?;
    text.push(b'\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::StageTitle;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    fn time(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    fn summary(slug: &str, passed: usize) -> StageSummary {
        let stage = StageTitle {
            slug: slug.to_owned(),
            title: slug.to_owned(),
            chapter: None,
            minutes: None,
            mode: "m".to_owned(),
            driver: crate::model::Driver::Process,
        };
        let visible = Tally { passed, total: 2 };
        StageSummary { stage, visible, hidden: Tally { passed: 1, total: 1 }, complete: true }
    }

    fn file(workspace: &Path) -> PathBuf {
        workspace.join(".theinference/progress.json")
    }

    #[test]
    fn what_is_recorded_is_read_again() {
        let workspace = tempfile::tempdir().unwrap();
        let nothing = load_progress(workspace.path()).unwrap();
        assert_eq!(nothing, LoadedProgress::default());
        assert!(!workspace.path().join(".theinference").exists());
        record_progress(workspace.path(), &[summary("a", 2)], time(7)).unwrap();
        let recorded = record_progress(workspace.path(), &[summary("b", 1)], time(8)).unwrap();
        assert_eq!(load_progress(workspace.path()).unwrap(), recorded);
        let Progress { stages } = recorded.progress;
        assert_eq!(stages["a"].passed_at, Some(time(7)));
        assert!(stages["a"].all_passed());
        assert_eq!(stages["b"].visible, Tally { passed: 1, total: 2 });
        assert!(!stages["b"].all_passed());
        assert_eq!(
            fs::read_to_string(file(workspace.path())).unwrap().lines().nth(1),
            Some("  \"format_version\": 1,")
        );
    }

    #[test]
    fn a_partial_run_changes_nothing() {
        let workspace = tempfile::tempdir().unwrap();
        let partial = StageSummary { complete: false, ..summary("a", 0) };
        record_progress(workspace.path(), std::slice::from_ref(&partial), time(1)).unwrap();
        assert!(!workspace.path().join(".theinference").exists());
        let before = record_progress(workspace.path(), &[summary("a", 2)], time(2)).unwrap();
        let after = record_progress(workspace.path(), &[partial], time(3)).unwrap();
        assert_eq!(after, before);
    }

    #[test]
    fn a_stage_that_fails_again_keeps_the_time_when_it_passed() {
        let workspace = tempfile::tempdir().unwrap();
        record_progress(workspace.path(), &[summary("a", 2)], time(7)).unwrap();
        let loaded = record_progress(workspace.path(), &[summary("a", 1)], time(8)).unwrap();
        let stage = &loaded.progress.stages["a"];
        assert_eq!((stage.passed_at, stage.all_passed()), (Some(time(7)), false));
    }

    #[test]
    fn runs_at_the_same_time_lose_nothing() {
        let workspace = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..8 {
                let workspace = workspace.path();
                scope.spawn(move || {
                    for stage in 0..5 {
                        let stage = summary(&format!("s{thread}-{stage}"), 2);
                        record_progress(workspace, &[stage], time(1)).unwrap();
                    }
                });
            }
        });
        assert_eq!(load_progress(workspace.path()).unwrap().progress.stages.len(), 40);
    }

    #[test]
    fn a_file_that_is_not_understood_is_one_warning_and_a_fresh_start() {
        let impossible = r#"{"format_version": 1, "stages": {"a": {"visible":
            {"passed": 2, "total": 1}, "hidden": {"passed": 0, "total": 0}}}}"#;
        for (text, reason) in [
            ("", "EOF while parsing a value at line 1 column 0"),
            (r#"{"format_version": 2, "chapters": []}"#, "it has format version 2, not 1"),
            (impossible, "it holds impossible numbers"),
        ] {
            let workspace = tempfile::tempdir().unwrap();
            let path = file(workspace.path());
            fs::create_dir(path.parent().unwrap()).unwrap();
            fs::write(&path, text).unwrap();
            let warning = load_progress(workspace.path()).unwrap().warning.unwrap();
            let shown = path.display();
            let told = format!("{shown} is not understood ({reason}); progress starts afresh");
            assert_eq!(warning, told);
            let recorded = record_progress(workspace.path(), &[summary("a", 2)], time(1)).unwrap();
            assert_eq!((recorded.warning, recorded.progress.stages.len()), (Some(told), 1));
            assert_eq!(load_progress(workspace.path()).unwrap().warning, None);
        }
    }

    #[test]
    fn a_progress_file_that_is_a_link_is_not_followed() {
        let workspace = tempfile::tempdir().unwrap();
        let elsewhere = workspace.path().join("elsewhere.json");
        fs::write(&elsewhere, r#"{"format_version": 1, "stages": {}}"#).unwrap();
        let path = file(workspace.path());
        fs::create_dir(path.parent().unwrap()).unwrap();
        symlink(&elsewhere, &path).unwrap();
        let told = format!("{} is a link and is not followed; remove it", path.display());
        assert_eq!(load_progress(workspace.path()).unwrap_err().to_string(), told);
    }
}
