//! From bytes to a document, or to the problem that says why there is none.

use super::FileProblems;
use crate::json::{Document, SyntaxKind};

/// Reads `text` as one JSON document in which no object has a member twice.
///
/// A text that is no JSON is one problem and no document; every repeated member is a problem too.
pub fn read<'t>(text: &'t [u8], problems: &mut FileProblems) -> Option<Document<'t>> {
    let document = read_any(text, problems)?;
    for duplicate in document.duplicates() {
        let name = super::quoted(&duplicate.key().to_string_lossy());
        let help = format!("keep one of both; the first is at {}", duplicate.first());
        problems.at(duplicate.again(), format!("{name} appears twice in one object"), help);
    }
    Some(document)
}

/// Reads `text` as one JSON document, repeated members and all.
pub fn read_any<'t>(text: &'t [u8], problems: &mut FileProblems) -> Option<Document<'t>> {
    Document::parse(text)
        .map_err(|error| {
            let message = format!("not JSON: {}", error.kind);
            problems.at(error.position, message, remedy(&error.kind));
        })
        .ok()
}

fn remedy(kind: &SyntaxKind) -> String {
    match kind {
        SyntaxKind::Empty => "write a JSON document there",
        SyntaxKind::ByteOrderMark | SyntaxKind::Utf16 | SyntaxKind::InvalidUtf8 { .. } => {
            "save the file as UTF-8 without a byte order mark"
        }
        SyntaxKind::TooLarge => "make the file smaller",
        SyntaxKind::TooDeep => "nest less deeply",
        SyntaxKind::CutOff { open: Some(open) } => {
            return format!("close the {} opened at {}", name(open.character), open.position);
        }
        SyntaxKind::CutOff { open: None } => "complete the document",
        SyntaxKind::TextAfterDocument | SyntaxKind::SecondDocument => {
            "remove what follows the document"
        }
        SyntaxKind::PythonLiteral(_) => "write true, false or null",
        SyntaxKind::Undefined => "write null, or leave the member out",
        SyntaxKind::SingleQuote => "use double quotes",
        SyntaxKind::UnquotedName(_) | SyntaxKind::NameNotAString => "put the name in double quotes",
        SyntaxKind::BareWord(_) => "put it in double quotes if it is meant as a string",
        SyntaxKind::TrailingComma => "remove the comma",
        SyntaxKind::MissingComma => "put a comma before it",
        SyntaxKind::MissingColon => "put a colon after the name",
        SyntaxKind::Comment => "remove it; JSON has no comments",
        SyntaxKind::ControlCharacter(_) => "write it as an escape, such as \\n or \\t",
        SyntaxKind::BadEscape(_) => "write \\\\ for a backslash",
        SyntaxKind::NotANumber(_) | SyntaxKind::BadNumber { .. } => {
            "write a number such as 10, -0.5 or 1e3"
        }
        SyntaxKind::Unexpected(_) => "remove it, or put what it belongs to in double quotes",
    }
    .to_owned()
}

fn name(opening: char) -> &'static str {
    match opening {
        '{' => "brace",
        '[' => "bracket",
        _ => "string",
    }
}
