//! Cases in parallel: the order on screen, what is skipped after a failure, and limits.

use std::fs;

use crate::ran::{Ran, texts};
use crate::world::World;

/// Eight cases, `c0` to `c7`, each with what it tells the program to do; all expect `1`.
fn eight(does: impl Fn(usize) -> String) -> World {
    let stage = World::small_with("acts-as-told.py").without("course/fixtures/hello/case.json");
    let world = (0..8).fold(stage, |world, number| {
        world.with_case(&format!("hello/c{number}"), &does(number), "1")
    });
    fs::create_dir(world.path("marks")).expect("a folder");
    world.without("course/fixtures/hello/expected.json")
}

fn run(world: &World, words: &[&str]) -> Ran {
    fs::remove_dir_all(world.path("marks")).expect("the folder can be removed");
    fs::create_dir(world.path("marks")).expect("a folder");
    let mut command = world.command(&[&["test"], words].concat());
    command.env("MARKS", world.path("marks"));
    Ran::of(command)
}

/// Answers with 1, but for the cases whose answer is wrong.
fn answers(number: usize, wrong: &[usize]) -> String {
    format!(r#"{{"answer": {}}}"#, if wrong.contains(&number) { 2 } else { 1 })
}

/// The text without the times in it.
fn without_times(text: &str) -> String {
    let is_time = |inside: &str| inside.ends_with(" ms") || inside.ends_with(" s");
    let parts = text.split('(').map(|part| match part.split_once(')') {
        Some((inside, rest)) if is_time(inside) => rest.to_owned(),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("(")
}

#[test]
fn the_human_form_is_the_same_for_one_job_and_for_eight() {
    let world = eight(|number| answers(number, &[2, 5]));
    let told = |jobs: &str| {
        let ran = run(&world, &["-v", "--jobs", jobs]).ends_with(1);
        without_times(&ran.says("2 failed, 6 passed").out)
    };
    assert_eq!(told("1"), told("8"));
}

#[test]
fn cases_that_end_in_another_order_are_told_in_the_order_of_the_course() {
    let world = eight(|number| match number {
        7 => r#"{"mark": "m7", "answer": 1}"#.to_owned(),
        _ => format!(r#"{{"wait": "m{}", "mark": "m{number}", "answer": 1}}"#, number + 1),
    });
    let ran = run(&world, &["--jobs", "8", "--format", "json"]).ends_with(0);
    let expected: Vec<_> = (0..8).map(|number| format!("c{number} pass")).collect();
    assert_eq!(ran.verdicts(), expected);
}

#[test]
fn after_the_first_failure_in_course_order_the_rest_is_skipped_whatever_ended_first() {
    // c3 fails only after c6 has failed.
    let world = eight(|number| match number {
        3 => r#"{"wait": "m6", "answer": 2}"#.to_owned(),
        6 => r#"{"mark": "m6", "answer": 2}"#.to_owned(),
        _ => answers(number, &[]),
    });
    let words = ["--jobs", "8", "--fail-fast", "--format", "json"];
    let ran = run(&world, &words).ends_with(1);
    let expected = ["pass", "pass", "pass", "fail", "skipped", "skipped", "skipped", "skipped"];
    let expected: Vec<_> = (0..8).map(|number| format!("c{number} {}", expected[number])).collect();
    assert_eq!(ran.verdicts(), expected);
    assert_eq!(texts(&ran.case("c4")["messages"]), ["an earlier case failed"]);
    let human = run(&world, &["--jobs", "8", "--fail-fast"]).ends_with(1);
    human.says("1 failed, 3 passed, 4 skipped").says("FAIL hello / c3").never_says("c6");
}

#[test]
fn without_fail_fast_every_case_runs() {
    let ran = run(&eight(|number| answers(number, &[0, 7])), &["--jobs", "3"]).ends_with(1);
    ran.says("FAIL hello / c0").says("FAIL hello / c7").says("2 failed, 6 passed");
}

/// A program that never ends, with a limit of the course and one of the workspace.
fn limited(course: u64, workspace: u64) -> World {
    let limits = format!(r#", "limits": {{"timeout_ms": {course}}}"#);
    World::small_with("loop.sh")
        .with_stage("hello", "Hello", &limits)
        .with("ws/theinference.json", format!(r#"{{"timeout_ms": {workspace}}}"#))
}

#[test]
fn the_smaller_limit_of_course_and_workspace_holds() {
    limited(150, 600_000).run(&["test"]).ends_with(1).says("still running after 150 ms");
    limited(600_000, 250).run(&["test"]).ends_with(1).says("still running after 250 ms");
}

#[test]
fn the_limit_of_the_command_line_wins_over_both() {
    let ran = limited(600_000, 600_000).run(&["test", "--timeout", "350ms"]).ends_with(1);
    ran.says("still running after 350 ms")
        .says("rerun    theinference test --stage hello --case main --course");
    limited(50, 60).run(&["test", "--timeout", "450ms"]).ends_with(1).says("after 450 ms");
}

#[test]
fn the_limit_of_the_whole_course_holds_for_a_stage_that_says_nothing() {
    let course = r#"{"title": "Demo", "stages": ["hello"], "limits": {"timeout_ms": 160}}"#;
    let world = World::small_with("loop.sh").with("course/stages/course.json", course);
    world.run(&["test"]).ends_with(1).says("still running after 160 ms");
}
