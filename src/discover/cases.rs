//! Which cases a stage has: the listed ones and those on disk, brought together.

use super::listing::ListedCase;
use super::names;
use super::tree::{Entry, ReadError, Tree, Walk};
use crate::json::decode::{FileProblems, quoted};
use crate::model::{MAIN_CASE, Problem, Visibility};
use crate::nearest::nearest;

/// Whose cases grade the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CasesFrom {
    /// The course's own: every listed case must be there.
    Course,
    /// A folder that takes their place: it need not hold every listed case, and what only it has
    /// is not for the learner to see.
    Elsewhere,
}

/// A case whose files are somewhere to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlacedCase {
    pub name: String,
    pub summary: Option<String>,
    pub visibility: Visibility,
    pub hint: Option<String>,
    pub exit: i32,
}

impl PlacedCase {
    /// Where its files are, below the fixtures.
    pub(super) fn folder(&self, slug: &str) -> String {
        case_folder(slug, &self.name)
    }

    fn listed(case: &ListedCase) -> Self {
        let ListedCase { name, summary, hint, visibility, exit, .. } = case.clone();
        Self { name, summary, visibility, hint, exit }
    }

    fn unlisted(name: String, from: CasesFrom) -> Self {
        let visibility = match from {
            CasesFrom::Course => Visibility::Visible,
            CasesFrom::Elsewhere => Visibility::Hidden,
        };
        Self { name, summary: None, visibility, hint: None, exit: 0 }
    }
}

/// Where the files of a case are, below the fixtures.
fn case_folder(slug: &str, name: &str) -> String {
    if name == MAIN_CASE { slug.to_owned() } else { format!("{slug}/{name}") }
}

/// The names of the cases below `fixtures/<slug>`, `main` first and the others in order; `None`
/// when the folder itself is not there. Folders that cannot be cases are added to `problems`.
pub(super) fn on_disk(
    fixtures: &Tree,
    slug: &str,
    from: CasesFrom,
    problems: &mut Vec<Problem>,
) -> Option<Vec<String>> {
    let mut folder = FileProblems::new(fixtures.shown(slug), Some(slug));
    let entry = fixtures.entry(slug);
    let found = match &entry {
        Ok(Entry::Folder) => Some(names_of(fixtures, slug, problems)),
        // Such a folder may hold the cases of a few stages only.
        Err(ReadError::Missing) if from == CasesFrom::Elsewhere => Some(Vec::new()),
        Ok(Entry::File) | Err(ReadError::Missing) => {
            let help = "create the folder with a case.json and an expected.json in it";
            folder.whole(format!("the stage {} has no fixtures", quoted(slug)), help);
            None
        }
        Err(error) => {
            error.report(slug, "create the folder that it links to", &mut folder);
            None
        }
    };
    problems.extend(folder.into_sorted());
    found
}

fn names_of(fixtures: &Tree, slug: &str, problems: &mut Vec<Problem>) -> Vec<String> {
    let Walk { folders, failures } = fixtures.case_folders(slug);
    for (place, error) in failures {
        let mut obstacle = FileProblems::new(&place, Some(slug));
        error.report(&place.to_string_lossy(), "create it", &mut obstacle);
        problems.extend(obstacle.into_sorted());
    }
    let has_main = folders.iter().any(String::is_empty);
    let mut names: Vec<_> = has_main.then(|| MAIN_CASE.to_owned()).into_iter().collect();
    for folder in folders.into_iter().filter(|folder| !folder.is_empty()) {
        match refusal(&folder) {
            None => names.push(folder),
            Some((message, help)) => {
                let path = fixtures.shown(&format!("{slug}/{folder}"));
                let mut refused = FileProblems::new(path, Some(slug));
                refused.whole(message, help);
                problems.extend(refused.into_sorted());
            }
        }
    }
    names
}

/// Why a folder that holds a case cannot be one.
fn refusal(folder: &str) -> Option<(String, String)> {
    if folder == MAIN_CASE {
        let message = "the name `main` is taken by the case directly in the stage's folder";
        return Some((message.to_owned(), "move its files up, or rename the folder".to_owned()));
    }
    let message = || format!("{} is no case name", quoted(folder));
    (!names::is_case_name(folder)).then(|| (message(), names::rename_case_folder()))
}

/// The cases of a stage: listed ones first and in their order, then the others.
pub(super) fn arrange(
    slug: &str,
    listed: &[ListedCase],
    names: &[String],
    from: CasesFrom,
    stage_json: &mut FileProblems,
) -> Vec<PlacedCase> {
    let is_listed = |name: &String| listed.iter().any(|case| case.name == *name);
    let unlisted: Vec<_> = names.iter().filter(|name| !is_listed(name)).collect();
    let mut cases = Vec::new();
    for case in listed {
        if names.contains(&case.name) {
            cases.push(PlacedCase::listed(case));
        } else if from == CasesFrom::Course {
            report_absent(slug, case, &unlisted, stage_json);
        }
    }
    cases.extend(unlisted.into_iter().map(|name| PlacedCase::unlisted(name.clone(), from)));
    cases
}

fn report_absent(
    slug: &str,
    case: &ListedCase,
    unlisted: &[&String],
    stage_json: &mut FileProblems,
) {
    let near = nearest(&case.name, unlisted.iter().map(|name| name.as_str()));
    let help = match near.first() {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let folder = case_folder(slug, &case.name);
            format!("create {folder}/case.json and {folder}/expected.json below the fixtures")
        }
    };
    stage_json.at(case.position, format!("the case {} has no files", quoted(&case.name)), help);
}
