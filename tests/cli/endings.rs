//! Programs that end otherwise than they should, or not at all.

use crate::ran::{Ran, sentences, text, texts};
use crate::world::{LONG, World};

/// Fails with this reason and this sentence before all others.
#[track_caller]
fn fails(world: &World, words: &[&str], reason: &str, sentence: &str) -> Ran {
    let json = [&["test", "--format", "json"], words].concat();
    let case = world.run(&json).ends_with(1).case("main");
    assert_eq!((text(&case["verdict"]), text(&case["reason"])), ("fail".into(), reason.into()));
    assert_eq!(sentences(&case)[0], sentence);
    let human = world.run(&[&["test"], words].concat());
    human.ends_with(1).says(&format!("\n  {sentence}\n")).says(reason)
}

#[test]
fn another_exit_code_fails_although_the_answer_is_right() {
    fails(
        &World::small_with("exit-3.sh"),
        &[],
        "exit-code",
        "the program ended with exit code 3 where 0 is expected; its answer is right. Return from \
         the program without an error code.",
    );
}

#[test]
fn an_exit_code_that_the_case_asks_for_passes() {
    let exit = r#", "cases": [{"name": "main", "exit": 3}]"#;
    let world = World::small_with("exit-3.sh").with_stage("hello", "Hello", exit);
    world.run(&["test"]).ends_with(0);
    let sentence = "the program ended with exit code 0 where 3 is expected; its answer is right.";
    fails(&world.with_program("right.sh"), &[], "exit-code", sentence);
}

#[test]
fn a_signal_fails_although_the_answer_is_right() {
    fails(
        &World::small_with("killed.sh"),
        &[],
        "signal",
        "the program was ended by SIGKILL (signal 9); its answer is right.",
    );
}

#[test]
fn an_endless_loop_is_stopped() {
    fails(
        &World::small_with("loop.sh"),
        &["--timeout", "200ms"],
        "timeout",
        "still running after 200 ms, so it was stopped. Nothing was written: is your stdout \
         buffered, or is the program waiting for something, or in a loop?",
    );
}

#[test]
fn a_loop_after_the_right_answer_says_that_the_answer_is_right() {
    fails(
        &World::small_with("right-then-loop.sh"),
        &["--timeout", "5s"],
        "timeout",
        "still running after 5 s, so it was stopped. Its answer is right: let the program end once \
         it has printed it.",
    );
}

#[test]
fn endless_output_is_stopped_at_the_limit_of_the_course() {
    let limits = r#", "limits": {"output_bytes": 1000}"#;
    let world = World::small_with("yes.sh").with_stage("hello", "Hello", limits);
    let sentence = "the program wrote more than 1000 bytes to stdout and was stopped; one JSON \
                    document is expected there. Does it print in a loop?";
    fails(&world, &[], "output-limit", sentence);
    let kept = world.read("ws/.theinference/last/hello/main/stdout");
    assert_eq!(kept, "y\n".repeat(500));
}

#[test]
fn endless_output_is_stopped_at_the_limit_that_holds_where_nobody_says_otherwise() {
    let sentence = "the program wrote more than 64 MiB to stdout and was stopped; one JSON \
                    document is expected there. Does it print in a loop?";
    let world = World::small_with("yes.sh");
    let ran = world.run(&["test", "--timeout", &format!("{}s", LONG.as_secs())]);
    ran.ends_with(1).says(sentence).says("output-limit");
}

#[test]
fn output_of_exactly_the_limit_is_within_it() {
    let limit = format!(r#", "limits": {{"output_bytes": {}}}"#, 46);
    let world = World::small_with("right.sh").with_stage("hello", "Hello", &limit);
    world.run(&["test"]).ends_with(0);
    let limit = r#", "limits": {"output_bytes": 45}"#;
    let world = world.with_stage("hello", "Hello", limit);
    let sentence = "the program wrote more than 45 bytes to stdout and was stopped; one JSON \
                    document is expected there. Does it print in a loop?";
    fails(&world, &[], "output-limit", sentence);
}

/// Passes at once, and says what was left.
#[track_caller]
fn passes_with_a_warning(program: &str, warning: &str) {
    let world = World::small_with(program);
    // With this limit a verdict that waits for what was left comes too late for the test.
    let words = ["test", "--timeout", "10m"];
    let case = world.run(&[&words[..], &["--format", "json"]].concat()).ends_with(0).case("main");
    assert_eq!(
        (text(&case["verdict"]), texts(&case["warnings"])),
        ("pass".into(), vec![warning.into()])
    );
    world.run(&words).ends_with(0).says(&format!("warning: hello / main: {warning}\n"));
}

#[test]
fn a_background_process_that_holds_stdout_is_killed_and_the_answer_passes() {
    passes_with_a_warning(
        "right-leaves-sleep.sh",
        "one background process was left running, and was killed",
    );
}

#[test]
fn a_background_process_that_goes_on_writing_is_killed_and_the_answer_passes() {
    passes_with_a_warning(
        "right-leaves-writer.sh",
        "one background process was left running, and was killed",
    );
}

#[test]
fn what_was_written_to_stderr_is_shown_when_the_case_fails() {
    let world = World::small_with("wrong-text.sh");
    world.run(&["test"]).ends_with(1).says("  stderr| looking around\n");
    let case = world.run(&["test", "--format", "json"]).ends_with(1).case("main");
    assert_eq!(case["stderr"]["text"], "looking around\n");
}
