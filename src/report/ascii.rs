//! A writer for terminals that know no letters but ASCII.

use std::io::{self, Write};

/// Writes ASCII alone: signs of ours that have a likeness in ASCII become it, every other character
/// is spelled out as `\u{e9}`.
#[derive(Debug)]
pub struct Ascii<W> {
    out: W,
    /// The beginning of a character whose rest has not come yet.
    rest: Vec<u8>,
}

impl<W: Write> Ascii<W> {
    /// A writer to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, rest: Vec::new() }
    }
}

impl<W: Write> Write for Ascii<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = std::mem::take(&mut self.rest);
        text.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&text) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => text.len(),
        };
        self.rest = text.split_off(whole);
        self.out.write_all(in_ascii(&String::from_utf8_lossy(&text)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn in_ascii(text: &str) -> String {
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        match likeness(character) {
            Some(likeness) => ascii.push_str(likeness),
            None if character.is_ascii() => ascii.push(character),
            None => ascii.extend(character.escape_unicode()),
        }
    }
    ascii
}

/// What stands for a sign that our own messages use.
const fn likeness(character: char) -> Option<&'static str> {
    Some(match character {
        '…' => "...",
        '·' | '•' | '—' | '–' | '─' => "-",
        '→' => "->",
        '←' => "<-",
        '✓' => "ok",
        '’' | '‘' => "'",
        '“' | '”' => "\"",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_ascii_is_written_however_the_text_arrives() {
        let text = "… é → 😀 ok".as_bytes();
        for size in 1..text.len() {
            let mut ascii = Ascii::new(Vec::new());
            text.chunks(size).for_each(|chunk| ascii.write_all(chunk).unwrap());
            assert_eq!(ascii.out, b"... \\u{e9} -> \\u{1f600} ok");
        }
    }
}
