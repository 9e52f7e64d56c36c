//! A program whose function is still to be written, as those of the starter kits are.

use crate::ran::Ran;
use crate::world::World;

const WRITTEN: &str = "    return {\"jsonrpc\": \"2.0\", \"id\": request_id, \"method\": \"tools/list\", \"params\": {}}\n";
const EMPTY: &str = "    raise NotImplementedError(\"not written yet: tools_list_request\")\n";

/// The Python solution with one function as in its kit.
fn world() -> World {
    World::solution().patched("ws/src/mcp.py", WRITTEN, EMPTY)
}

#[test]
fn the_function_and_its_place_stand_in_place_of_what_follows() {
    let ran = world().run(&["test", "1"]).ends_with(1);
    let told = "
  `tools_list_request` is not written yet.
  look at: tools_list_request (src/mcp.py:24)
  lesson   theinference show tools-list-and-call
  more     theinference explain not-written
  rerun    theinference test --stage tools-list-and-call --case main
";
    let ran = ran.says("                     not written yet (").says(told).never_says("stderr|");
    ran.says("\nFAIL behind the scenes: 8 cases, for now\n").never_says("unknown-tool");
}

#[test]
fn a_machine_reads_the_name_and_the_reason() {
    let case = world().run(&["test", "1", "--format", "json"]).ends_with(1).case("main");
    assert_eq!(
        (&case["not_written"], &case["reason"]),
        (&"tools_list_request".into(), &"exit-code".into())
    );
    assert_eq!(case["messages"][0], "`tools_list_request` is not written yet.");
    assert_eq!(
        (&case["look_at"][0]["file"], &case["look_at"][0]["line"]),
        (&"src/mcp.py".into(), &24.into())
    );
}

#[test]
fn a_method_is_looked_for_without_its_class_and_the_log_is_shown_where_none_is_found() {
    let source =
        "#!/bin/sh\necho 'a log line' >&2; echo 'not written yet: McpServer.handle' >&2; exit 1\n";
    let world = World::small().with_script(source);
    world.run(&["test"]).says("  stderr| a log line\n").says("  look at: handle\n");
    let world = world.with("ws/src/mcp.py", "class McpServer:\n    def handle(self):\n");
    world.run(&["test"]).says("  look at: handle (src/mcp.py:2)\n").never_says("stderr|");
}

#[test]
fn what_npm_started_prints_commands_that_npm_finds() {
    let world = world();
    let mut command = world.command(&["test", "1"]);
    command.env("npm_execpath", "/usr/lib/node_modules/npm/bin/npm-cli.js");
    let ran = Ran::of(command).ends_with(1);
    ran.says("  lesson   npx theinference show tools-list-and-call\n")
        .says("  rerun    npx theinference test --stage tools-list-and-call --case main\n")
        .says("  more     npx theinference explain not-written\n");
    let mut command = world.command(&["run", "1", "unknown-tool"]);
    command.env("npm_execpath", "x");
    let told =
        "grade it with `npx theinference test --stage tools-list-and-call --case unknown-tool`";
    Ran::of(command).ends_with(2).warns(told);
}
