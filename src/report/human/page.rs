//! How wide the page is, and text that is broken to fit it.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What text is laid out on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The columns of the terminal; `None` where lines may be as long as they are, as in a file.
    pub width: Option<usize>,
}

/// Narrower than this nothing is laid out: a line of a few characters helps nobody.
const NARROWEST: usize = 24;

impl Page {
    /// The columns that are left beside an indentation; `None` for any number.
    pub(super) fn beside(self, indent: usize) -> Option<usize> {
        self.width.map(|width| width.saturating_sub(indent).max(NARROWEST))
    }

    /// Prose broken between words, so that it fits.
    #[must_use]
    pub fn wrapped(self, text: &str) -> Vec<String> {
        wrapped(text, self.beside(0))
    }

    /// Whether a line of so many columns fits.
    pub(super) fn fits(self, columns: usize) -> bool {
        self.width.is_none_or(|width| columns <= width)
    }
}

/// The columns that a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.width()
}

/// Breaks prose between words; a word that is wider than the line is broken too.
pub(super) fn wrapped(text: &str, width: Option<usize>) -> Vec<String> {
    let Some(width) = width else { return vec![text.to_owned()] };
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && columns(&line) + 1 + columns(word) > width {
            lines.push(std::mem::take(&mut line));
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        if columns(&line) > width {
            let mut pieces = broken(&line, Some(width));
            let last = pieces.pop().unwrap_or_default().to_owned();
            lines.extend(pieces.into_iter().map(str::to_owned));
            line = last;
        }
    }
    lines.push(line);
    lines
}

/// Breaks text after a blank where one is near, else anywhere, so that nothing of it is lost.
pub(super) fn broken(text: &str, width: Option<usize>) -> Vec<&str> {
    let Some(width) = width else { return vec![text] };
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some(most) = end_of_line(rest, width) {
        let after_blank = rest[..most].rfind(' ').map(|blank| blank + 1);
        let end = after_blank.filter(|end| end * 2 > most).unwrap_or(most);
        let (piece, left) = rest.split_at(end);
        pieces.push(piece);
        rest = left;
    }
    pieces.push(rest);
    pieces
}

/// Where a text has to be broken at the latest; `None` when all of it fits.
fn end_of_line(text: &str, width: usize) -> Option<usize> {
    let mut used = 0;
    let mut characters = text.char_indices();
    let (end, _) = characters.find(|&(at, character)| {
        used += character.width().unwrap_or(0);
        used > width && at > 0
    })?;
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_between_words_and_long_words_inside() {
        assert_eq!(wrapped("one two three", Some(8)), ["one two", "three"]);
        assert_eq!(wrapped("a abcdefghijkl b", Some(5)), ["a", "abcde", "fghij", "kl b"]);
        assert_eq!(wrapped("one two", None), ["one two"]);
        assert_eq!(wrapped("", Some(5)), [""]);
    }

    #[test]
    fn other_text_is_broken_without_losing_anything() {
        let text = "a  b   日本語 c";
        for width in 2..12 {
            let pieces = broken(text, Some(width));
            assert_eq!(pieces.concat(), text);
            assert!(pieces.iter().all(|piece| columns(piece) <= width), "{pieces:?}");
        }
    }
}
