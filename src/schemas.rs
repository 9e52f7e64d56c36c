//! The JSON Schemas of the files that people write, for their editors.
//!
//! Owns the schemas of `schemas/`, which are compiled in, their names, and which one is meant by
//! what was typed. Decides nothing: what a file may hold is for the decoders to say, and
//! `tests/schemas` holds both together. Must not know who asks for a schema.
//!
//! They are written in draft-07, the newest draft that the editors support in full: the JSON
//! language service of VS Code, which Neovim, Helix and Zed use too, takes later ones in part.

use thiserror::Error;

use crate::nearest::nearest;

/// A schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schema {
    /// What it is asked for by.
    pub name: &'static str,
    /// What it describes, and where such a file stands; its `title`.
    pub summary: &'static str,
    /// The whole of it, a JSON document.
    pub text: &'static str,
}

/// All of them, those for learners first.
pub const SCHEMAS: [Schema; 5] = [
    Schema {
        name: "theinference",
        summary: "the settings of a workspace: theinference.json",
        text: include_str!("../schemas/theinference.schema.json"),
    },
    Schema {
        name: "course",
        summary: "a course: stages/course.json",
        text: include_str!("../schemas/course.schema.json"),
    },
    Schema {
        name: "stage",
        summary: "a stage of a course: stages/STAGE/stage.json",
        text: include_str!("../schemas/stage.schema.json"),
    },
    Schema {
        name: "case",
        summary: "what a program is given: fixtures/STAGE/case.json",
        text: include_str!("../schemas/case.schema.json"),
    },
    Schema {
        name: "session",
        summary: "the script of a live session: fixtures/STAGE/case.json",
        text: include_str!("../schemas/session.schema.json"),
    },
];

/// No schema has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no schema `{typed}`; {}", instead(.nearest))]
pub struct UnknownSchema {
    /// What was typed.
    pub typed: String,
    /// The names that were probably meant.
    pub nearest: Vec<&'static str>,
}

fn instead(nearest: &[&str]) -> String {
    match nearest {
        [] => "see them all with `theinference schema`".to_owned(),
        near => format!("did you mean {}?", near.join(" or ")),
    }
}

/// The schema of that name. The name of the file that it describes, and its own, will do as well:
/// `stage.json`, `stage.schema.json`.
///
/// # Errors
/// When there is none; with the names that are near.
pub fn find_schema(typed: &str) -> Result<Schema, UnknownSchema> {
    let name = typed.strip_suffix(".json").unwrap_or(typed);
    let name = name.strip_suffix(".schema").unwrap_or(name);
    SCHEMAS.into_iter().find(|schema| schema.name == name).ok_or_else(|| UnknownSchema {
        typed: typed.to_owned(),
        nearest: nearest(name, SCHEMAS.iter().map(|schema| schema.name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_is_found_by_its_name_and_by_that_of_the_file() {
        for schema in SCHEMAS {
            for end in ["", ".json", ".schema.json"] {
                assert_eq!(find_schema(&format!("{}{end}", schema.name)), Ok(schema));
            }
        }
    }

    #[test]
    fn a_wrong_name_is_refused_with_the_nearest() {
        let refusal = |typed| find_schema(typed).unwrap_err().to_string();
        assert_eq!(refusal("stag"), "there is no schema `stag`; did you mean stage?");
        assert_eq!(
            refusal("cuorse.json"),
            "there is no schema `cuorse.json`; did you mean course?"
        );
        for typed in ["", "kangaroo"] {
            let told =
                format!("there is no schema `{typed}`; see them all with `theinference schema`");
            assert_eq!(refusal(typed), told);
        }
    }
}
