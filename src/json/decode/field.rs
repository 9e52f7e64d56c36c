//! One value and what it should be.

use std::ops::RangeInclusive;

use super::{FileProblems, Object, quoted, quoted_list};
use crate::json::{Document, Kind, Value};
use crate::model::Position;
use crate::nearest::nearest;

/// What counts things: from 1, and far from where arithmetic ends.
pub const UP_TO_A_TRILLION: RangeInclusive<u64> = 1..=1_000_000_000_000;

/// A value, and what messages call it.
#[derive(Clone, Debug)]
pub struct Field<'d> {
    label: String,
    value: Value<'d>,
}

impl<'d> Field<'d> {
    /// The outermost value of a document.
    #[must_use]
    pub fn root(document: &'d Document<'d>) -> Self {
        Self { label: "the document".to_owned(), value: document.root() }
    }

    /// The value of a member.
    pub(super) fn member(name: &str, value: Value<'d>) -> Self {
        Self { label: quoted(name), value }
    }

    /// What messages call it.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Where the value starts.
    #[must_use]
    pub fn position(&self) -> Position {
        self.value.position()
    }

    /// The type of the value.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.value.kind()
    }

    /// The value as it is written.
    #[must_use]
    pub fn source(&self) -> &'d str {
        self.value.source()
    }

    /// A string of any content.
    pub fn string(&self, problems: &mut FileProblems) -> Option<String> {
        let Some(text) = self.value.string() else {
            return self.wrong_type("a string", "put it in double quotes", problems);
        };
        let string = text.to_str();
        if string.is_none() {
            let message = format!("{} holds half a surrogate pair", self.label);
            problems.at(self.position(), message, "write both escapes of the pair, or neither");
        }
        string.map(Into::into)
    }

    /// A string that is not blank.
    pub fn text(&self, problems: &mut FileProblems) -> Option<String> {
        let text = self.string(problems)?;
        if text.trim().is_empty() {
            problems.at(self.position(), format!("{} is empty", self.label), "write a text there");
            return None;
        }
        Some(text)
    }

    /// A string that is not blank and has no line breaks or other control characters.
    pub fn line(&self, problems: &mut FileProblems) -> Option<String> {
        let line = self.text(problems)?;
        if line.contains(char::is_control) {
            let message = format!("{} holds a line break or control character", self.label);
            problems.at(self.position(), message, "write it on one line, in plain text");
            return None;
        }
        Some(line)
    }

    /// A number in that range, written as an integer.
    pub fn whole(&self, range: RangeInclusive<u64>, problems: &mut FileProblems) -> Option<u64> {
        let (least, most) = (range.start(), range.end());
        let must_be = format!("a whole number from {least} to {most}");
        let help = format!("write {must_be}, without quotes");
        let Some(number) = self.value.number() else {
            return self.wrong_type(&must_be, help, problems);
        };
        let value = number.spelling().parse().ok().filter(|value| range.contains(value));
        if value.is_none() {
            let spelling = quoted(number.spelling());
            let message = format!("{} must be {must_be}, not {spelling}", self.label);
            problems.at(self.position(), message, help);
        }
        value
    }

    /// `true` or `false`.
    pub fn flag(&self, problems: &mut FileProblems) -> Option<bool> {
        let flag = self.value.as_bool();
        flag.or_else(|| self.wrong_type("true or false", "write true or false", problems))
    }

    /// The elements of an array.
    pub fn elements(&self, problems: &mut FileProblems) -> Option<Vec<Self>> {
        if self.kind() != Kind::Array {
            return self.wrong_type("an array", "put it in square brackets", problems);
        }
        let label = format!("an entry of {}", self.label);
        Some(self.value.elements().map(|value| Self { label: label.clone(), value }).collect())
    }

    /// The strings of an array of strings that are not blank; those that are wrong are left out.
    pub fn lines(&self, problems: &mut FileProblems) -> Option<Vec<String>> {
        let elements = self.elements(problems)?;
        Some(elements.iter().filter_map(|element| element.line(problems)).collect())
    }

    /// An object with no keys but these.
    pub fn object(&self, keys: &[&str], problems: &mut FileProblems) -> Option<Object<'d>> {
        let object = self.map(problems)?;
        object.refuse_unknown(keys, problems);
        Some(object)
    }

    /// An object with any keys.
    pub fn map(&self, problems: &mut FileProblems) -> Option<Object<'d>> {
        if self.kind() != Kind::Object {
            return self.wrong_type("an object", "put it in braces", problems);
        }
        Some(Object::new(self.value))
    }

    /// One of these words, and what it stands for.
    pub fn choice<T: Copy>(&self, words: &[(&str, T)], problems: &mut FileProblems) -> Option<T> {
        let word = self.string(problems)?;
        let known = || words.iter().map(|&(word, _)| word);
        let chosen = words.iter().find(|&&(other, _)| other == word).map(|&(_, value)| value);
        if chosen.is_none() {
            let help = match nearest(&word, known()).first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write one of: {}", quoted_list(known())),
            };
            let message = format!("{} cannot be {}", self.label, quoted(&word));
            problems.at(self.position(), message, help);
        }
        chosen
    }

    fn wrong_type<T>(
        &self,
        must_be: &str,
        help: impl Into<String>,
        problems: &mut FileProblems,
    ) -> Option<T> {
        let message = format!("{} must be {must_be}, not {}", self.label, kind_name(self.kind()));
        problems.at(self.position(), message, help);
        None
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Bool => "true or false",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Array => "an array",
        Kind::Object => "an object",
    }
}
