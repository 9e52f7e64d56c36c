//! Sentences about answers that are not JSON, for someone who is learning.
//!
//! Each says where, what, and what to do. What the program printed is quoted on one line.

use super::answer::AnswerProblem;
use crate::json::{NumberFault, Opening, SyntaxError, SyntaxKind};
use crate::model::Position;

/// One sentence or two: where, what, and what to do.
pub fn sentence(problem: &AnswerProblem) -> String {
    match problem {
        AnswerProblem::NothingWritten => {
            "nothing was printed on stdout: print the answer there, as one JSON document.".into()
        }
        AnswerProblem::OnlyWhiteSpace => {
            "stdout holds only white space: print the answer there, as one JSON document.".into()
        }
        AnswerProblem::LogBefore { line, quote, document_at } => format!(
            "line {line} is not JSON: {}. Logs belong on stderr; stdout carries the answer \
             alone (it starts at {document_at}).",
            code(quote)
        ),
        AnswerProblem::LogAfter { position, quote } => format!(
            "{}: text follows the answer: {}. Logs belong on stderr; stdout carries the answer \
             alone.",
            place(*position),
            code(quote)
        ),
        AnswerProblem::SecondDocument { position } => format!(
            "stdout holds more than one JSON document: the second starts at {position}. Print \
             exactly one."
        ),
        AnswerProblem::Syntax { error, quote } => syntax(error, quote),
    }
}

/// The same about a file, whoever has written it.
pub fn sentence_about(file: &str, problem: &AnswerProblem) -> String {
    match problem {
        AnswerProblem::NothingWritten => {
            format!("{file} is empty: one JSON document is expected in it.")
        }
        AnswerProblem::OnlyWhiteSpace => {
            format!("{file} holds only white space: one JSON document is expected in it.")
        }
        AnswerProblem::SecondDocument { position } => format!(
            "{file} holds more than one JSON document: the second starts at {position}; exactly \
             one is expected."
        ),
        AnswerProblem::LogBefore { line, quote, document_at } => format!(
            "{file}: line {line} is not JSON: {}. The document, which is expected alone, starts at \
             {document_at}.",
            code(quote)
        ),
        AnswerProblem::LogAfter { position, quote } => {
            format!("{file}: {}: text follows the document: {}.", place(*position), code(quote))
        }
        AnswerProblem::Syntax { error, quote } => {
            let sentence = syntax_of_file(error).unwrap_or_else(|| syntax(error, quote));
            format!("{file}: {sentence}")
        }
    }
}

/// What is said of a file in other words than of an answer, which a program has to print.
fn syntax_of_file(error: &SyntaxError) -> Option<String> {
    let place = place(error.position);
    Some(match &error.kind {
        SyntaxKind::ByteOrderMark => "it starts with a byte order mark (the bytes EF BB BF), \
                                      which JSON does not allow: save it as UTF-8 without one."
            .into(),
        SyntaxKind::Utf16 => {
            "it is UTF-16 (its first bytes are a byte order mark); JSON is UTF-8: save it as that."
                .into()
        }
        SyntaxKind::InvalidUtf8 { byte } => format!(
            "{place}: byte 0x{byte:02X} (at byte offset {}) is not UTF-8: save it as that.",
            error.position.offset
        ),
        SyntaxKind::TooLarge => "it is larger than 4 GiB.".into(),
        SyntaxKind::TooDeep => format!("{place}: it is nested deeper than 10,000 levels."),
        SyntaxKind::CutOff { open: Some(Opening { character, position }) } => {
            let opening =
                if *character == '"' { "the string".into() } else { code(&character.to_string()) };
            format!("it is cut off at {place}: {opening} at {position} is never closed.")
        }
        SyntaxKind::CutOff { open: None } => format!("it is cut off at {place}."),
        _ => return None,
    })
}

/// `line 3, column 14`
pub(super) fn place(position: Position) -> String {
    format!("line {}, column {}", position.line, position.column)
}

/// What a program printed, between backticks and without anything that ends a line.
pub(super) fn code(text: &str) -> String {
    let visible = |c: char| match c {
        '\t' => ' '.to_string(),
        '\u{2028}' | '\u{2029}' => c.escape_unicode().to_string(),
        _ if c.is_control() => c.escape_default().to_string(),
        _ => c.to_string(),
    };
    format!("`{}`", text.chars().map(visible).collect::<String>())
}

fn syntax(error: &SyntaxError, quote: &str) -> String {
    let place = place(error.position);
    match &error.kind {
        SyntaxKind::Empty => "there is no JSON here: print the answer on stdout.".into(),
        SyntaxKind::ByteOrderMark => "the answer starts with a byte order mark (the bytes EF BB \
             BF), which JSON does not allow: write UTF-8 without it."
            .into(),
        SyntaxKind::Utf16 => "the answer is UTF-16 (its first bytes are a byte order mark); JSON \
             is UTF-8: set the encoding of stdout to UTF-8."
            .into(),
        SyntaxKind::InvalidUtf8 { byte } => format!(
            "{place}: byte 0x{byte:02X} (at byte offset {}) is not UTF-8: set the encoding of \
             stdout to UTF-8.",
            error.position.offset
        ),
        SyntaxKind::TooLarge => "the answer is larger than 4 GiB.".into(),
        SyntaxKind::TooDeep => format!(
            "{place}: the answer is nested deeper than 10,000 levels; does something hold itself?"
        ),
        SyntaxKind::CutOff { open } => cut_off(error.position, *open),
        SyntaxKind::SecondDocument => format!(
            "stdout holds more than one JSON document: the second starts at {}. Print exactly \
             one.",
            error.position
        ),
        kind if is_about_structure(kind) => {
            format!("{place}, in {}: {}.", code(quote), structure(kind))
        }
        kind => format!("{place}: {}.", token(kind)),
    }
}

fn cut_off(end: Position, open: Option<Opening>) -> String {
    let place = place(end);
    match open {
        Some(Opening { character: '"', position }) => format!(
            "the JSON is cut off at {place}: the string that starts at {position} is never \
             closed. Print the whole document, and flush stdout before the program ends."
        ),
        Some(Opening { character, position }) => format!(
            "the JSON is cut off at {place}: `{character}` at {position} is never closed. Print \
             the whole document, and flush stdout before the program ends."
        ),
        None => format!(
            "the JSON is cut off at {place}: print the whole document, and flush stdout before \
             the program ends."
        ),
    }
}

/// Whether the surroundings help to find the spot.
fn is_about_structure(kind: &SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::TextAfterDocument
            | SyntaxKind::SingleQuote
            | SyntaxKind::TrailingComma
            | SyntaxKind::MissingComma
            | SyntaxKind::MissingColon
            | SyntaxKind::NameNotAString
            | SyntaxKind::Comment
            | SyntaxKind::ControlCharacter(_)
            | SyntaxKind::Unexpected(_)
    )
}

fn structure(kind: &SyntaxKind) -> String {
    match kind {
        SyntaxKind::TextAfterDocument => "the document is already complete before this; take away \
             what follows it, or look for a bracket that closes too early"
            .into(),
        SyntaxKind::SingleQuote => "JSON strings and names stand in double quotes, not single \
             ones; use a JSON library to print (json.dumps in Python, JSON.stringify in JavaScript)"
            .into(),
        SyntaxKind::TrailingComma => "nothing follows this comma; JSON allows no comma after the \
             last element or member"
            .into(),
        SyntaxKind::MissingComma => "a comma is missing before this, or a `\"` inside a string is \
             not written `\\\"`"
            .into(),
        SyntaxKind::MissingColon => "a `:` is missing between a member's name and its value".into(),
        SyntaxKind::NameNotAString => {
            "a member's name must be a string: write it in double quotes".into()
        }
        SyntaxKind::Comment => "JSON has no comments; leave it out".into(),
        SyntaxKind::ControlCharacter('\n' | '\r') => "a string goes on over the end of its line; \
             write the line break as `\\n`, or close the string"
            .into(),
        SyntaxKind::ControlCharacter('\t') => "a string holds a raw tab; write it as `\\t`".into(),
        SyntaxKind::ControlCharacter(c) => {
            let number = u32::from(*c);
            format!(
                "a string holds the raw control character U+{number:04X}; write it as `\\u{number:04x}`"
            )
        }
        SyntaxKind::Unexpected(c) => unexpected(*c),
        other => other.to_string(),
    }
}

fn unexpected(c: char) -> String {
    match c {
        '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '`' => {
            format!("{} is not a quote of JSON; use the straight `\"`", code(&c.to_string()))
        }
        ']' | '}' | ')' => format!("`{c}` does not close what is open here"),
        _ if c.is_control() || c.is_whitespace() || !c.is_ascii_graphic() => {
            format!("the character U+{:04X} cannot stand here", u32::from(c))
        }
        _ => format!("{} cannot stand here", code(&c.to_string())),
    }
}

fn token(kind: &SyntaxKind) -> String {
    match kind {
        SyntaxKind::NotANumber(word) => {
            format!("`{word}` is not JSON; JSON has no NaN or Infinity, use null or a string")
        }
        SyntaxKind::PythonLiteral(word) => format!(
            "`{word}` is Python, JSON writes `{}`; print with json.dumps, not with print or str",
            json_for(word)
        ),
        SyntaxKind::Undefined => {
            "`undefined` is JavaScript, not JSON; use null, or leave the member out".into()
        }
        SyntaxKind::BareWord(word) if word == "object" => "`object` is not JSON; JavaScript \
             prints `[object Object]` for an object, use JSON.stringify"
            .into(),
        SyntaxKind::BareWord(word) => format!(
            "{} is not JSON; text stands in double quotes, and the only words are true, false \
             and null",
            code(word)
        ),
        SyntaxKind::UnquotedName(word) => {
            format!("the member's name {0} stands without quotes; write \"{word}\"", code(word))
        }
        SyntaxKind::BadEscape(escape) => format!(
            "{} is not an escape of JSON; a backslash itself is written `\\\\`",
            code(escape)
        ),
        SyntaxKind::BadNumber { text, fault } => {
            format!("{} is not a JSON number: {}", code(text), number_fault(*fault))
        }
        other => other.to_string(),
    }
}

fn json_for(python: &str) -> &'static str {
    match python {
        "True" => "true",
        "False" => "false",
        _ => "null",
    }
}

fn number_fault(fault: NumberFault) -> &'static str {
    match fault {
        NumberFault::LeadingZero => "take away the zeros at its start, or make it a string",
        NumberFault::PlusSign => "take away the `+`",
        NumberFault::NoDigitBeforePoint => "write a digit before the point",
        NumberFault::NoDigitAfterPoint => "write a digit after the point, or take the point away",
        NumberFault::NoDigitInExponent => "write the exponent's digits",
        NumberFault::OtherBase => "write it in base ten, or make it a string",
        NumberFault::NotOnlyDigits => "a number has only digits; text stands in double quotes",
    }
}
