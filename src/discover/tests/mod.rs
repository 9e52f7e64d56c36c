//! Courses that are sound, courses that are broken in every way, and what is said of them.

mod cases;
mod course_json;
mod links;
mod mistakes;
mod stage_json;

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::{Discovery, load_embedded, load_folder};
use crate::json::Value;
use crate::model::{CompareRules, Course, Problem, Stage};

/// The smallest course, in a folder of its own.
struct TestCourse {
    folder: TempDir,
}

impl TestCourse {
    fn new() -> Self {
        let course = Self { folder: tempfile::tempdir().unwrap() };
        course
            .with("stages/course.json", r#"{"title": "Demo", "stages": ["hello"]}"#)
            .with("stages/hello/stage.json", r#"{"title": "Hello", "mode": "greet"}"#)
            .with("stages/hello/README.md", "Say hello.")
            .with("fixtures/hello/case.json", "{}")
            .with("fixtures/hello/expected.json", r#""hello""#)
    }

    fn path(&self, path: &str) -> std::path::PathBuf {
        self.folder.path().join(path)
    }

    fn with(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let file = self.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
        self
    }

    /// A case with the simplest files.
    fn with_case(self, folder: &str) -> Self {
        self.with(&format!("{folder}/case.json"), "1").with(&format!("{folder}/expected.json"), "2")
    }

    fn without(self, path: &str) -> Self {
        let gone = self.path(path);
        if gone.is_dir() { fs::remove_dir_all(gone) } else { fs::remove_file(gone) }.unwrap();
        self
    }

    fn load(&self) -> Discovery {
        load_folder(self.folder.path(), None, equality)
    }

    fn load_with(&self, fixtures: &str) -> Discovery {
        load_folder(self.folder.path(), Some(&self.path(fixtures)), equality)
    }

    /// The only stage; the course must be sound.
    fn stage(&self) -> Stage {
        let discovery = self.load();
        assert_eq!(self.told(&discovery), [""; 0]);
        discovery.course.unwrap().stages.remove(0)
    }

    fn problems(&self) -> Vec<String> {
        self.told(&self.load())
    }

    /// The problems as `path:line:column: message | help`, the paths relative to the course.
    fn told(&self, discovery: &Discovery) -> Vec<String> {
        discovery.problems.iter().map(|problem| told(problem, self.folder.path())).collect()
    }
}

/// Stands in for the judge's, which this room must not know: members in any order.
fn equality(expected: Value<'_>, actual: Value<'_>, _: &CompareRules) -> bool {
    let tree =
        |value: Value<'_>| -> serde_json::Value { serde_json::from_str(value.source()).unwrap() };
    tree(expected) == tree(actual)
}

fn told(problem: &Problem, folder: &Path) -> String {
    let Problem { path, position, message, help, .. } = problem;
    let path = path.strip_prefix(folder).unwrap_or(path).display();
    let position = position.map_or_else(String::new, |position| format!(":{position}"));
    format!("{path}{position}: {message} | {help}")
}

fn names(stage: &Stage) -> Vec<&str> {
    stage.cases.iter().map(|case| case.name.as_str()).collect()
}

fn slugs(course: &Course) -> Vec<&str> {
    course.stages.iter().map(|stage| stage.slug.as_str()).collect()
}
