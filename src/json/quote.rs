//! Text as a JSON string on one line, for sentences and pictures.

use std::fmt::Write as _;

/// `text` as a JSON string, quotes included, on one line: control characters are escaped
/// and all else is kept.
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    text.chars().for_each(|character| push_code_point(&mut quoted, character.into()));
    quoted.push('"');
    quoted
}

/// Adds one code point as it stands inside a JSON string. Control characters and unpaired
/// surrogates are escaped.
pub fn push_code_point(quoted: &mut String, point: u32) {
    match char::from_u32(point) {
        Some('"') => quoted.push_str("\\\""),
        Some('\\') => quoted.push_str("\\\\"),
        Some('\n') => quoted.push_str("\\n"),
        Some('\r') => quoted.push_str("\\r"),
        Some('\t') => quoted.push_str("\\t"),
        Some(character) if !is_line_breaking(character) => quoted.push(character),
        _ => push_unit(quoted, point),
    }
}

/// Control characters, and what else may end a line on a screen.
fn is_line_breaking(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

fn push_unit(quoted: &mut String, unit: u32) {
    // Writing to a string cannot fail.
    let _ = write!(quoted, "\\u{unit:04x}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn what_is_quoted_is_read_back() {
        let all: String = (0..0x3000).filter_map(char::from_u32).chain(['🎉']).collect();
        let quoted = quote(&all);
        assert!(!quoted.contains(char::is_control));
        let document = Document::parse(quoted.as_bytes()).unwrap();
        assert_eq!(document.root().string().unwrap().to_str().unwrap(), all);
    }
}
