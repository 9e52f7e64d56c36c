//! What ends a newcomer's first try says the command that gets them on.

use crate::world::World;

#[test]
fn where_nothing_is_a_kit_is_offered() {
    let ran = World::empty().run(&["test"]).ends_with(3);
    ran.warns("\n  Begin with `theinference init . --lang ts` (or py, rust, go, sh).\n");
}

#[test]
fn one_folder_too_high_names_the_way_down() {
    let world = World::empty().with("ws/my demo/your_program.sh", "").with("ws/b/x", "");
    let ran = world.run(&["test"]).ends_with(3);
    ran.warns("\n  There is one in my demo/: `cd 'my demo'`\n");
}

#[test]
fn a_command_that_is_not_installed_is_named_with_the_way_to_get_it() {
    let world =
        World::small().with_script("#!/bin/sh\nPATH=/nowhere\nexec node program.ts \"$@\"\n");
    let ran = world.run(&["test"]).ends_with(1);
    ran.says(
        "\n  `node` is not installed, and the program calls it: install Node 24 from nodejs.org, or \
         with `nvm install 24`.\n",
    );
    let world = World::small().with_script("#!/bin/sh\nno-such-tool \"$@\"\n");
    let ran = world.run(&["test"]).ends_with(1);
    ran.says("\n  the program calls `no-such-tool`, which was not found: install it, or correct its name.\n");
}

#[test]
fn a_node_that_runs_no_type_script_is_recognised_by_its_own_words() {
    // Node 20 with `program.ts` in a package of modules.
    let error =
        "TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension \".ts\" for /w/program.ts";
    let world = World::small().with_script(format!("#!/bin/sh\necho '{error}' >&2\nexit 1\n"));
    let ran = world.run(&["test"]).ends_with(1);
    ran.says("This Node runs no TypeScript by itself")
        .says("`rm your_program.sh theinference.json && theinference init . --lang ts`");
}
