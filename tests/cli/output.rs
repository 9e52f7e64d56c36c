//! What is printed where: the formats, how much is told, and writers that fail.

use std::fs::File;
use std::process::Stdio;

use crate::processes::{Running, wait_until};
use crate::ran::{Ran, text};
use crate::world::World;

/// One case that passes and one that fails.
fn mixed() -> World {
    World::small_with("right.sh").with_case("hello/more", "1", "1")
}

#[test]
fn quiet_tells_failures_and_the_last_line_only() {
    let ran = mixed().run(&["test", "-q"]).ends_with(1).says("FAIL hello / more");
    ran.says("1 failed, 1 passed").never_says("Hello   ").never_says("PASS");
    let ran = World::small_with("right.sh").run(&["test", "-q"]).ends_with(0);
    assert_eq!(ran.out.lines().count(), 1, "{ran}");
}

#[test]
fn verbose_names_the_cases_that_passed() {
    mixed().run(&["test", "-v"]).ends_with(1).says("PASS hello / main").says("FAIL hello / more");
    mixed().run(&["test"]).ends_with(1).never_says("PASS");
}

#[test]
fn the_heading_counts_visible_and_hidden_cases_apart() {
    let cases = r#", "chapter": "One", "minutes": 5, "cases": [{"name": "main"}, {"name": "more", "hidden": true}]"#;
    let ran = mixed().with_stage("hello", "Hello", cases).run(&["test"]).ends_with(1);
    ran.says("One · 5 min\n").says("1 / 1").says("(behind the scenes 0 / 1)");
}

#[test]
fn of_hidden_cases_a_hint_is_told_unless_a_visible_case_fails_too() {
    let cases = r#", "cases": [{"name": "main"}, {"name": "more", "hidden": true, "summary": "in the dark", "hint": "look again"}]"#;
    let world = mixed().with_stage("hello", "Hello", cases);
    let ran = world.run(&["test"]).ends_with(1).says("in the dark").says("hint: look again");
    ran.says("FAIL hello / more").never_says("expected");
    let world = world.with_program("wrong-text.sh");
    let ran = world.run(&["test"]).ends_with(1).says("in the dark").says("with -v");
    ran.never_says("look again");
    world.run(&["test", "-v"]).ends_with(1).says("in the dark").says("hint: look again");
    let case = world.run(&["test", "--format", "json"]).ends_with(1).case("more");
    assert_eq!(crate::ran::texts(&case["hints"]), ["look again"]);
}

#[test]
fn of_many_mistakes_at_once_three_hints_are_told_and_all_are_data() {
    let mistake = |member: &str| {
        format!(
            r#"{{"name": "no-{member}", "case": "main", "hint": "write {member}",
                "patch": [{{"op": "remove", "path": "/{member}"}}]}}"#
        )
    };
    let mistakes = ["a", "b", "c", "d"].map(mistake).join(",");
    let world = World::small()
        .with_script("#!/bin/sh\necho '{}'\n")
        .with_stage("hello", "Hello", &format!(", \"mistakes\": [{mistakes}]"))
        .with_case("hello", "1", r#"{"a": 1, "b": 1, "c": 1, "d": 1}"#);
    let ran = world.run(&["test"]).ends_with(1).says("hint: write a\n").says("hint: write c\n");
    ran.never_says("write d");
    let case = world.run(&["test", "--format", "json"]).ends_with(1).case("main");
    assert_eq!(crate::ran::texts(&case["mistakes"]), ["no-a", "no-b", "no-c", "no-d"]);
    assert_eq!(crate::ran::texts(&case["hints"]).len(), 4);
}

#[test]
fn an_event_is_written_as_soon_as_it_happens() {
    let world = World::small_with("acts-as-told.py")
        .with_case("hello", r#"{"answer": 1}"#, "1")
        .with_case("hello/waits", r#"{"wait": "mark", "answer": 1}"#, "1");
    let mut command = world.command(&["test", "--jobs", "1", "--format", "ndjson"]);
    let out = File::create(world.path("out")).expect("a file");
    command.env("MARKS", world.path("")).stdout(out);
    let mut running = Running::start(&mut command);
    wait_until("the first case is told", || world.read("out").contains("case_finished"));
    let world = world.with("mark", "");
    assert_eq!(running.end().code(), Some(0), "{}", world.read("out"));
}

#[test]
fn colours_are_written_when_asked_for_and_not_otherwise() {
    mixed().run(&["test", "--color", "always"]).ends_with(1).says("\u{1b}[");
    mixed().run(&["test"]).ends_with(1).never_says("\u{1b}");
    mixed().run(&["test", "--format", "json", "--color", "always"]).ends_with(1).json();
}

#[test]
fn what_a_program_prints_cannot_command_the_terminal() {
    let script = "#!/bin/sh\nprintf '\\033[2Jgone\\r\\n' >&2\nprintf '\\033[2J{}\\n'\n";
    let ran = World::small().with_script(script).run(&["test"]).ends_with(1);
    ran.says("stderr| \\x1b[2Jgone").never_says("\u{1b}").never_says("\r");
}

#[test]
fn json_is_one_document_with_nothing_else_on_stdout() {
    let settings = r#"{"build": "echo noise; echo noise >&2"}"#;
    let world = mixed().with("ws/theinference.json", settings).with("ws/.theinference", "a file");
    let ran = world.run(&["test", "--format", "json"]).ends_with(1);
    let document = ran.json();
    assert_eq!(document["schema_version"], 1);
    assert_eq!(ran.verdicts(), ["main pass", "more fail"]);
    let summary = &document["summary"];
    assert_eq!((&summary["passed"], &summary["failed"]), (&1.into(), &1.into()));
    assert_eq!(document["isolation"], "none");
}

#[test]
fn every_line_of_ndjson_is_an_event_and_they_come_in_order() {
    let ran = mixed().run(&["test", "--format", "ndjson"]).ends_with(1);
    let events: Vec<_> = ran.lines_of_json().iter().map(|line| text(&line["event"])).collect();
    let expected = [
        "run_started",
        "stage_started",
        "case_finished",
        "case_finished",
        "stage_finished",
        "run_finished",
    ];
    assert_eq!(events, expected);
}

#[test]
fn output_that_is_not_text_keeps_the_report_valid() {
    let world = World::small_with("invalid-utf-8.sh");
    let case = world.run(&["test", "--format", "json"]).ends_with(1).case("main");
    assert!(case["stdout"]["base64"].is_string(), "{case}");
    world.run(&["test"]).ends_with(1).says("ech\\xffo");
}

/// Runs to the end with a stdout and stderr that nobody reads.
#[track_caller]
fn ends_unread(world: &World, words: &[&str], code: i32) {
    let mut command = world.command(words);
    let closed = || {
        let (_, writing) = std::io::pipe().expect("a pipe");
        Stdio::from(writing)
    };
    command.stdout(closed()).stderr(closed());
    assert_eq!(Running::start(&mut command).end().code(), Some(code), "{words:?}");
}

#[test]
fn a_reader_that_went_away_changes_no_exit_code() {
    for format in ["human", "json", "ndjson"] {
        ends_unread(&mixed(), &["test", "-v", "--format", format], 1);
        ends_unread(&World::small_with("right.sh"), &["test", "-v", "--format", format], 0);
    }
    ends_unread(&mixed(), &["list"], 0);
    ends_unread(&mixed(), &["show", "1"], 0);
    ends_unread(&mixed(), &["run", "1"], 0);
}

#[test]
fn a_reader_that_went_away_changes_no_exit_code_of_a_refusal() {
    ends_unread(&mixed(), &["test", "--stage", "helo"], 2);
    ends_unread(&mixed(), &["test", "--case", "nothing"], 4);
    ends_unread(&mixed().with("course/fixtures/hello/case.json", "{"), &["test"], 2);
    ends_unread(&mixed().without("ws/your_program.sh"), &["test", "--program", "x"], 3);
}

#[test]
fn a_result_that_cannot_be_written_is_an_error_of_the_harness() {
    let words: [&[&str]; 6] = [
        &["test"],
        &["test", "--format", "json"],
        &["test", "--format", "ndjson"],
        &["list"],
        &["show", "1"],
        &["run", "1"],
    ];
    for words in words {
        let world = World::small_with("right.sh");
        let mut command = world.command(words);
        let full = File::options().write(true).open("/dev/full").expect("there is /dev/full");
        let errors = File::create(world.path("err")).expect("a file");
        command.stdout(full).stderr(errors);
        assert_eq!(Running::start(&mut command).end().code(), Some(5), "{words:?}");
        assert!(world.read("err").contains("the result could not be written"), "{words:?}");
    }
}

#[test]
fn a_stderr_that_is_full_changes_no_exit_code() {
    for (words, code) in [(["test", "1"], 0), (["test", "2"], 2)] {
        let world = World::small_with("right.sh").with("ws/.theinference", "a file");
        let mut command = world.command(&words);
        let full = File::options().write(true).open("/dev/full").expect("there is /dev/full");
        command.stdout(Stdio::null()).stderr(full);
        assert_eq!(Running::start(&mut command).end().code(), Some(code), "{words:?}");
    }
}

#[test]
fn the_version_is_told() {
    let mut command = World::empty().bare_command();
    command.arg("--version").current_dir("/");
    Ran::of(command).ends_with(0).says(concat!("theinference ", env!("CARGO_PKG_VERSION")));
}
