//! What a program finds around itself when it is started.

use std::path::Path;

use serde_json::Value;

use crate::ran::Ran;
use crate::world::World;

/// A program that writes down what it finds, and passes.
fn world() -> World {
    World::small_with("tells-surroundings.py").with_case("hello", "[1,  2]", "\"done\"")
}

fn facts(world: &World, words: &[&str]) -> Value {
    let mut command = world.command(words);
    command.env("FACTS", world.path("facts"));
    Ran::of(command).ends_with(0);
    serde_json::from_str(&world.read("facts")).expect("facts are JSON")
}

#[test]
fn the_program_has_three_descriptors_and_leads_a_session() {
    let facts = facts(&world(), &["test"]);
    assert_eq!(facts["descriptors"], serde_json::json!([0, 1, 2]));
    assert_eq!(facts["leads_session"], true);
}

#[test]
fn descriptors_that_the_caller_left_open_do_not_reach_the_program() {
    let world = world();
    let course = world.path("course");
    let line = format!("exec 7<&0 8>&1 9>&2; theinference test --course '{}'", course.display());
    let mut command = world.shell(&line);
    command.env("FACTS", world.path("facts"));
    Ran::of(command).ends_with(0);
    let facts: Value = serde_json::from_str(&world.read("facts")).expect("facts are JSON");
    assert_eq!(facts["descriptors"], serde_json::json!([0, 1, 2]));
}

#[test]
fn the_terminal_of_the_caller_is_not_the_program_s() {
    let world = world();
    let course = world.path("course");
    let start = "import os, pty, sys; \
                 sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    let line =
        format!("exec python3 -c '{start}' theinference test --course '{}'", course.display());
    let mut command = world.shell(&line);
    command.env("FACTS", world.path("facts"));
    Ran::of(command).ends_with(0);
    let facts: Value = serde_json::from_str(&world.read("facts")).expect("facts are JSON");
    assert_eq!(
        (&facts["has_terminal"], &facts["stdin_is_terminal"]),
        (&false.into(), &false.into())
    );
}

#[test]
fn the_case_is_alone_in_a_private_folder_that_is_gone_afterwards() {
    let world = world();
    let facts = facts(&world, &["test"]);
    assert_eq!(facts["arguments"][0], "greet");
    assert_eq!(facts["arguments"].as_array().map(Vec::len), Some(2));
    assert_eq!(facts["beside_case"], serde_json::json!(["case.json"]));
    assert_eq!(facts["stdin_is_the_file"], true);
    let file = Path::new(facts["arguments"][1].as_str().expect("a path"));
    assert!(file.is_absolute() && file.starts_with(world.path("tmp")), "{facts}");
    assert!(!file.exists(), "{facts}");
    assert_eq!(world.names("tmp"), [""; 0]);
}

#[test]
fn what_a_program_puts_beside_its_case_goes_with_it() {
    let script = "#!/bin/sh\nhere=$(dirname \"$2\")\nmkdir -p \"$here/a/b\"\necho 1 > \"$here/a/b/c\"\n\
                  ln -s / \"$here/root\"\nchmod 000 \"$here\"\necho 1\n";
    let world = World::small().with_case("hello", "1", "1").with_script(script);
    world.run(&["test"]).ends_with(0);
    assert_eq!(world.names("tmp"), [""; 0]);
}

#[test]
fn each_run_of_a_case_has_a_folder_of_its_own() {
    let world = World::small_with("right.sh")
        .with_script("#!/bin/sh\necho \"$2\" >> ../folders\necho 1\n")
        .with_case("hello", "1", "1")
        .with_case("hello/more", "1", "1");
    world.run(&["test", "--jobs", "1"]).ends_with(0);
    let folders = world.read("folders");
    let lines: Vec<_> = folders.lines().collect();
    assert!(lines.len() == 2 && lines[0] != lines[1], "{folders}");
}

#[test]
fn the_program_runs_in_the_workspace_with_the_variables_of_its_settings() {
    let world = world().with("ws/theinference.json", r#"{"env": {"FROM_SETTINGS": "größer"}}"#);
    std::fs::create_dir_all(world.path("ws/deep/down")).expect("folders");
    let mut command = world.command(&["test"]);
    command.current_dir(world.path("ws/deep/down")).env("FACTS", world.path("facts"));
    Ran::of(command).ends_with(0).says("using ../../\n");
    let facts: Value = serde_json::from_str(&world.read("facts")).expect("facts are JSON");
    assert_eq!(facts["variable"], "größer");
    let workspace = world.path("ws").canonicalize().expect("a path");
    assert_eq!(facts["cwd"].as_str(), workspace.to_str());
}

#[test]
fn a_named_program_runs_in_its_own_folder() {
    let world = world();
    std::fs::create_dir(world.path("elsewhere")).expect("a folder");
    let mut command = world.command(&["test", "--program", "../ws/your_program.sh"]);
    command.current_dir(world.path("elsewhere")).env("FACTS", world.path("facts"));
    Ran::of(command).ends_with(0);
    let facts: Value = serde_json::from_str(&world.read("facts")).expect("facts are JSON");
    let workspace = world.path("ws").canonicalize().expect("a path");
    assert_eq!(facts["cwd"].as_str(), workspace.to_str());
}

#[test]
fn a_typed_command_takes_the_place_of_the_program_and_gets_mode_and_case() {
    let world = world().with("ws/theinference.json", "{}");
    std::fs::rename(world.path("ws/your_program.sh"), world.path("ws/other.py")).expect("a move");
    let facts = facts(&world, &["test", "--", "python3", "-B", "other.py", "with blank"]);
    assert_eq!(facts["arguments"][0], "with blank");
    assert_eq!(facts["arguments"][1], "greet");
    assert_eq!(facts["arguments"].as_array().map(Vec::len), Some(3));
}

#[test]
fn no_signal_is_blocked_or_ignored_and_no_core_file_is_written() {
    let script = "#!/bin/sh\nsed -nE 's/^Sig(Blk|Ign):.//p' /proc/self/status > ../signals\n\
                  ulimit -c >> ../signals\necho 1\n";
    let world = World::small().with_case("hello", "1", "1").with_script(script);
    world.run(&["test"]).ends_with(0);
    let signals = world.read("signals");
    let lines: Vec<_> = signals.lines().collect();
    // The C library keeps two of the signals above 31 for itself.
    let is_clear = |mask: &&str| u64::from_str_radix(mask, 16).is_ok_and(|mask| mask << 33 == 0);
    assert!(lines.len() == 3 && lines[..2].iter().all(is_clear), "{signals}");
    assert_eq!(lines[2], "0", "{signals}");
}

#[test]
fn the_folder_of_the_case_is_closed_to_other_users() {
    let script = "#!/bin/sh\nstat -c %a \"$(dirname \"$2\")\" > ../mode\necho 1\n";
    let world = World::small().with_case("hello", "1", "1").with_script(script);
    world.run(&["test"]).ends_with(0);
    assert_eq!(world.read("mode"), "700\n");
}
