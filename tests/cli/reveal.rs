//! `--reveal`: a hidden case is shown to whoever tried, and to nobody else.

use std::fs;
use std::fs::File;

use rustix::process::Signal;

use crate::processes::{Running, wait_until};
use crate::ran::{Ran, text};
use crate::world::World;

const EXPECTED: &str = "wombat-of-the-answer";

/// A visible case that passes, and a hidden one that fails.
fn world() -> World {
    let cases = r#", "touches": {"/secret": "answer"}, "cases": [{"name": "main"},
        {"name": "dark", "summary": "in the dark", "hidden": true, "hint": "look again"}]"#;
    World::small()
        .with_stage("hello", "Hello", cases)
        .with_case("hello", "{}", r#"{"secret": 1}"#)
        .with_case("hello/dark", "{\"in\": 1}", &format!(r#"{{"secret": "{EXPECTED}"}}"#))
        .attempt(1)
}

trait Attempt {
    /// Another version of the program, which fails the hidden case.
    fn attempt(self, version: usize) -> Self;
}

impl Attempt for World {
    fn attempt(self, version: usize) -> Self {
        self.with_script(format!(
            "#!/bin/sh\n# version {version}\nanswer() {{\n  echo '{{\"secret\": 1}}'\n}}\nanswer\n"
        ))
    }
}

fn reveal(world: &World) -> Ran {
    world.run(&["test", "--reveal", "dark"])
}

/// So many failures, each of a changed program.
fn tried(times: usize) -> World {
    (1..=times).fold(world(), |world, version| {
        let world = world.attempt(version);
        world.run(&["test"]).ends_with(1).never_says(EXPECTED);
        world
    })
}

#[track_caller]
fn stays_hidden(ran: Ran) -> Ran {
    ran.ends_with(1).never_says(EXPECTED).never_says("look at")
}

#[test]
fn a_hidden_case_is_shown_once_it_has_failed_three_times_with_a_changed_program() {
    let world = world();
    let told = "  dark is not revealed yet: it has failed";
    let ran = stays_hidden(reveal(&world));
    ran.says(&format!("{told} 1 time with a changed program, 2 more to go\n")).says("look again");
    // The same program again.
    stays_hidden(reveal(&world)).says(&format!("{told} 1 time with"));
    let world = world.attempt(2);
    stays_hidden(reveal(&world))
        .says(&format!("{told} 2 times with a changed program, 1 more to go\n"));
    // Back to a program that failed before.
    let world = world.attempt(1);
    stays_hidden(reveal(&world)).says(&format!("{told} 2 times with"));
    assert!(!world.path("ws/.theinference/last").exists());
    let world = world.attempt(3);
    let ran = reveal(&world).ends_with(1);
    let ran = ran
        .says("FAIL hello / dark (behind the scenes, revealed)")
        .says("in the dark\n  /secret is the number 1 ")
        .says(EXPECTED)
        .says("hint: look again\n  look at: answer (your_program.sh:3)\n")
        .says(".theinference/last/hello/dark/expected.json:1:12")
        .says("rerun    theinference test --stage hello --case dark --reveal dark")
        .says("(behind the scenes 0 / 1)");
    assert!(!ran.out.contains("not revealed yet"), "{ran}");
    assert!(world.read("ws/.theinference/last/hello/dark/expected.json").contains(EXPECTED));
    // Whoever does not ask does not see it, and nothing of it stays.
    stays_hidden(world.run(&["test"]));
    assert!(!world.path("ws/.theinference/last/hello").exists());
}

#[test]
fn failures_count_without_being_asked_for_and_then_the_command_is_told() {
    let world = tried(2);
    stays_hidden(world.run(&["test"])).never_says("reveal it");
    let world = world.attempt(3);
    let command = "theinference test --stage hello --case dark --reveal dark --course";
    let ran = stays_hidden(world.run(&["test"])).says(&format!("  reveal it: {command}"));
    let line = ran.out.lines().find_map(|line| line.trim().strip_prefix("reveal it: "));
    let ran = Ran::of(world.shell(line.expect("a command")));
    ran.ends_with(1).says(EXPECTED);
}

#[test]
fn a_pass_takes_nothing_back() {
    let world = tried(3);
    let script = format!(
        "#!/bin/sh\ngrep -q in \"$2\" && echo '{{\"secret\": \"{EXPECTED}\"}}' || echo '{{\"secret\": 1}}'\n"
    );
    let world = world.with_script(script);
    reveal(&world).ends_with(0).says("behind the scenes 1 / 1").never_says(EXPECTED);
    let world = world.attempt(1);
    reveal(&world).ends_with(1).says(EXPECTED);
}

#[test]
fn machine_formats_carry_a_revealed_case_as_a_visible_one() {
    let world = world();
    let json =
        |world: &World| world.run(&["test", "--reveal", "dark", "--format", "json"]).ends_with(1);
    let case = json(&world).case("dark");
    assert_eq!((&case["hidden"], &case["revealed"]), (&true.into(), &false.into()));
    let reveal = serde_json::json!({"allowed": false, "failures": 1, "failures_needed": 3});
    assert_eq!((&case["reveal"], &case["stdout"]), (&reveal, &serde_json::Value::Null));
    let world = world.attempt(2);
    json(&world);
    let world = world.attempt(3);
    let case = json(&world).case("dark");
    assert_eq!((&case["hidden"], &case["revealed"]), (&true.into(), &true.into()));
    assert_eq!(text(&case["mismatches"][0]["pointer"]), "/secret");
    assert!(text(&case["mismatches"][0]["expected"]["json"]).contains(EXPECTED), "{case}");
    assert_eq!(text(&case["look_at"][0]["file"]), "your_program.sh");
    assert_eq!(text(&case["stdout"]["text"]), "{\"secret\": 1}\n");
    assert!(text(&case["kept"]).ends_with("hello/dark"), "{case}");
    let case = world.run(&["test", "--format", "json"]).ends_with(1).case("dark");
    assert_eq!((&case["revealed"], &case["reveal"]["allowed"]), (&false.into(), &true.into()));
    let case = world.run(&["test", "--format", "json"]).case("main");
    assert_eq!((&case["revealed"], &case["reveal"]), (&false.into(), &serde_json::Value::Null));
}

#[test]
fn what_the_program_writes_is_no_change_of_the_program() {
    let script = "#!/bin/sh\ndate +%N >> run.log\ndate +%N > cache.json\necho 1\n";
    let world = world().with_script(script);
    for _ in 0..3 {
        stays_hidden(reveal(&world)).says("it has failed 1 time with");
    }
}

#[test]
fn only_judged_failures_of_the_learner_s_own_program_and_cases_count() {
    let world =
        world().with("own/hello/dark/case.json", "1").with("own/hello/dark/expected.json", "2");
    let failures = world.path("ws/.theinference/failures.json");
    for words in [&["test", "--", "./your_program.sh"][..], &["test", "--fixtures", "../own"]] {
        world.run(words).ends_with(1);
        assert!(!failures.exists(), "{words:?}");
    }
    let world = world.with_mode("ws/your_program.sh", 0o644);
    world.run(&["test"]).ends_with(3);
    assert!(!failures.exists());
    let world = world
        .with_mode("ws/your_program.sh", 0o755)
        .with("ws/theinference.json", r#"{"build": "false"}"#);
    world.run(&["test"]).ends_with(3);
    assert!(!failures.exists());
    let world = world.with("ws/theinference.json", "{}");
    world.run(&["test", "--case", "main"]).ends_with(0);
    assert!(!failures.exists());
    world.run(&["test"]).ends_with(1);
    assert!(failures.exists());
    // Another command sees what was earned, and earns nothing.
    let ran = world.run(&["test", "--reveal", "dark", "--", "echo", "2"]).ends_with(1);
    stays_hidden(ran).says("it has failed 1 time with");
}

#[test]
fn cases_that_stand_in_for_those_of_the_course_are_never_revealed() {
    let world = tried(3)
        .with("own/hello/dark/case.json", "1")
        .with("own/hello/dark/expected.json", format!("\"{EXPECTED}\""));
    for words in [&["test"][..], &["test", "--watch"]] {
        let words = [words, &["--fixtures", "../own", "--reveal", "dark"]].concat();
        world.run(&words).ends_with(2).warns("`--reveal` does not go with `--fixtures`: ");
    }
    stays_hidden(world.run(&["test", "--fixtures", "../own", "-v"])).never_says("reveal");
}

#[test]
fn names_are_those_of_selected_hidden_cases() {
    let world = world();
    world
        .run(&["test", "--reveal", "drak"])
        .ends_with(2)
        .warns("called `drak`")
        .warns("did you mean `dark`?");
    world.run(&["test", "--reveal", "hello/drak"]).ends_with(2).warns("did you mean `hello/dark`?");
    world.run(&["test", "--reveal", "zzz"]).ends_with(2).warns("the hidden ones are: `dark`");
    world.run(&["test", "--reveal", "main"]).ends_with(2).warns("the case `main` is not hidden");
    let ran = world.run(&["test", "--case", "main", "--reveal", "dark"]).ends_with(2);
    ran.warns("none of the selected cases is hidden");
    let ran = world.run(&["test", "--reveal", "hello/dark", "--reveal", "dark"]);
    stays_hidden(ran).says("it has failed 1 time");
}

#[test]
fn a_revealed_case_is_still_not_run_raw() {
    let world = tried(3);
    world
        .run(&["run", "hello", "dark"])
        .ends_with(2)
        .warns("the case dark is hidden")
        .never_says(EXPECTED);
}

#[test]
fn a_case_that_was_asked_for_is_told_beside_a_visible_failure() {
    let world = tried(3).with_case("hello", "{}", r#"{"secret": 2}"#);
    world.run(&["test", "--reveal", "dark"]).ends_with(1).says(EXPECTED).says("FAIL hello / main");
    fs::remove_file(world.path("ws/.theinference/failures.json")).expect("the file is there");
    stays_hidden_beside(&world.run(&["test", "--reveal", "dark"]));
}

#[track_caller]
fn stays_hidden_beside(ran: &Ran) {
    assert!(ran.out.contains("dark is not revealed yet") && !ran.out.contains(EXPECTED), "{ran}");
}

#[test]
fn a_memory_that_cannot_be_used_is_one_warning_and_no_verdict() {
    let world =
        world().with_case("hello/dark2", "1", "2").with("ws/.theinference/failures.json", "{");
    let cases = r#", "cases": [{"name": "main"}, {"name": "dark", "hidden": true}, {"name": "dark2", "hidden": true}]"#;
    let world = world.with_stage("hello", "Hello", cases);
    let ran = stays_hidden(reveal(&world)).says("it has failed 1 time");
    assert_eq!(ran.out.matches("warning").count(), 1, "{ran}");
    let ran = ran.says("failures.json is not understood (");
    assert!(ran.out.contains("are counted afresh"), "{ran}");
    stays_hidden(reveal(&world)).never_says("warning");
    fs::remove_file(world.path("ws/.theinference/failures.json")).expect("the file is there");
    fs::create_dir(world.path("ws/.theinference/failures.json")).expect("a folder");
    let ran = stays_hidden(reveal(&world)).says("it has failed 0 times");
    let ran = ran.says("the failures of hidden cases are not counted: ");
    assert_eq!(ran.out.matches("warning").count(), 1, "{ran}");
}

#[test]
fn while_watching_the_third_changed_program_that_fails_shows_the_case() {
    let world = world();
    let file = |name| File::create(world.path(name)).expect("a file for the output");
    let mut command = world.command(&["test", "--watch", "--reveal", "dark"]);
    command.stdout(file("out")).stderr(file("err"));
    let mut watch = Running::start(&mut command);
    let rounds = |world: &World, rounds| {
        wait_until("a round", || {
            world.read("err").matches("waiting for a change").count() >= rounds
        });
    };
    rounds(&world, 1);
    let world = world.attempt(2);
    wait_until("two failures", || world.read("out").contains("it has failed 2 times"));
    let world = world.attempt(3);
    wait_until("the case is shown", || world.read("out").contains(EXPECTED));
    watch.send(Signal::INT);
    assert_eq!(watch.end().code(), Some(130));
}
