//! A course as it stands in memory after loading: stages in order, each with its cases.

use std::path::PathBuf;
use std::sync::Arc;

use super::{CompareRules, Limits, Mistake, Script, Touch};

/// The case that stands directly in `fixtures/<slug>/`.
pub const MAIN_CASE: &str = "main";

/// What people call the hidden cases of a stage.
pub const HIDDEN_HEADING: &str = "behind the scenes";

/// An ordered list of stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The title that people read.
    pub title: String,
    /// Its version, as its author writes it.
    pub version: Option<String>,
    /// The sound stages, in the order in which a learner meets them.
    pub stages: Vec<Stage>,
    /// Where the course came from.
    pub origin: Origin,
}

/// Where a course was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Compiled into the binary.
    Embedded,
    /// A folder that holds `stages/` and `fixtures/`.
    Folder(PathBuf),
}

/// One lesson with the cases that grade it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The name that is typed.
    pub slug: String,
    /// The name that is read.
    pub title: String,
    /// The part of the course that the stage belongs to.
    pub chapter: Option<String>,
    /// How long a learner may need.
    pub minutes: Option<u64>,
    /// The program's first argument.
    pub mode: String,
    /// How the harness talks with the program.
    pub driver: Driver,
    /// Stages that are best done before; advice, never a condition.
    pub requires: Vec<String>,
    /// What a run may use.
    pub limits: Limits,
    /// How answers are compared.
    pub compare: CompareRules,
    /// Where to look when a part of the answer differs, in the order of the file.
    pub touches: Vec<Touch>,
    /// The lesson, in Markdown.
    pub lesson: String,
    /// The cases, listed ones first and in their order, then the others by name.
    pub cases: Vec<Case>,
}

/// How the harness talks with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// One shot: the case on stdin and as a file, the answer on stdout.
    Process,
    /// A live session: the program is a server, which the harness talks with over its stdin and
    /// stdout as the script of the case says.
    StdioServer,
}

/// One input and one expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name that is typed, unique in its stage.
    pub name: String,
    /// What the case is about, in a few words.
    pub summary: Option<String>,
    /// Whether a learner may see what is in it.
    pub visibility: Visibility,
    /// What to think about when it fails.
    pub hint: Option<String>,
    /// The exit code that the program must end with.
    pub exit: i32,
    /// What the program is given, byte for byte; of a live session the script, as it is written.
    pub input: Arc<[u8]>,
    /// What the harness does in a live session.
    pub script: Option<Arc<Script>>,
    /// What the program must answer.
    pub expectation: Expectation,
    /// The mistakes that are known of it.
    pub mistakes: Vec<Mistake>,
}

/// Whether a learner is shown the contents of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Everything is shown.
    Visible,
    /// Only the summary and a hint are shown.
    Hidden,
    /// Everything is shown of a hidden case that failed, as the learner asked for it. Only what
    /// came of a run is revealed; a course has no such case.
    Revealed,
}

/// What a right answer looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The answer is this JSON document, compared by the stage's rules.
    Exact(Arc<[u8]>),
}
