//! A text is a document exactly when serde_json reads it, and both see the same values in it.

use serde_json::Value as Tree;
use theinference::json::{Document, Kind, Value, position_in};
use theinference::judge::{read_answer, sentence};

/// serde_json reads one level less than its limit of 128.
const SERDE_LEVELS: usize = 127;

/// The tree of the text, where serde_json reads the same document as we do.
///
/// serde_json refuses unpaired surrogates and deeper documents, keeps the last of repeated
/// members, and carries numbers through a member name of its own.
pub(crate) fn agrees_with_serde(text: &[u8]) -> Option<Tree> {
    match (Document::parse(text), serde_json::from_slice::<Tree>(text)) {
        (Ok(own), theirs) if has_private_name(&own) => drop(theirs),
        (Ok(own), Ok(tree)) if own.duplicates().is_empty() => {
            assert!(is_same(own.root(), &tree), "another document: {tree}");
            return Some(tree);
        }
        (Ok(_), Ok(_)) => {}
        (Ok(own), Err(error)) => {
            let is_known = has_lone_surrogate(own.text()) || levels(&own) > SERDE_LEVELS;
            assert!(is_known, "only our reader accepts it: {error}");
        }
        (Err(error), Ok(_)) => panic!("only serde_json accepts it: {error}"),
        (Err(_), Err(_)) => is_refused_with_a_reason(text),
    }
    None
}

/// What is not JSON is refused at a place within the text, and told in a sentence.
fn is_refused_with_a_reason(text: &[u8]) {
    let error = Document::parse(text).expect_err("it was refused before");
    let at = error.position;
    assert!(at.offset <= text.len(), "{at:?}");
    assert_eq!(at, position_in(text, at.offset));
    let problem = read_answer(text).expect_err("it was refused before");
    super::explanation::is_a_sentence(&sentence(&problem));
}

pub(crate) fn is_same(own: Value<'_>, tree: &Tree) -> bool {
    match (own.kind(), tree) {
        (Kind::Null, Tree::Null) => true,
        (Kind::Bool, Tree::Bool(bool)) => own.as_bool() == Some(*bool),
        (Kind::Number, Tree::Number(number)) => is_same_spelling(own.source(), number.as_str()),
        (Kind::String, Tree::String(text)) => {
            own.string().is_some_and(|own| own == **text && own.to_string_lossy() == **text)
        }
        (Kind::Array, Tree::Array(elements)) => {
            own.len() == elements.len()
                && own.elements().zip(elements).all(|(own, tree)| is_same(own, tree))
        }
        (Kind::Object, Tree::Object(members)) => {
            own.len() == members.len()
                && own
                    .members()
                    .zip(members)
                    .all(|(own, (name, tree))| own.key == **name && is_same(own.value, tree))
        }
        _ => false,
    }
}

/// serde_json writes every exponent as `e+…` or `e-…`.
fn is_same_spelling(own: &str, theirs: &str) -> bool {
    let plain = |text: &str| text.to_ascii_lowercase().replace("e+", "e");
    plain(own) == plain(theirs)
}

/// Every value of a document, in no particular order.
pub(crate) fn values<'d>(document: &'d Document<'_>) -> impl Iterator<Item = (usize, Value<'d>)> {
    let mut left = vec![(1, document.root())];
    std::iter::from_fn(move || {
        let (level, value) = left.pop()?;
        left.extend(value.elements().map(|element| (level + 1, element)));
        left.extend(value.members().map(|member| (level + 1, member.value)));
        Some((level, value))
    })
}

/// How deep the arrays and objects of a document are nested.
fn levels(document: &Document<'_>) -> usize {
    let containers =
        values(document).filter(|(_, value)| matches!(value.kind(), Kind::Array | Kind::Object));
    containers.map(|(level, _)| level).max().unwrap_or(0)
}

fn has_private_name(document: &Document<'_>) -> bool {
    // With an escape the name is not seen in the text.
    let text = document.text();
    (text.contains("serde_json") || text.contains("\\u"))
        && values(document)
            .flat_map(|(_, value)| value.members())
            .any(|member| member.key.to_string_lossy().starts_with("$serde_json::private::"))
}

/// Whether a document has an escape for half a character. Only strings hold backslashes.
pub(crate) fn has_lone_surrogate(document: &str) -> bool {
    let mut rest = document;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at..];
        rest = match (unit(escape), unit(escape.get(6..).unwrap_or(""))) {
            (Some(0xD800..0xDC00), Some(0xDC00..0xE000)) => &escape[12..],
            (Some(0xD800..0xE000), _) => return true,
            (Some(_), _) => &escape[6..],
            (None, _) => &escape[2..],
        };
    }
    false
}

/// The number in `\uXXXX`, when a text begins with that.
fn unit(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}
