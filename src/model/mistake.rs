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
}

impl Cause {
    /// All causes, the more exact ones first.
    pub const ALL: [Self; 17] = [
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
        Self::NotJson,
        Self::NoOutput,
        Self::ExitCode,
        Self::Signal,
        Self::Timeout,
        Self::OutputLimit,
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
            Self::NotJson => "not-json",
            Self::NoOutput => "no-output",
            Self::ExitCode => "exit-code",
            Self::Signal => "signal",
            Self::Timeout => "timeout",
            Self::OutputLimit => "output-limit",
        }
    }
}

/// What to think about after a failure, in the words of the course's author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What is said.
    pub text: String,
    /// The mistake that it belongs to; `None` when it is the case's own.
    pub mistake: Option<String>,
}
