//! A folder of its own for one test: a workspace, a course, and a place for temporary files.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;

use crate::ran::Ran;

/// What the small course expects.
pub(crate) const ANSWER: &str = r#"{"id": 1, "big": 9007199254740993, "text": "echo"}"#;

/// How long anything may take before a test gives up. A net, not a measure.
pub(crate) const LONG: Duration = Duration::from_secs(180);

const BINARY: &str = env!("CARGO_BIN_EXE_theinference");

/// Variables of the caller that would change what is printed.
const DISTURBING: [&str; 11] = [
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
    "GITLAB_CI",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TMPDIR",
    "npm_execpath",
];

pub(crate) struct World {
    folder: TempDir,
}

impl World {
    /// An empty workspace and no course on disk.
    pub(crate) fn empty() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let world = Self { folder };
        fs::create_dir(world.path("ws")).expect("a workspace");
        fs::create_dir(world.path("tmp")).expect("a folder for temporary files");
        world
    }

    /// A course of one stage, `hello`, with one case.
    pub(crate) fn small() -> Self {
        Self::empty()
            .with(
                "course/stages/course.json",
                r#"{"title": "Demo", "stages": ["hello"], "limits": {"timeout_ms": 60000}}"#,
            )
            .with_stage("hello", "Hello", "")
            .with_case("hello", r#"{"greet": "world"}"#, ANSWER)
    }

    /// The small course, and one of the programs in `tests/programs/`.
    pub(crate) fn small_with(program: &str) -> Self {
        Self::small().with_program(program)
    }

    /// The Python solution of the built-in course, as a learner has it.
    pub(crate) fn solution() -> Self {
        let from = repository().join("solutions/python");
        ["your_program.sh", "program.py", "src/mcp.py"].iter().fold(Self::empty(), |world, file| {
            world.with_copy(&from.join(file), &format!("ws/{file}"))
        })
    }

    /// The built-in course on disk, every case visible.
    pub(crate) fn with_open_course(self) -> Self {
        for folder in ["stages", "fixtures"] {
            let to = self.path("course").join(folder);
            copy_folder(&repository().join(folder), &to);
        }
        let opened = |slug| format!("course/stages/{slug}/stage.json");
        self.patched_everywhere(
            &opened("tools-list-and-call"),
            "\"hidden\": true",
            "\"hidden\": false",
        )
        .patched_everywhere(
            &opened("tools-call-handler"),
            "\"hidden\": true",
            "\"hidden\": false",
        )
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub(crate) fn with(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let file = self.path(path);
        let parent = file.parent().expect("a file is in a folder");
        fs::create_dir_all(parent).expect("folders can be made");
        fs::write(file, text).expect("files can be written");
        self
    }

    /// A stage of the course; `more` are further keys of its `stage.json`.
    pub(crate) fn with_stage(self, slug: &str, title: &str, more: &str) -> Self {
        let text = format!(r#"{{"title": "{title}", "mode": "greet"{more}}}"#);
        self.with(&format!("course/stages/{slug}/stage.json"), text)
            .with(&format!("course/stages/{slug}/README.md"), format!("The lesson of {title}."))
    }

    pub(crate) fn with_case(self, place: &str, case: &str, expected: &str) -> Self {
        self.with(&format!("course/fixtures/{place}/case.json"), case)
            .with(&format!("course/fixtures/{place}/expected.json"), expected)
    }

    /// One of the programs in `tests/programs/` as `your_program.sh`.
    pub(crate) fn with_program(self, name: &str) -> Self {
        let from = repository().join("tests/programs").join(name);
        self.with_copy(&from, "ws/your_program.sh")
    }

    /// A `your_program.sh` that can be started.
    pub(crate) fn with_script(self, text: impl AsRef<[u8]>) -> Self {
        self.with("ws/your_program.sh", text).with_mode("ws/your_program.sh", 0o755)
    }

    pub(crate) fn with_mode(self, path: &str, mode: u32) -> Self {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(self.path(path), permissions).expect("the mode can be set");
        self
    }

    fn with_copy(self, from: &Path, to: &str) -> Self {
        let to = self.path(to);
        fs::create_dir_all(to.parent().expect("a folder")).expect("folders can be made");
        fs::copy(from, to).expect("the file can be copied");
        self
    }

    pub(crate) fn without(self, path: &str) -> Self {
        fs::remove_file(self.path(path)).expect("the file can be removed");
        self
    }

    /// The file with the only place of `old` replaced.
    pub(crate) fn patched(self, path: &str, old: &str, new: &str) -> Self {
        let text = self.read(path);
        assert_eq!(text.matches(old).count(), 1, "{old:?} in {path}");
        self.with(path, text.replace(old, new))
    }

    fn patched_everywhere(self, path: &str, old: &str, new: &str) -> Self {
        let text = self.read(path);
        assert!(text.contains(old), "{old:?} in {path}");
        self.with(path, text.replace(old, new))
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).expect("the file can be read")
    }

    /// The names in a folder.
    pub(crate) fn names(&self, path: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(path)).expect("the folder can be read");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect()
    }

    /// The binary, in the workspace and with this world's course.
    pub(crate) fn command<W: AsRef<OsStr>>(&self, words: &[W]) -> Command {
        let mut command = self.bare_command();
        let course = self.path("course");
        command.args(words.first());
        if course.exists() && !words.is_empty() {
            command.arg("--course").arg(course);
        }
        command.args(words.iter().skip(1));
        command
    }

    /// The same as another user, for root to start: what such a user can read, and a workspace and
    /// temporary files of that user. The binary may be in a folder that only root sees.
    pub(crate) fn as_user<W: AsRef<OsStr>>(&self, user: u32, words: &[W]) -> Command {
        let open = format!(
            "ln {BINARY} grader 2> /dev/null || cp {BINARY} grader; chmod -R a+rX . && \
             chown -R {user}:{user} ws tmp"
        );
        Ran::of(self.shell(&format!("cd .. && {open}"))).ends_with(0);
        let own = self.command(words);
        let mut other = self.settled(Command::new("setpriv"));
        other.args([format!("--reuid={user}"), format!("--regid={user}")]);
        other.arg("--clear-groups").arg(self.path("grader")).args(own.get_args());
        other
    }

    /// The binary, in the workspace and without a word.
    pub(crate) fn bare_command(&self) -> Command {
        self.settled(Command::new(BINARY))
    }

    /// Any command, in the workspace, that finds the binary by its name.
    pub(crate) fn shell(&self, line: &str) -> Command {
        let mut command = self.settled(Command::new("sh"));
        let binaries = Path::new(BINARY).parent().expect("the binary is in a folder");
        let path = std::env::var("PATH").unwrap_or_default();
        command.args(["-c", line]).env("PATH", format!("{}:{path}", binaries.display()));
        command
    }

    fn settled(&self, mut command: Command) -> Command {
        DISTURBING.iter().for_each(|name| {
            command.env_remove(name);
        });
        command
            .current_dir(self.path("ws"))
            .env("NO_COLOR", "1")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env("TMPDIR", self.path("tmp"));
        command
    }

    /// Runs the binary to its end.
    pub(crate) fn run<W: AsRef<OsStr>>(&self, words: &[W]) -> Ran {
        Ran::of(self.command(words))
    }
}

pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("folders can be made");
    for entry in fs::read_dir(from).expect("the folder can be read") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("the file can be copied");
        }
    }
}
