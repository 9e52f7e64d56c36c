//! The keys of `stage.json`.

use super::listing::{self, ListedCase, POINTS};
use super::mistakes::{self, ListedMistake, NamedCase};
use super::settings;
use super::touches;
use crate::json::decode::{self, Field, FileProblems, Object, UP_TO_A_TRILLION, quoted};
use crate::model::{CompareRules, Driver, Limits, Touch};
use crate::nearest::nearest;

/// What `stage.json` says. What is absent or wrong is empty; the wrong has become a problem.
#[derive(Clone, Debug, Default)]
pub(super) struct StageJson {
    pub title: String,
    pub chapter: Option<String>,
    pub minutes: Option<u64>,
    pub mode: String,
    pub driver: Option<Driver>,
    pub requires: Vec<String>,
    pub limits: Limits,
    pub compare: CompareRules,
    pub touches: Vec<Touch>,
    pub cases: Vec<ListedCase>,
    pub mistakes: Vec<ListedMistake>,
    /// The cases that the mistakes are about, of those too that are not well-formed.
    pub mistaken: Vec<NamedCase>,
}

const KEYS: [&str; 16] = [
    "$schema",
    "title",
    "chapter",
    "minutes",
    "mode",
    "driver",
    "requires",
    "references",
    "spec",
    "limits",
    "points",
    "compare",
    "touches",
    "cases",
    "mistakes",
    "validate",
];

/// Reads the document of a stage's `stage.json`. `slug` is the stage, `slugs` are all of them.
pub(super) fn decode(
    root: &Field<'_>,
    slug: &str,
    slugs: &[String],
    problems: &mut FileProblems,
) -> StageJson {
    let Some(stage) = root.object(&KEYS, problems) else { return StageJson::default() };
    check_the_unused(&stage, problems);
    let (mistakes, mistaken) = mistakes::mistakes(&stage, problems);
    StageJson {
        title: title(&stage, problems),
        chapter: stage.line("chapter", problems),
        minutes: stage.whole("minutes", UP_TO_A_TRILLION, problems),
        mode: mode(&stage, problems).unwrap_or_default(),
        driver: settings::driver(&stage, problems),
        requires: requires(&stage, slug, slugs, problems),
        limits: decode::limits(&stage, problems),
        compare: settings::compare(&stage, problems),
        touches: touches::touches(&stage, problems),
        cases: listing::cases(&stage, problems),
        mistakes,
        mistaken,
    }
}

/// The required `title` of a stage or a course.
pub(super) fn title(object: &Object<'_>, problems: &mut FileProblems) -> String {
    let title = object.required("title", "\"…\"", problems);
    title.and_then(|title| title.line(problems)).unwrap_or_default()
}

/// The program's first argument: one word.
fn mode(stage: &Object<'_>, problems: &mut FileProblems) -> Option<String> {
    let field = stage.required("mode", "\"…\", the program's first argument", problems)?;
    let mode = field.line(problems)?;
    if mode.contains(char::is_whitespace) {
        let message = format!("{} is more than one word", quoted(&mode));
        problems.at(field.position(), message, "write one word; it is one argument");
    }
    Some(mode)
}

fn requires(
    stage: &Object<'_>,
    slug: &str,
    slugs: &[String],
    problems: &mut FileProblems,
) -> Vec<String> {
    let entries = stage.elements("requires", problems);
    entries.iter().filter_map(|entry| required(entry, slug, slugs, problems)).collect()
}

fn required(
    entry: &Field<'_>,
    slug: &str,
    slugs: &[String],
    problems: &mut FileProblems,
) -> Option<String> {
    let required = entry.line(problems)?;
    if required == slug {
        problems.at(entry.position(), "the stage requires itself", "remove it from `requires`");
    } else if !slugs.contains(&required) {
        let others = slugs.iter().map(String::as_str).filter(|&other| other != slug);
        let help = match nearest(&required, others).first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => "name a stage of `stages/course.json`, or remove it".to_owned(),
        };
        problems.at(entry.position(), format!("there is no stage {}", quoted(&required)), help);
    }
    Some(required)
}

/// Checks the keys that are read by others, or by nobody yet.
fn check_the_unused(stage: &Object<'_>, problems: &mut FileProblems) {
    stage.line("$schema", problems);
    stage.lines("references", problems);
    stage.lines("spec", problems);
    stage.whole("points", POINTS, problems);
    let validate = stage.field("validate").and_then(|field| field.object(&["allow"], problems));
    let allowed = validate.map(|validate| validate.elements("allow", problems));
    for allowed in allowed.unwrap_or_default() {
        check_allowed(&allowed, problems);
    }
}

fn check_allowed(allowed: &Field<'_>, problems: &mut FileProblems) {
    let keys = ["hole", "reason"];
    let Some(allowed) = allowed.object(&keys, problems) else { return };
    for key in keys {
        if let Some(field) = allowed.required(key, "\"…\"", problems) {
            field.text(problems);
        }
    }
}
