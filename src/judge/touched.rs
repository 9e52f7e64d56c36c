//! Which words of a stage's `touches` a difference is about.

use crate::json::pointer;
use crate::model::Touch;

/// So many places are worth a look; whoever has more differences begins with these.
const MOST: usize = 3;

/// What is said of where to look: the texts that differences at these pointers touch, in the order
/// of the differences, each once and at most three.
///
/// Of the patterns that a difference is at or below, the longest counts; of equally long ones that
/// with fewer `*`, then the first. A difference above all patterns, such as a whole response that
/// is missing, is about every function in charge of a part of it: these are named without what
/// follows the colon, which is about the part. Where the whole answer is another, no part is in
/// charge.
#[must_use]
pub fn touched<'p>(touches: &[Touch], pointers: impl IntoIterator<Item = &'p str>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for pointer in pointers {
        for text in texts_of(touches, pointer) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
    }
    texts.truncate(MOST);
    texts
}

/// The part of a text that names a function: what is before the first colon.
#[must_use]
pub fn function_in(text: &str) -> &str {
    text.split_once(':').map_or(text, |(name, _)| name).trim()
}

fn texts_of(touches: &[Touch], pointer: &str) -> Vec<String> {
    let Ok(tokens) = pointer::parse(pointer) else { return Vec::new() };
    let at_or_below = touches.iter().filter(|touch| touch.pattern.len() <= tokens.len());
    let closest = at_or_below
        .filter(|touch| agree(&touch.pattern, &tokens))
        // The first of the greatest, as `max_by_key` would take the last.
        .min_by_key(|touch| std::cmp::Reverse((touch.pattern.len(), names(touch))));
    match closest {
        Some(touch) => vec![touch.text.clone()],
        None if tokens.is_empty() => Vec::new(),
        None => {
            let below = touches.iter().filter(|touch| agree(&touch.pattern, &tokens));
            below.map(|touch| function_in(&touch.text).to_owned()).collect()
        }
    }
}

/// Whether the pattern and the pointer are the same as far as both go.
fn agree(pattern: &[String], tokens: &[String]) -> bool {
    pattern.iter().zip(tokens).all(|(own, token)| own == "*" || own == token)
}

/// How many tokens of the pattern name one thing.
fn names(touch: &Touch) -> usize {
    touch.pattern.iter().filter(|token| *token != "*").count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touches(entries: &[(&str, &str)]) -> Vec<Touch> {
        let touch = |(pattern, text): &(&str, &str)| Touch {
            pattern: pointer::parse(pattern).unwrap(),
            text: (*text).to_owned(),
        };
        entries.iter().map(touch).collect()
    }

    fn told(entries: &[(&str, &str)], pointers: &[&str]) -> Vec<String> {
        touched(&touches(entries), pointers.iter().copied())
    }

    const SERVER: [(&str, &str); 3] = [
        ("/responses/*/id", "handle: the id"),
        ("/responses/*/result", "handle: the branch for tools/call"),
        ("/responses/*/result/isError", "toolResult"),
    ];

    #[test]
    fn the_longest_pattern_at_or_above_a_difference_counts() {
        assert_eq!(told(&SERVER, &["/responses/0/id"]), ["handle: the id"]);
        let branch = "handle: the branch for tools/call";
        assert_eq!(told(&SERVER, &["/responses/1/result/content/0/text"]), [branch]);
        assert_eq!(told(&SERVER, &["/responses/1/result/isError"]), ["toolResult"]);
        assert_eq!(told(&SERVER, &["/responses/1/resul", "/other", "/responses2"]), [""; 0]);
    }

    #[test]
    fn a_name_is_closer_than_a_star_and_a_line_before_the_next() {
        let entries = [("/a/*", "any"), ("/a/b", "named"), ("/*/b", "again"), ("/c~1d/*", "odd")];
        assert_eq!(told(&entries, &["/a/b"]), ["named"]);
        assert_eq!(told(&entries, &["/a/x"]), ["any"]);
        assert_eq!(told(&[("/a/*", "first"), ("/*/b", "second")], &["/a/b"]), ["first"]);
        assert_eq!(told(&entries, &["/c~1d/0"]), ["odd"]);
    }

    #[test]
    fn a_difference_above_all_patterns_names_the_functions_below_it() {
        assert_eq!(told(&SERVER, &["/responses/0"]), ["handle", "toolResult"]);
        assert_eq!(told(&SERVER, &["/responses"]), ["handle", "toolResult"]);
        assert_eq!(told(&SERVER, &[""]), [""; 0]);
        assert_eq!(told(&[("", "all")], &["", "/x/y"]), ["all"]);
    }

    #[test]
    fn each_is_told_once_in_the_order_of_the_differences_and_at_most_three() {
        let pointers = ["/responses/1/result/isError", "/responses/0/id", "/responses/1/id"];
        assert_eq!(told(&SERVER, &pointers), ["toolResult", "handle: the id"]);
        let many = [("/a", "1"), ("/b", "2"), ("/c", "3"), ("/d", "4")];
        assert_eq!(told(&many, &["/d", "/c", "/b", "/a"]), ["4", "3", "2"]);
    }

    #[test]
    fn a_text_names_a_function_before_its_colon() {
        assert_eq!(function_in("handle: the branch: one"), "handle");
        assert_eq!(function_in("toolsCallRequest"), "toolsCallRequest");
    }
}
