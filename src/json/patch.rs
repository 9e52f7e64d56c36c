//! JSON Patch (RFC 6902), applied to the text of a document.
//!
//! The crate `json-patch` works on the values of `serde_json`, which would lose what this room
//! keeps: it refuses unpaired surrogates and more than 127 levels, and a removed member moves the
//! last one into its place, which is a difference where order counts. Nor does it say why an
//! operation cannot be applied. It is what the tests compare this with.

use thiserror::Error;

use self::tree::{Node, pointer_of};
use super::document::Document;
use super::syntax::SyntaxError;

mod tree;

/// One operation of a patch. Values are JSON texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// What is done.
    pub action: Action,
    /// The place that it is done to, as the tokens of a pointer.
    pub path: Vec<String>,
}

/// What is done to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Adds a member or inserts an element; an existing member is replaced.
    Add(String),
    /// Removes what is there.
    Remove,
    /// Replaces what is there.
    Replace(String),
    /// Takes the value from another place.
    Move(Vec<String>),
    /// Copies the value of another place.
    Copy(Vec<String>),
    /// Applies only if this value is there.
    Test(String),
}

/// An operation that cannot be applied, by its number from 0, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct PatchError {
    /// Which operation.
    pub operation: usize,
    /// Why.
    pub fault: PatchFault,
}

/// Why an operation cannot be applied. Places are pointers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PatchFault {
    /// There is no such member.
    #[error("there is no member `{name}` {}", place(.at))]
    NoMember {
        /// The object's place.
        at: String,
        /// The name.
        name: String,
        /// The names that are there.
        known: Vec<String>,
    },
    /// There is no such element.
    #[error("there is no element `{index}` {}, which has {len}", place(.at))]
    NoElement {
        /// The array's place.
        at: String,
        /// The token that should be an index.
        index: String,
        /// How many there are.
        len: usize,
    },
    /// A scalar holds nothing.
    #[error("`{at}` is neither an object nor an array, so nothing is below it")]
    NoContainer {
        /// The scalar's place.
        at: String,
    },
    /// A `test` that is not met.
    #[error("`{at}` does not hold the value that is tested for")]
    OtherValue {
        /// The place.
        at: String,
    },
    /// A value of the patch is no JSON.
    #[error("the value is not JSON: {0}")]
    NotJson(SyntaxError),
    /// A document must remain.
    #[error("the whole document cannot be removed")]
    WholeDocument,
    /// A value cannot be moved into itself (RFC 6902, section 4.4).
    #[error("`{at}` cannot be moved into itself")]
    IntoItself {
        /// The value's place.
        at: String,
    },
}

fn place(pointer: &str) -> String {
    if pointer.is_empty() { "at the top".to_owned() } else { format!("at `{pointer}`") }
}

/// The text of a document after all operations of a patch. `same` says whether two JSON texts are
/// equal, for `test`.
///
/// # Errors
/// The first operation that cannot be applied.
pub fn apply(
    document: &Document<'_>,
    operations: &[Operation],
    same: impl Fn(&str, &str) -> bool,
) -> Result<String, PatchError> {
    let fail = |operation| move |fault| PatchError { operation, fault };
    let mut values = Vec::with_capacity(operations.len());
    for (number, operation) in operations.iter().enumerate() {
        values.push(operation.action.value().map_err(fail(number))?);
    }
    let mut root = Node::Kept(document.root());
    for (number, (operation, value)) in operations.iter().zip(&values).enumerate() {
        let value = value.as_ref().map(|value| Node::Kept(value.root()));
        root.apply(operation, value, &same).map_err(fail(number))?;
    }
    Ok(root.to_text())
}

impl Action {
    /// The value that the action brings with it.
    fn value(&self) -> Result<Option<Document<'_>>, PatchFault> {
        match self {
            Self::Add(text) | Self::Replace(text) => {
                Document::parse(text.as_bytes()).map(Some).map_err(PatchFault::NotJson)
            }
            Self::Remove | Self::Move(_) | Self::Copy(_) | Self::Test(_) => Ok(None),
        }
    }
}

impl Node<'_> {
    fn apply(
        &mut self,
        operation: &Operation,
        value: Option<Self>,
        same: impl Fn(&str, &str) -> bool,
    ) -> Result<(), PatchFault> {
        let path = &operation.path;
        match &operation.action {
            Action::Add(_) => value.map_or(Ok(()), |value| self.add(path, value)),
            Action::Replace(_) => {
                let place = self.find(path)?;
                value.into_iter().for_each(|value| *place = value);
                Ok(())
            }
            Action::Remove => self.remove(path).map(drop),
            Action::Move(from) if from == path => self.find(path).map(drop),
            Action::Move(from) if path.starts_with(from) => {
                Err(PatchFault::IntoItself { at: pointer_of(from) })
            }
            Action::Move(from) => {
                let value = self.remove(from)?;
                self.add(path, value)
            }
            Action::Copy(from) => {
                let value = self.find(from)?.clone();
                self.add(path, value)
            }
            Action::Test(value) => {
                let met = same(&self.find(path)?.to_text(), value);
                if met { Ok(()) } else { Err(PatchFault::OtherValue { at: pointer_of(path) }) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::pointer;

    fn tokens(pointer: &str) -> Vec<String> {
        pointer::parse(pointer).unwrap()
    }

    fn change(document: &str, action: Action, path: &str) -> Result<String, String> {
        let operation = Operation { action, path: tokens(path) };
        let document = Document::parse(document.as_bytes()).unwrap();
        apply(&document, &[operation], |one, other| one == other).map_err(|error| error.to_string())
    }

    fn value(text: &str) -> String {
        text.to_owned()
    }

    #[test]
    fn each_operation_changes_its_place_and_nothing_else() {
        let document = r#"{"a": [1e2, "\ud800"], "b": {"c/d": null}, "e": 9007199254740993}"#;
        for (action, path, expected) in [
            (
                Action::Add(value("1.0")),
                "/a/1",
                r#"{"a":[1e2,1.0,"\ud800"],"b":{"c/d": null},"e":9007199254740993}"#,
            ),
            (
                Action::Add(value("1")),
                "/a/-",
                r#"{"a":[1e2,"\ud800",1],"b":{"c/d": null},"e":9007199254740993}"#,
            ),
            (
                Action::Add(value("1")),
                "/b/n\"",
                r#"{"a":[1e2, "\ud800"],"b":{"c/d":null,"n\"":1},"e":9007199254740993}"#,
            ),
            (
                Action::Add(value("{}")),
                "/b",
                r#"{"a":[1e2, "\ud800"],"b":{},"e":9007199254740993}"#,
            ),
            (Action::Remove, "/a", r#"{"b":{"c/d": null},"e":9007199254740993}"#),
            (Action::Remove, "/b/c~1d", r#"{"a":[1e2, "\ud800"],"b":{},"e":9007199254740993}"#),
            (
                Action::Replace(value("[]")),
                "/a/0",
                r#"{"a":[[],"\ud800"],"b":{"c/d": null},"e":9007199254740993}"#,
            ),
            (
                Action::Move(tokens("/a/0")),
                "/b/c~1d",
                r#"{"a":["\ud800"],"b":{"c/d":1e2},"e":9007199254740993}"#,
            ),
            (
                Action::Copy(tokens("/b")),
                "/a/0",
                r#"{"a":[{"c/d": null},1e2,"\ud800"],"b":{"c/d": null},"e":9007199254740993}"#,
            ),
            (Action::Replace(value("7")), "", "7"),
            (
                Action::Move(tokens("/e")),
                "/e",
                r#"{"a":[1e2, "\ud800"],"b":{"c/d": null},"e":9007199254740993}"#,
            ),
        ] {
            assert_eq!(change(document, action, path).as_deref(), Ok(expected));
        }
        assert!(change(document, Action::Test(value("1e2")), "/a/0").is_ok());
    }

    #[test]
    fn what_cannot_be_applied_says_why() {
        let document = r#"{"a": [1], "b": {"c": 2}}"#;
        for (action, path, why) in [
            (Action::Remove, "/x", "there is no member `x` at the top"),
            (Action::Replace(value("1")), "/b/d", "there is no member `d` at `/b`"),
            (Action::Remove, "/a/1", "there is no element `1` at `/a`, which has 1"),
            (Action::Add(value("1")), "/a/2", "there is no element `2` at `/a`, which has 1"),
            (Action::Remove, "/a/-", "there is no element `-` at `/a`, which has 1"),
            (Action::Add(value("1")), "/a/00", "there is no element `00` at `/a`, which has 1"),
            (
                Action::Add(value("1")),
                "/b/c/d",
                "`/b/c` is neither an object nor an array, so nothing is below it",
            ),
            (Action::Remove, "", "the whole document cannot be removed"),
            (Action::Move(tokens("/b")), "/b/c", "`/b` cannot be moved into itself"),
            (Action::Move(tokens("/x")), "/y", "there is no member `x` at the top"),
            (Action::Copy(tokens("/a/7")), "/y", "there is no element `7` at `/a`, which has 1"),
            (Action::Test(value("3")), "/b/c", "`/b/c` does not hold the value that is tested for"),
        ] {
            assert_eq!(change(document, action, path), Err(why.to_owned()));
        }
    }

    #[test]
    fn the_operation_that_cannot_be_applied_is_named_by_its_number() {
        let remove = |path| Operation { action: Action::Remove, path: tokens(path) };
        let document = Document::parse(b"[1]").unwrap();
        let error = apply(&document, &[remove("/0"), remove("/0")], |_, _| true).unwrap_err();
        assert_eq!(error.operation, 1);
    }

    #[test]
    fn depth_is_no_danger() {
        let document = "[".repeat(9_000) + &"]".repeat(9_000);
        let path = "/0".repeat(8_998) + "/-";
        let deeper = change(&document, Action::Add(value("1")), &path).unwrap();
        assert_eq!(deeper.matches("[]").count(), 1);
        assert!(deeper.contains(",1]"));
    }
}
