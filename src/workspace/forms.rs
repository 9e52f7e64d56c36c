//! What a definition of a function looks like, language by language and line by line. No parser: a
//! comment, a string, a call, an import is told from a definition by what stands beside the name.

mod comments;
#[cfg(test)]
mod tests;

use std::path::Path;

use super::functions::is_of_word;

/// Words behind which a function's name stands, in any language.
const KEYWORDS: [&str; 8] = ["def", "defp", "fn", "fun", "func", "function", "proc", "sub"];

/// Words that may stand before a method or a member of JavaScript and TypeScript.
const MODIFIERS: [&str; 14] = [
    "abstract",
    "accessor",
    "async",
    "const",
    "default",
    "export",
    "get",
    "let",
    "override",
    "private",
    "protected",
    "public",
    "readonly",
    "static",
];

/// Words before a call, where Java and its relatives have a type before a definition.
const NO_TYPES: [&str; 14] = [
    "assert",
    "await",
    "case",
    "co_await",
    "co_return",
    "else",
    "goto",
    "in",
    "new",
    "return",
    "throw",
    "typeof",
    "when",
    "yield",
];

/// A definition is looked at so far and no further, in bytes.
const REACH: usize = 2_000;

/// What a name with all that stands round it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// The function is written there.
    Definition,
    /// It is only announced.
    Declaration,
}

/// Languages, as far as their definitions look different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// JavaScript and TypeScript.
    Script,
    /// Java, C# and others that write a type before a name.
    Typed,
    Python,
    Shell,
    /// All that need a keyword.
    Other,
}

impl Language {
    /// By the ending of the file, else by its first line.
    pub(super) fn of(path: &Path, text: &str) -> Self {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("js" | "cjs" | "mjs" | "jsx" | "ts" | "cts" | "mts" | "tsx") => Self::Script,
            Some("c" | "cc" | "cpp" | "cs" | "cxx" | "dart" | "h" | "hpp" | "java" | "mm") => {
                Self::Typed
            }
            Some("py" | "pyw") => Self::Python,
            Some("sh" | "bash" | "zsh") => Self::Shell,
            Some(_) => Self::Other,
            None => Self::of_script(text.lines().next().unwrap_or("")),
        }
    }

    fn of_script(first_line: &str) -> Self {
        let is = |name: &str| first_line.contains(name);
        match () {
            () if is("python") => Self::Python,
            () if is("node") || is("deno") || is("bun") => Self::Script,
            () if first_line.trim_end().ends_with("sh") => Self::Shell,
            () => Self::Other,
        }
    }

    fn is_behind_hash(self, before: &str) -> bool {
        self != Self::Script && before.contains(" #") && !before.contains("#[")
    }

    /// What the name between `before`, which is its line so far, and `after`, which is all the rest
    /// of the text, is.
    pub(super) fn form(self, before: &str, after: &str) -> Option<Form> {
        if is_in_string_or_slashes(before) || self.is_behind_hash(before) {
            return None;
        }
        let end = (0..=REACH.min(after.len())).rev().find(|end| after.is_char_boundary(*end));
        let after = &after[..end.unwrap_or(0)];
        let by_sign = match self {
            Self::Script => script_form(before, after),
            Self::Typed => typed_form(before, after),
            Self::Shell => shell_form(before, after),
            Self::Python | Self::Other => None,
        };
        keyword_form(before, after).or(by_sign)
    }
}

/// Whether what follows `before` stands in a string or in a comment.
fn is_in_string_or_slashes(before: &str) -> bool {
    let is_odd = |quote: char| before.matches(quote).count() % 2 == 1;
    let comment = before.rfind("/*").is_some_and(|at| !before[at..].contains("*/"));
    ['"', '\'', '`'].into_iter().any(is_odd) || before.contains("//") || comment
}

/// `def name(`, `pub async fn name<`, `function* name(`, `func (s *Server) Name(`, `def self.name`.
fn keyword_form(before: &str, after: &str) -> Option<Form> {
    let before = before.trim_end().trim_end_matches('*');
    let is_method_of_go = || before.starts_with("func (") && before.ends_with(')');
    let keyword = last_word(without_owner(before).trim_end());
    if !KEYWORDS.contains(&keyword) && !is_method_of_go() {
        return None;
    }
    let line = after.split('\n').next().unwrap_or("").trim();
    let is_followed = line.is_empty() || line.starts_with(['(', '<', '{', '[', '=']);
    is_followed.then(|| if is_announced(after) { Form::Declaration } else { Form::Definition })
}

/// Without the `self.` or `Type.` that stands directly before a name.
fn without_owner(before: &str) -> &str {
    match before.strip_suffix(['.', ':']) {
        Some(owner) => owner.trim_end_matches(is_of_word),
        None => before,
    }
}

/// Whether a signature ends with a semicolon where a body could begin.
fn is_announced(after: &str) -> bool {
    let Some(rest) = behind_parameters(after) else { return false };
    let line = rest.split('\n').next().unwrap_or("").trim_end();
    line.ends_with(';') && !line.contains('{')
}

/// `const name = (a) => `, `name: async function`, `exports.name = function`, `async name(a) {`.
fn script_form(before: &str, after: &str) -> Option<Form> {
    let before = before.trim().trim_end_matches('#').trim_end_matches('*').trim_end();
    let is_plain = before.split_whitespace().all(|word| MODIFIERS.contains(&word));
    let is_variable = ["const", "let", "var"].contains(&last_word(before));
    if (is_plain || is_variable || before.ends_with('.')) && is_function_assigned(after) {
        return Some(Form::Definition);
    }
    if is_plain && !is_variable && after.trim_start().strip_prefix(':').is_some_and(is_function) {
        let line = after.split('\n').next().unwrap_or("").trim_end();
        let is_type = line.ends_with(';') && !line.contains('{');
        return Some(if is_type { Form::Declaration } else { Form::Definition });
    }
    let is_method = is_plain && !is_variable && has_body(behind_parameters(after)?);
    is_method.then_some(Form::Definition)
}

/// Whether ` = function`, perhaps behind a type, follows.
fn is_function_assigned(after: &str) -> bool {
    let after = after.trim_start();
    let line = after.split('\n').next().unwrap_or("");
    let value = match after.strip_prefix('=') {
        Some(value) => Some(value),
        None if after.starts_with(':') => line.find(" = ").map(|at| &after[at + 3..]),
        None => None,
    };
    value.is_some_and(is_function)
}

/// Whether a value is a function: `function`, `async`, or parameters and an arrow.
fn is_function(value: &str) -> bool {
    let value = value.trim_start();
    let word = value.split(|c| !is_of_word(c)).next().unwrap_or("");
    let rest = value[word.len()..].trim_start();
    match word {
        "function" | "async" => true,
        "" => behind_parameters(value).is_some_and(|rest| {
            let line = rest.split('\n').next().unwrap_or("");
            line.trim_start().starts_with("=>") || line.starts_with(':') && line.contains("=>")
        }),
        _ => rest.starts_with("=>"),
    }
}

/// Whether a body begins, perhaps behind a type.
fn has_body(rest: &str) -> bool {
    let rest = rest.trim_start();
    let until = rest.find(';').unwrap_or(rest.len());
    rest.starts_with('{') || rest.starts_with(':') && rest[..until].contains('{')
}

/// `public static Json name(Json a) throws E {`, `int Server::name(int a)` and a brace below.
fn typed_form(before: &str, after: &str) -> Option<Form> {
    let before = before.trim();
    let is_type_or_owner =
        before.ends_with(is_of_word) || before.ends_with(['>', ']', '*', '&', ':', '?']);
    let mut words = before.split(|c| !is_of_word(c));
    let is_statement =
        before.contains(['=', '(', ';']) || words.any(|word| NO_TYPES.contains(&word));
    if !is_type_or_owner || is_statement {
        return None;
    }
    let rest = behind_parameters(after)?.trim_start();
    let until = rest.find([';', '}', '(']).unwrap_or(rest.len());
    let is_definition = rest.starts_with("=>") || rest[..until].contains('{');
    is_definition.then_some(Form::Definition)
}

/// `name() {`, or the brace below.
fn shell_form(before: &str, after: &str) -> Option<Form> {
    let rest = after.trim_start().strip_prefix('(')?.trim_start().strip_prefix(')')?;
    (before.trim().is_empty() && rest.trim_start().starts_with('{')).then_some(Form::Definition)
}

/// What follows the parameters at the beginning of a text, perhaps behind type parameters.
fn behind_parameters(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let text = if text.starts_with('<') { &text[text.find('(')?..] } else { text };
    if !text.starts_with('(') {
        return None;
    }
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '`') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') if depth == 1 => return Some(&text[at + 1..]),
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
    }
    None
}

fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_of_word).len()..]
}
