//! A program that says itself what is still to be written, as those of the starter kits do.

use crate::model::{Answer, Ending, Observation};

/// What stands before the name of the function on the line that says so.
const SAYS: &str = "not written yet: ";
/// By which some languages give up.
const ABORT: i32 = 6;
/// A name longer than this is none.
const LONGEST: usize = 80;

/// The function that a program says is not written yet, where it printed nothing and gave up: the
/// rest of the first line of stderr that says so. Any other program has other things to be told of.
pub(super) fn unwritten(seen: &Observation, answer: Answer) -> Option<String> {
    let gave_up = match seen.ending {
        Ending::Exited(code) => code != 0,
        Ending::Signaled(signal) => signal == ABORT,
        _ => false,
    };
    if answer != Answer::Nothing || !gave_up {
        return None;
    }
    let stderr = seen.stderr.to_bytes();
    let text = String::from_utf8_lossy(&stderr);
    // Some languages colour what stops a program.
    let text = anstream::adapter::strip_str(&text).to_string();
    let mut names = text.lines().filter_map(|line| line.split_once(SAYS));
    names.find_map(|(_, name)| is_name(name.trim_end()).then(|| name.trim_end().to_owned()))
}

/// One function, perhaps with its class or module: `McpServer.handle`, `mcp::handle`.
fn is_name(text: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || "_$.:#".contains(c);
    text.len() <= LONGEST
        && text.chars().all(is_of_name)
        && text.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::model::{Isolation, Resources, Stderr};

    fn said(stderr: &str, ending: Ending, answer: Answer) -> Option<String> {
        let seen = Observation {
            stdout: Vec::new(),
            reached: None,
            stderr: Stderr { head: stderr.into(), ..Stderr::default() },
            ending,
            elapsed: Duration::ZERO,
            resources: Resources::default(),
            isolation: Isolation::None,
            left_running: 0,
            not_removed: None,
        };
        unwritten(&seen, answer)
    }

    #[test]
    fn the_name_is_read_from_what_each_language_prints() {
        for (stderr, name) in [
            (
                "file:///w/src/mcp.ts:9\n  throw new Error('not written yet: a_b');\n\nError: not written yet: toolsCallRequest\n    at f (file:///w/src/mcp.ts:9:9)\n",
                "toolsCallRequest",
            ),
            (
                "  raise NotImplementedError(\"not written yet: x\")\nNotImplementedError: not written yet: tools_call_request\n",
                "tools_call_request",
            ),
            (
                "\nthread 'main' (7) panicked at src/mcp.rs:9:5:\nnot written yet: McpServer::handle\nnote: run with",
                "McpServer::handle",
            ),
            ("panic: not written yet: Handle\r\n\ngoroutine 1 [running]:\n", "Handle"),
            ("\u{1b}[1;35mError\u{1b}[0m: \u{1b}[35mnot written yet: f\u{1b}[0m\n", "f"),
            (
                "src/mcp.sh:3: not written yet: first\nsrc/mcp.sh:9: not written yet: second",
                "first",
            ),
        ] {
            assert_eq!(said(stderr, Ending::Exited(1), Answer::Nothing).as_deref(), Some(name));
        }
    }

    #[test]
    fn other_words_say_nothing() {
        let exited = Ending::Exited(1);
        for stderr in ["", "not written yet", "not written yet: ", "not written yet: a b", "x: ="] {
            assert_eq!(said(stderr, exited, Answer::Nothing), None, "{stderr}");
        }
        let long = format!("not written yet: {}", "a".repeat(81));
        assert_eq!(said(&long, exited, Answer::Nothing), None);
    }

    #[test]
    fn an_answer_and_a_deadline_are_told_of_as_ever() {
        let says = "not written yet: a";
        assert_eq!(said(says, Ending::Exited(1), Answer::Wrong), None);
        let late = Ending::TimedOut(Duration::from_secs(1));
        assert_eq!(said(says, late, Answer::Nothing), None);
        assert!(said(says, Ending::Signaled(6), Answer::Nothing).is_some());
        for (ending, answer) in [
            (Ending::Exited(1), Answer::NotJson),
            (Ending::Exited(0), Answer::Nothing),
            (Ending::Signaled(9), Answer::Nothing),
        ] {
            assert_eq!(said(says, ending, answer), None);
        }
    }
}
