//! Strings as far as a reader needs them.

use crate::json::{Text, push_code_point};

/// Characters on the screen for what stands before the part that differs, and for what stands
/// after it. An escape is as many as it is written with.
const AROUND: usize = 20;

/// Characters on the screen for each end of a part that differs and is longer than both together.
const ENDS: usize = 30;

/// Longer strings are read from their beginning only, in bytes.
const LONGEST: usize = 1 << 20;

/// Which characters are written as escapes although they could be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Escapes {
    /// Only those that cannot be seen.
    Invisible,
    /// All but ASCII, so that two forms of one letter can be told apart.
    NotAscii,
}

/// How many of the code points fit into so many characters on the screen.
fn fitting(points: impl Iterator<Item = u32>, room: usize, escapes: Escapes) -> usize {
    let (mut left, mut written) = (room, String::new());
    let fits = |&point: &u32| {
        written.clear();
        push_point(&mut written, point, escapes);
        let rest = left.checked_sub(written.chars().count());
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    points.take_while(fits).count()
}

/// The index of the first code point that differs; where one text ends first, its length.
pub(super) fn first_difference(
    left: impl Iterator<Item = u32>,
    mut right: impl Iterator<Item = u32>,
) -> usize {
    left.take_while(|&point| right.next() == Some(point)).count()
}

/// Two texts of which at least one is long, as far as they tell each other apart: the part that
/// differs, and some of what stands around it.
pub(super) fn windows(
    expected: impl Iterator<Item = u32> + Clone,
    actual: impl Iterator<Item = u32> + Clone,
    bytes: usize,
    (quote, escapes): (&str, Escapes),
) -> (String, String) {
    let start = first_difference(expected.clone(), actual.clone());
    let near = start.saturating_sub(AROUND);
    let mut before: Vec<_> = expected.clone().skip(near).take(start - near).collect();
    before.reverse();
    let from = start - fitting(before.into_iter(), AROUND, escapes);
    if bytes > LONGEST {
        let side = |points| beginning(points, from, start, (quote, escapes));
        return (side(Box::new(expected) as Box<dyn Iterator<Item = u32>>), side(Box::new(actual)));
    }
    let (expected, actual): (Vec<_>, Vec<_>) = (expected.collect(), actual.collect());
    let most = expected.len().min(actual.len()) - start;
    let pairs = expected.iter().rev().zip(actual.iter().rev()).take(most);
    let alike = pairs.take_while(|(expected, actual)| expected == actual).count();
    let side = |points: &[u32]| window(points, from, start, points.len() - alike, (quote, escapes));
    (side(&expected), side(&actual))
}

/// The part between `start` and `end` with what is around it; `from` is where the window begins.
fn window(
    points: &[u32],
    from: usize,
    start: usize,
    end: usize,
    (quote, escapes): (&str, Escapes),
) -> String {
    let fitting =
        |points: &mut dyn Iterator<Item = &u32>, room| fitting(points.copied(), room, escapes);
    let part = &points[start..end];
    let to = end + fitting(&mut points[end..].iter(), AROUND);
    let mut shown = String::from(quote);
    if from > 0 {
        shown.push('…');
    }
    if fitting(&mut part.iter(), 2 * ENDS) < part.len() {
        push(&mut shown, &points[from..start + fitting(&mut part.iter(), ENDS)], escapes);
        shown.push('…');
        push(&mut shown, &points[end - fitting(&mut part.iter().rev(), ENDS)..to], escapes);
    } else {
        push(&mut shown, &points[from..to], escapes);
    }
    if to < points.len() {
        shown.push('…');
    }
    shown + quote
}

/// The same for a text of which only the beginning of the part is looked for.
fn beginning(
    points: Box<dyn Iterator<Item = u32> + '_>,
    from: usize,
    start: usize,
    (quote, escapes): (&str, Escapes),
) -> String {
    let mut shown = String::from(quote);
    if from > 0 {
        shown.push('…');
    }
    let part: Vec<_> = points.skip(from).take(start - from + 2 * ENDS + 1).collect();
    let to = fitting(part.iter().copied(), AROUND + 2 * ENDS, escapes);
    push(&mut shown, &part[..to], escapes);
    if to < part.len() {
        shown.push('…');
    }
    shown + quote
}

/// The first characters of a string, with its quotes. Both sides of a difference are written
/// with the same escapes, so that spellings do not distract from what differs.
pub(super) fn quoted(text: Text<'_>, limit: usize) -> String {
    quoted_points(text.code_points(), limit, Escapes::Invisible)
}

/// The same for a line of a text.
pub(super) fn quoted_line(line: &str, limit: usize) -> String {
    quoted_points(points_of(line), limit, Escapes::Invisible)
}

fn quoted_points(
    mut points: impl Iterator<Item = u32> + Clone,
    limit: usize,
    escapes: Escapes,
) -> String {
    let mut shown = String::from("\"");
    let fit = fitting(points.clone(), limit, escapes);
    points.by_ref().take(fit).for_each(|point| push_point(&mut shown, point, escapes));
    if points.next().is_some() {
        shown.push('…');
    }
    shown + "\""
}

/// Two lines as far as they tell each other apart.
pub(super) fn pair_of_lines(expected: &str, actual: &str, limit: usize) -> (String, String) {
    let bytes = expected.len().max(actual.len());
    pair(points_of(expected), points_of(actual), bytes, limit, Escapes::Invisible)
}

/// Two texts with their quotes: both whole, or both cut to what tells them apart.
pub(super) fn pair(
    expected: impl Iterator<Item = u32> + Clone,
    actual: impl Iterator<Item = u32> + Clone,
    bytes: usize,
    limit: usize,
    escapes: Escapes,
) -> (String, String) {
    let is_long = is_longer(expected.clone(), limit, escapes);
    if is_long || is_longer(actual.clone(), limit, escapes) {
        return windows(expected, actual, bytes, ("\"", escapes));
    }
    (quoted_points(expected, limit, escapes), quoted_points(actual, limit, escapes))
}

fn is_longer(
    mut points: impl Iterator<Item = u32> + Clone,
    limit: usize,
    escapes: Escapes,
) -> bool {
    let fit = fitting(points.clone(), limit, escapes);
    points.nth(fit).is_some()
}

/// The code points of a text that holds no escapes.
pub(super) fn points_of(text: &str) -> impl Iterator<Item = u32> + Clone {
    text.chars().map(u32::from)
}

fn push(shown: &mut String, points: &[u32], escapes: Escapes) {
    points.iter().for_each(|&point| push_point(shown, point, escapes));
}

/// Adds one code point as it stands inside a JSON string.
pub(super) fn push_point(shown: &mut String, point: u32, escapes: Escapes) {
    let character = char::from_u32(point);
    let is_escaped = match escapes {
        Escapes::Invisible => character.is_some_and(is_invisible),
        Escapes::NotAscii => point >= 0x80,
    };
    if !is_escaped {
        return push_code_point(shown, point);
    }
    for unit in character.unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf16(&mut [0; 2]) {
        shown.push_str(&format!("\\u{unit:04x}"));
    }
}

/// Whether a character looks like a blank or like nothing.
fn is_invisible(character: char) -> bool {
    let is_blank = character.is_whitespace() && !character.is_ascii();
    is_blank || name_of_invisible(character).is_some()
}

/// The name of a character that is nothing to look at and changes what stands around it at most.
pub(super) fn name_of_invisible(character: char) -> Option<&'static str> {
    Some(match character {
        '\u{ad}' => "a soft hyphen",
        '\u{34f}' => "a grapheme joiner",
        '\u{200b}' => "a zero width space",
        '\u{200c}' => "a zero width non-joiner",
        '\u{200d}' => "a zero width joiner",
        '\u{2060}' => "a word joiner",
        '\u{feff}' => "a byte order mark",
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            "a mark of the reading direction"
        }
        '\u{2061}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' => {
            "an invisible character"
        }
        '\u{fe00}'..='\u{fe0f}' => "a variation selector",
        '\u{e0000}'..='\u{e007f}' => "an invisible tag",
        _ => return None,
    })
}
