//! `theinference init`: a folder with a program to complete, and nothing of the learner's lost.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::ran::Ran;
use crate::world::World;

#[test]
fn a_new_folder_is_made_and_the_first_result_is_two_commands_away() {
    let world = World::empty();
    let ran = world.run(&["init", "my demo", "--lang", "py"]).ends_with(0);
    ran.says("made my demo/ with ").says("\n  made  your_program.sh\n").says(
        "\nyou write src/mcp.py; the rest is complete\n\nnext:\n  cd 'my demo'\n  \
         theinference show tools-list-and-call\n  \
         theinference test --stage tools-list-and-call --watch\n",
    );
    let mode = fs::metadata(world.path("ws/my demo/your_program.sh")).expect("it is there");
    assert_eq!(mode.permissions().mode() & 0o111, 0o111);
}

#[test]
fn the_way_into_a_folder_that_looks_like_an_option_is_one_that_works() {
    let world = World::empty();
    let ran = world.run(&["init", "--lang", "sh", "--", "-x"]).ends_with(0);
    ran.says("\n  cd ./-x\n");
}

#[test]
fn in_a_folder_with_files_only_those_that_are_missing_are_made() {
    let world = World::empty().with("ws/README.md", "mine\n");
    let ran = world.run(&["init", ".", "--lang", "py"]).ends_with(0);
    let ran = ran.says("added ").says("\n  kept as it was  README.md\n").never_says("\n  cd ");
    assert_eq!(ran.err, "");
    assert_eq!(world.read("ws/README.md"), "mine\n");
    let ran = world.run(&["init", ".", "--lang", "py"]).ends_with(0);
    ran.says("./ has all files of the kit already\n  kept as it was  README.md\n");
}

#[test]
fn a_program_that_is_kept_is_warned_of_since_it_decides_what_runs() {
    let world = World::empty().with_script("#!/bin/sh\n");
    let ran = world.run(&["init", ".", "--lang", "rust"]).ends_with(0);
    ran.warns("your_program.sh was there already, and it decides what is run.");
    assert_eq!(world.read("ws/your_program.sh"), "#!/bin/sh\n");
}

#[test]
fn what_the_kit_needs_and_the_machine_has_not_is_said_with_the_way_to_get_it() {
    let world = World::empty();
    let with_node = |node: &str, folder: &str| {
        let world = World::empty()
            .with("ws/bin/node", format!("#!/bin/sh\necho {node}\n"))
            .with_mode("ws/bin/node", 0o755);
        let mut command = world.command(&["init", folder, "--lang", "ts"]);
        command.env("PATH", format!("{}:/usr/bin:/bin", world.path("ws/bin").display()));
        let ran = Ran::of(command).ends_with(0);
        (ran, world.read(&format!("ws/{folder}/your_program.sh")))
    };
    let mut command = world.command(&["init", "a", "--lang", "ts"]);
    let ran = Ran::of({
        command.env("PATH", "/nowhere");
        command
    });
    ran.ends_with(0).warns("warning: node was not found, and the kit needs it: install Node 24");
    let (old, _) = with_node("v18.20.1", "b");
    old.warns("warning: this is Node 18.20, and the kit needs Node 20.0 or later: install Node 24");
    let (bundled, script) = with_node("v20.11.0", "c");
    assert_eq!(bundled.err, "");
    assert!(script.contains("dist/program.js"), "{script}");
    let (stripped, script) = with_node("v24.1.0", "d");
    assert_eq!(stripped.err, "");
    assert!(!script.contains("dist/"), "{script}");
}

#[test]
fn a_place_where_no_folder_can_be_is_named() {
    let world = World::empty().with("ws/file", "");
    let ran = world.run(&["init", "file", "--lang", "py"]).ends_with(2);
    ran.warns("error: file cannot be made: ").warns("`ls -ld file`");
    world.run(&["init", "x"]).ends_with(2).warns("--lang <ts|py|rust|go|sh>");
    world.run(&["init", "x", "--lang", "pyton"]).ends_with(2).warns("'py'");
}
