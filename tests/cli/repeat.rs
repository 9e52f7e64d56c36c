//! `--repeat`: a case that passes only sometimes is told with how often, and with what varies.

use serde_json::json;

use crate::world::World;

#[test]
fn a_case_that_fails_now_and_then_is_flaky() {
    let world = World::small_with("every-other.sh");
    let ran = world.run(&["test", "--repeat", "5", "--jobs", "1"]).ends_with(1);
    let ran = ran.says("flaky: 2 of 5 failed (").says("\n  /id is 2 where 1 is expected.\n");
    let told = "\n  it failed 2 of 5 times; from run to run this varies: /id\n";
    ran.says(told).says(" --repeat 5\n");
    // The files of the run that is told are kept, not those of the last one, which passed.
    assert!(world.read("ws/.theinference/last/hello/main/actual.json").contains("\"id\":2"));
}

#[test]
fn a_machine_reads_how_often_and_what() {
    let world = World::small_with("counts-runs.sh");
    let case = world.run(&["test", "--repeat", "3", "--format", "json"]).ends_with(1).case("main");
    assert_eq!(case["repetition"], json!({"runs": 3, "failed": 3, "varying": ["/text"]}));
    let case = world.run(&["test", "--format", "json"]).ends_with(1).case("main");
    assert_eq!(case["repetition"], json!(null));
}

#[test]
fn a_case_that_passes_each_time_passes() {
    let world = World::small_with("right.sh");
    let ran = world.run(&["test", "--repeat", "3"]).ends_with(0);
    ran.says("1 passed").never_says("times");
    world.run(&["test", "--repeat", "0"]).ends_with(2);
}

#[test]
fn of_a_hidden_case_only_the_counts_are_told() {
    let hidden = r#", "cases": [{"name": "main", "hidden": true, "summary": "a greeting"}]"#;
    let world = World::small_with("every-other.sh").with_stage("hello", "Hello", hidden);
    let ran = world.run(&["test", "--repeat", "4"]).ends_with(1);
    ran.says("flaky: 2 of 4 failed").says("it failed 2 of 4 times\n").never_says("/id");
    let ran = world.run(&["test", "--repeat", "4", "--format", "json"]);
    assert_eq!(ran.case("main")["repetition"], json!({"runs": 4, "failed": 2, "varying": []}));
}

#[test]
fn a_program_that_cannot_start_is_tried_once() {
    let world = World::small_with("right.sh").with_mode("ws/your_program.sh", 0o644);
    world.run(&["test", "--repeat", "9"]).ends_with(3).says("could not start");
}
