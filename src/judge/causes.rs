//! The sentences for a run that ended otherwise than it should, or that left something behind.

use std::time::Duration;

use super::tools;
use crate::model::{
    Answer, Ending, Failure, Fault, Isolation, Limit, LineFault, Observation, Request,
};

/// How something ended, to follow its name: "ended with exit code 3".
#[must_use]
pub fn ended(ending: Ending) -> String {
    match ending {
        Ending::Exited(code) => format!("ended with exit code {code}"),
        Ending::Signaled(signal) => format!("was ended by {}", signal_name(signal)),
        Ending::TimedOut(limit) => {
            format!("was still running after {}, so it was stopped", seconds(limit))
        }
        Ending::OutputLimit(limit) => {
            format!("wrote more than {} to stdout and was stopped", bytes(limit))
        }
        Ending::Outstayed(grace) => {
            format!(
                "was still running {} after its stdin was closed, so it was stopped",
                seconds(grace)
            )
        }
        Ending::Limit(limit) => format!("{} and was stopped", used_too_much(limit)),
        Ending::Cancelled => "was cancelled".to_owned(),
    }
}

/// What is said of an ending, before anything is said of the answer.
pub(super) fn of_ending(failure: &Failure, seen: &Observation) -> Vec<String> {
    let sentence = match failure {
        Failure::Mismatch | Failure::NotJson | Failure::CouldNotStart(_) | Failure::BuildFailed => {
            return Vec::new();
        }
        Failure::NoOutput => return no_output(seen),
        Failure::ExitCode { expected, actual, answer } => exit_code(*expected, *actual, *answer),
        Failure::Signal { signal, answer } => {
            format!("the program {}{}.", ended(Ending::Signaled(*signal)), worth(*answer))
        }
        Failure::Limit { limit, answer } => {
            let (what, advice) = (ended(Ending::Limit(*limit)), about(*limit));
            format!("the program {what}{}. {advice}", worth(*answer))
        }
        Failure::Timeout { limit, answer } => timeout(*limit, *answer),
        Failure::Protocol { fault, answer } => protocol(fault, *answer),
        Failure::OutputLimit { limit } => format!(
            "the program {}; one JSON document is expected there. Does it print in a loop?",
            ended(Ending::OutputLimit(*limit))
        ),
    };
    std::iter::once(sentence).chain(tools::lacking(seen)).chain(denied(seen)).collect()
}

/// What the level forbids, where the program seems to have come upon it.
fn denied(seen: &Observation) -> Option<String> {
    let stderr = seen.stderr.to_bytes();
    let text = String::from_utf8_lossy(&stderr).to_ascii_lowercase();
    let signs = [
        "permission denied",
        "eacces",
        "not permitted",
        "eperm",
        "not implemented",
        "read-only file system",
        "erofs",
    ];
    let is_told = seen.isolation != Isolation::None && signs.iter().any(|it| text.contains(it));
    is_told.then(|| {
        format!(
            "With isolation `{}` a program can write only in folders of its own, such as TMPDIR, cannot \
             read the expected answers, and has no network unless --allow-net is given: `theinference \
             explain isolation`.",
            seen.isolation.as_str()
        )
    })
}

/// What a server did that no session can go on with, and where to look.
fn protocol(fault: &Fault, answer: Answer) -> String {
    let named = |request: &Request| format!("request {} (`{}`)", request.id, request.method);
    match fault {
        Fault::Line { kind, line, text } => line_fault(*kind, *line, text),
        Fault::IdChanged { request, reply } => format!(
            "a reply has the id {reply} where its request has {request}: copy the id as it came, \
             with its type."
        ),
        Fault::SecondReply { id } => format!("request {id} was replied to twice: once is enough."),
        Fault::ReplyToNotification => {
            "a message without an id was replied to: it is a notification, and has no reply."
                .to_owned()
        }
        Fault::NoReply { to, within } => format!(
            "no reply to {} came within {}, so the session was ended. Does the server write each \
             message as one line, and flush it while stdin is still open?",
            named(to),
            seconds(*within)
        ),
        Fault::Ended { before: Some(request), ending } => {
            format!("the server {} before it replied to {}.", ended(*ending), named(request))
        }
        Fault::Ended { before: None, ending } => {
            format!("the server {} before the session was over.", ended(*ending))
        }
        Fault::Outstayed(grace) => format!(
            "the server {}{}. Let it end when its stdin ends.",
            ended(Ending::Outstayed(*grace)),
            worth_of_exchange(answer)
        ),
    }
}

fn line_fault(kind: LineFault, line: u64, text: &str) -> String {
    let what = match kind {
        LineFault::ByteOrderMark => "begins with a byte order mark, which no message does",
        LineFault::ContentLength => "is a header; a message is one line, with nothing before it",
        LineFault::PrettyPrinted => {
            "begins a message that is spread over several lines; each message is one line"
        }
        LineFault::TwoMessages => "has two messages; end each with a line break",
        LineFault::Unended => "has no end: write a line break after each message",
        LineFault::Log => "is no message; logs belong on stderr",
    };
    format!("line {line} of stdout {what}: {}", told(text))
}

/// A line as a sentence quotes it.
fn told(text: &str) -> String {
    const ENOUGH: usize = 60;
    let text = text.trim_end();
    let beginning: String = text.chars().take(ENOUGH).collect();
    let more = if beginning.len() < text.len() { "…" } else { "" };
    format!("`{beginning}{more}`.")
}

const fn worth_of_exchange(answer: Answer) -> &'static str {
    match answer {
        Answer::Right => "; but for that, all that it sent is right",
        Answer::Wrong | Answer::NotJson | Answer::Nothing => "",
    }
}

/// To follow "the program".
fn used_too_much(limit: Limit) -> String {
    match limit {
        Limit::Cpu(time) => format!("used more than {} of processor time", seconds(time)),
        Limit::Memory(size) => format!("used more than {} of memory", bytes(size)),
        Limit::Processes(1) => "had more than one process at a time".to_owned(),
        Limit::Processes(count) => format!("had more than {count} processes at a time"),
        Limit::File(size) => format!("wrote a file of more than {}", bytes(size)),
        Limit::Disk(size) => format!("wrote more than {} into its folder", bytes(size)),
    }
}

fn about(limit: Limit) -> &'static str {
    match limit {
        Limit::Cpu(_) => "Is it in a loop that never ends?",
        Limit::Memory(_) => {
            "Does it keep everything that it makes, in a loop or by calling itself?"
        }
        Limit::Processes(_) => "Does it start itself, or start something in a loop?",
        Limit::File(_) | Limit::Disk(_) => "Does it write in a loop? No case asks for a file.",
    }
}

fn no_output(seen: &Observation) -> Vec<String> {
    if seen.stderr.is_empty() {
        return Vec::new();
    }
    vec!["something was written to stderr; the answer belongs on stdout.".to_owned()]
}

fn exit_code(expected: i32, actual: i32, answer: Answer) -> String {
    let why = match (expected, answer) {
        (0, Answer::Right) => " Return from the program without an error code.",
        _ => "",
    };
    format!(
        "the program {} where {expected} is expected{}.{why}",
        ended(Ending::Exited(actual)),
        worth(answer)
    )
}

fn timeout(limit: Duration, answer: Answer) -> String {
    let limit = seconds(limit);
    match answer {
        Answer::Right => format!(
            "still running after {limit}, so it was stopped. Its answer is right: \
             let the program end once it has printed it."
        ),
        Answer::Nothing => format!(
            "still running after {limit}, so it was stopped. Nothing was written: is your stdout \
             buffered, or is the program waiting for something, or in a loop?"
        ),
        Answer::Wrong | Answer::NotJson => {
            format!("still running after {limit}, so it was stopped.")
        }
    }
}

fn worth(answer: Answer) -> &'static str {
    match answer {
        Answer::Right => "; its answer is right",
        Answer::Wrong => "; its answer also differs",
        Answer::NotJson => "; what it printed is not one JSON document",
        Answer::Nothing => "; it had printed nothing",
    }
}

/// `SIGKILL (signal 9)`, for the signals that have the same number everywhere.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => return format!("signal {signal}"),
    };
    format!("{name} (signal {signal})")
}

/// `10 s`, `1.5 s`, `250 ms`.
fn seconds(duration: Duration) -> String {
    let millis = duration.as_millis();
    if millis < 1_000 { format!("{millis} ms") } else { format!("{} s", duration.as_secs_f64()) }
}

/// `64 MiB`, `1000 bytes`.
fn bytes(count: u64) -> String {
    match count {
        _ if count >= 1 << 30 && count.is_multiple_of(1 << 30) => format!("{} GiB", count >> 30),
        _ if count >= 1 << 20 && count.is_multiple_of(1 << 20) => format!("{} MiB", count >> 20),
        _ if count >= 1 << 10 && count.is_multiple_of(1 << 10) => format!("{} KiB", count >> 10),
        1 => "1 byte".to_owned(),
        _ => format!("{count} bytes"),
    }
}
