//! Where in a program to look for the reason of a difference.

use std::path::PathBuf;

/// What a stage says of who makes a part of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The unescaped tokens of a JSON Pointer (RFC 6901) on the expected side, where the token `*`
    /// stands for exactly one token of any name.
    pub pattern: Vec<String>,
    /// A function's name, behind which a colon and an explanation may stand; or any other words.
    pub text: String,
}

/// One place to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookAt {
    /// What the stage says, with the function spelled as in the learner's file.
    pub text: String,
    /// Where that function is defined, when it was found.
    pub source: Option<SourceLine>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The file, relative to the workspace.
    pub file: PathBuf,
    /// 1-based.
    pub line: usize,
}
