//! A document that is being changed. Only the containers on the way to a changed place are taken
//! apart; all else stays as it is written.

use super::PatchFault;
use crate::json::pointer;
use crate::json::quote::quote;
use crate::json::value::{Kind, Member, Value};

/// A value: as it was read, until something below it is changed.
#[derive(Clone)]
pub(super) enum Node<'d> {
    Kept(Value<'d>),
    Object(Vec<(Name, Node<'d>)>),
    Array(Vec<Node<'d>>),
}

/// The name of a member.
#[derive(Clone)]
pub(super) struct Name {
    /// As it is written, with its quotes.
    written: String,
    /// As a pointer names it.
    token: String,
}

impl<'d> Node<'d> {
    pub(super) fn find(&mut self, path: &[String]) -> Result<&mut Self, PatchFault> {
        let mut node = self;
        for (depth, token) in path.iter().enumerate() {
            let parent = &path[..depth];
            node = match node.open() {
                Self::Object(members) => {
                    let at = position(members, token)
                        .ok_or_else(|| no_member(members, parent, token))?;
                    &mut members[at].1
                }
                Self::Array(elements) => {
                    let at = index(token, elements.len(), parent)?;
                    &mut elements[at]
                }
                Self::Kept(_) => return Err(PatchFault::NoContainer { at: pointer_of(parent) }),
            };
        }
        Ok(node)
    }

    pub(super) fn add(&mut self, path: &[String], value: Self) -> Result<(), PatchFault> {
        let Some((token, parent)) = path.split_last() else {
            *self = value;
            return Ok(());
        };
        match self.find(parent)?.open() {
            Self::Object(members) => match position(members, token) {
                Some(at) => members[at].1 = value,
                None => {
                    let written = quote(token);
                    members.push((Name { written, token: token.clone() }, value));
                }
            },
            Self::Array(elements) if token == "-" => elements.push(value),
            Self::Array(elements) => {
                let at = pointer::index(token).filter(|&at| at <= elements.len());
                let at = at.ok_or_else(|| no_element(elements.len(), parent, token))?;
                elements.insert(at, value);
            }
            Self::Kept(_) => return Err(PatchFault::NoContainer { at: pointer_of(parent) }),
        }
        Ok(())
    }

    pub(super) fn remove(&mut self, path: &[String]) -> Result<Self, PatchFault> {
        let (token, parent) = path.split_last().ok_or(PatchFault::WholeDocument)?;
        match self.find(parent)?.open() {
            Self::Object(members) => {
                let at =
                    position(members, token).ok_or_else(|| no_member(members, parent, token))?;
                Ok(members.remove(at).1)
            }
            Self::Array(elements) => {
                let at = index(token, elements.len(), parent)?;
                Ok(elements.remove(at))
            }
            Self::Kept(_) => Err(PatchFault::NoContainer { at: pointer_of(parent) }),
        }
    }

    /// Takes a container apart; leaves a scalar as it is.
    fn open(&mut self) -> &mut Self {
        if let Self::Kept(value) = *self {
            match value.kind() {
                Kind::Object => *self = Self::Object(value.members().map(opened).collect()),
                Kind::Array => *self = Self::Array(value.elements().map(Self::Kept).collect()),
                _ => {}
            }
        }
        self
    }

    /// The value as JSON text. What is still to be written takes the place of recursion.
    pub(super) fn to_text(&self) -> String {
        let mut text = String::new();
        let mut rest = vec![Piece::Value(self)];
        while let Some(piece) = rest.pop() {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Value(Self::Kept(value)) => text.push_str(value.source()),
                Piece::Value(Self::Object(members)) => {
                    rest.push(Piece::Text("}"));
                    for (number, (name, value)) in members.iter().enumerate().rev() {
                        rest.extend([
                            Piece::Value(value),
                            Piece::Text(":"),
                            Piece::Text(&name.written),
                        ]);
                        rest.extend((number > 0).then_some(Piece::Text(",")));
                    }
                    rest.push(Piece::Text("{"));
                }
                Piece::Value(Self::Array(elements)) => {
                    rest.push(Piece::Text("]"));
                    for (number, element) in elements.iter().enumerate().rev() {
                        rest.push(Piece::Value(element));
                        rest.extend((number > 0).then_some(Piece::Text(",")));
                    }
                    rest.push(Piece::Text("["));
                }
            }
        }
        text
    }
}

/// What is still to be written.
enum Piece<'n, 'd> {
    Text(&'n str),
    Value(&'n Node<'d>),
}

fn opened(member: Member<'_>) -> (Name, Node<'_>) {
    let written = format!("\"{}\"", member.key.raw());
    let token = member.key.to_string_lossy().into_owned();
    (Name { written, token }, Node::Kept(member.value))
}

fn position(members: &[(Name, Node<'_>)], token: &str) -> Option<usize> {
    members.iter().position(|(name, _)| name.token == token)
}

fn index(token: &str, len: usize, parent: &[String]) -> Result<usize, PatchFault> {
    let at = pointer::index(token).filter(|&at| at < len);
    at.ok_or_else(|| no_element(len, parent, token))
}

fn no_element(len: usize, parent: &[String], token: &str) -> PatchFault {
    PatchFault::NoElement { at: pointer_of(parent), index: token.to_owned(), len }
}

fn no_member(members: &[(Name, Node<'_>)], parent: &[String], token: &str) -> PatchFault {
    PatchFault::NoMember {
        at: pointer_of(parent),
        name: token.to_owned(),
        known: members.iter().map(|(name, _)| name.token.clone()).collect(),
    }
}

/// The pointer with these tokens.
pub(super) fn pointer_of(tokens: &[String]) -> String {
    tokens.iter().fold(String::new(), |pointer, token| pointer::join(&pointer, token))
}
