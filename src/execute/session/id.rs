//! The id of a request, equal to another one only where its JSON type is the same too.

use crate::json::{Document, Kind, Value};

/// An id, in one spelling for each value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Id {
    Text(Vec<u32>),
    Number(String),
    /// Anything else, which no request should have.
    Other(String),
}

impl Id {
    pub(super) fn of(value: Value<'_>) -> Self {
        match (value.string(), value.number()) {
            (Some(text), _) => Self::Text(text.code_points().collect()),
            (_, Some(number)) => Self::Number(number.spelling().to_owned()),
            _ => Self::Other(value.source().to_owned()),
        }
    }

    /// From how it is spelled in JSON.
    pub(super) fn spelled(source: &str) -> Self {
        let document = Document::parse(source.as_bytes());
        document
            .map_or_else(|_| Self::Other(source.to_owned()), |document| Self::of(document.root()))
    }
}

/// What a line is to the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A result or an error, and for which request.
    Reply(Id),
    /// A request or a notification; its id, also as it is spelled, and what it asks for.
    Asks(Option<(Id, String)>, String),
    /// No message at all.
    Other,
}

impl Line {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let Ok(document) = Document::parse(bytes) else { return Self::Other };
        let root = document.root();
        if root.kind() != Kind::Object {
            return Self::Other;
        }
        let id = root.get("id");
        match (root.get("method"), id) {
            (Some(method), id) => {
                let id = id.map(|id| (Id::of(id), id.source().to_owned()));
                let method = method.string().map(|text| text.to_string_lossy().into_owned());
                Self::Asks(id, method.unwrap_or_default())
            }
            (None, Some(id)) if root.get("result").or(root.get("error")).is_some() => {
                Self::Reply(Id::of(id))
            }
            // An error whose request could not be read has no id.
            (None, _) if root.get("error").is_some() => Self::Reply(Id::Other("null".to_owned())),
            (None, _) => Self::Other,
        }
    }
}
