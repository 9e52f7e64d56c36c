//! Mistakes that a course knows, and what is said to who makes one.

use std::sync::Arc;

/// A known-wrong answer to a case, or a known way to give none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Its name, unique in its stage.
    pub name: String,
    /// How it is recognised.
    pub shows_as: Symptom,
    /// What to say to who makes it.
    pub hint: String,
}

/// How a mistake is recognised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Symptom {
    /// The answer has every difference that this document has from the expected one.
    Answer(Arc<[u8]>),
    /// There was no answer to compare, or the program did not end well.
    Cause(Cause),
}

/// A way to fail that is no difference between two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Lines that are not JSON before or after the document.
    LogOnStdout,
    /// More than one document.
    SecondDocument,
    /// The document ends too early.
    CutOff,
    /// A byte order mark comes first.
    ByteOrderMark,
    /// Another encoding than UTF-8.
    InvalidUtf8,
    /// `True`, `False` or `None`.
    PythonLiteral,
    /// `'…'` where `"…"` belongs.
    SingleQuotes,
    /// A member name without quotes, as JavaScript prints it.
    UnquotedName,
    /// `NaN` or `Infinity`.
    Nan,
    /// `undefined`.
    Undefined,
    /// A comma with nothing after it.
    TrailingComma,
    /// No comma where one belongs, or a quote inside a string.
    MissingComma,
    /// A comment.
    Comment,
    /// A line break, a tab or the like inside a string.
    ControlCharacter,
    /// A backslash that begins no escape.
    BadEscape,
    /// A number that is written otherwise than JSON writes it.
    BadNumber,
    /// More levels than can be read.
    TooDeep,
    /// Not one JSON document, in whatever way.
    NotJson,
    /// Nothing was printed.
    NoOutput,
    /// Another exit code.
    ExitCode,
    /// A signal ended the program.
    Signal,
    /// The time was up.
    Timeout,
    /// Too much was printed.
    OutputLimit,
    /// Too much memory was used.
    MemoryLimit,
    /// Too much processor time was used.
    CpuLimit,
    /// There were too many processes.
    ProcessLimit,
    /// Too much was written into files.
    DiskLimit,
    /// A server did not keep to what a live session asks for.
    Protocol,
}

impl Cause {
    /// All causes, the more exact ones first.
    pub const ALL: [Self; 28] = [
        Self::LogOnStdout,
        Self::SecondDocument,
        Self::CutOff,
        Self::ByteOrderMark,
        Self::InvalidUtf8,
        Self::PythonLiteral,
        Self::SingleQuotes,
        Self::UnquotedName,
        Self::Nan,
        Self::Undefined,
        Self::TrailingComma,
        Self::MissingComma,
        Self::Comment,
        Self::ControlCharacter,
        Self::BadEscape,
        Self::BadNumber,
        Self::TooDeep,
        Self::NotJson,
        Self::NoOutput,
        Self::ExitCode,
        Self::Signal,
        Self::Timeout,
        Self::OutputLimit,
        Self::MemoryLimit,
        Self::CpuLimit,
        Self::ProcessLimit,
        Self::DiskLimit,
        Self::Protocol,
    ];

    /// The name in course data, which is also that of its page.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LogOnStdout => "log-on-stdout",
            Self::SecondDocument => "second-document",
            Self::CutOff => "cut-off",
            Self::ByteOrderMark => "byte-order-mark",
            Self::InvalidUtf8 => "invalid-utf-8",
            Self::PythonLiteral => "python-literal",
            Self::SingleQuotes => "single-quotes",
            Self::UnquotedName => "unquoted-name",
            Self::Nan => "nan",
            Self::Undefined => "undefined",
            Self::TrailingComma => "trailing-comma",
            Self::MissingComma => "missing-comma",
            Self::Comment => "comment",
            Self::ControlCharacter => "control-character",
            Self::BadEscape => "bad-escape",
            Self::BadNumber => "bad-number",
            Self::TooDeep => "too-deep",
            Self::NotJson => "not-json",
            Self::NoOutput => "no-output",
            Self::ExitCode => "exit-code",
            Self::Signal => "signal",
            Self::Timeout => "timeout",
            Self::OutputLimit => "output-limit",
            Self::MemoryLimit => "memory-limit",
            Self::CpuLimit => "cpu-limit",
            Self::ProcessLimit => "process-limit",
            Self::DiskLimit => "disk-limit",
            Self::Protocol => "protocol",
        }
    }
}

/// What to think about after a failure, in the words of the course's author.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// What is said.
    pub text: String,
    /// The mistake that it belongs to; `None` when it is the case's own.
    pub mistake: Option<String>,
    /// The pointer of the first difference of the mistake, where it shows as differences.
    pub begins_at: Option<String>,
}
