//! Which course is meant, and what is wrong with it.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::args::CourseArgs;
use super::exit::Stop;
use super::found::Place;
use super::output::{own_name, tell_error, tell_warning};
use crate::discover::{self, Discovery};
use crate::judge::compare::are_equal;
use crate::model::{Course, Problem, Stage};
use crate::plan::PlanError;
use crate::report::style;
use crate::workspace;

/// A course that can be used, and what is wrong with the rest of it.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) course: Course,
    pub(super) problems: Vec<Problem>,
    /// The slugs of all stages, also of those that cannot be used.
    pub(super) slugs: Vec<String>,
}

/// Loads `--course`, else the one that the workspace names, else the nearest one above, else the
/// built-in one.
pub(super) fn load(args: &CourseArgs, place: &Place) -> Result<Loaded, Stop> {
    let fixtures = args.fixtures.as_ref().map(|fixtures| place.current.join(fixtures));
    check_folder("--course", args.course.as_deref(), place)?;
    check_folder("--fixtures", args.fixtures.as_deref(), place)?;
    let discovery = match folder(args, place) {
        Some(folder) => discover::load_folder(&folder, fixtures.as_deref(), are_equal),
        None => discover::load_embedded(fixtures.as_deref(), are_equal),
    };
    let Discovery { course, problems, slugs } = discovery;
    match course {
        Some(course) => Ok(Loaded { course, problems, slugs }),
        None => Err(Stop::Problems(problems)),
    }
}

/// A folder that was typed and is none is a slip of typing, not a defect of the course.
fn check_folder(option: &str, typed: Option<&Path>, place: &Place) -> Result<(), Stop> {
    match typed {
        Some(typed) if !place.current.join(typed).is_dir() => {
            let typed = typed.display();
            Err(Stop::Usage(format!("there is no folder {typed}; check what follows `{option}`")))
        }
        _ => Ok(()),
    }
}

/// The folder of the course on disk, if it is on disk.
pub(super) fn folder(args: &CourseArgs, place: &Place) -> Option<PathBuf> {
    let of_workspace = || Some(place.workspace.as_ref()?.join(place.config.course.as_ref()?));
    args.course
        .as_ref()
        .map(|folder| place.current.join(folder))
        .or_else(of_workspace)
        .or_else(|| workspace::find_course(&place.current))
}

/// The title and version of the course in this binary.
pub(super) fn built_in() -> String {
    let course = discover::load_embedded(None, are_equal).course;
    course.as_ref().map_or_else(String::new, titled)
}

/// The title of a course with its version.
pub(super) fn titled(course: &Course) -> String {
    style::titled(&course.title, course.version.as_deref())
}

impl Loaded {
    /// The slugs of stages that are there and cannot be used, in the order of the course.
    fn broken(&self) -> impl Iterator<Item = &String> {
        let sound: HashSet<&str> = self.course.stages.iter().map(|it| it.slug.as_str()).collect();
        self.slugs.iter().filter(move |slug| !sound.contains(slug.as_str()))
    }

    /// What a selection that names no usable stage means: a broken stage has its problems told.
    pub(super) fn refused(self, error: PlanError) -> Stop {
        match error {
            PlanError::BrokenStage { .. } => Stop::Problems(self.problems),
            error => Stop::Usage(error.to_string()),
        }
    }

    /// One sentence for each stage that cannot be used and was not asked for.
    pub(super) fn warnings(&self) -> Vec<String> {
        let name = own_name();
        let warning = |slug: &String| {
            format!(
                "stage {slug} was left out: its files have problems. \
                 See them with `{name} test --stage {slug}`"
            )
        };
        let empty = self.course.stages.iter().filter(|stage| stage.cases.is_empty());
        let no_case = |stage: &Stage| {
            format!("stage {} is not graded: there is no case of it among the fixtures", stage.slug)
        };
        self.broken().map(warning).chain(empty.map(no_case)).collect()
    }
}

/// So many problems are told at a time.
const TOLD: usize = 200;

/// Tells the problems on stderr: `path:line:column: what`, and below it what to do.
pub(super) fn tell_problems(problems: &[Problem]) {
    for problem in problems.iter().take(TOLD) {
        let place = problem.position.map_or_else(String::new, |at| format!(":{at}"));
        let (path, message, help) = (shown(&problem.path), &problem.message, &problem.help);
        tell_error(&format!("{path}{place}: {message}\n  help: {help}"));
    }
    let count = problems.len();
    let plural = if count == 1 { "" } else { "s" };
    let first = if count > TOLD { format!("; the first {TOLD} are above") } else { String::new() };
    tell_error(&format!("{count} problem{plural} in all{first}"));
}

/// The path as seen from the current folder, when it is below it.
fn shown(path: &Path) -> String {
    let current = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path).display().to_string()
}

/// Tells the warnings of a command that has no report.
pub(super) fn tell_warnings(loaded: &Loaded) {
    for warning in loaded.warnings() {
        tell_warning(&warning);
    }
}
