//! `config`, `doctor` and `--version`: what is in force, and who says so.

use serde_json::Value;

use crate::ran::{Ran, text};
use crate::world::World;

/// The value and the origin of a setting.
fn setting(ran: &Ran, name: &str) -> (Value, String) {
    let setting = &ran.json()[name];
    (setting["value"].clone(), text(&setting["origin"]))
}

fn config(world: &World, words: &[&str]) -> Ran {
    world.run(&[&["config", "--format", "json"], words].concat()).ends_with(0)
}

#[test]
fn without_a_word_everything_is_a_default() {
    let world = World::empty().with_script("#!/bin/sh\n");
    let ran = config(&world, &[]);
    let workspace = world.path("ws").canonicalize().expect("it is there").display().to_string();
    assert_eq!(
        setting(&ran, "workspace"),
        (workspace.into(), "the nearest your_program.sh".into())
    );
    assert_eq!(setting(&ran, "program"), (vec!["./your_program.sh"].into(), "default".into()));
    assert_eq!(setting(&ran, "build"), (Value::Null, "default".into()));
    assert_eq!(setting(&ran, "course"), (Value::Null, "built in".into()));
    assert_eq!(setting(&ran, "timeout_ms"), (10_000.into(), "default, or the course's".into()));
    assert_eq!(setting(&ran, "color"), ("off".into(), "NO_COLOR".into()));
}

#[test]
fn the_file_and_what_is_typed_are_named_where_they_decide() {
    let file = r#"{"program": "node a.js", "build": "npm run build", "timeout_ms": 500,
        "env": {"TOKEN": "t0p"}, "watch": {"ignore": ["*.log"]}}"#;
    let world = World::small().with("ws/theinference.json", file);
    let ran = config(&world, &["--color", "always"]);
    let told = "theinference.json".to_owned();
    assert_eq!(setting(&ran, "program"), (vec!["node", "a.js"].into(), told.clone()));
    assert_eq!(setting(&ran, "build"), ("npm run build".into(), told.clone()));
    assert_eq!(setting(&ran, "timeout_ms"), (500.into(), told.clone()));
    assert_eq!(setting(&ran, "env.TOKEN"), ("t0p".into(), told.clone()));
    assert_eq!(setting(&ran, "watch.ignore"), (vec!["*.log"].into(), told));
    assert_eq!(setting(&ran, "course").1, "--course");
    assert_eq!(setting(&ran, "course.title").0, "Demo");
    assert_eq!(setting(&ran, "color"), ("on".into(), "--color".into()));
    let ran = config(&world, &["--timeout", "2s", "--", "python3", "x.py"]);
    assert_eq!(setting(&ran, "timeout_ms"), (2_000.into(), "an option".into()));
    let typed = (vec!["python3", "x.py"].into(), "the command after --".into());
    assert_eq!(setting(&ran, "program"), typed);
    assert_eq!(setting(&ran, "build"), (Value::Null, "not for a command after --".into()));
}

#[test]
fn a_file_that_is_wrong_is_told_as_by_a_test() {
    let world = World::empty().with("ws/theinference.json", r#"{"progam": "x"}"#);
    world.run(&["config"]).ends_with(2).warns("theinference.json:1:2: unknown key `progam`");
    let ran = world.run(&["doctor"]).ends_with(2);
    ran.says("\nplatform ").warns("unknown key `progam`");
}

#[test]
fn a_doctor_says_whether_a_test_could_begin() {
    let world = World::small_with("right.sh");
    world.run(&["doctor"]).ends_with(0).says("\nready: `theinference test` can begin\n");
    let world = world.with_mode("ws/your_program.sh", 0o644);
    let ran = world.run(&["doctor"]).ends_with(3).never_says("ready");
    ran.warns("your_program.sh is not executable\n  To mend it: chmod +x ");
    World::empty().run(&["doctor"]).ends_with(3).warns("theinference init . --lang ts");
}

#[test]
fn what_a_doctor_tells_may_be_passed_on() {
    let file = r#"{"env": {"TOKEN": "t0p"}}"#;
    let world = World::small_with("right.sh").with("ws/theinference.json", file);
    let ran = world.run(&["doctor"]).ends_with(0);
    ran.says("env.TOKEN ").says("(set)").never_says("t0p");
}

#[test]
fn versions_of_the_tool_and_of_the_course_are_told() {
    let version = env!("CARGO_PKG_VERSION");
    let first = format!("theinference {version}\ncourse: Build your own Claude Code ");
    for option in ["--version", "-V"] {
        assert!(World::empty().run(&[option]).ends_with(0).out.starts_with(&first));
    }
    let course = r#"{"title": "Demo", "version": "2.1", "stages": ["hello"]}"#;
    let world = World::small_with("right.sh").with("course/stages/course.json", course);
    let told = format!("theinference {version} · Demo 2.1 · isolation none\n");
    world.run(&["test", "-v"]).ends_with(0).says(&told);
    let document = world.run(&["test", "--format", "json"]).ends_with(0).json();
    assert_eq!((&document["course"], &document["course_version"]), (&"Demo".into(), &"2.1".into()));
    assert_eq!(document["version"], version);
}
