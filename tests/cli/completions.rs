//! Completions, asked for in real shells.

use std::process::Command;

use crate::pty::OnTerminal;
use crate::ran::Ran;
use crate::world::World;

/// A course of three stages, one of them with cases of its own, around the workspace.
fn world() -> World {
    let course = r#"{"title": "Mine", "stages": ["alpha-one", "alpha-two", "beta"]}"#;
    let last = r#"{"title": "The last", "mode": "a", "cases": [{"name": "main"},
        {"name": "other", "summary": "the other one"}, {"name": "secret", "hidden": true}]}"#;
    let stages = [
        ("alpha-one", r#"{"title": "The first", "mode": "a"}"#, &["."][..]),
        ("alpha-two", r#"{"title": "The second", "mode": "a"}"#, &["."]),
        ("beta", last, &[".", "other", "secret"]),
    ];
    let world = World::empty().with("ws/stages/course.json", course);
    stages.into_iter().fold(world, |world, (slug, stage, cases)| {
        let world = world
            .with(&format!("ws/stages/{slug}/stage.json"), stage)
            .with(&format!("ws/stages/{slug}/README.md"), "The lesson.");
        cases.iter().fold(world, |world, case| {
            world
                .with(&format!("ws/fixtures/{slug}/{case}/case.json"), "1")
                .with(&format!("ws/fixtures/{slug}/{case}/expected.json"), "1")
        })
    })
}

/// What fish offers for a line, each with what it is about; without the options.
fn fish(world: &World, line: &str) -> Vec<String> {
    let script = format!("theinference completions fish | source; complete -C '{line}'");
    let ran = Ran::of(world.shell(&format!("exec fish --no-config -c \"{script}\"")));
    let ran = ran.ends_with(0);
    assert_eq!(ran.err, "");
    ran.out.lines().filter(|line| !line.starts_with('-')).map(str::to_owned).collect()
}

#[test]
fn stages_and_cases_come_from_the_course_that_is_meant() {
    let world = world();
    let stages = ["alpha-one\tThe first", "alpha-two\tThe second", "beta\tThe last"];
    assert_eq!(fish(&world, "theinference show "), stages);
    assert_eq!(fish(&world, "theinference test --stage a"), stages[..2]);
    assert_eq!(
        fish(&world, "theinference test --case "),
        ["main", "other\tthe other one", "secret"]
    );
    assert_eq!(fish(&world, "theinference test beta --reveal "), ["secret"]);
    assert_eq!(fish(&world, "theinference test alpha-one --case "), ["main"]);
    // By its number; and what is hidden is not run unjudged.
    assert_eq!(fish(&world, "theinference run 3 "), ["main", "other\tthe other one"]);
    assert_eq!(
        fish(&world, "theinference explain isE"),
        ["isError\tsays that a tool ran and failed"]
    );
    let described = "stage\ta stage of a course: stages/STAGE/stage.json";
    assert_eq!(fish(&world, "theinference schema st"), [described]);
    assert_eq!(fish(&world, "theinference init x --lang p"), ["py\tPython 3"]);
    let built_in = "tools-list-and-call\ttools/list + tools/call";
    let elsewhere = World::empty();
    assert_eq!(fish(&elsewhere, "theinference show tools-l"), [built_in]);
    let named = format!("theinference test --course {} b", world.path("ws").display());
    assert_eq!(fish(&elsewhere, &named), ["beta\tThe last"]);
}

#[test]
fn a_broken_course_offers_nothing_and_says_nothing() {
    let world = world().with("ws/stages/course.json", "{");
    assert_eq!(fish(&world, "theinference test --stage "), [""; 0]);
    let world = world.with("ws/theinference.json", "{");
    assert_eq!(fish(&world, "theinference test --stage "), [""; 0]);
}

#[test]
fn the_variable_of_the_scripts_alone_changes_no_command() {
    let world = World::small_with("right.sh");
    for shell in ["zsh", "nushell"] {
        let mut command = world.command(&["test", "--case", "no"]);
        command.env("THEINFERENCE_COMPLETE", shell);
        Ran::of(command).ends_with(4).warns("no case is called `no`");
    }
}

/// An interactive shell that has the completions, at its prompt.
fn interactive(world: &World, shell: &str) -> OnTerminal {
    let line = format!("exec {shell}");
    let mut command: Command = world.shell(&line);
    command.env("PS1", "at> ").env("HOME", world.path("tmp"));
    let terminal = OnTerminal::start(&command);
    terminal.wait_for(&["at> "]);
    terminal
}

/// A unique beginning is completed; where there are several, they are offered.
#[track_caller]
fn completes(terminal: &OnTerminal) {
    terminal.type_keys("theinference test --stage be\t");
    terminal.wait_for(&["--stage beta"]);
    terminal.type_keys("--case o\t");
    terminal.wait_for(&["--case other"]);
    terminal.type_keys("\x15theinference run alpha-\t\t");
    terminal.wait_for(&["alpha-one", "alpha-two"]);
}

#[test]
fn bash_completes_and_offers_them() {
    let world = world();
    let terminal = interactive(&world, "bash --norc --noprofile -i");
    terminal.type_keys("source <(theinference completions bash); echo re''ady\r");
    terminal.wait_for(&["ready"]);
    completes(&terminal);
}

#[test]
fn zsh_completes_and_offers_them() {
    let world = world();
    let terminal = interactive(&world, "zsh -f -i");
    terminal.type_keys("autoload -Uz compinit; compinit -u; source <(theinference completions zsh); echo re''ady\r");
    terminal.wait_for(&["ready"]);
    completes(&terminal);
}
