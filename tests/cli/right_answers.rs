//! Right answers, however they are written and however the case is read.

use crate::world::{ANSWER, World};

/// Passes in both forms without a warning.
#[track_caller]
fn passes(world: &World) {
    let ran = world.run(&["test", "--format", "json"]).ends_with(0);
    assert_eq!(ran.verdicts(), ["main pass"]);
    assert_eq!(ran.case("main")["warnings"], serde_json::json!([]));
    world.run(&["test"]).ends_with(0).says("1 passed").never_says("warning");
}

/// The small course with a case that is longer than a pipe holds, and its own answer.
fn long_case(program: &str, expected: Option<&str>) -> World {
    let case = format!("[\"{}\"]", "x".repeat(300_000));
    World::small_with(program).with_case("hello", &case, expected.unwrap_or(&case))
}

#[test]
fn a_plain_answer_passes() {
    passes(&World::small_with("right.sh"));
}

#[test]
fn a_pretty_printed_answer_passes() {
    passes(&World::small_with("right-pretty.sh"));
}

#[test]
fn an_answer_with_its_members_in_another_order_passes() {
    passes(&World::small_with("right-other-order.sh"));
}

#[test]
fn an_answer_with_an_escaped_letter_passes() {
    passes(&World::small_with("right-escaped.sh"));
}

#[test]
fn an_answer_without_a_final_newline_passes() {
    passes(&World::small_with("right-no-newline.sh"));
}

#[test]
fn a_program_that_floods_stderr_passes() {
    passes(&World::small_with("right-noisy.sh"));
}

#[test]
fn a_program_that_never_reads_its_input_passes() {
    passes(&long_case("right.sh", Some(ANSWER)));
}

#[test]
fn a_program_that_closes_stdin_at_once_passes() {
    passes(&long_case("right-closes-stdin.sh", Some(ANSWER)));
}

#[test]
fn a_program_that_reads_only_stdin_passes() {
    passes(&long_case("echoes-stdin.sh", None));
}

#[test]
fn a_program_that_reads_only_the_file_passes() {
    passes(&long_case("echoes-file.sh", None));
}

#[test]
fn a_number_that_no_float_can_hold_is_passed_on_digit_by_digit() {
    let number = "[9007199254740993, 1e400, 0.1000000000000000055511151231257827]";
    passes(&World::small_with("echoes-file.sh").with_case("hello", number, number));
}
