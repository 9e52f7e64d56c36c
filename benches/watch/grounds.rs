//! What is watched, by whom, and which program is started.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How many files a burst or a checkout changes.
pub(crate) const FILES: u32 = 200;

/// A folder for everything: the program, the course, and a folder for each session.
pub(crate) struct Grounds {
    scratch: tempfile::TempDir,
    sessions: usize,
}

impl Grounds {
    pub(crate) fn new() -> Self {
        let scratch = tempfile::tempdir().expect("a folder");
        build_program(&scratch.path().join("started"));
        write_course(&scratch.path().join("course"));
        Self { scratch, sessions: 0 }
    }

    /// Fresh files to watch, so that no session sees what another one left.
    pub(crate) fn plot(&mut self) -> Plot {
        self.sessions += 1;
        let plot = Plot {
            folder: self.scratch.path().join(format!("session-{}", self.sessions)),
            program: self.scratch.path().join("started"),
            course: self.scratch.path().join("course"),
        };
        fs::create_dir_all(plot.watched().join("many")).expect("a folder");
        fs::create_dir(plot.watched().join(".git")).expect("a folder");
        write(&plot.watched().join("theinference.json"), "{}");
        plot.files().for_each(|file| write(&file, "as it was\n"));
        write(&plot.starts(), "");
        plot
    }
}

/// What one session needs. Only `watched` is watched; all else is outside of it.
pub(crate) struct Plot {
    folder: PathBuf,
    pub(crate) program: PathBuf,
    pub(crate) course: PathBuf,
}

impl Plot {
    pub(crate) fn watched(&self) -> PathBuf {
        self.folder.join("watched")
    }

    /// The file that is saved.
    pub(crate) fn source(&self) -> PathBuf {
        self.watched().join("source.txt")
    }

    pub(crate) fn many(&self) -> impl Iterator<Item = PathBuf> {
        let folder = self.watched().join("many");
        (0..FILES).map(move |number| folder.join(format!("file-{number:03}.txt")))
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = PathBuf> {
        std::iter::once(self.source()).chain(self.many())
    }

    /// Where the program notes when it started.
    pub(crate) fn starts(&self) -> PathBuf {
        self.folder.join("starts")
    }

    /// What the tool printed.
    pub(crate) fn output(&self) -> PathBuf {
        self.folder.join("output")
    }

    /// For tools that read the names of the files to watch.
    pub(crate) fn names(&self) -> PathBuf {
        let names: Vec<String> = self.files().map(|file| file.display().to_string()).collect();
        let file = self.folder.join("names");
        write(&file, &names.join("\n"));
        file
    }

    /// What the program does from its next start on; see `benches/programs/started.rs`.
    pub(crate) fn order(&self, conduct: &str) {
        write(&self.folder.join("conduct"), conduct);
    }
}

pub(crate) fn write(file: &Path, text: &str) {
    fs::write(file, text).expect("a file");
}

fn build_program(program: &Path) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/started.rs");
    let built = Command::new("rustc").arg("-O").arg(source).arg("-o").arg(program).status();
    assert!(built.expect("rustc").success());
}

/// One stage of one case, which the program passes.
fn write_course(folder: &Path) {
    for (file, text) in [
        ("stages/course.json", r#"{"title": "Bench", "stages": ["one"]}"#),
        ("stages/one/stage.json", r#"{"title": "One", "mode": "answer"}"#),
        ("stages/one/README.md", "Answers.\n"),
        ("fixtures/one/case.json", "{}"),
        ("fixtures/one/expected.json", r#"{"answer": 42}"#),
    ] {
        let file = folder.join(file);
        fs::create_dir_all(file.parent().expect("a parent")).expect("a folder");
        write(&file, text);
    }
}
