//! What a hidden case holds: its answer is told nowhere, its input only to the program.

use std::fs;
use std::path::Path;

use crate::ran::{Ran, text};
use crate::world::World;

const INPUT: &str = "quokka-of-the-input";
const EXPECTED: &str = "wombat-of-the-answer";

/// How a program fails, and in how many formats that is looked at; the last way is slow.
const EVERY_WAY: [(&str, usize); 5] =
    [("mismatch", 5), ("not-json", 3), ("no-output", 3), ("exit-code", 3), ("timeout", 1)];

/// One hidden case with a secret on either side, and a program that looks around and fails.
fn world(fails: &str) -> World {
    let cases =
        r#", "cases": [{"name": "main"}, {"name": "dark", "hidden": true, "hint": "look again"}]"#;
    let secret = |word: &str| format!(r#"{{"secret": "{word}"}}"#);
    World::small_with("probe.py")
        .with_stage("hello", "Hello", cases)
        .with_case("hello/dark", &secret(INPUT), &secret(EXPECTED))
        .with("ws/theinference.json", format!(r#"{{"env": {{"FAILS": "{fails}"}}}}"#))
}

fn run(world: &World, words: &[&str]) -> Ran {
    let mut command = world.command(&[&["test", "--timeout", "8s"], words].concat());
    command.env("PROBE", world.path("probed"));
    Ran::of(command).ends_with(1)
}

#[track_caller]
fn holds_no_secret(place: &str, text: &str) {
    for secret in [INPUT, EXPECTED] {
        assert!(!text.contains(secret), "{secret} in {place}:\n{text}");
    }
}

/// Nothing below a folder has a secret in its name or text.
#[track_caller]
fn folder_holds_no_secret(folder: &Path) {
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry.expect("the folder can be read");
        holds_no_secret("a name", &entry.path().to_string_lossy());
        if entry.file_type().is_file() {
            let bytes = fs::read(entry.path()).expect("the file can be read");
            holds_no_secret("a file", &String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn no_format_tells_what_a_hidden_case_holds_however_it_fails() {
    let formats: [&[&str]; 5] =
        [&["--format", "json"], &["--format", "ndjson"], &["-v"], &["-q"], &["--color", "always"]];
    for (fails, how_many) in EVERY_WAY {
        for format in &formats[..how_many] {
            let world = world(fails);
            let ran = run(&world, format);
            holds_no_secret("the report", &format!("{ran}\n{}\n{}", ran.out, ran.err));
            assert!(ran.out.contains("dark"), "{ran}");
            if format.contains(&"json") {
                assert_eq!(text(&ran.case("dark")["reason"]), fails);
            }
            folder_holds_no_secret(&world.path("ws"));
            folder_holds_no_secret(&world.path("tmp"));
        }
    }
}

#[test]
fn the_program_finds_the_input_nowhere_but_in_its_copy_and_the_answer_nowhere() {
    let world = world("mismatch");
    run(&world, &["--jobs", "1"]);
    let probed = world.read("probed");
    holds_no_secret("what the program found", &probed);
    for word in ["dark", "hidden", "hello"] {
        let names: Vec<_> = probed.lines().filter(|line| line.starts_with("('")).collect();
        assert!(!names.is_empty(), "{probed}");
        assert!(names.iter().all(|line| !line.contains(word)), "{word} in {names:?}");
    }
    assert_eq!(world.names("tmp"), [""; 0]);
}

#[test]
fn a_hidden_case_that_passes_tells_nothing_either() {
    let secret = format!("{{\"secret\": \"{INPUT}\"}}");
    let cases = r#", "cases": [{"name": "main", "hidden": true}]"#;
    let world = World::small_with("repeats-input.sh")
        .with_stage("hello", "Hello", cases)
        .with_case("hello", &secret, &secret);
    for format in [&["-v"][..], &["--format", "json"], &["--format", "ndjson"]] {
        let ran = world.run(&[&["test"], format].concat()).ends_with(0);
        holds_no_secret("the report", &format!("{}{}", ran.out, ran.err));
    }
    folder_holds_no_secret(&world.path("ws"));
}

#[test]
fn a_hidden_case_is_neither_run_raw_nor_shown() {
    let world = world("mismatch");
    let ran = world.run(&["run", "hello", "dark"]).ends_with(2).warns("the case dark is hidden");
    holds_no_secret("the refusal", &format!("{}{}", ran.out, ran.err));
    let ran = world.run(&["show", "hello"]).ends_with(0).says("dark");
    holds_no_secret("the lesson", &format!("{}{}", ran.out, ran.err));
}

#[test]
fn what_an_earlier_run_kept_goes_when_its_case_becomes_hidden() {
    let secret = |word: &str| format!(r#"{{"secret": "{word}"}}"#);
    let world = World::small_with("repeats-input.sh").with_case(
        "hello/dark",
        &secret(INPUT),
        &secret(EXPECTED),
    );
    world.run(&["test"]).ends_with(1);
    assert!(world.path("ws/.theinference/last/hello/dark/expected.json").exists());
    let cases = r#", "cases": [{"name": "main"}, {"name": "dark", "hidden": true}]"#;
    let world = world.with_stage("hello", "Hello", cases);
    world.run(&["test"]).ends_with(1);
    folder_holds_no_secret(&world.path("ws"));
}

#[test]
fn cases_that_stand_in_for_the_course_s_own_are_hidden_unless_the_course_lists_them() {
    let world = World::small_with("repeats-input.sh")
        .with("own/hello/case.json", "1")
        .with("own/hello/expected.json", "1")
        .with("own/hello/dark/case.json", format!("{{\"secret\": \"{INPUT}\"}}"))
        .with("own/hello/dark/expected.json", format!("{{\"secret\": \"{EXPECTED}\"}}"));
    let ran = world.run(&["test", "--fixtures", "../own", "-v"]).ends_with(1);
    let ran = ran.says("behind the scenes");
    holds_no_secret("the report", &format!("{}{}", ran.out, ran.err));
    folder_holds_no_secret(&world.path("ws"));
}
