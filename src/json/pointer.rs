//! JSON Pointers (RFC 6901), and patterns of them.

use std::borrow::Cow;

use thiserror::Error;

use super::text::Text;
use super::value::{Kind, Value};

/// A text that is not a JSON Pointer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PointerError {
    /// A pointer is empty or starts with `/` (RFC 6901, section 3).
    #[error("a JSON Pointer starts with `/`")]
    NoSlash,
    /// `~` must be followed by `0` or `1` (RFC 6901, section 3).
    #[error("in a JSON Pointer `~` is written `~0` and `/` is written `~1`")]
    BadTilde,
}

/// A name as a token of a pointer: `~` is `~0` and `/` is `~1`.
pub fn escape(name: &str) -> Cow<'_, str> {
    if name.contains(['~', '/']) {
        Cow::Owned(name.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(name)
    }
}

/// The pointer of the member `name` of the value at `pointer`.
pub fn join(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", escape(name))
}

/// The unescaped tokens of a pointer.
///
/// # Errors
/// When it does not follow RFC 6901, section 3.
pub fn parse(pointer: &str) -> Result<Vec<String>, PointerError> {
    if pointer.is_empty() {
        return Ok(Vec::new());
    }
    let tokens = pointer.strip_prefix('/').ok_or(PointerError::NoSlash)?;
    tokens.split('/').map(unescape).collect()
}

fn unescape(token: &str) -> Result<String, PointerError> {
    let is_escape = |rest: &str| rest.starts_with(['0', '1']);
    if token.split('~').skip(1).all(is_escape) {
        // In this order `~01` becomes `~1` and not `/` (RFC 6901, section 4).
        Ok(token.replace("~1", "/").replace("~0", "~"))
    } else {
        Err(PointerError::BadTilde)
    }
}

/// The value that a pointer names within `value`: of repeated members the first. A member
/// name with an unpaired surrogate is found by U+FFFD in its place.
pub fn resolve<'d>(value: Value<'d>, pointer: &str) -> Option<Value<'d>> {
    let tokens = parse(pointer).ok()?;
    tokens.iter().try_fold(value, |value, token| child(value, token))
}

fn child<'d>(value: Value<'d>, token: &str) -> Option<Value<'d>> {
    match value.kind() {
        Kind::Array => value.elements().nth(index(token)?),
        Kind::Object => value.get(token).or_else(|| {
            let mut members = value.members();
            members.find(|member| member.key.to_string_lossy() == token).map(|member| member.value)
        }),
        _ => None,
    }
}

/// An array index: decimal digits without leading zeros (RFC 6901, section 4).
pub(super) fn index(token: &str) -> Option<usize> {
    let is_digits = token.bytes().all(|byte| byte.is_ascii_digit());
    (is_digits && (token == "0" || !token.starts_with('0'))).then(|| token.parse().ok())?
}

/// The pointer of a value, by a search from the root that skips what it is not in.
pub(super) fn locate(value: Value<'_>) -> String {
    let mut pointer = String::new();
    let mut at = value.document().root();
    while at.id() != value.id() {
        let holds = |child: &Value<'_>| child.end_index() > value.id();
        let token = match at.kind() {
            Kind::Object => at.members().find(|member| holds(&member.value)).map(|member| {
                at = member.value;
                member.key.to_string_lossy()
            }),
            _ => {
                at.elements().enumerate().find(|(_, element)| holds(element)).map(|(n, element)| {
                    at = element;
                    Cow::Owned(n.to_string())
                })
            }
        };
        let Some(token) = token else { break };
        pointer.push('/');
        pointer.push_str(&escape(&token));
    }
    pointer
}

/// A pointer in which the token `*` stands for exactly one token of any name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    tokens: Vec<String>,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// When it does not follow RFC 6901, section 3.
    pub fn parse(pattern: &str) -> Result<Pattern, PointerError> {
        Ok(Pattern { tokens: parse(pattern)? })
    }

    /// The pattern of these tokens, as they are after unescaping.
    pub(crate) fn of(tokens: Vec<String>) -> Pattern {
        Pattern { tokens }
    }

    /// The number of tokens.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Whether this is the pattern of the whole document.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Whether the pattern names the place of this pointer.
    pub fn matches(&self, pointer: &str) -> bool {
        parse(pointer).is_ok_and(|tokens| {
            let pairs = || self.tokens.iter().zip(&tokens);
            tokens.len() == self.len() && pairs().all(|(own, token)| own == "*" || own == token)
        })
    }

    /// Whether the token at `depth` admits the member `name`.
    pub(crate) fn admits_name(&self, depth: usize, name: Text<'_>) -> bool {
        self.tokens.get(depth).is_some_and(|token| token == "*" || name == **token)
    }

    /// Whether the token at `depth` admits the element at `index`.
    pub(crate) fn admits_index(&self, depth: usize, index: usize) -> bool {
        let admits = |token: &String| token == "*" || self::index(token) == Some(index);
        self.tokens.get(depth).is_some_and(admits)
    }

    /// Whether the token at `depth` admits the element at any index.
    pub(crate) fn admits_some_index(&self, depth: usize) -> bool {
        let admits = |token: &String| token == "*" || self::index(token).is_some();
        self.tokens.get(depth).is_some_and(admits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Document;

    #[test]
    fn the_pointers_of_rfc_6901_section_5() {
        let text = br#"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4,
            "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}"#;
        let document = Document::parse(text).unwrap();
        let at = |pointer| resolve(document.root(), pointer).map(|value| value.source());
        assert_eq!(at("").map(str::len), Some(text.len()));
        assert_eq!(at("/foo"), Some(r#"["bar", "baz"]"#));
        assert_eq!(at("/foo/0"), Some("\"bar\""));
        let others = ["/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n"];
        for (n, pointer) in others.into_iter().enumerate() {
            assert_eq!(at(pointer), Some(&*n.to_string()), "{pointer}");
        }
        for nothing in ["/foo/2", "/foo/00", "/foo/-", "/foo/+1", "/x", "//", "foo", "/m~n"] {
            assert_eq!(at(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn tokens_survive_building_and_parsing() {
        let tokens = ["", "~1", "a/b", "~", "*", "0"];
        assert_eq!(
            parse(&tokens.iter().fold(String::new(), |pointer, token| join(&pointer, token))),
            Ok(tokens.map(str::to_owned).to_vec())
        );
        assert_eq!(parse("x"), Err(PointerError::NoSlash));
        assert_eq!(parse("/~2"), Err(PointerError::BadTilde));
    }

    #[test]
    fn a_star_stands_for_exactly_one_token() {
        let pattern = Pattern::parse("/a/*/b").unwrap();
        assert!(pattern.matches("/a/0/b"));
        assert!(pattern.matches("/a//b"));
        assert!(!pattern.matches("/a/b"));
        assert!(!pattern.matches("/a/0/1/b"));
        assert!(!pattern.matches("/a/0/b/c"));
    }

    #[test]
    fn every_value_finds_its_own_pointer() {
        let document = Document::parse(br#"{"a": [1, {"b/c": []}], "d": "e"}"#).unwrap();
        for pointer in ["", "/a", "/a/0", "/a/1", "/a/1/b~1c", "/d"] {
            assert_eq!(resolve(document.root(), pointer).unwrap().pointer(), pointer);
        }
    }
}
