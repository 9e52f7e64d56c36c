//! A source as its words and signs, and the paths that it names. Not a parser: it knows just enough
//! of the language not to be misled by comments, strings, groups in braces and inline modules.

use std::ops::RangeInclusive;

/// A word or a sign of a source, and its line from 1.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) text: String,
    pub(crate) line: usize,
}

/// The words and signs of a source, without comments, strings, characters and lifetimes.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let (mut found, mut rest, mut line) = (Vec::new(), source, 1);
    while let Some(first) = rest.chars().next() {
        let length = skipped(rest).unwrap_or_else(|| {
            let word = rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len());
            let length = if rest.starts_with("::") { 2 } else { word.max(first.len_utf8()) };
            found.push(Token { text: rest[..length].to_owned(), line });
            length
        });
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

fn is_of_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The length of the blank, comment, string, character or lifetime at the beginning of `text`.
fn skipped(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'/', b'/', ..] => Some(text.find('\n').unwrap_or(text.len())),
        [b'/', b'*', ..] => Some(block_comment(text)),
        [b'"', ..] => Some(quoted(text, '"')),
        [b'\'', ..] => Some(character_or_lifetime(text)),
        _ => prefixed(text).or_else(|| text.starts_with(char::is_whitespace).then(|| blank(text))),
    }
}

fn blank(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    loop {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] if depth == 1 => return at + 2,
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            [] => return at,
            _ => at += 1,
        }
    }
}

/// The length of a quoted text in which a backslash takes the meaning from the next character.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == quote && !escaped;
        escaped = *c == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

fn character_or_lifetime(text: &str) -> usize {
    let mut characters = text[1..].chars();
    match (characters.next(), characters.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(text, '\''),
        _ => 1 + text[1..].find(|c| !is_of_word(c)).unwrap_or(text.len() - 1),
    }
}

/// The length of a string or character with a prefix: `b"…"`, `c"…"`, `b'…'`, `r#"…"#`, `br"…"`.
fn prefixed(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r"].into_iter().find(|it| text.starts_with(it))?;
    let rest = &text[prefix.len()..];
    if !prefix.ends_with('r') {
        let quote = rest.chars().next().filter(|c| *c == '"' || (*c == '\'' && prefix == "b"))?;
        return Some(prefix.len() + quoted(rest, quote));
    }
    let hashes = &rest[..rest.len() - rest.trim_start_matches('#').len()];
    let body = rest[hashes.len()..].strip_prefix('"')?;
    let end = format!("\"{hashes}");
    let length = body.find(&end).map_or(body.len(), |at| at + end.len());
    Some(prefix.len() + hashes.len() + 1 + length)
}

/// A path as it is written out, from `crate` or a crate's name on, and the sign behind it.
#[derive(Debug, PartialEq)]
pub(crate) struct Used {
    pub(crate) path: Vec<String>,
    pub(crate) then: String,
    pub(crate) line: usize,
}

/// Every path of a source that begins with `crate`, `super`, `self`, `std` or our own name.
pub(crate) struct Paths<'t> {
    pub(crate) tokens: &'t [Token],
    pub(crate) found: Vec<Used>,
}

impl Paths<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    /// Walks through a file; `module` is where it stands in the crate, as in `crate judge words`.
    pub(crate) fn walk(&mut self, mut module: Vec<String>) {
        let (mut at, mut depth, mut inline) = (0, 0, Vec::new());
        while at < self.tokens.len() {
            match self.text(at) {
                "mod" if self.text(at + 2) == "{" => {
                    module.push(self.text(at + 1).to_owned());
                    inline.push(depth);
                    at += 1;
                }
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if inline.last() == Some(&depth) {
                        inline.pop();
                        module.pop();
                    }
                }
                _ if self.begins_a_path(at) => at = self.path(at, self.base(at, &module)) - 1,
                _ => {}
            }
            at += 1;
        }
    }

    fn begins_a_path(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        let followed = self.text(at + 1) == "::";
        match self.text(at) {
            _ if before == "::" && self.names_something(at.wrapping_sub(2)) => false,
            // `pub(crate)`, `pub(super)`.
            "crate" | "super" => followed || before != "(" || self.text(at + 1) != ")",
            "self" | "theinference" => followed,
            "std" => followed || before == "use" || before == "crate",
            _ => false,
        }
    }

    /// Whether a path goes on here: `a` in `a::std`, but not `use` in `use ::std`.
    fn names_something(&self, at: usize) -> bool {
        let text = self.text(at);
        text.ends_with(is_of_word) && !["use", "return", "as", "in"].contains(&text)
    }

    /// What the first word of a path stands for.
    fn base(&self, at: usize, module: &[String]) -> Vec<String> {
        match self.text(at) {
            "crate" | "theinference" => vec!["crate".to_owned()],
            "std" => vec!["std".to_owned()],
            _ => module.to_vec(),
        }
    }

    /// Follows one path, or all those of a group in braces; returns where it goes on.
    fn path(&mut self, mut at: usize, mut base: Vec<String>) -> usize {
        loop {
            match self.text(at) {
                "{" => return self.group(at + 1, &base),
                "super" => drop(base.pop()),
                "self" | "crate" | "std" | "theinference" => {}
                word => base.push(word.to_owned()),
            }
            let continues = self.text(at + 1) == "::"
                && (self.text(at + 2).starts_with(is_of_word)
                    || ["{", "*"].contains(&self.text(at + 2)));
            if !continues {
                let (line, then) = (self.tokens[at].line, self.text(at + 1).to_owned());
                self.found.push(Used { path: base, then, line });
                return at + 1;
            }
            at += 2;
        }
    }

    fn group(&mut self, mut at: usize, base: &[String]) -> usize {
        while at < self.tokens.len() && self.text(at) != "}" {
            at = match self.text(at) {
                "," => at + 1,
                "as" => at + 2,
                _ => self.path(at, base.to_vec()),
            };
        }
        at + 1
    }
}

/// The lines of the modules marked `#[cfg(test)]`, from the mark to the closing brace.
pub(crate) fn test_lines(tokens: &[Token]) -> Vec<RangeInclusive<usize>> {
    const MARK: [&str; 8] = ["#", "[", "cfg", "(", "test", ")", "]", "mod"];
    let is_mark = |window: &[Token]| window.iter().map(|it| &it.text).eq(MARK);
    let marks = tokens.windows(MARK.len()).enumerate().filter(|(_, window)| is_mark(window));
    marks.map(|(at, window)| window[0].line..=end_of_block(&tokens[at..])).collect()
}

/// The line on which the first block of these tokens ends.
fn end_of_block(tokens: &[Token]) -> usize {
    let mut depth = 0;
    let end = tokens.iter().find(|token| {
        depth += i32::from(token.text == "{") - i32::from(token.text == "}");
        ["}", ";"].contains(&token.text.as_str()) && depth == 0
    });
    end.map_or(usize::MAX, |token| token.line)
}
