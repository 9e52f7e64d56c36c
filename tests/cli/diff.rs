//! `diff`: two files, compared as the answer of a case is.

use std::fmt::Write as _;

use crate::ran::{Ran, text};
use crate::world::World;

const EXPECTED: &str = r#"{
  "id": 1,
  "params": {
    "name": "echo",
    "arguments": {"message": "hi"}
  }
}"#;
const RENAMED: &str = r#"{"params": {"args": {"message": "hi"}, "name": "echo"}, "id": 1}"#;

/// The two files `A.json` and `B.json`.
fn files(expected: impl AsRef<[u8]>, actual: impl AsRef<[u8]>) -> World {
    World::empty().with("ws/A.json", expected).with("ws/B.json", actual)
}

fn diff(world: &World, options: &[&str]) -> Ran {
    world.run(&[&["diff", "A.json", "B.json"], options].concat())
}

/// The exit code for two texts.
#[track_caller]
fn ends(expected: &str, actual: &str, options: &[&str], code: i32) {
    diff(&files(expected, actual), options).ends_with(code);
}

#[test]
fn equal_files_are_said_to_be_equal() {
    let world = files(EXPECTED, EXPECTED.replace(['\n', ' '], ""));
    let ran = diff(&world, &[]).ends_with(0);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("A.json and B.json are equal\n", ""));
}

#[test]
fn a_difference_has_a_sentence_a_picture_and_the_places_in_both_files() {
    let ran = diff(&files(EXPECTED, RENAMED), &[]).ends_with(1);
    let expected = r#"  /params/arguments is missing: you have `args` with the same value.

      … 1 more member
      "params": {
        … 1 more member
  -     "arguments": { "message": "hi" }        expected
  +     "args": { "message": "hi" }             yours
  A.json:5:5   B.json:1:13
"#;
    assert_eq!((ran.out.as_str(), ran.err.as_str()), (expected, ""));
}

#[test]
fn files_are_called_as_they_were_typed() {
    let world = World::empty().with("ws/a b/x.json", "[1]").with("y.json", "[2]");
    let ran = world.run(&["diff", "./a b/x.json", "../y.json"]).ends_with(1);
    ran.says("\n  ./a b/x.json:1:2   ../y.json:1:2\n");
}

#[test]
fn quiet_says_it_by_the_exit_code_alone() {
    for (actual, code) in [(EXPECTED, 0), (RENAMED, 1)] {
        let ran = diff(&files(EXPECTED, actual), &["--quiet"]).ends_with(code);
        assert!(ran.out.is_empty() && ran.err.is_empty(), "{ran}");
    }
    diff(&files("1", "{"), &["-q"]).ends_with(2).warns("B.json: ");
    diff(&files("1", "1"), &["-q", "--format", "json"]).ends_with(2).warns("cannot be used with");
}

#[test]
fn numbers_are_equal_as_the_option_says() {
    ends("[1, 1e2]", "[1.0, 100]", &[], 1);
    ends("[1, 1e2]", "[1.0, 100]", &["--numbers", "exact"], 1);
    ends("[1, 1e2]", "[1.0, 100]", &["--numbers", "value"], 0);
    ends("9007199254740993", "9007199254740992", &["--numbers", "value"], 1);
}

#[test]
fn the_order_of_members_counts_as_the_option_says() {
    let (one, other) = (r#"{"a": 1, "b": 2}"#, r#"{"b": 2, "a": 1}"#);
    ends(one, other, &[], 0);
    ends(one, other, &["--order", "ignore"], 0);
    let ran = diff(&files(one, other), &["--order", "exact"]).ends_with(1);
    ran.says("members in another order");
    ends("[1, 2]", "[2, 1]", &[], 1);
}

#[test]
fn places_that_are_ignored_are_free_and_must_be_there() {
    let one = r#"{"list": [{"id": 1, "at": 1}, {"id": 2, "at": 2}]}"#;
    let other = r#"{"list": [{"id": 7, "at": 3}, {"id": 2, "at": null}]}"#;
    ends(one, other, &["--ignore", "/list/*/at"], 1);
    ends(one, other, &["--ignore", "/list/*/at", "--ignore", "/list/0/id"], 0);
    ends(one, r#"{"list": [{"id": 1}, {"id": 2}]}"#, &["--ignore", "/list/*/at"], 1);
    ends(one, "false", &["--ignore", ""], 0);
}

#[test]
fn an_invalid_pointer_is_refused_with_help() {
    for (pointer, why) in [("list", "starts with `/`"), ("/a~2", "`~` is written `~0`")] {
        let ran = diff(&files("1", "1"), &["--ignore", pointer]).ends_with(2);
        ran.warns(why).warns("theinference explain pointer");
    }
}

#[test]
fn json_is_one_ascii_document_with_both_places() {
    let world = files(r#"{"name": "é", "id": 1}"#, r#"{"name": "\ud800", "id": 1.0, "😀": []}"#);
    let ran = diff(&world, &["--format", "json"]).ends_with(1);
    assert!(ran.out.is_ascii() && ran.err.is_empty(), "{ran}");
    let document = ran.json();
    assert_eq!(document["schema_version"], 1);
    assert_eq!(document["equal"], false);
    assert_eq!(document["mismatches_total"], 3);
    let listed = |key: &str| {
        let mismatches = document["mismatches"].as_array().expect("a list");
        mismatches.iter().map(|mismatch| text(&mismatch[key])).collect::<Vec<_>>()
    };
    assert_eq!(listed("pointer"), ["/name", "/id", "/😀"]);
    assert_eq!(listed("kind"), ["value", "spelling", "extra"]);
    assert!(listed("message").iter().all(|message| message.ends_with('.')), "{ran}");
    let [name, id, extra] = [0, 1, 2].map(|n| &document["mismatches"][n]);
    assert_eq!(name["expected"]["json"], "\"\\u00e9\"");
    assert_eq!(name["actual"]["json"], "\"\\ud800\"");
    let places = ["line", "column", "offset", "cut"].map(|key| id["actual"][key].to_string());
    assert_eq!(places, ["1", "26", "25", "false"]);
    assert!(extra["expected"].is_null());
}

#[test]
fn json_says_of_equal_files_that_they_are() {
    let ran = diff(&files("[1]", "[1]"), &["--format", "json"]).ends_with(0);
    let document = ran.json();
    assert_eq!((&document["equal"], &document["mismatches_total"]), (&true.into(), &0.into()));
    assert_eq!(document["mismatches"], serde_json::json!([]));
}

#[test]
fn a_member_that_appears_twice_is_a_difference_on_either_side() {
    let (once, twice) = (r#"{"id": 1}"#, r#"{"id": 1, "id": 1}"#);
    for (expected, actual, whose) in
        [(once, twice, "your answer"), (twice, once, "the expected answer")]
    {
        let ran = diff(&files(expected, actual), &[]).ends_with(1);
        ran.says("`id` appears more than once").says(whose);
    }
}

#[test]
fn standard_input_takes_the_place_of_either_file() {
    let world = files("[1]", "[2]");
    let ran = Ran::of(world.shell("echo '[2]' | theinference diff A.json -")).ends_with(1);
    ran.says("A.json:1:2   stdin:1:2");
    let ran = Ran::of(world.shell("echo '[2]' | theinference diff - B.json")).ends_with(0);
    ran.says("stdin and B.json are equal");
    let ran = Ran::of(world.shell("echo '[2]' | theinference diff - -")).ends_with(2);
    ran.warns("standard input can be one of the two files");
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let world = files("1", "1").with("ws/folder/x", "");
    for (file, why) in [
        ("missing.json", "there is no file missing.json; check its spelling"),
        ("folder", "folder is a folder; name the JSON file in it"),
        ("A.json/x", "A.json/x cannot be read: "),
    ] {
        for words in [["diff", file, "B.json"], ["diff", "A.json", file]] {
            let ran = world.run(&words).ends_with(2).warns(why);
            assert!(ran.out.is_empty(), "{ran}");
        }
    }
    world.run(&["diff", "A.json"]).ends_with(2).warns("<YOURS>");
}

#[test]
fn a_file_that_is_not_json_is_named_with_the_place_and_the_remedy() {
    for (bytes, sentence) in [
        (&b""[..], "B.json is empty: one JSON document is expected"),
        (b" \n", "B.json holds only white space"),
        (b"{}\n{}", "B.json holds more than one JSON document: the second starts at 2:1"),
        (b"{\n  'a': 1}", "B.json: line 2, column 3, in `  'a': 1}`: JSON strings and names stand"),
        (b"[1,", "B.json: it is cut off at line 1, column 4: `[` at 1:1 is never closed."),
        (b"[\"x", "B.json: it is cut off at line 1, column 4: the string at 1:2 is never closed."),
        (
            b"hello\n{}",
            "B.json: line 1 is not JSON: `hello`. The document, which is expected alone",
        ),
        (b"{} bye", "B.json: line 1, column 4: text follows the document: `bye`."),
        (b"\xef\xbb\xbf{}", "B.json: it starts with a byte order mark"),
        (
            b"[\"\xff\"]",
            "B.json: line 1, column 3: byte 0xFF (at byte offset 2) is not UTF-8: save it",
        ),
        (b"\xff\xfe1\0", "B.json: it is UTF-16"),
    ] {
        for format in ["human", "json"] {
            let ran = diff(&files("1", bytes), &["--format", format]).ends_with(2).warns(sentence);
            assert!(ran.out.is_empty(), "{ran}");
        }
    }
    diff(&files("[", "1"), &[]).ends_with(2).warns("A.json: it is cut off");
}

#[test]
fn what_files_hold_commands_no_terminal() {
    let hostile = "\u{9b}2J\u{202e}\u{7f}";
    let name = format!("B{hostile}\u{1b}[2J\n.json");
    let world = World::empty()
        .with("ws/A.json", format!("{{\"a{hostile}\": \"x\"}}"))
        .with(&format!("ws/{name}"), format!("{{\"a{hostile}\": \"{hostile}\", \"b\": 1}}"))
        .with("ws/broken", format!("{hostile}\u{1b}[2J"));
    let commands =
        |text: &str| text.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}');
    for words in [["diff", "A.json", &name], ["diff", &name, "A.json"]] {
        let ran = world.run(&words).ends_with(1).says("\\u{202e}").says("\\x1b[2J\\n.json:1:");
        assert!(!commands(&ran.out) && ran.err.is_empty(), "{ran:?}");
    }
    let ran = world.run(&["diff", "A.json", "broken"]).ends_with(2).warns("broken: line 1");
    assert!(!commands(&ran.err), "{ran:?}");
}

#[test]
fn colours_come_when_they_are_asked_for() {
    let world = files("[1]", "[2]");
    diff(&world, &["--color", "always"]).ends_with(1).says("\u{1b}[");
    diff(&world, &["--color", "never"]).ends_with(1).never_says("\u{1b}");
}

#[test]
fn ten_thousand_levels_are_compared() {
    let nested = |inner: &str| format!("{}{inner}{}", "[".repeat(9_999), "]".repeat(9_999));
    let world = files(nested("1"), nested("2"));
    diff(&world, &[]).ends_with(1).says(" is 2 where 1 is expected.").says("A.json:1:10000 ");
    let ran = diff(&world, &["--format", "json"]).ends_with(1);
    let pointer = text(&ran.json()["mismatches"][0]["pointer"]);
    assert_eq!(pointer, "/0".repeat(9_999));
    ends(&nested("1"), &nested("1"), &[], 0);
}

/// A list of so many objects, each with the same member and a value of its own.
fn objects(count: usize, first: usize) -> String {
    let mut list = String::from("[");
    for n in first..first + count {
        let comma = if n == first { "" } else { ",\n" };
        write!(list, "{comma}{{\"id\": {n}, \"text\": \"t{n}\"}}").expect("memory is there");
    }
    list + "]"
}

#[test]
fn ten_differences_are_shown_and_all_of_them_when_asked_for() {
    let changed = objects(500, 0).replace(": \"t", ": \"u");
    let world = files(objects(500, 0), &changed);
    let sentences = |ran: &Ran| ran.out.matches(" is expected.").count();
    let ran = diff(&world, &[]).ends_with(1);
    assert_eq!(sentences(&ran), 10, "{ran}");
    ran.says("… and 490 more differences; --all shows them\n");
    let ran = diff(&world, &["--all"]).ends_with(1).never_says("more differences");
    assert_eq!(sentences(&ran), 500);
    let ran = ran.says("/499/text is \"u499\" where \"t499\" is expected.");
    ran.says("A.json:500:21   B.json:500:21\n").never_says("--all");
    let document = diff(&world, &["--all", "--format", "json"]).ends_with(1).json();
    assert_eq!(document["mismatches"].as_array().map(Vec::len), Some(500));
    assert_eq!(document["mismatches_total"], 500);
}

#[test]
fn a_reader_that_goes_away_changes_nothing() {
    let world = files(objects(5_000, 0), objects(5_000, 100_000));
    let line = "(theinference diff --all A.json B.json; echo code $? >&2) | head -n 1";
    Ran::of(world.shell(line)).ends_with(0).warns("code 1\n");
}
