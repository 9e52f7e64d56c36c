//! Makes what a program printed harmless for a terminal: nothing in it can move the cursor, change
//! colours, reverse the reading direction or hide.

use std::fmt::Write;

/// The text with everything invisible or commanding spelled out, as `\x1b` or `\u{202e}`.
///
/// Line ends are spelled out too: the caller splits lines before.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        push(&mut safe, character);
    }
    safe
}

/// The same for bytes: what is not UTF-8 is spelled out as `\xff`.
#[must_use]
pub fn printable_bytes(bytes: &[u8]) -> String {
    let mut safe = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|character| push(&mut safe, character));
        for byte in chunk.invalid() {
            let _ = write!(safe, "\\x{byte:02x}");
        }
    }
    safe
}

fn push(safe: &mut String, character: char) {
    match character {
        '\t' => safe.push('\t'),
        '\n' => safe.push_str("\\n"),
        '\r' => safe.push_str("\\r"),
        _ if (character as u32) < 0x80 && character.is_control() => {
            let _ = write!(safe, "\\x{:02x}", character as u32);
        }
        _ if commands(character) => {
            let _ = write!(safe, "\\u{{{:x}}}", character as u32);
        }
        _ => safe.push(character),
    }
}

/// Control characters of the upper half, line separators, marks that change the direction of
/// text or are invisible, and tags.
fn commands(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_commands_a_terminal_passes() {
        let hostile = "a\x1b[2Jb\u{9b}c\u{202e}d\u{7f}e\rf\ng\u{200b}";
        assert_eq!(printable(hostile), "a\\x1b[2Jb\\u{9b}c\\u{202e}d\\x7fe\\rf\\ng\\u{200b}");
    }

    #[test]
    fn ordinary_text_of_any_language_passes_unchanged() {
        let text = "größer, 日本語, עברית, 👩‍💻 no"; // the joiner inside the emoji is spelled out
        assert_eq!(printable("größer, 日本語, עברית\t1"), "größer, 日本語, עברית\t1");
        assert!(printable(text).contains("\\u{200d}"));
    }

    #[test]
    fn bytes_that_are_no_text_are_spelled_out() {
        assert_eq!(printable_bytes(b"ok \xff\xc3(\xe2\x82"), "ok \\xff\\xc3(\\xe2\\x82");
    }
}
