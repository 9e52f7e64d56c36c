//! What was found about a case.

use std::time::Duration;

use super::{CouldNotStart, Ending, Limit, Request};

/// What was found about a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is the expected one and the program ended as it should.
    Pass,
    /// It is not, or the program did not.
    Fail(Failure),
    /// The harness could not judge, for this reason.
    Error(String),
    /// The case did not run, for this reason.
    Skipped(String),
}

impl Verdict {
    /// The name in every machine format.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail(_) => "fail",
            Self::Error(_) => "error",
            Self::Skipped(_) => "skipped",
        }
    }
}

/// Why a case failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The answer is JSON and not the expected one.
    Mismatch,
    /// Stdout is not one JSON document.
    NotJson,
    /// Stdout is empty.
    NoOutput,
    /// The program ended with another code.
    ExitCode {
        /// The code that the case asks for.
        expected: i32,
        /// The code that it ended with.
        actual: i32,
        /// What its answer was worth.
        answer: Answer,
    },
    /// A signal ended the program.
    Signal {
        /// The number of the signal.
        signal: i32,
        /// What its answer was worth.
        answer: Answer,
    },
    /// It was still running when the time was up.
    Timeout {
        /// How long it had.
        limit: Duration,
        /// What its answer was worth.
        answer: Answer,
    },
    /// It wrote more than it may.
    OutputLimit {
        /// How many bytes it had.
        limit: u64,
    },
    /// It used more than it may.
    Limit {
        /// What it used too much of.
        limit: Limit,
        /// What its answer was worth.
        answer: Answer,
    },
    /// It did not keep to what a live session asks for.
    Protocol {
        /// What it did.
        fault: Fault,
        /// What the exchange was worth.
        answer: Answer,
    },
    /// It could not be started.
    CouldNotStart(CouldNotStart),
    /// Its build step failed.
    BuildFailed,
}

/// What a server did that no client can live with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What it wrote on a line of stdout is no message.
    Line {
        /// In which way.
        kind: LineFault,
        /// The number of the line, from 1.
        line: u64,
        /// Its beginning.
        text: String,
    },
    /// A reply has the id of a request, as another type.
    IdChanged {
        /// The request that has no reply.
        request: String,
        /// The id of the reply, as in JSON.
        reply: String,
    },
    /// A second reply to a request came.
    SecondReply {
        /// The id of the request, as in JSON.
        id: String,
    },
    /// A reply without an id came, as if to a notification.
    ReplyToNotification,
    /// It did not reply to a request while there was time.
    NoReply {
        /// The request.
        to: Request,
        /// How long the session had.
        within: Duration,
    },
    /// It ended before the session did.
    Ended {
        /// The request that it had not replied to, where there was one.
        before: Option<Request>,
        /// How it ended.
        ending: Ending,
    },
    /// It was still running when its stdin had been closed for so long.
    Outstayed(Duration),
}

/// In which way a line is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// It begins with a byte order mark.
    ByteOrderMark,
    /// It is a header, as other protocols have.
    ContentLength,
    /// It is the first of several that are a message together.
    PrettyPrinted,
    /// It holds more than one message.
    TwoMessages,
    /// It is a message, and its line has no end.
    Unended,
    /// It is for people.
    Log,
}

impl Fault {
    /// The name of the page about it.
    #[must_use]
    pub const fn topic(&self) -> &'static str {
        match self {
            Self::Line { kind, .. } => match kind {
                LineFault::ByteOrderMark => "byte-order-mark",
                LineFault::ContentLength => "content-length",
                LineFault::PrettyPrinted => "pretty-printed",
                LineFault::TwoMessages => "two-on-a-line",
                LineFault::Unended => "missing-newline",
                LineFault::Log => "log-on-stdout",
            },
            Self::IdChanged { .. } => "id-changed",
            Self::SecondReply { .. } => "second-reply",
            Self::ReplyToNotification => "reply-to-notification",
            Self::NoReply { .. } | Self::Ended { .. } | Self::Outstayed(_) => "protocol",
        }
    }
}

/// What the answer of a program that failed was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is the expected one.
    Right,
    /// It is JSON and not the expected one.
    Wrong,
    /// It is not JSON.
    NotJson,
    /// There is none.
    Nothing,
}

/// The name of a failure, spelled the same in every format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// See [`Failure::Mismatch`].
    Mismatch,
    /// See [`Failure::NotJson`].
    NotJson,
    /// See [`Failure::NoOutput`].
    NoOutput,
    /// See [`Failure::ExitCode`].
    ExitCode,
    /// See [`Failure::Signal`].
    Signal,
    /// See [`Failure::Timeout`].
    Timeout,
    /// See [`Failure::OutputLimit`].
    OutputLimit,
    /// See [`Limit::Memory`].
    MemoryLimit,
    /// See [`Limit::Cpu`].
    CpuLimit,
    /// See [`Limit::Processes`].
    ProcessLimit,
    /// See [`Limit::Disk`] and [`Limit::File`].
    DiskLimit,
    /// See [`Failure::Protocol`].
    Protocol,
    /// See [`Failure::CouldNotStart`].
    CouldNotStart,
    /// See [`Failure::BuildFailed`].
    BuildFailed,
}

impl Failure {
    /// What its answer was worth; `None` where it was not read.
    #[must_use]
    pub const fn answer(&self) -> Option<Answer> {
        match self {
            Self::Mismatch => Some(Answer::Wrong),
            Self::NotJson => Some(Answer::NotJson),
            Self::NoOutput => Some(Answer::Nothing),
            Self::ExitCode { answer, .. }
            | Self::Signal { answer, .. }
            | Self::Limit { answer, .. }
            | Self::Protocol { answer, .. }
            | Self::Timeout { answer, .. } => Some(*answer),
            Self::OutputLimit { .. } | Self::CouldNotStart(_) | Self::BuildFailed => None,
        }
    }

    /// Whether the program ran, so that there was something to judge.
    #[must_use]
    pub const fn was_judged(&self) -> bool {
        !matches!(self, Self::CouldNotStart(_) | Self::BuildFailed)
    }

    /// The name of this failure.
    #[must_use]
    pub const fn reason(&self) -> Reason {
        match self {
            Self::Mismatch => Reason::Mismatch,
            Self::NotJson => Reason::NotJson,
            Self::NoOutput => Reason::NoOutput,
            Self::ExitCode { .. } => Reason::ExitCode,
            Self::Signal { .. } => Reason::Signal,
            Self::Timeout { .. } => Reason::Timeout,
            Self::OutputLimit { .. } => Reason::OutputLimit,
            Self::Limit { limit, .. } => match limit {
                Limit::Cpu(_) => Reason::CpuLimit,
                Limit::Memory(_) => Reason::MemoryLimit,
                Limit::Processes(_) => Reason::ProcessLimit,
                Limit::File(_) | Limit::Disk(_) => Reason::DiskLimit,
            },
            Self::Protocol { .. } => Reason::Protocol,
            Self::CouldNotStart(_) => Reason::CouldNotStart,
            Self::BuildFailed => Reason::BuildFailed,
        }
    }
}

impl Reason {
    /// The name in every format.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mismatch => "mismatch",
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
            Self::CouldNotStart => "could-not-start",
            Self::BuildFailed => "build-failed",
        }
    }
}
