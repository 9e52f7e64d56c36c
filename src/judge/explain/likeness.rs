//! Strings that are the same in all but one respect, which is what to tell.

use unicode_normalization::UnicodeNormalization;

use super::strings::{first_difference, name_of_invisible};
use crate::json::{Document, Text, quote};

/// Longer strings are not looked into, in bytes.
const LONGEST: usize = 1 << 20;

/// The one respect in which two unequal strings differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Likeness {
    /// More than one, or none that has a name.
    None,
    /// The actual one holds escapes as text: a backslash and an `n` for a line break.
    EscapedTwice,
    /// The actual one is the expected one as JSON text, with quotes of its own.
    Quoted,
    /// Line breaks.
    LineBreaks,
    /// Characters that cannot be seen.
    Invisible,
    /// The Unicode form of letters with marks.
    UnicodeForm,
    /// Blanks or line breaks at the end.
    End,
    /// Blanks or line breaks at the beginning.
    Beginning,
    /// Blanks and line breaks anywhere.
    Blanks,
    /// Upper and lower case.
    Case,
}

/// In which one respect the strings differ. They are not equal.
pub(super) fn likeness(expected: Text<'_>, actual: Text<'_>) -> Likeness {
    if expected.raw().len().max(actual.raw().len()) > LONGEST {
        return Likeness::None;
    }
    let (Some(expected), Some(actual)) = (expected.to_str(), actual.to_str()) else {
        return Likeness::None;
    };
    let (expected, actual) = (expected.as_ref(), actual.as_ref());
    let without = |text: &str, left_out: fn(char) -> bool| -> String {
        text.chars().filter(|&c| !left_out(c)).collect()
    };
    let alike_without = |left_out| without(expected, left_out) == without(actual, left_out);
    let checks: [(Likeness, &dyn Fn() -> bool); 9] = [
        (Likeness::EscapedTwice, &|| is_json_text(&format!("\"{actual}\""), expected)),
        (Likeness::Quoted, &|| is_json_text(actual, expected)),
        (Likeness::LineBreaks, &|| alike_without(|c| c == '\r')),
        (Likeness::Invisible, &|| alike_without(|c| name_of_invisible(c).is_some())),
        (Likeness::UnicodeForm, &|| expected.nfc().eq(actual.nfc())),
        (Likeness::End, &|| expected.trim_end() == actual.trim_end()),
        (Likeness::Beginning, &|| expected.trim_start() == actual.trim_start()),
        (Likeness::Blanks, &|| alike_without(char::is_whitespace)),
        (Likeness::Case, &|| expected.to_lowercase() == actual.to_lowercase()),
    ];
    checks.iter().find(|(_, holds)| holds()).map_or(Likeness::None, |(likeness, _)| *likeness)
}

/// Whether `json` is the JSON text of this string, and looks other than that string with quotes.
fn is_json_text(json: &str, string: &str) -> bool {
    let document = Document::parse(json.as_bytes());
    document.is_ok_and(|document| document.root().string().is_some_and(|text| text == *string))
}

/// Whether all of two strings is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Whole,
    /// Only what is around the first character that differs.
    InPart,
}

/// What is to be told of two strings that are not equal, to follow a colon.
pub(super) fn remark(expected: Text<'_>, actual: Text<'_>, shown: Shown) -> Option<String> {
    let spot = first_difference(expected.code_points(), actual.code_points());
    let points = (expected.code_points().nth(spot), actual.code_points().nth(spot));
    let at = || {
        format!("character {} is {} where {} is expected", spot + 1, name(points.1), name(points.0))
    };
    Some(match likeness(expected, actual) {
        Likeness::EscapedTwice => {
            "it is escaped twice: the text of an escape stands where its character is expected"
                .to_owned()
        }
        Likeness::Quoted => format!(
            "it is encoded twice: quotes belong to the JSON around a string, not into it, as in {}",
            quote("\"…\"")
        ),
        Likeness::LineBreaks => line_breaks(expected, actual),
        Likeness::UnicodeForm => format!(
            "they look alike, in another Unicode form ({}); {}",
            forms(expected, actual),
            at()
        ),
        Likeness::Invisible => format!("they look alike; {}", at()),
        Likeness::End => format!("they differ at the end only; {}", at()),
        Likeness::Beginning => format!("they differ at the beginning only; {}", at()),
        Likeness::Blanks => format!("they differ in blanks only; {}", at()),
        Likeness::Case => "they differ in upper and lower case only".to_owned(),
        Likeness::None if is_odd(points.0) || is_odd(points.1) => at(),
        Likeness::None if shown == Shown::InPart => {
            format!("they first differ at character {}", spot + 1)
        }
        Likeness::None => return None,
    })
}

fn line_breaks(expected: Text<'_>, actual: Text<'_>) -> String {
    let has = |text: Text<'_>| text.code_points().any(|point| point == 0x0D);
    let lines = |has| if has { "\\r\\n" } else { "\\n" };
    // One alone ends no line.
    let ends_lines = |text: Text<'_>| {
        let next = text.code_points().skip(1).chain([0]);
        text.code_points().zip(next).all(|(point, next)| point != 0x0D || next == 0x0A)
    };
    let all_end_lines = ends_lines(expected) && ends_lines(actual);
    if has(expected) == has(actual) || !all_end_lines {
        return "they differ in carriage returns (\\r) only".to_owned();
    }
    format!("its lines end in {} where {} is expected", lines(has(actual)), lines(has(expected)))
}

fn forms(expected: Text<'_>, actual: Text<'_>) -> &'static str {
    let length = |text: Text<'_>| text.code_points().count();
    match length(expected).cmp(&length(actual)) {
        std::cmp::Ordering::Less => "decomposed where composed is expected: normalise to NFC",
        std::cmp::Ordering::Greater => "composed where decomposed is expected: normalise to NFD",
        std::cmp::Ordering::Equal => "another sign for the same character",
    }
}

/// Whether a character is easily mistaken or cannot be seen.
fn is_odd(point: Option<u32>) -> bool {
    point.is_some_and(|point| !(0x21..0x7F).contains(&point))
}

/// A character in words.
fn name(point: Option<u32>) -> String {
    let Some(point) = point else { return "the end".to_owned() };
    match (point, char::from_u32(point)) {
        (0x20, _) => "a space".to_owned(),
        (0x0A, _) => "a line break (\\n)".to_owned(),
        (0x0D, _) => "a carriage return (\\r)".to_owned(),
        (0x09, _) => "a tab (\\t)".to_owned(),
        (0xA0, _) => "a no-break space (U+00A0)".to_owned(),
        (_, Some(character)) if character.is_ascii_graphic() => format!("`{character}`"),
        (_, Some(character)) => match name_of_invisible(character) {
            Some(name) => format!("{name} (U+{point:04X})"),
            None => format!("U+{point:04X}"),
        },
        (_, None) => format!("the lone surrogate U+{point:04X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(expected: &str, actual: &str) -> Likeness {
        let (expected, actual) = (quote(expected), quote(actual));
        let expected = Document::parse(expected.as_bytes()).unwrap();
        let actual = Document::parse(actual.as_bytes()).unwrap();
        likeness(expected.root().string().unwrap(), actual.root().string().unwrap())
    }

    #[test]
    fn the_one_respect_in_which_strings_differ_is_named() {
        for (expected, actual, likeness) in [
            ("a\nb", "a\\nb", Likeness::EscapedTwice),
            ("é", "\\u00e9", Likeness::EscapedTwice),
            ("hi", "\"hi\"", Likeness::Quoted),
            ("a\nb", "a\r\nb", Likeness::LineBreaks),
            ("ab", "a\u{200b}b", Likeness::Invisible),
            ("é", "e\u{301}", Likeness::UnicodeForm),
            ("a", "a \n", Likeness::End),
            ("a", " a", Likeness::Beginning),
            ("{\"a\":1}", "{\"a\": 1}", Likeness::Blanks),
            ("Echo", "echo", Likeness::Case),
            ("a", "b", Likeness::None),
            ("a", "", Likeness::None),
        ] {
            assert_eq!(of(expected, actual), likeness, "{expected:?} {actual:?}");
        }
    }
}
