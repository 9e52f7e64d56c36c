//! A stage from its files: `stage.json`, the lesson, the cases.

use super::case_files;
use super::cases::{self, CasesFrom};
use super::mistakes::ListedMistake;
use super::source::Source;
use super::stage_json::{self, StageJson};
use super::tree::{Entry, ReadError, Tree};
use super::wrong_answers::WrongAnswers;
use crate::json::decode::{self, Field, FileProblems, quoted};
use crate::json::position_in;
use crate::model::{Case, Driver, Limits, Problem, Stage};
use crate::nearest::nearest;

/// What a stage needs to know of its course.
pub(super) struct Surroundings<'c> {
    pub source: &'c Source,
    /// All slugs of the course.
    pub slugs: &'c [String],
    /// The limits where a stage has none of its own.
    pub limits: Limits,
}

/// Loads a stage; `None` when anything in it is wrong, which `problems` then says.
pub(super) fn load(
    slug: &str,
    course: &Surroundings<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Stage> {
    let mut parts = read_folder(slug, course);
    let cases = match &course.source.fixtures {
        Some(fixtures) => load_cases(slug, fixtures, course.source, &mut parts),
        None => Vec::new(),
    };
    let Parts { json, lesson, stage_json, others } = parts;
    let found: Vec<_> = stage_json.into_sorted().into_iter().chain(others).collect();
    let is_sound = found.is_empty();
    problems.extend(found);
    is_sound.then(|| Stage {
        slug: slug.to_owned(),
        title: json.title,
        chapter: json.chapter,
        minutes: json.minutes,
        mode: json.mode,
        driver: json.driver.unwrap_or(Driver::Process),
        requires: json.requires,
        limits: json.limits.or(course.limits),
        compare: json.compare,
        touches: json.touches,
        lesson,
        cases,
    })
}

/// What is in `stages/<slug>/`.
struct Parts {
    json: StageJson,
    lesson: String,
    /// The problems of `stage.json`, to which the cases add theirs.
    stage_json: FileProblems,
    /// The problems of all other files, in order.
    others: Vec<Problem>,
}

fn read_folder(slug: &str, course: &Surroundings<'_>) -> Parts {
    let stages = &course.source.stages;
    let path = format!("{slug}/stage.json");
    let stage_json = FileProblems::new(stages.shown(&path), Some(slug));
    let others = missing_folder(stages, slug);
    let is_missing = !others.is_empty();
    let mut parts = Parts { json: StageJson::default(), lesson: String::new(), stage_json, others };
    if !is_missing {
        parts.json = read_json(stages, &path, slug, course.slugs, &mut parts.stage_json);
        parts.lesson = lesson(stages, slug, &mut parts.others);
    }
    parts
}

fn read_json(
    stages: &Tree,
    path: &str,
    slug: &str,
    slugs: &[String],
    problems: &mut FileProblems,
) -> StageJson {
    let purpose = "create it: {\"title\": \"…\", \"mode\": \"…\"}";
    let bytes = stages.read_or_report(path, purpose, problems);
    let document = bytes.as_deref().and_then(|bytes| decode::read(bytes, problems));
    let decode = |document| stage_json::decode(&Field::root(&document), slug, slugs, problems);
    document.map(decode).unwrap_or_default()
}

/// What is wrong with the folder itself.
fn missing_folder(stages: &Tree, slug: &str) -> Vec<Problem> {
    let mut folder = FileProblems::new(stages.shown(slug), Some(slug));
    match stages.entry(slug) {
        Ok(Entry::Folder) => {}
        Ok(Entry::File) | Err(ReadError::Missing) => {
            let help = "create the folder with a stage.json and a README.md in it, or take the \
                        stage out of course.json";
            folder.whole(format!("the stage {} has no folder", quoted(slug)), help);
        }
        Err(error) => error.report(slug, "create the folder that it links to", &mut folder),
    }
    folder.into_sorted()
}

fn lesson(stages: &Tree, slug: &str, problems: &mut Vec<Problem>) -> String {
    let path = format!("{slug}/README.md");
    let mut readme = FileProblems::new(stages.shown(&path), Some(slug));
    let purpose = "create it with the lesson that the learner reads";
    let bytes = stages.read_or_report(&path, purpose, &mut readme).unwrap_or_default();
    let lesson = std::str::from_utf8(&bytes).map(str::to_owned).unwrap_or_else(|error| {
        let position = position_in(&bytes, error.valid_up_to());
        readme.at(position, "`README.md` is not UTF-8", "save the file as UTF-8");
        String::new()
    });
    problems.extend(readme.into_sorted());
    lesson
}

fn load_cases(slug: &str, fixtures: &Tree, source: &Source, parts: &mut Parts) -> Vec<Case> {
    let from = source.cases_from;
    let Some(names) = cases::on_disk(fixtures, slug, from, &mut parts.others) else {
        return Vec::new();
    };
    check_mistaken(&parts.json, &names, from, &mut parts.stage_json);
    let placed = cases::arrange(slug, &parts.json.cases, &names, from, &mut parts.stage_json);
    // Elsewhere a stage without a case is one that is not graded.
    if placed.is_empty() && from == CasesFrom::Course && parts.json.cases.is_empty() {
        parts.others.extend(no_case(slug, fixtures));
    }
    let driver = parts.json.driver.unwrap_or(Driver::Process);
    let load = |case| case_files::load(fixtures, (slug, driver), case, &mut parts.others);
    let mut cases: Vec<Case> = placed.into_iter().filter_map(load).collect();
    let StageJson { mistakes, compare, .. } = &parts.json;
    let rules = WrongAnswers { compare, equality: source.equality, from };
    for case in &mut cases {
        let is_of_case = |mistake: &&ListedMistake| mistake.case == case.name;
        let listed: Vec<_> = mistakes.iter().filter(is_of_case).collect();
        case.mistakes = rules.of_case(case, &listed, &mut parts.stage_json);
    }
    cases
}

/// A stage without a case would be passed by every program.
fn no_case(slug: &str, fixtures: &Tree) -> Vec<Problem> {
    let mut folder = FileProblems::new(fixtures.shown(slug), Some(slug));
    let help = "put a case.json and an expected.json into the folder";
    folder.whole(format!("the stage {} has no case", quoted(slug)), help);
    folder.into_sorted()
}

/// A mistake is about a case of the stage. What another folder holds says nothing about that.
fn check_mistaken(
    json: &StageJson,
    names: &[String],
    from: CasesFrom,
    stage_json: &mut FileProblems,
) {
    for (name, position) in &json.mistaken {
        let is_listed = json.cases.iter().any(|case| case.name == *name);
        if from == CasesFrom::Course && !is_listed && !names.contains(name) {
            let help = match nearest(name, names.iter().map(String::as_str)).first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => "name a case of this stage".to_owned(),
            };
            stage_json.at(*position, format!("there is no case {}", quoted(name)), help);
        }
    }
}
