//! A course from its two trees, and the keys of `course.json`.

use std::collections::HashMap;
use std::path::Path;

use super::cases::CasesFrom;
use super::embedded::Embedded;
use super::source::{Source, top_folder};
use super::stage::{self, Surroundings};
use super::tree::Tree;
use super::wrong_answers::Equality;
use super::{names, stage_json};
use crate::json::decode::{self, Field, FileProblems, Object, UP_TO_A_TRILLION, quoted};
use crate::model::{Course, Limits, Origin, Position, Problem};

/// What was found of a course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovery {
    /// The course with its sound stages; `None` when a problem breaks the whole of it.
    pub course: Option<Course>,
    /// All problems: of `course.json`, then of the stages in their order, file by file.
    pub problems: Vec<Problem>,
    /// The slugs of all stages in their order, broken ones too.
    pub slugs: Vec<String>,
}

/// The course in the folder `course_dir`, graded with the cases in `fixtures` instead of its own
/// ones where that is given. `equality` says when two answers are equal.
#[must_use]
pub fn load_folder(course_dir: &Path, fixtures: Option<&Path>, equality: Equality) -> Discovery {
    let origin = Origin::Folder(course_dir.to_owned());
    let own = course_dir.join("fixtures");
    let (fixtures, cases_from) = match fixtures {
        Some(dir) => (top_folder(dir, dir), CasesFrom::Elsewhere),
        None => (top_folder(&own, course_dir), CasesFrom::Course),
    };
    let stages = top_folder(&course_dir.join("stages"), course_dir);
    load(stages, fixtures, cases_from, equality, origin)
}

/// The course in the binary, graded with the cases in `fixtures` instead of its own ones where
/// that is given. `equality` says when two answers are equal.
#[must_use]
pub fn load_embedded(fixtures: Option<&Path>, equality: Equality) -> Discovery {
    let (fixtures, cases_from) = match fixtures {
        Some(dir) => (top_folder(dir, dir), CasesFrom::Elsewhere),
        None => (Ok(Tree::Embedded(Embedded::FIXTURES)), CasesFrom::Course),
    };
    let stages = Ok(Tree::Embedded(Embedded::STAGES));
    load(stages, fixtures, cases_from, equality, Origin::Embedded)
}

fn load(
    stages: Result<Tree, FileProblems>,
    fixtures: Result<Tree, FileProblems>,
    cases_from: CasesFrom,
    equality: Equality,
    origin: Origin,
) -> Discovery {
    let (fixtures, absent) = apart(fixtures);
    let mut discovery = match stages {
        Ok(stages) => load_source(&Source { stages, fixtures, cases_from, equality }, origin),
        Err(problems) => Discovery { problems: problems.into_sorted(), ..Discovery::default() },
    };
    discovery.problems.extend(absent);
    // What has no stage breaks them all.
    if discovery.problems.iter().any(|problem| problem.stage.is_none()) {
        discovery.course = None;
    }
    discovery
}

fn apart(tree: Result<Tree, FileProblems>) -> (Option<Tree>, Vec<Problem>) {
    match tree {
        Ok(tree) => (Some(tree), Vec::new()),
        Err(problems) => (None, problems.into_sorted()),
    }
}

fn load_source(source: &Source, origin: Origin) -> Discovery {
    let mut problems = FileProblems::new(source.stages.shown("course.json"), None);
    let CourseJson { title, version, slugs, limits } = read_course(source, &mut problems);
    let mut problems = problems.into_sorted();
    let surroundings = Surroundings { source, slugs: &slugs, limits };
    let load = |slug: &String| stage::load(slug, &surroundings, &mut problems);
    let stages = slugs.iter().filter_map(load).collect();
    Discovery { course: Some(Course { title, version, stages, origin }), problems, slugs }
}

/// What `course.json` says. What is absent or wrong is empty; the wrong has become a problem.
#[derive(Debug, Default)]
struct CourseJson {
    title: String,
    version: Option<String>,
    slugs: Vec<String>,
    limits: Limits,
}

fn read_course(source: &Source, problems: &mut FileProblems) -> CourseJson {
    let purpose = "create it: {\"title\": \"…\", \"stages\": [\"…\"]}";
    let bytes = source.stages.read_or_report("course.json", purpose, problems);
    let document = bytes.as_deref().and_then(|bytes| decode::read(bytes, problems));
    document.map(|document| decode_course(&Field::root(&document), problems)).unwrap_or_default()
}

fn decode_course(root: &Field<'_>, problems: &mut FileProblems) -> CourseJson {
    let keys = ["$schema", "format_version", "title", "version", "stages", "limits"];
    let Some(course) = root.object(&keys, problems) else { return CourseJson::default() };
    course.line("$schema", problems);
    if let Some(version) = course.field("format_version") {
        check_version(&version, problems);
    }
    CourseJson {
        title: stage_json::title(&course, problems),
        version: course.line("version", problems),
        slugs: slugs(&course, problems).unwrap_or_default(),
        limits: decode::limits(&course, problems),
    }
}

fn check_version(version: &Field<'_>, problems: &mut FileProblems) {
    if let Some(number @ 2..) = version.whole(UP_TO_A_TRILLION, problems) {
        let message = format!("format version {number} is newer than this program, which reads 1");
        problems.at(version.position(), message, "update theinference");
    }
}

fn slugs(course: &Object<'_>, problems: &mut FileProblems) -> Option<Vec<String>> {
    let stages = course.required("stages", "[\"…\"], the slugs in order", problems)?;
    let entries = stages.elements(problems)?;
    if entries.is_empty() {
        problems.at(stages.position(), "the course has no stages", "list the slug of a stage");
    }
    let mut seen = HashMap::new();
    Some(entries.iter().filter_map(|entry| new_slug(entry, &mut seen, problems)).collect())
}

fn new_slug(
    entry: &Field<'_>,
    seen: &mut HashMap<String, Position>,
    problems: &mut FileProblems,
) -> Option<String> {
    let slug = names::slug(entry, problems)?;
    let Some(first) = seen.insert(slug.clone(), entry.position()) else { return Some(slug) };
    let message = format!("the stage {} is listed twice", quoted(&slug));
    problems.at(entry.position(), message, format!("keep one of both; the other is at {first}"));
    None
}
