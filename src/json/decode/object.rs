//! An object whose members are read one by one.

use std::ops::RangeInclusive;

use super::{Field, FileProblems, quoted, quoted_list};
use crate::json::Value;
use crate::model::Position;
use crate::nearest::nearest;

/// An object, ready to be asked for its members.
///
/// The methods that are named like those of [`Field`] answer `None` both for a member that is
/// absent and for one that is wrong; the latter has become a problem.
#[derive(Clone, Copy, Debug)]
pub struct Object<'d> {
    value: Value<'d>,
}

/// A member of an object whose names are data.
#[derive(Clone, Debug)]
pub struct Entry<'d> {
    /// The name, with U+FFFD for half a surrogate pair.
    pub name: String,
    /// Where the name starts.
    pub position: Position,
    /// The value.
    pub field: Field<'d>,
}

impl<'d> Object<'d> {
    pub(super) fn new(value: Value<'d>) -> Self {
        Self { value }
    }

    /// Where the object starts.
    #[must_use]
    pub fn position(&self) -> Position {
        self.value.position()
    }

    /// The member of that name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<Field<'d>> {
        self.value.get(name).map(|value| Field::member(name, value))
    }

    /// The member of that name, which must be there; `example` shows what to write.
    pub fn required(
        &self,
        name: &str,
        example: &str,
        problems: &mut FileProblems,
    ) -> Option<Field<'d>> {
        let field = self.field(name);
        if field.is_none() {
            let help = format!("add \"{name}\": {example}");
            problems.at(self.position(), format!("{} is missing", quoted(name)), help);
        }
        field
    }

    /// All members in the order of the text.
    #[must_use]
    pub fn entries(&self) -> Vec<Entry<'d>> {
        let entry = |member: crate::json::Member<'d>| {
            let name = member.key.to_string_lossy().into_owned();
            let field = Field::member(&name, member.value);
            Entry { name, position: member.key_position(), field }
        };
        self.value.members().map(entry).collect()
    }

    /// See [`Field::text`].
    pub fn text(&self, name: &str, problems: &mut FileProblems) -> Option<String> {
        self.field(name)?.text(problems)
    }

    /// See [`Field::line`].
    pub fn line(&self, name: &str, problems: &mut FileProblems) -> Option<String> {
        self.field(name)?.line(problems)
    }

    /// See [`Field::whole`].
    pub fn whole(
        &self,
        name: &str,
        range: RangeInclusive<u64>,
        problems: &mut FileProblems,
    ) -> Option<u64> {
        self.field(name)?.whole(range, problems)
    }

    /// See [`Field::elements`]; none when there is no such member.
    pub fn elements(&self, name: &str, problems: &mut FileProblems) -> Vec<Field<'d>> {
        self.field(name).and_then(|field| field.elements(problems)).unwrap_or_default()
    }

    /// See [`Field::lines`]; none when there is no such member.
    pub fn lines(&self, name: &str, problems: &mut FileProblems) -> Vec<String> {
        self.field(name).and_then(|field| field.lines(problems)).unwrap_or_default()
    }

    pub(super) fn refuse_unknown(&self, keys: &[&str], problems: &mut FileProblems) {
        for entry in self.entries() {
            if !keys.contains(&entry.name.as_str()) {
                let help = match nearest(&entry.name, keys.iter().copied()).first() {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("known here: {}", quoted_list(keys.iter().copied())),
                };
                let message = format!("unknown key {}", entry.field.label());
                problems.at(entry.position, message, help);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::decode::read;
    use crate::model::Problem;

    fn problems_of(text: &str, decode: impl FnOnce(Field<'_>, &mut FileProblems)) -> Vec<String> {
        let mut problems = FileProblems::new("f.json", None);
        if let Some(document) = read(text.as_bytes(), &mut problems) {
            decode(Field::root(&document), &mut problems);
        }
        let told = |problem: Problem| {
            let place = problem.position.map_or_else(String::new, |p| p.to_string());
            format!("{place} {} | {}", problem.message, problem.help)
        };
        problems.into_sorted().into_iter().map(told).collect()
    }

    #[test]
    fn every_problem_is_told_with_its_place_in_the_order_of_the_file() {
        let text = r#"{"number": 1.5, "texts": ["a", 2, " "], "flags": 1, "b\u001b": 1,
            "flag": "yes", "line": "a\nb", "line": "\ud800", "choice": "exakt"}"#;
        let keys = ["number", "texts", "flag", "line", "choice", "name"];
        let found = problems_of(text, |root, problems| {
            let object = root.object(&keys, problems).unwrap();
            object.whole("number", 1..=5, problems);
            object.lines("texts", problems);
            object.field("flag").unwrap().flag(problems);
            object.line("line", problems);
            object.field("choice").unwrap().choice(&[("exact", 1), ("value", 2)], problems);
            object.required("name", "\"…\"", problems);
        });
        assert_eq!(
            found,
            [
                "1:1 `name` is missing | add \"name\": \"…\"",
                "1:12 `number` must be a whole number from 1 to 5, not `1.5` | \
                 write a whole number from 1 to 5, without quotes",
                "1:32 an entry of `texts` must be a string, not a number | put it in double quotes",
                "1:35 an entry of `texts` is empty | write a text there",
                "1:41 unknown key `flags` | did you mean `flag`?",
                "1:53 unknown key `b\\u001b` | \
                 known here: `number`, `texts`, `flag`, `line`, `choice`, `name`",
                "2:21 `flag` must be true or false, not a string | write true or false",
                "2:36 `line` holds a line break or control character | \
                 write it on one line, in plain text",
                "2:44 `line` appears twice in one object | keep one of both; the first is at 2:28",
                "2:72 `choice` cannot be `exakt` | did you mean `exact`?",
            ]
        );
    }

    #[test]
    fn a_text_that_is_no_json_is_one_problem() {
        let nothing = |_: Field<'_>, _: &mut FileProblems| {};
        assert_eq!(
            problems_of("{\"a\": 1,}", nothing),
            ["1:8 not JSON: a comma with nothing after it | remove the comma"]
        );
        assert_eq!(
            problems_of("{\"a\": [", nothing),
            ["1:8 not JSON: the text ends inside the document | close the bracket opened at 1:7"]
        );
    }
}
