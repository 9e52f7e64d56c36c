//! Stdout as an answer: one document, or what stands in its way. Recognises log lines, which are the
//! most frequent reason why an answer is not JSON.

use crate::json::{
    Completeness, Document, SyntaxError, SyntaxKind, completeness_from, position_in,
};
use crate::model::Position;

/// Longest quote of a line, in characters.
const QUOTE_LIMIT: usize = 80;

/// Why standard output is not an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerProblem {
    /// Nothing was printed.
    NothingWritten,
    /// Only white space was printed.
    OnlyWhiteSpace,
    /// Lines that are not JSON stand before a document that is complete.
    LogBefore {
        /// The first such line, 1-based.
        line: usize,
        /// That line.
        quote: String,
        /// Where the document starts; it goes on to the end.
        document_at: Position,
    },
    /// A complete document, and after it text that is not JSON.
    LogAfter {
        /// Where that text starts.
        position: Position,
        /// The line from there on.
        quote: String,
    },
    /// A complete document, and after it only further complete ones.
    SecondDocument {
        /// Where the second one starts.
        position: Position,
    },
    /// Anything else that is not JSON.
    Syntax {
        /// What is wrong, and where.
        error: SyntaxError,
        /// The line with the wrong spot, cut to the surroundings of it.
        quote: String,
    },
}

/// Reads what a program has printed as its one answer.
///
/// # Errors
/// Says what was printed instead, as exactly as the text allows. The effort is in
/// proportion to the size of the text.
pub fn read_answer(stdout: &[u8]) -> Result<Document<'_>, AnswerProblem> {
    Document::parse(stdout).map_err(|error| problem(stdout, error))
}

fn problem(stdout: &[u8], error: SyntaxError) -> AnswerProblem {
    let position = error.position;
    match error.kind {
        SyntaxKind::Empty if stdout.is_empty() => AnswerProblem::NothingWritten,
        SyntaxKind::Empty => AnswerProblem::OnlyWhiteSpace,
        SyntaxKind::SecondDocument => AnswerProblem::SecondDocument { position },
        _ => log_before(stdout, &error).unwrap_or_else(|| {
            let quote = quote_around(stdout, position.offset);
            match error.kind {
                SyntaxKind::TextAfterDocument if is_like_a_log(&stdout[position.offset..]) => {
                    let line = line_around(stdout, position.offset);
                    let quote = shorten(&stdout[position.offset..line.end]);
                    AnswerProblem::LogAfter { position, quote }
                }
                _ => AnswerProblem::Syntax { error, quote },
            }
        }),
    }
}

/// What follows a document is the rest of broken JSON when it starts with punctuation of JSON.
fn is_like_a_log(rest: &[u8]) -> bool {
    !rest.first().is_some_and(|first| b"]},:".contains(first))
}

/// Looks for lines of another kind before a complete document.
///
/// Only where reading stopped in the first line that is not blank: a broken document of
/// several lines usually breaks later, and its last lines may well be complete documents.
fn log_before(stdout: &[u8], error: &SyntaxError) -> Option<AnswerProblem> {
    let start = stdout.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let first = line_around(stdout, start);
    let stopped = first_stop(stdout, error)?;
    let starts_with_document =
        error.kind == SyntaxKind::TextAfterDocument && matches!(stdout[start], b'{' | b'[');
    if stopped > first.end || starts_with_document {
        return None;
    }
    let document_at = document_to_the_end(stdout, first.end + 1)?;
    Some(AnswerProblem::LogBefore {
        line: position_in(stdout, start).line,
        quote: shorten(&stdout[start..first.end]),
        document_at: position_in(stdout, document_at),
    })
}

/// Where reading stopped for another reason than the end. Bytes that are not UTF-8 are
/// reported wherever they are, so for them the text before is read again.
fn first_stop(stdout: &[u8], error: &SyntaxError) -> Option<usize> {
    let at = error.position.offset;
    match error.kind {
        SyntaxKind::CutOff { .. }
        | SyntaxKind::ByteOrderMark
        | SyntaxKind::Utf16
        | SyntaxKind::TooLarge
        | SyntaxKind::TooDeep => None,
        SyntaxKind::InvalidUtf8 { .. } => match Document::parse(&stdout[..at]) {
            Err(before) if !matches!(before.kind, SyntaxKind::CutOff { .. }) => {
                Some(before.position.offset)
            }
            _ => None,
        },
        _ => Some(at),
    }
}

/// The start of the first line, from the offset `from` on, that begins a document which
/// goes on to the end. Gives up when the tries have read the text eight times.
fn document_to_the_end(stdout: &[u8], from: usize) -> Option<usize> {
    let valid_from = last_invalid_end(stdout).max(from);
    let text = std::str::from_utf8(stdout.get(valid_from..)?).ok()?;
    let mut effort = text.len().saturating_mul(8);
    let mut line = 0;
    // After an invalid byte the rest of its line is no line.
    if valid_from > from {
        line = text.find('\n')? + 1;
    }
    loop {
        let rest = &text[line..];
        let indent = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        if rest[indent..].starts_with(is_first_of_value) {
            match completeness_from(text, line + indent) {
                Completeness::Complete => return Some(valid_from + line + indent),
                Completeness::Incomplete { stopped } => {
                    effort = effort.checked_sub(stopped - line)?;
                }
            }
        }
        line += rest.find('\n')? + 1;
    }
}

fn is_first_of_value(c: char) -> bool {
    matches!(c, '{' | '[' | '"' | '-' | '0'..='9' | 't' | 'f' | 'n')
}

/// The offset after the last byte that is not UTF-8; 0 when all are.
fn last_invalid_end(bytes: &[u8]) -> usize {
    let mut chunks = bytes.utf8_chunks();
    let mut at = 0;
    let mut end = 0;
    for chunk in &mut chunks {
        at += chunk.valid().len() + chunk.invalid().len();
        if !chunk.invalid().is_empty() {
            end = at;
        }
    }
    end
}

/// The line that holds an offset, without its line break.
fn line_around(text: &[u8], offset: usize) -> std::ops::Range<usize> {
    let offset = offset.min(text.len());
    let is_break = |byte: &u8| *byte == b'\n';
    let start = text[..offset].iter().rposition(is_break).map_or(0, |at| at + 1);
    let end = text[offset..].iter().position(is_break).map_or(text.len(), |at| offset + at);
    let end = if text[start..end].ends_with(b"\r") { end - 1 } else { end };
    start..end.max(offset)
}

/// The surroundings of an offset within its line.
fn quote_around(text: &[u8], offset: usize) -> String {
    let line = line_around(text, offset);
    // Enough bytes for half a quote and the remains of a code point that was cut.
    let start = line.start.max(offset.saturating_sub(QUOTE_LIMIT * 2 + 4));
    let before = String::from_utf8_lossy(&text[start..offset.min(text.len())]);
    let skipped = before.chars().count().saturating_sub(QUOTE_LIMIT / 2);
    let is_cut = skipped > 0 || start > line.start;
    let mut quote = String::from(if is_cut { "…" } else { "" });
    quote.extend(before.chars().skip(skipped));
    quote.push_str(&shorten_to(&text[offset.min(line.end)..line.end], QUOTE_LIMIT / 2));
    quote
}

/// The start of a line.
fn shorten(line: &[u8]) -> String {
    shorten_to(line, QUOTE_LIMIT)
}

fn shorten_to(line: &[u8], limit: usize) -> String {
    let head = String::from_utf8_lossy(&line[..line.len().min(limit * 4)]);
    let mut short: String = head.chars().take(limit).collect();
    if short.len() < head.len() || line.len() > limit * 4 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::super::sentence;
    use super::*;

    fn problem_of(stdout: impl AsRef<[u8]>) -> AnswerProblem {
        read_answer(stdout.as_ref()).map(|_| ()).unwrap_err()
    }

    fn log_before(stdout: &str) -> (usize, String, String) {
        match problem_of(stdout) {
            AnswerProblem::LogBefore { line, quote, document_at } => {
                (line, quote, document_at.to_string())
            }
            other => panic!("{stdout:?}: {other:?}"),
        }
    }

    #[test]
    fn log_lines_before_the_document_are_recognised() {
        for (stdout, quote, at) in [
            ("starting\n{\"a\": 1}\n", "starting", "2:1"),
            ("[INFO] starting\n[INFO] ready\n{\n\"a\": [\n1\n]\n}", "[INFO] starting", "3:1"),
            ("2024-01-01 start\r\n  [1]", "2024-01-01 start", "2:3"),
            ("42 tools\n{}", "42 tools", "2:1"),
            ("{'a': 1}\n{\"a\": 1}", "{'a': 1}", "2:1"),
            ("true story\nnull", "true story", "2:1"),
        ] {
            assert_eq!(log_before(stdout), (1, quote.to_owned(), at.to_owned()), "{stdout:?}");
        }
    }

    #[test]
    fn log_lines_may_hold_bytes_that_are_not_utf_8() {
        let AnswerProblem::LogBefore { quote, .. } = problem_of(b"caf\xE9 opens\nnext\xFF\n{}")
        else {
            panic!("not recognised")
        };
        assert_eq!(quote, "caf\u{fffd} opens");
    }

    #[test]
    fn a_broken_document_of_several_lines_is_no_log() {
        for stdout in ["[\n1,\n2", "[\n1,\n2 x,\n3", "{\n\"a\": 1,\n}", "[\n  {} {},\n  {}"] {
            assert!(matches!(problem_of(stdout), AnswerProblem::Syntax { .. }), "{stdout:?}");
        }
    }

    #[test]
    fn the_document_is_found_after_many_lines_that_look_like_one() {
        let logs = "[INFO] x\n{x\n".repeat(10_000);
        assert_eq!(log_before(&format!("{logs}{{}}")).2, "20001:1");
    }

    #[test]
    fn quotes_keep_the_spot_and_little_else() {
        let stdout = format!("[\"{}\", NaN, \"{}\"]", "é".repeat(500), "x".repeat(500));
        let AnswerProblem::Syntax { quote, .. } = problem_of(stdout) else { panic!("no syntax") };
        assert!(quote.starts_with("…é") && quote.contains("NaN") && quote.ends_with("x…"));
        assert!(quote.chars().count() <= 82);
    }

    #[test]
    fn every_problem_has_its_own_sentence() {
        for (stdout, start) in [
            ("", "nothing was printed on stdout"),
            (" \n", "stdout holds only white space"),
            ("starting\n{}", "line 1 is not JSON: `starting`. Logs belong on stderr"),
            ("{}\ndone", "line 2, column 1: text follows the answer: `done`"),
            ("{}\n{}", "stdout holds more than one JSON document: the second starts at 2:1"),
            ("\u{feff}{}", "the answer starts with a byte order mark"),
            ("{\"a\": NaN}", "line 1, column 7: `NaN` is not JSON; JSON has no NaN"),
            (
                "{'id': 1, 'isError': False}",
                "line 1, column 2, in `{'id': 1, 'isError': False}`: JSON strings and",
            ),
            ("{\"a\": True}", "line 1, column 7: `True` is Python, JSON writes `true`"),
            ("{\"a\": undefined}", "line 1, column 7: `undefined` is JavaScript"),
            ("{\"a\": 1,}", "line 1, column 8, in `{\"a\": 1,}`: nothing follows this comma"),
            ("{\"a\": [1", "the JSON is cut off at line 1, column 9: `[` at 1:7 is never closed"),
            ("[object Object]", "line 1, column 2: `object` is not JSON; JavaScript prints"),
            ("{}}", "line 1, column 3, in `{}}`: the document is already complete"),
            ("[01]", "line 1, column 2: `01` is not a JSON number: take away the zeros"),
            ("[1] // x", "line 1, column 5: text follows the answer"),
            (
                "[\"a\nb\"]",
                "line 1, column 4, in `[\"a`: a string goes on over the end of its line",
            ),
        ] {
            let sentence = sentence(&problem_of(stdout));
            assert!(sentence.starts_with(start), "{stdout:?}: {sentence}");
            assert!(sentence.ends_with('.') || sentence.ends_with('?'), "{sentence}");
            assert!(!sentence.contains(char::is_control), "{sentence}");
        }
    }
}
