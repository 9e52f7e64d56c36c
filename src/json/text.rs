//! Strings as they are written, compared code point by code point after unescaping.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::str::Chars;

/// A string or member name, as it is written between its quotes.
///
/// Two texts are equal when they stand for the same code points, however escaped. An
/// unpaired surrogate escape is a code point of its own. There is no Unicode normalisation.
#[derive(Clone, Copy)]
pub struct Text<'d> {
    raw: &'d str,
}

impl<'d> Text<'d> {
    pub(super) fn new(raw: &'d str) -> Text<'d> {
        Text { raw }
    }

    /// The text between the quotes, escapes as they are.
    pub fn raw(self) -> &'d str {
        self.raw
    }

    fn has_escapes(self) -> bool {
        self.raw.as_bytes().contains(&b'\\')
    }

    /// The code points after unescaping; unpaired surrogates are among them.
    pub fn code_points(self) -> CodePoints<'d> {
        CodePoints { rest: self.raw.chars() }
    }

    /// The string after unescaping; `None` when it holds an unpaired surrogate.
    pub fn to_str(self) -> Option<Cow<'d, str>> {
        if !self.has_escapes() {
            return Some(Cow::Borrowed(self.raw));
        }
        let unescaped: Option<String> = self.code_points().map(char::from_u32).collect();
        unescaped.map(Cow::Owned)
    }

    /// The string after unescaping, with U+FFFD for every unpaired surrogate.
    pub fn to_string_lossy(self) -> Cow<'d, str> {
        if !self.has_escapes() {
            return Cow::Borrowed(self.raw);
        }
        let lossy = |point| char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER);
        Cow::Owned(self.code_points().map(lossy).collect())
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Text<'_>) -> bool {
        if self.raw == other.raw {
            return true;
        }
        // Without escapes on either side, other bytes are another string.
        (self.has_escapes() || other.has_escapes()) && self.code_points().eq(other.code_points())
    }
}

impl Eq for Text<'_> {}

impl PartialEq<str> for Text<'_> {
    fn eq(&self, other: &str) -> bool {
        self.code_points().eq(other.chars().map(u32::from))
    }
}

/// Agrees with `Eq`: what is hashed is the unescaped string.
impl Hash for Text<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.has_escapes() {
            let mut unescaped = Vec::with_capacity(self.raw.len());
            self.code_points().for_each(|point| push_generalised_utf8(&mut unescaped, point));
            state.write(&unescaped);
        } else {
            state.write(self.raw.as_bytes());
        }
        state.write_u8(0xff);
    }
}

/// UTF-8, with surrogates encoded as if they were characters.
fn push_generalised_utf8(bytes: &mut Vec<u8>, point: u32) {
    match char::from_u32(point) {
        Some(character) => bytes.extend(character.encode_utf8(&mut [0; 4]).bytes()),
        None => bytes.extend([
            0xE0 | (point >> 12) as u8,
            0x80 | (point >> 6 & 0x3F) as u8,
            0x80 | (point & 0x3F) as u8,
        ]),
    }
}

/// The text between the quotes.
impl std::fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "\"{}\"", self.raw)
    }
}

/// Code points of a [`Text`].
#[derive(Clone, Debug)]
pub struct CodePoints<'d> {
    rest: Chars<'d>,
}

impl CodePoints<'_> {
    /// What stands after a backslash.
    fn escape(&mut self) -> Option<u32> {
        Some(match self.rest.next()? {
            'b' => 0x08,
            'f' => 0x0C,
            'n' => 0x0A,
            'r' => 0x0D,
            't' => 0x09,
            'u' => self.unicode_escape()?,
            other => u32::from(other),
        })
    }

    fn unicode_escape(&mut self) -> Option<u32> {
        let unit = self.unit()?;
        if !(0xD800..0xDC00).contains(&unit) || !self.rest.as_str().starts_with("\\u") {
            return Some(unit);
        }
        let mut ahead = self.clone();
        ahead.rest.nth(1);
        match ahead.unit() {
            Some(low @ 0xDC00..0xE000) => {
                *self = ahead;
                Some(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
            }
            _ => Some(unit),
        }
    }

    /// Four hexadecimal digits: one UTF-16 code unit.
    fn unit(&mut self) -> Option<u32> {
        let digits = self.rest.as_str().get(..4)?;
        let unit = u32::from_str_radix(digits, 16).ok()?;
        self.rest.nth(3);
        Some(unit)
    }
}

impl Iterator for CodePoints<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        match self.rest.next()? {
            '\\' => self.escape(),
            other => Some(u32::from(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::*;

    #[test]
    fn escapes_do_not_count() {
        let state = RandomState::new();
        for (left, right) in [
            ("a", "\\u0061"),
            ("é/", "\\u00E9\\/"),
            ("🎉", "\\ud83c\\uDF89"),
            ("\\n\\t\\b\\f\\r\\\\\\\"", "\\u000a\\u0009\\u0008\\u000c\\u000d\\u005c\\u0022"),
        ] {
            let (left, right) = (Text::new(left), Text::new(right));
            assert_eq!(left, right);
            assert_eq!(state.hash_one(left), state.hash_one(right));
        }
    }

    #[test]
    fn unpaired_surrogates_are_kept_apart() {
        let high = Text::new("\\ud83c");
        assert_eq!(high, Text::new("\\uD83C"));
        assert_ne!(high, Text::new("\\ud83d"));
        assert_ne!(high, Text::new("\u{fffd}"));
        assert_eq!(high.to_str(), None);
        assert_eq!(high.to_string_lossy(), "\u{fffd}");
        let reversed: Vec<u32> = Text::new("\\uDF89\\ud83c\\ud83c\\udf89").code_points().collect();
        assert_eq!(reversed, [0xDF89, 0xD83C, 0x1F389]);
    }

    #[test]
    fn composed_and_decomposed_letters_differ() {
        assert_ne!(Text::new("é"), Text::new("e\u{301}"));
    }
}
