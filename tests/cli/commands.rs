//! `list`, `show`, `run`, and how one goes on after a pass.

use crate::ran::Ran;
use crate::world::World;

const CLIENT: &str = "tools-list-and-call";
const SERVER: &str = "tools-call-handler";

#[test]
fn a_pass_is_remembered_and_listed() {
    let world = World::solution();
    let ran = world.run(&["list"]).ends_with(0).says("Build your own Claude Code");
    ran.says("MCP client\n").says("28 min  -\n").says("22 min  -\n");
    world.run(&["test", CLIENT]).ends_with(0);
    let ran = world.run(&["list"]).ends_with(0).says("28 min  passed\n").says("22 min  -\n");
    ran.says(&format!("  1  {CLIENT}")).says(&format!("  2  {SERVER}"));
}

#[test]
fn a_partial_success_is_listed_with_its_counts() {
    let world = World::solution().patched("ws/src/mcp.py", "raise ToolCallError(text)", "pass");
    world.run(&["test", CLIENT]).ends_with(1);
    world.run(&["list"]).ends_with(0).says("28 min  1 / 1 (behind the scenes 6 / 8)\n");
}

#[test]
fn after_a_pass_the_next_stage_and_its_command_are_told() {
    let world = World::solution();
    let ran = world.run(&["test", CLIENT]).ends_with(0);
    ran.says(&format!("\nnext: tools/call handler\n  theinference test --stage {SERVER}\n"));
    world.run(&["test", SERVER]).ends_with(0).never_says("next:");
    world.run(&["test", CLIENT, "--case", "main"]).ends_with(0).never_says("next:");
    world.run(&["test", CLIENT, "-q"]).ends_with(0).never_says("next:");
}

#[test]
fn a_lesson_is_shown_with_the_stages_around_it() {
    let world = World::empty();
    let ran = world.run(&["show", CLIENT]).ends_with(0);
    ran.says(&format!("next      tools/call handler ({SERVER})")).never_says("previous ");
    let ran = world.run(&["show", "tools-call"]).ends_with(0);
    let ran = ran.says(&format!("previous  tools/list + tools/call ({CLIENT})"));
    ran.never_says("next  ").says("unknown-method").says("(behind the scenes)");
    world.run(&["show", "2"]).ends_with(0).says("theinference test --stage tools-call-handler");
    world.run(&["show", "tools-cal-handler"]).ends_with(2).warns("did you mean");
}

#[test]
fn a_raw_run_passes_on_what_the_program_prints_and_judges_nothing() {
    let world = World::small_with("wrong-text.sh");
    let ran = world.run(&["run", "hello"]).ends_with(0).warns("looking around\n");
    assert_eq!(ran.out, "{\"id\":1,\"big\":9007199254740993,\"text\":\"ecko\"}\n");
    assert_eq!(ran.err, "looking around\n");
    assert!(!world.path("ws/.theinference").exists());
}

#[test]
fn a_raw_run_gives_the_program_the_case_that_was_named() {
    let world = World::small_with("echoes-stdin.sh").with_case("hello/more", "[\"more\"]", "1");
    assert_eq!(world.run(&["run", "hello", "more"]).ends_with(0).out, "[\"more\"]");
    assert_eq!(world.run(&["run", "1"]).ends_with(0).out, r#"{"greet": "world"}"#);
    world.run(&["run", "1", "mroe"]).ends_with(2).warns("did you mean: more?");
}

#[test]
fn a_raw_run_takes_a_typed_command() {
    let world = World::small();
    let ran = world.run(&["run", "hello", "--", "sh", "-c", "echo \"$1\"; cat \"$2\"", "x"]);
    assert_eq!(ran.ends_with(0).out, "greet\n{\"greet\": \"world\"}");
}

#[test]
fn a_raw_run_says_how_the_program_ended() {
    let world = World::small_with("exit-3.sh");
    world.run(&["run", "1"]).ends_with(1).warns("the program ended with exit code 3");
    let world = World::small_with("loop.sh");
    world
        .run(&["run", "1", "--timeout", "150ms"])
        .ends_with(1)
        .warns("the program was still running after 150 ms");
    let world = World::small_with("right.sh").with_mode("ws/your_program.sh", 0o644);
    world.run(&["run", "1"]).ends_with(3).warns("is not executable").warns("chmod +x");
    let ran = World::small_with("right-leaves-sleep.sh").run(&["run", "1"]).ends_with(0);
    ran.warns("background processes were left running");
}

#[test]
fn a_raw_run_passes_bytes_on_as_they_are() {
    let world = World::small().with_script("#!/bin/sh\nprintf '\\377\\033[1m\\r\\n\\000'\n");
    let mut command = assert_cmd::Command::from_std(world.command(&["run", "1"]));
    let output = command.output().expect("it runs");
    assert_eq!(output.stdout, b"\xff\x1b[1m\r\n\0");
}

#[test]
fn the_built_in_course_is_there_without_any_folder() {
    let mut command = World::empty().bare_command();
    command.arg("list").current_dir("/");
    Ran::of(command).ends_with(0).says(CLIENT).says(SERVER);
}

#[test]
fn progress_that_cannot_be_read_is_a_warning_and_is_not_lost() {
    let world = World::small_with("right.sh").with("ws/.theinference/progress.json", "{broken");
    world.run(&["list"]).ends_with(0).says("hello").warns("warning: ");
    world.run(&["test"]).ends_with(0).says("1 passed");
    world.run(&["list"]).ends_with(0).says("passed");
}
