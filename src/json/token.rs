//! Where strings, numbers and literals end.

/// What stopped the reading of a string.
#[derive(Debug)]
pub(super) enum StringFault {
    /// The text ends, or a control character stands here.
    Character(usize),
    /// The backslash here starts no escape.
    Escape(usize),
}

const HIGH_BITS: u64 = 0x8080_8080_8080_8080;
const LOW_BITS: u64 = 0x0101_0101_0101_0101;

/// The offset after the closing quote of the string whose opening quote is at `start`.
pub(super) fn string_end(text: &[u8], start: usize) -> Result<usize, StringFault> {
    let mut at = start + 1;
    loop {
        at = ordinary_end(text, at);
        match text.get(at) {
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => at = escape_end(text, at).ok_or(StringFault::Escape(at))?,
            _ => return Err(StringFault::Character(at)),
        }
    }
}

/// The first quote, backslash or control character from `at` on, eight bytes at a time.
fn ordinary_end(text: &[u8], mut at: usize) -> usize {
    while let Some(chunk) = text.get(at..).and_then(<[u8]>::first_chunk::<8>) {
        let special = special_bytes(u64::from_le_bytes(*chunk));
        if special != 0 {
            return at + (special.trailing_zeros() / 8) as usize;
        }
        at += 8;
    }
    let rest = text.get(at..).unwrap_or_default();
    at + rest
        .iter()
        .position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\')
        .unwrap_or(rest.len())
}

/// Sets the high bit of the lowest special byte. Bytes above it may be marked falsely,
/// because a subtraction can borrow from the next byte; the lowest mark is always right.
fn special_bytes(word: u64) -> u64 {
    let equals = |byte: u8| {
        let difference = word ^ (LOW_BITS * u64::from(byte));
        difference.wrapping_sub(LOW_BITS) & !difference
    };
    let control = word.wrapping_sub(LOW_BITS * 0x20) & !word;
    (equals(b'"') | equals(b'\\') | control) & HIGH_BITS
}

fn escape_end(text: &[u8], backslash: usize) -> Option<usize> {
    match text.get(backslash + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(backslash + 2),
        b'u' => {
            let digits = text.get(backslash + 2..backslash + 6)?;
            let hex = digits.iter().all(u8::is_ascii_hexdigit);
            hex.then_some(backslash + 6)
        }
        _ => None,
    }
}

/// The offset after the number that starts at `start`, by the grammar of RFC 8259,
/// section 6; or the offset where a digit is missing.
pub(super) fn number_end(text: &[u8], start: usize) -> Result<usize, usize> {
    let first = start + usize::from(text.get(start) == Some(&b'-'));
    let mut at = match text.get(first) {
        Some(b'0') => first + 1,
        _ => digits_end(text, first)?,
    };
    if text.get(at) == Some(&b'.') {
        at = digits_end(text, at + 1)?;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        at = digits_end(text, at + 1 + sign)?;
    }
    Ok(at)
}

/// The offset after at least one digit.
fn digits_end(text: &[u8], start: usize) -> Result<usize, usize> {
    let mut at = start;
    while text.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    if at == start { Err(at) } else { Ok(at) }
}

/// `true`, `false` or `null`, by its first byte.
pub(super) fn literal(first: u8) -> Option<&'static [u8]> {
    match first {
        b't' => Some(b"true"),
        b'f' => Some(b"false"),
        b'n' => Some(b"null"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_ends_at_its_first_bare_quote_wherever_it_stands() {
        for padding in 0..20 {
            let text = format!("\"{}\\\"\\u00e9é\" tail\"", "x".repeat(padding));
            let end = string_end(text.as_bytes(), 0).unwrap();
            assert_eq!(&text[end..], " tail\"");
        }
    }

    #[test]
    fn every_control_character_is_found_and_no_other_byte() {
        for padding in 0..10 {
            for character in 0..=0xff_u8 {
                let mut text = vec![b'x'; padding];
                text.insert(0, b'"');
                text.extend([character, b'y', b'"']);
                let stopped = matches!(
                    string_end(&text, 0),
                    Err(StringFault::Character(at)) if at == padding + 1
                );
                assert_eq!(stopped, character < 0x20, "{character:#x} after {padding}");
            }
        }
    }
}
