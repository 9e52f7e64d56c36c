//! Where a failure says to look: the function in charge of what differs, found in the workspace.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::ran::{Ran, text};
use crate::world::World;

const TOUCHES: &str = r#", "touches": {
    "/request/params": "toolsCallRequest",
    "/request/id": "nextId: every request has its own",
    "/parts/*/id": "handle: the id",
    "/parts/*/error": "handle: the branch for unknown methods",
    "/text": "no function at all"}"#;

const EXPECTED: &str =
    r#"{"request": {"id": 1, "params": {"a": 1}}, "parts": [{"id": 1}], "text": "x"}"#;

/// A stage whose parts are made by different functions, and a program that answers so.
fn world(answer: &str) -> World {
    World::small()
        .with_stage("hello", "Hello", TOUCHES)
        .with_case("hello", "1", EXPECTED)
        .with_script(format!("#!/bin/sh\necho '{answer}'\n"))
}

/// The parameters differ.
fn wrong_params() -> World {
    world(&EXPECTED.replace(r#"{"a": 1}"#, r#"{"b": 2}"#))
}

fn looks_at(ran: &Ran) -> Vec<String> {
    let case = ran.case("main");
    let places = case["look_at"].as_array().cloned().unwrap_or_default();
    let place = |place: &serde_json::Value| match place["line"].as_u64() {
        Some(line) => format!("{} {}:{line}", text(&place["text"]), text(&place["file"])),
        None => text(&place["text"]),
    };
    places.iter().map(place).collect()
}

#[test]
fn the_function_is_named_as_the_learner_spells_it_with_its_file_and_line() {
    for (file, source, place) in [
        (
            "src/mcp.py",
            "import x\n\ndef tools_call_request(id):\n",
            "tools_call_request (src/mcp.py:3)",
        ),
        (
            "src/mcp.ts",
            "export function toolsCallRequest(id) {\n",
            "toolsCallRequest (src/mcp.ts:1)",
        ),
        (
            "src/mcp.rs",
            "\npub fn tools_call_request(id: u64) {\n",
            "tools_call_request (src/mcp.rs:2)",
        ),
        ("mcp.go", "func ToolsCallRequest(id int) Frame {\n", "ToolsCallRequest (mcp.go:1)"),
    ] {
        let world = wrong_params().with(&format!("ws/{file}"), source);
        world.run(&["test"]).ends_with(1).says(&format!("  look at: {place}\n"));
        let found = place.replace(" (", " ").replace(')', "");
        assert_eq!(looks_at(&world.run(&["test", "--format", "json"])), [found]);
    }
}

#[test]
fn several_places_stand_below_each_other_in_the_order_of_the_differences() {
    let answer = r#"{"request": {"id": 2, "params": {"a": 2}}, "parts": [{"id": 2}], "text": "y"}"#;
    let world = world(answer).with("ws/a.py", "def next_id():\n  pass\ndef Handle(x):\n");
    let ran = world.run(&["test"]).ends_with(1);
    ran.says(
        "  look at: next_id: every request has its own (a.py:1)\n  look at: toolsCallRequest\n  \
         look at: Handle: the id (a.py:3)\n",
    )
    .never_says("no function at all");
}

#[test]
fn a_part_that_is_missing_as_a_whole_names_the_function_of_its_parts() {
    let answer = EXPECTED.replace(r#"[{"id": 1}]"#, "[]");
    let world = world(&answer).with("ws/a.py", "def handle(x):\n");
    world.run(&["test"]).ends_with(1).says("  look at: handle (a.py:1)\n");
}

#[test]
fn words_that_name_no_function_and_functions_that_are_not_there_are_told_alone() {
    let world = world(&EXPECTED.replace("\"x\"", "\"y\""));
    world.run(&["test"]).ends_with(1).says("  look at: no function at all\n");
    let ran =
        wrong_params().with("ws/a.py", "# def tools_call_request(x):\ntools_call_request(1)\n");
    let ran = ran.run(&["test"]).ends_with(1);
    ran.says("  look at: toolsCallRequest\n");
}

#[test]
fn nothing_is_said_where_no_difference_is_the_reason() {
    for script in [format!("echo '{EXPECTED}'; exit 3"), "echo no".to_owned(), "true".to_owned()] {
        let world = wrong_params().with_script(format!("#!/bin/sh\n{script}\n"));
        let ran = world.run(&["test", "--format", "json"]).ends_with(1);
        assert_eq!(looks_at(&ran), [""; 0]);
        world.run(&["test"]).ends_with(1).never_says("look at");
    }
}

#[test]
fn the_path_is_seen_from_the_current_folder_and_exists() {
    let world = wrong_params().with("ws/src/a.py", "def tools_call_request(x):\n");
    let world = world.with("ws/below/deep/notes", "");
    let mut command = world.command(&["test"]);
    command.current_dir(world.path("ws/below/deep"));
    Ran::of(command).says("using ../../").says("look at: tools_call_request (../../src/a.py:1)\n");
    let mut command = world.command(&["test", "--program", "ws/your_program.sh"]);
    command.current_dir(world.path("."));
    Ran::of(command).says("look at: tools_call_request (ws/src/a.py:1)\n");
    assert!(world.path("ws/src/a.py").exists());
}

#[test]
fn a_command_is_looked_up_in_the_workspace_and_nowhere_where_there_is_none() {
    let world = wrong_params().with("ws/a.py", "def tools_call_request(x):\n");
    let ran = world.run(&["test", "--", "./your_program.sh"]).ends_with(1);
    ran.says("look at: tools_call_request (a.py:1)\n");
    let world = world.with("elsewhere/a.py", "def tools_call_request(x):\n");
    let mut command = world.command(&["test", "--", "../ws/your_program.sh"]);
    command.current_dir(world.path("elsewhere"));
    Ran::of(command).ends_with(1).says("look at: toolsCallRequest\n");
}

#[test]
fn the_built_in_course_finds_the_function_of_the_solution() {
    let world =
        World::solution().patched("ws/src/mcp.py", "\"arguments\": args}", "\"args\": args}");
    let line = 1 + world
        .read("ws/src/mcp.py")
        .lines()
        .position(|line| line.contains("def tools_call_request"))
        .unwrap();
    let ran = world.run(&["test", "tools-list-and-call", "--case", "main"]).ends_with(1);
    ran.says(&format!("look at: tools_call_request (src/mcp.py:{line})\n"));
}

#[test]
fn a_hidden_case_says_nothing_of_where_to_look() {
    let cases = r#", "cases": [{"name": "main", "hidden": true}]"#;
    let world = wrong_params()
        .with_stage("hello", "Hello", &format!("{TOUCHES}{cases}"))
        .with("ws/a.py", "def tools_call_request(x):\n");
    for format in [&["-v"][..], &["--format", "json"], &["--format", "ndjson"]] {
        let ran = world.run(&[&["test"], format].concat()).ends_with(1);
        ran.never_says("a.py").never_says("toolsCallRequest");
    }
}

#[test]
fn whatever_lies_in_the_workspace_the_function_is_found() {
    let world = wrong_params()
        .with("ws/src/a.py", "def tools_call_request(x):\n")
        .with("ws/closed/a.py", "def tools_call_request(x):\n")
        .with("ws/node_modules/a.js", "function toolsCallRequest() {\n")
        .with("ws/b.py", b"\xff\xfe\x00\ndef tools_call_request(x):\n");
    let at = |name: &str| world.path("ws").join(name);
    symlink("..", at("src/loop")).expect("a link");
    symlink("/", at("root")).expect("a link");
    symlink("self.py", at("self.py")).expect("a link");
    let huge = fs::File::create(at("src/0.py")).expect("a file");
    huge.set_len(100 << 20).expect("a large file");
    let pipes = ["x.py", ".gitignore", "src/.gitignore"].map(at);
    let made = Command::new("mkfifo").args(pipes).status();
    assert!(made.expect("mkfifo").success());
    fs::write(world.path("ws").join(OsStr::from_bytes(b"\xff.py")), "def tools_call_request(x):\n")
        .expect("a file");
    let world = world.with_mode("ws/closed", 0o000);
    let ran = world.run(&["test"]);
    let world = world.with_mode("ws/closed", 0o755);
    // The folder with rules that never end is passed over.
    ran.ends_with(1).says("look at: tools_call_request (b.py:2)\n");
    fs::remove_file(world.path("ws/src/.gitignore")).expect("the pipe can be removed");
    world.run(&["test"]).ends_with(1).says("look at: tools_call_request (src/a.py:1)\n");
}

#[test]
fn what_follows_from_a_known_mistake_sends_nobody_elsewhere() {
    let mistake = r#", "mistakes": [{"name": "b-for-a", "case": "main", "hint": "it is a",
        "patch": [{"op": "replace", "path": "/request/params", "value": {"b": 2}},
                  {"op": "replace", "path": "/text", "value": "y"}]}]"#;
    let answer = EXPECTED.replace(r#"{"a": 1}"#, r#"{"b": 2}"#).replace("\"x\"", "\"y\"");
    let unknown = world(&answer).run(&["test", "--format", "json"]).ends_with(1);
    assert_eq!(looks_at(&unknown), ["toolsCallRequest", "no function at all"]);
    let known = world(&answer).with_stage("hello", "Hello", &format!("{TOUCHES}{mistake}"));
    let known = known.run(&["test", "--format", "json"]).ends_with(1);
    assert_eq!(known.case("main")["mistakes"][0], "b-for-a");
    assert_eq!(looks_at(&known), ["toolsCallRequest"]);
    // Also when something else differs before it.
    let besides = world(&answer.replace(r#""id": 1, "params""#, r#""id": 9, "params""#));
    let besides = besides.with_stage("hello", "Hello", &format!("{TOUCHES}{mistake}"));
    let besides = besides.run(&["test", "--format", "json"]).ends_with(1);
    assert_eq!(looks_at(&besides), ["toolsCallRequest"]);
}
