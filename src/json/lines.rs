//! Offsets to lines and columns.

use crate::model::Position;

/// Bytes between two checkpoints: what one look-up may have to read.
const STRIDE: usize = 1024;

/// Lines and columns before an offset, both counted from 0.
#[derive(Clone, Copy, Default)]
struct Mark {
    line: u32,
    column: u32,
}

impl Mark {
    /// The mark after `bytes`, which follow this one.
    fn after(self, bytes: &[u8]) -> Mark {
        match bytes.iter().rposition(|&byte| byte == b'\n') {
            None => Mark { line: self.line, column: self.column + scalars(bytes) },
            Some(last) => Mark {
                line: self.line + count(&bytes[..=last], |byte| byte == b'\n'),
                column: scalars(&bytes[last + 1..]),
            },
        }
    }

    fn position(self, offset: usize) -> Position {
        Position { line: self.line as usize + 1, column: self.column as usize + 1, offset }
    }
}

/// Every byte but the second and later ones of a code point.
fn scalars(bytes: &[u8]) -> u32 {
    count(bytes, |byte| byte & 0xC0 != 0x80)
}

/// Counts in single bytes, which the compiler turns into many at a time, as far as they hold.
fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> u32 {
    let few = |bytes: &[u8]| bytes.iter().map(|&byte| u8::from(is(byte))).sum::<u8>();
    bytes.chunks(u8::MAX.into()).map(|bytes| u32::from(few(bytes))).sum()
}

/// Marks at regular offsets, so that a position costs the same in a text of one long line.
pub(super) struct LineIndex {
    marks: Vec<Mark>,
}

impl LineIndex {
    pub(super) fn new(text: &[u8]) -> LineIndex {
        let mut mark = Mark::default();
        let mut marks = vec![mark];
        marks.extend(text.chunks_exact(STRIDE).map(|chunk| {
            mark = mark.after(chunk);
            mark
        }));
        LineIndex { marks }
    }

    /// `text` must be the one that the index was made of.
    pub(super) fn position(&self, text: &[u8], offset: usize) -> Position {
        let offset = offset.min(text.len());
        let nearest = offset / STRIDE;
        self.marks[nearest].after(&text[nearest * STRIDE..offset]).position(offset)
    }
}

/// The position of one offset; reads `text` up to there.
pub fn position_in(text: &[u8], offset: usize) -> Position {
    let offset = offset.min(text.len());
    Mark::default().after(&text[..offset]).position(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_agrees_with_counting_from_the_start() {
        let mut text = "é\n€uro 🎉 line\r\n".repeat(300);
        text.push_str(&"ü".repeat(3000));
        let index = LineIndex::new(text.as_bytes());
        for (offset, _) in text.char_indices() {
            let expected = position_in(text.as_bytes(), offset);
            assert_eq!(index.position(text.as_bytes(), offset), expected);
        }
    }

    #[test]
    fn long_runs_are_counted_to_the_last() {
        for length in [0, 1, 254, 255, 256, 511, 70_000] {
            let position = position_in(&vec![b'x'; length], length);
            assert_eq!(position.column, length + 1);
            assert_eq!(position_in(&vec![b'\n'; length], length).line, length + 1);
        }
    }

    #[test]
    fn columns_count_scalars_and_offsets_count_bytes() {
        let position = position_in("a\n🎉é!".as_bytes(), 8);
        assert_eq!(position, Position { line: 2, column: 3, offset: 8 });
    }
}
