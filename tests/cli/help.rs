//! `--help` of every command, and the manual pages.

use crate::ran::Ran;
use crate::world::World;

/// The names of all commands, as the first page lists them.
fn commands() -> Vec<String> {
    let help = World::empty().run(&["--help"]).ends_with(0).out;
    let list = help.split("\nCommands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let lines = list.expect("a list of commands").lines();
    // What is indented further goes on with the line above.
    let names = lines.filter_map(|line| line.strip_prefix("  ").filter(|it| !it.starts_with(' ')));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// What stands below `Example:`, without `theinference`.
fn example(help: &str) -> String {
    let below = help.split("\nExample:\n  theinference ").nth(1).expect("an example");
    below.lines().next().expect("a line").to_owned()
}

#[test]
fn every_page_fits_80_columns_and_groups_its_options() {
    let world = World::empty();
    for command in commands() {
        for option in ["-h", "--help"] {
            let mut asked = world.command(&[command.as_str(), option]);
            asked.env("COLUMNS", "200");
            if command == "help" {
                continue;
            }
            let page = Ran::of(asked).ends_with(0).out;
            let widest = page.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(80), "{command} {option}: {widest:?}\n{page}");
            let headings = page.lines().filter(|line| {
                line.ends_with(':') && !line.starts_with(' ') && !line.starts_with("Example")
            });
            let options = page.lines().filter(|line| line.trim_start().starts_with("--")).count();
            assert!(options <= 5 || headings.count() >= 3, "{command} has no groups\n{page}");
            assert_eq!(page.matches("\nExample:\n").count(), 1, "{command} {option}\n{page}");
        }
    }
}

#[test]
fn every_example_works() {
    let world = World::solution()
        .with("ws/expected.json", r#"{"responses": [{"id": 1}]}"#)
        .with("ws/yours.json", r#"{"responses": [{"id": 2}]}"#);
    for command in commands().iter().filter(|command| *command != "help") {
        let page = world.run(&[command.as_str(), "--help"]).out;
        let line = format!("theinference {}", example(&page));
        let ran = Ran::of(world.shell(&line)).ends_with(0);
        assert!(!ran.out.is_empty(), "{line} prints nothing");
    }
    let page = world.run(&["--help"]).out;
    Ran::of(World::empty().shell(&format!("theinference {}", example(&page)))).ends_with(0);
}

#[test]
fn what_is_mistyped_gets_what_was_probably_meant() {
    let world = World::empty();
    for (typed, meant) in [
        (&["tets"][..], "a similar subcommand exists: 'test'"),
        (&["test", "--wach"], "a similar argument exists: '--watch'"),
        (&["test", "--format", "jason"], "a similar value exists: 'json'"),
        (&["completions", "bsh"], "a similar value exists: 'bash'"),
        (&["man", "tset"], "did you mean: test?"),
    ] {
        world.run(typed).ends_with(2).warns(meant);
    }
}

#[test]
fn manual_pages_pass_the_linters() {
    let world = World::empty();
    world.run(&["man", "--out", "pages"]).ends_with(0);
    let pages = world.names("ws/pages");
    assert_eq!(pages.len(), commands().len(), "one for each command but help, and the first");
    for page in pages {
        let told = Ran::of(world.shell(&format!("mandoc -T lint -W warning pages/{page} 2>&1")));
        assert_eq!(told.ends_with(0).out, "", "{page}; ./check --install brings mandoc");
        let text = world.read(&format!("ws/pages/{page}"));
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLE", "\"SEE ALSO\""] {
            assert!(text.contains(&format!("\n.SH {section}\n")), "{page} has no {section}");
        }
    }
    let page = world.run(&["man", "test"]).ends_with(0).out;
    assert_eq!(page, world.read("ws/pages/theinference-test.1"));
    world.run(&["man"]).ends_with(0).says(".SH ENVIRONMENT\n").says(".SH FILES\n");
}

#[test]
fn a_page_that_cannot_be_written_is_told() {
    let world = World::empty().with("ws/file", "");
    world.run(&["man", "--out", "file/x"]).ends_with(2).warns("file/x cannot be written: ");
}
