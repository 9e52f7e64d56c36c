//! Names what is wrong with a text, once the reader has stopped in it. Runs at most once
//! for a text, so it may look around.

use super::lines::position_in;
use super::reader::{Expecting, Failure, Reader};
use super::syntax::{NumberFault, Opening, SyntaxError, SyntaxKind};
use super::token::number_end;

/// Longest word that is quoted from a text, in characters.
const WORD_LIMIT: usize = 40;

pub(super) fn diagnose(text: &str, failure: Failure) -> SyntaxError {
    let (kind, at) = classify(text, failure);
    SyntaxError { kind, position: position_in(text.as_bytes(), at) }
}

/// The kind, and the offset to point at.
fn classify(text: &str, failure: Failure) -> (SyntaxKind, usize) {
    let at = failure.at;
    let Some(found) = text.get(at..).and_then(|rest| rest.chars().next()) else {
        return at_the_end(text, failure);
    };
    match failure.expecting {
        Expecting::LessDepth => (SyntaxKind::TooDeep, at),
        Expecting::Character { .. } => (SyntaxKind::ControlCharacter(found), at),
        Expecting::Escape { .. } => escape(text, failure),
        Expecting::Digit { number } => (number_kind(text, number), number),
        Expecting::CommaOrClose | Expecting::End if is_glued(text, at) => glued(text, at),
        Expecting::End => (after_document(text, at), at),
        _ if is_comment(&text[at..]) => (SyntaxKind::Comment, at),
        Expecting::Colon => (SyntaxKind::MissingColon, at),
        Expecting::CommaOrClose => (between(found), at),
        Expecting::NextElement { comma } if found == ']' => (SyntaxKind::TrailingComma, comma),
        Expecting::NextName { comma } if found == '}' => (SyntaxKind::TrailingComma, comma),
        Expecting::FirstName | Expecting::NextName { .. } => (name(text, at, found), at),
        Expecting::Value | Expecting::FirstElement | Expecting::NextElement { .. } => {
            value(text, at, found, failure.open)
        }
    }
}

fn at_the_end(text: &str, failure: Failure) -> (SyntaxKind, usize) {
    let end = text.trim_end_matches([' ', '\n', '\r', '\t']).len();
    let opening = |at: usize, character| {
        Some(Opening { character, position: position_in(text.as_bytes(), at) })
    };
    let open = match failure.expecting {
        _ if end == 0 => return (SyntaxKind::Empty, 0),
        Expecting::Digit { number } if failure.open.is_none() => {
            return (number_kind(text, number), number);
        }
        Expecting::Character { quote } | Expecting::Escape { quote } => opening(quote, '"'),
        _ => failure.open.and_then(|at| {
            let character = text.get(at..)?.chars().next()?;
            opening(at, character)
        }),
    };
    (SyntaxKind::CutOff { open }, end)
}

fn escape(text: &str, failure: Failure) -> (SyntaxKind, usize) {
    let tail = &text[failure.at..];
    let digits = tail.strip_prefix("\\u").unwrap_or_default();
    let hex = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    // The text may end inside the escape.
    if tail.len() == 1 || (tail.starts_with("\\u") && hex == digits.len()) {
        return at_the_end(text, failure);
    }
    let length = if tail.starts_with("\\u") { 6 } else { 2 };
    let quoted = tail.chars().take(length).take_while(|&c| c != '"' && c >= ' ').collect();
    (SyntaxKind::BadEscape(quoted), failure.at)
}

/// What stands where a value must stand, and where to point.
fn value(text: &str, at: usize, found: char, open: Option<usize>) -> (SyntaxKind, usize) {
    let kind = match found {
        '\'' => SyntaxKind::SingleQuote,
        '+' | '.' => number_kind(text, at),
        _ if is_word_start(found) => {
            if open.is_some() && is_cut_literal(&text[at..]) {
                return at_the_end(text, Failure { at, expecting: Expecting::Value, open });
            }
            word_kind(word(&text[at..]))
        }
        _ => SyntaxKind::Unexpected(found),
    };
    (kind, at)
}

/// Whether the text ends inside `true`, `false` or `null`.
fn is_cut_literal(rest: &str) -> bool {
    ["true", "false", "null"].iter().any(|literal| literal.starts_with(rest))
}

fn word_kind(word: String) -> SyntaxKind {
    match word.as_str() {
        "True" | "False" | "None" => SyntaxKind::PythonLiteral(word),
        "undefined" => SyntaxKind::Undefined,
        _ if is_not_a_number(&word) => SyntaxKind::NotANumber(word),
        _ => SyntaxKind::BareWord(word),
    }
}

/// `NaN`, `Infinity`, `inf` … as the standard libraries of several languages print them.
fn is_not_a_number(word: &str) -> bool {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    ["nan", "inf", "infinity"].iter().any(|name| unsigned.eq_ignore_ascii_case(name))
}

/// What stands where a member name must stand.
fn name(text: &str, at: usize, found: char) -> SyntaxKind {
    match found {
        '\'' => SyntaxKind::SingleQuote,
        '{' | '[' | '-' | '0'..='9' => SyntaxKind::NameNotAString,
        _ if is_word_start(found) => SyntaxKind::UnquotedName(word(&text[at..])),
        _ => SyntaxKind::Unexpected(found),
    }
}

/// What stands where a comma or a closing bracket must stand.
fn between(found: char) -> SyntaxKind {
    match found {
        '"' | '\'' | '{' | '[' | '-' | '0'..='9' => SyntaxKind::MissingComma,
        _ if is_word_start(found) => SyntaxKind::MissingComma,
        _ => SyntaxKind::Unexpected(found),
    }
}

/// Whether the number or literal that ends here goes on with characters that cannot
/// follow it: `01`, `0x1F`, `1_000`, `nullable`.
fn is_glued(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at..].chars().next();
    before.is_some_and(|c| c.is_ascii_alphanumeric()) && after.is_some_and(is_word_part)
}

fn glued(text: &str, at: usize) -> (SyntaxKind, usize) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let start = at - text.bytes().take(at).rev().take_while(is_part).count();
    let kind = match text[start..].chars().next() {
        Some('-' | '0'..='9') => number_kind(text, start),
        _ => word_kind(word(&text[start..])),
    };
    (kind, start)
}

fn number_kind(text: &str, start: usize) -> SyntaxKind {
    let spelling = word_span(&text[start..]);
    let text = word(spelling);
    if is_not_a_number(&text) {
        return SyntaxKind::NotANumber(text);
    }
    SyntaxKind::BadNumber { text, fault: number_fault(spelling) }
}

fn number_fault(spelling: &str) -> NumberFault {
    let unsigned = spelling.strip_prefix('-').unwrap_or(spelling);
    match number_end(unsigned.as_bytes(), 0) {
        Err(0) if unsigned.starts_with('+') => NumberFault::PlusSign,
        Err(0) if unsigned.starts_with('.') => NumberFault::NoDigitBeforePoint,
        Err(0) => NumberFault::NotOnlyDigits,
        Err(at) if unsigned[..at].ends_with('.') => NumberFault::NoDigitAfterPoint,
        Err(_) => NumberFault::NoDigitInExponent,
        Ok(end) => match (&unsigned[..end], unsigned[end..].chars().next()) {
            ("0", Some('0'..='9')) => NumberFault::LeadingZero,
            ("0", Some('x' | 'X' | 'o' | 'O' | 'b' | 'B')) => NumberFault::OtherBase,
            _ => NumberFault::NotOnlyDigits,
        },
    }
}

/// What follows a complete document.
fn after_document(text: &str, at: usize) -> SyntaxKind {
    let mut reader = Reader::new(text.as_bytes(), at);
    loop {
        match reader.next_value() {
            Ok(end) if end == text.len() => return SyntaxKind::SecondDocument,
            Ok(_) => {}
            Err(_) => return SyntaxKind::TextAfterDocument,
        }
    }
}

fn is_comment(rest: &str) -> bool {
    ["//", "/*", "#"].iter().any(|start| rest.starts_with(start))
}

fn is_word_start(c: char) -> bool {
    c.is_alphabetic() || c == '_' || c == '$'
}

fn is_word_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '+' | '-')
}

fn word_span(rest: &str) -> &str {
    let end = rest.find(|c| !is_word_part(c)).unwrap_or(rest.len());
    &rest[..end]
}

fn word(rest: &str) -> String {
    word_span(rest).chars().take(WORD_LIMIT).collect()
}
