//! What the grader itself says of a file, through the same doors as every command.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use theinference::discover::load_folder;
use theinference::judge::compare::are_equal;
use theinference::model::Problem;
use theinference::workspace::load_config;

const STAGE: &str = r#"{"title": "T", "mode": "m"}"#;
const ANSWER: &str = r#"{"id": 1, "params": {"arguments": {}}}"#;

/// The place of the file that a schema describes, in the folder of a [`Decoder`].
fn place(name: &str) -> &'static str {
    match name {
        "stage" => "stages/hello/stage.json",
        "course" => "stages/course.json",
        "case" | "session" => "fixtures/hello/case.json",
        "theinference" => "theinference.json",
        _ => panic!("there is no decoder for {name}"),
    }
}

/// The decoder of the files that a schema describes.
///
/// The file stands in a course of the stages `hello` and `other`, each with the cases `main` and
/// `second`, so that what it names is there.
pub(crate) struct Decoder {
    name: &'static str,
    folder: TempDir,
}

impl Decoder {
    pub(crate) fn new(name: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        if name != "theinference" {
            write_course(&folder);
        }
        if name == "session" {
            let stage = r#"{"title": "T", "mode": "m", "driver": "stdio-server"}"#;
            write(folder.path(), place("stage"), stage);
            write(folder.path(), "fixtures/hello/second/case.json", r#"{"steps": []}"#);
        }
        Self { name, folder }
    }

    /// Everything that is said against `text` as such a file.
    pub(crate) fn told(&self, text: &str) -> Vec<String> {
        let folder = self.folder.path();
        write(folder, place(self.name), text);
        let problems = match self.name {
            "theinference" => load_config(folder).err().unwrap_or_default(),
            _ => load_folder(folder, None, are_equal).problems,
        };
        let told = |problem: Problem| format!("{} | {}", problem.message, problem.help);
        problems.into_iter().map(told).collect()
    }
}

/// The same for one file.
pub(crate) fn told(name: &'static str, text: &str) -> Vec<String> {
    Decoder::new(name).told(text)
}

fn write_course(folder: &TempDir) {
    write(folder.path(), place("course"), r#"{"title": "T", "stages": ["hello", "other"]}"#);
    for stage in ["hello", "other"] {
        write(folder.path(), &format!("stages/{stage}/stage.json"), STAGE);
        write(folder.path(), &format!("stages/{stage}/README.md"), "the lesson");
        for case in ["", "/second"] {
            write(folder.path(), &format!("fixtures/{stage}{case}/case.json"), "{}");
            write(folder.path(), &format!("fixtures/{stage}{case}/expected.json"), ANSWER);
        }
    }
}

fn write(folder: &Path, path: &str, text: &str) {
    let file = folder.join(path);
    fs::create_dir_all(file.parent().expect("a folder")).expect("folders can be made");
    fs::write(file, text).expect("files can be written");
}
