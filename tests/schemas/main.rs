//! The schemas in `schemas/` and the decoders say the same of the same files, so that an editor
//! neither refuses what the grader takes nor takes what it refuses.

mod decoder;
mod keys;
mod letters;
mod rules;

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::{Validator, draft7};
use serde_json::Value;
use theinference::schemas::{SCHEMAS, find_schema};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The schema of that name as a document.
fn schema(name: &str) -> Value {
    let schema = find_schema(name).expect("there is such a schema");
    serde_json::from_str(schema.text).expect("a schema is JSON")
}

fn validator(name: &str) -> Validator {
    draft7::new(&schema(name)).expect("the schema can be used")
}

/// What the schema says against a document.
fn refusals(validator: &Validator, text: &str) -> Vec<String> {
    let document = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    validator.iter_errors(&document).map(|error| error.to_string()).collect()
}

#[test]
fn every_schema_is_one_by_the_metaschema_of_its_draft() {
    for entry in SCHEMAS {
        let schema = schema(entry.name);
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#", "{}", entry.name);
        let wrong: Vec<_> = draft7::meta::validator()
            .iter_errors(&schema)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(wrong.is_empty(), "{}: {wrong:?}", entry.name);
        assert_eq!(schema["title"], entry.summary, "{}", entry.name);
    }
}

#[test]
fn a_broken_schema_would_be_noticed() {
    let broken = serde_json::json!({"properties": {"a": {"type": "text"}}});
    assert!(!draft7::meta::is_valid(&broken));
}

#[test]
fn every_schema_of_the_folder_is_compiled_in() {
    let entries = fs::read_dir(root().join("schemas")).expect("schemas/ can be read");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut files: Vec<_> =
        entries.map(|entry| name(entry).into_string().expect("UTF-8")).collect();
    let mut known: Vec<_> =
        SCHEMAS.iter().map(|schema| format!("{}.schema.json", schema.name)).collect();
    files.sort();
    known.sort();
    assert_eq!(files, known);
}

#[test]
fn every_example_and_default_is_valid_where_it_stands() {
    for entry in SCHEMAS {
        let schema = schema(entry.name);
        let mut checked = 0;
        keys::visit(&schema, "", &mut |pointer, part| {
            let examples = part["examples"].as_array().into_iter().flatten();
            for example in examples.chain(part.get("default")) {
                let mut own = part.clone();
                if let Some(definitions) = schema.get("definitions") {
                    own["definitions"] = definitions.clone();
                }
                let own = draft7::new(&own).expect("a part of a schema is a schema");
                let wrong: Vec<_> =
                    own.iter_errors(example).map(|error| error.to_string()).collect();
                assert!(wrong.is_empty(), "{}{pointer}: {example}: {wrong:?}", entry.name);
                checked += 1;
            }
        });
        assert!(checked > 0, "{} has no example", entry.name);
    }
}

/// The files below the root whose name ends so, without what is built or brought.
fn files(end: &str) -> Vec<PathBuf> {
    let is_ours = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        !["target", "node_modules", "dist", ".git", ".theinference"].contains(&&*name)
    };
    let entries = walkdir::WalkDir::new(root()).into_iter().filter_entry(is_ours);
    let paths = entries.map(|entry| entry.expect("the folder can be read").into_path());
    paths.filter(|path| path.to_string_lossy().ends_with(end)).collect()
}

#[test]
fn every_file_of_the_repository_is_valid() {
    for (name, ends, least) in [
        ("stage", &["/stage.json"][..], 2),
        ("course", &["/course.json"], 1),
        ("case", &["/case.json"], 10),
        ("theinference", &["/theinference.json", "/theinference.json.kit"], 3),
    ] {
        let validator = validator(name);
        let files: Vec<_> = ends.iter().flat_map(|end| files(end)).collect();
        assert!(files.len() >= least, "only {files:?}");
        for file in files {
            let text = fs::read_to_string(&file).expect("the file can be read");
            assert_eq!(refusals(&validator, &text), [""; 0], "{}", file.display());
        }
    }
}

#[test]
fn the_course_and_the_workspace_of_the_repository_name_their_schemas() {
    let mut named = vec![root().join("theinference.json")];
    named.extend(files("/stages/course.json"));
    named.extend(files("/stage.json"));
    for file in named {
        let text = fs::read_to_string(&file).expect("the file can be read");
        let document: Value = serde_json::from_str(&text).expect("the file is JSON");
        let told = document["$schema"].as_str().unwrap_or_default();
        let schema = file.parent().expect("a folder").join(told);
        let kind = file.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let expected = root().join(format!("schemas/{kind}.schema.json"));
        let same = schema.canonicalize().ok() == expected.canonicalize().ok();
        assert!(expected.is_file() && same, "{}: {told:?}", file.display());
    }
}
