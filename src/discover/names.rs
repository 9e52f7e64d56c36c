//! What stages and cases may be called.

use crate::json::decode::{Field, FileProblems, quoted};

/// What a name may be made of, in words.
const SLUG_FORM: &str = "lowercase letters, digits and `-`";
const CASE_FORM: &str = "letters, digits, `-`, `_` and `.`, with `/` between folders";

/// Whether it can be typed as a stage: `tools-call-handler`.
fn is_slug(text: &str) -> bool {
    let is_fine = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    text.bytes().all(is_fine) && !text.is_empty() && !text.starts_with('-')
}

/// Whether it can be a case: folders below the stage's one. No part of it leads upwards.
pub(super) fn is_case_name(text: &str) -> bool {
    let is_fine = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_folder =
        |part: &str| part.bytes().all(is_fine) && !part.is_empty() && !part.starts_with(['.', '-']);
    text.split('/').all(is_folder)
}

/// The slug of a stage.
pub(super) fn slug(field: &Field<'_>, problems: &mut FileProblems) -> Option<String> {
    named(field, is_slug, "slug", SLUG_FORM, problems)
}

/// The name of a case.
pub(super) fn case_name(field: &Field<'_>, problems: &mut FileProblems) -> Option<String> {
    named(field, is_case_name, "case name", CASE_FORM, problems)
}

/// What to do about a folder that cannot be a case.
pub(super) fn rename_case_folder() -> String {
    format!("rename the folder with {CASE_FORM}")
}

fn named(
    field: &Field<'_>,
    is_fine: fn(&str) -> bool,
    what: &str,
    form: &str,
    problems: &mut FileProblems,
) -> Option<String> {
    let name = field.string(problems)?;
    if is_fine(&name) {
        return Some(name);
    }
    let message = format!("{} is no {what}", quoted(&name));
    problems.at(field.position(), message, format!("use {form}"));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_and_case_names_have_a_form() {
        assert!(["a", "tools-call-handler", "2-b"].into_iter().all(is_slug));
        assert!(!["", "-a", "A", "a_b", "a/b", "..", "é"].into_iter().any(is_slug));
        assert!(["main", "a/b_c/D.1"].into_iter().all(is_case_name));
        let bad = ["", "/", "a/", "/a", "a//b", "..", "a/../b", ".git", "-a", "a b", "*", "a\\b"];
        assert!(!bad.into_iter().any(is_case_name));
    }
}
