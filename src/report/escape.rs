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

/// The same for bytes in which colours are let through, such as a compiler's: none that could hide
/// text, and none beyond the end.
#[must_use]
pub(super) fn printable_in_colours(bytes: &[u8]) -> String {
    let mut safe = String::with_capacity(bytes.len());
    let mut rest = bytes;
    let mut is_coloured = false;
    while let Some(at) = rest.windows(2).position(|pair| pair == b"\x1b[") {
        let (before, sequence) = rest.split_at(at);
        safe.push_str(&printable_bytes(before));
        let end = sequence[2..].iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';' | b':'));
        let Some(end) = end.filter(|end| sequence[2 + end] == b'm') else {
            safe.push_str(&printable_bytes(&sequence[..2]));
            rest = &sequence[2..];
            continue;
        };
        if let Some(colour) = harmless(&sequence[2..2 + end]) {
            safe.push_str(&format!("\x1b[{colour}m"));
            is_coloured = true;
        }
        rest = &sequence[end + 3..];
    }
    safe.push_str(&printable_bytes(rest));
    if is_coloured {
        safe.push_str("\x1b[0m");
    }
    safe
}

/// The parameters of a style (ECMA-48, SGR) that may be shown: bold, faint, italic, underlined, and
/// the six colours that are seen on light and dark, each in every spelling that compilers use.
fn harmless(parameters: &[u8]) -> Option<&str> {
    let parameters = std::str::from_utf8(parameters).ok()?;
    let numbers: Vec<_> = parameters.split([';', ':']).map(|it| it.parse().unwrap_or(0)).collect();
    let is_colour = |number: u32| matches!(number, 1..=6 | 9..=14);
    let is_plain = |number: &u32| matches!(number, 0..=4 | 22..=24 | 31..=36 | 39 | 91..=96);
    let is_harmless = match numbers.as_slice() {
        [style @ .., 38, 5, colour] => is_colour(*colour) && style.iter().all(is_plain),
        styles => styles.iter().all(is_plain),
    };
    is_harmless.then_some(parameters)
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

    #[test]
    fn colours_of_a_compiler_stay_and_whatever_could_hide_text_or_move_the_cursor_does_not() {
        for (printed, shown) in [
            ("\x1b[1m\x1b[38;5;9merror\x1b[0m: x", "\x1b[1m\x1b[38;5;9merror\x1b[0m: x\x1b[0m"),
            ("\x1b[31;1mno\x1b[m", "\x1b[31;1mno\x1b[m\x1b[0m"),
            ("\x1b[8mhidden\x1b[40m\x1b[38;5;0m\x1b[48;5;1m", "hidden"),
            ("\x1b[2Jcleared\x1b[", "\\x1b[2Jcleared\\x1b["),
            ("\x1b[31", "\\x1b[31"),
            ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
            ("plain", "plain"),
        ] {
            assert_eq!(printable_in_colours(printed.as_bytes()), shown);
        }
    }
}
