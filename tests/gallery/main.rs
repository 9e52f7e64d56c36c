//! One pair of documents for each situation that a learner may come into, and what they read then.
//!
//! What is shown at 80 columns stands in `tests/snapshots/`, a file for each situation.
//! `SNAPSHOTS=overwrite cargo test --test gallery` writes the files anew; read them before you
//! commit them.
#![allow(clippy::unwrap_used)]

mod pairs;
mod situations;
mod values;

use std::collections::BTreeSet;
use std::path::Path;

use pairs::Pair;
use snapbox::{Assert, Data};
use theinference::json::Document;
use theinference::judge::{Budget, compare, explain};
use theinference::model::{Explanation, Mark};
use theinference::report::{Page, difference};

fn explained(pair: &Pair) -> Explanation {
    let expected = Document::parse(pair.expected.as_bytes()).unwrap();
    let actual = Document::parse(pair.actual.as_bytes()).unwrap();
    explain(&compare(expected.root(), actual.root(), &pair.rules), &Budget::default())
}

/// What a terminal of that width shows, without colours.
fn shown(explanation: &Explanation, width: usize) -> String {
    let page = Page { width: Some(width) };
    let mut out = Vec::new();
    difference::sentences(&mut out, explanation, page).unwrap();
    difference::picture(&mut out, &explanation.picture, page).unwrap();
    String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
}

/// The beginning of a document on one line.
fn beginning(json: &str) -> String {
    let line = json.replace('\n', " ");
    let cut: String = line.chars().take(200).collect();
    let more = if cut.len() < line.len() { " …" } else { "" };
    theinference::report::printable(&format!("{cut}{more}"))
}

#[test]
fn every_situation_is_shown_as_it_was_when_it_was_last_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let assert = Assert::new().action_env("SNAPSHOTS").normalize_paths(false);
    for pair in situations::all() {
        let explanation = explained(&pair);
        let text = format!(
            "expected  {}\nactual    {}\n{}\n\n{}",
            beginning(&pair.expected),
            beginning(&pair.actual),
            "-".repeat(80),
            shown(&explanation, 80)
        );
        let file = Data::read_from(&folder.join(format!("{}.txt", pair.name)), None).raw();
        assert.eq(text, file);
    }
}

#[test]
fn each_situation_has_a_file_and_each_file_a_situation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let situations = situations::all();
    let names: BTreeSet<String> =
        situations.iter().map(|pair| format!("{}.txt", pair.name)).collect();
    assert_eq!(names, files);
    assert_eq!(names.len(), situations.len(), "two situations have one name");
    assert!(names.len() >= 60);
}

/// Each is shown within a screen, and its first sentence says what the situation is.
#[test]
fn every_situation_is_told_by_its_sentence_in_one_screen() {
    for pair in situations::all() {
        let explanation = explained(&pair);
        let (name, told) = (pair.name, &explanation.differences);
        assert_eq!(explanation.total, pair.total, "{name}");
        assert!(told[0].sentence.contains(pair.says), "{name}: {}", told[0].sentence);
        for width in [40, 80, 200] {
            let text = shown(&explanation, width);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{name} at {width}");
            let lines = text.lines().count();
            assert!(lines <= if width == 40 { 70 } else { 40 }, "{name} at {width}: {lines} lines");
        }
    }
}

/// The two sides of one place never look alike.
#[test]
fn no_situation_shows_two_lines_that_look_alike() {
    for pair in situations::all() {
        let explanation = explained(&pair);
        for lines in explanation.picture.windows(2) {
            let is_pair = (lines[0].mark, lines[1].mark) == (Mark::Expected, Mark::Yours);
            assert!(!is_pair || lines[0].text != lines[1].text, "{}: {lines:?}", pair.name);
        }
    }
}
