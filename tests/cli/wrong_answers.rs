//! Output that is not the answer: each kind has its own reason and its own sentence, and says them
//! alike in JSON and to people.

use crate::ran::{sentences, text};
use crate::world::World;

/// The program fails with this reason, and this is all that is said of it.
#[track_caller]
fn fails(program: &str, reason: &str, sentence: &str) {
    let world = World::small_with(program);
    let case = world.run(&["test", "--format", "json"]).ends_with(1).case("main");
    assert_eq!((text(&case["verdict"]), text(&case["reason"])), ("fail".into(), reason.into()));
    assert_eq!(sentences(&case), [sentence]);
    let human = world.run(&["test"]).ends_with(1).says(&format!("\n  {sentence}\n"));
    let title = if reason == "mismatch" { "1 difference" } else { reason };
    human.says("FAIL hello / main").says(title).says("1 failed");
}

#[test]
fn a_log_line_before_the_answer_is_quoted() {
    fails(
        "log-before.sh",
        "not-json",
        "line 1 is not JSON: `starting`. Logs belong on stderr; stdout carries the answer alone \
         (it starts at 2:1).",
    );
}

#[test]
fn a_log_line_after_the_answer_is_quoted() {
    fails(
        "log-after.sh",
        "not-json",
        "line 2, column 1: text follows the answer: `done`. Logs belong on stderr; stdout carries \
         the answer alone.",
    );
}

#[test]
fn a_second_document_is_one_too_many() {
    fails(
        "two-documents.sh",
        "not-json",
        "stdout holds more than one JSON document: the second starts at 2:1. Print exactly one.",
    );
}

#[test]
fn a_byte_order_mark_is_not_json() {
    fails(
        "byte-order-mark.sh",
        "not-json",
        "the answer starts with a byte order mark (the bytes EF BB BF), which JSON does not allow: \
         write UTF-8 without it.",
    );
}

#[test]
fn nan_is_not_json() {
    fails(
        "nan.sh",
        "not-json",
        "line 1, column 7: `NaN` is not JSON; JSON has no NaN or Infinity, use null or a string.",
    );
}

#[test]
fn a_member_that_appears_twice_is_a_mismatch_of_its_own() {
    fails(
        "duplicate-member.sh",
        "mismatch",
        "`id` appears more than once in one object of your answer: /id is at line 1, column 2, and \
         again at line 1, column 46.",
    );
}

#[test]
fn the_repr_of_a_dict_has_the_wrong_quotes() {
    fails(
        "python-repr.py",
        "not-json",
        "line 1, column 2, in `{'id': 1, 'big': 9007199254740993, 'text'…`: JSON strings and names \
         stand in double quotes, not single ones; use a JSON library to print (json.dumps in \
         Python, JSON.stringify in JavaScript).",
    );
}

#[test]
fn a_trailing_comma_is_not_json() {
    fails(
        "trailing-comma.sh",
        "not-json",
        "line 1, column 45, in `…\":1,\"big\":9007199254740993,\"text\":\"echo\",}`: nothing \
         follows this comma; JSON allows no comma after the last element or member.",
    );
}

#[test]
fn an_answer_that_is_cut_off_says_what_is_never_closed() {
    fails(
        "cut-off.sh",
        "not-json",
        "the JSON is cut off at line 1, column 42: the string that starts at 1:39 is never closed. \
         Print the whole document, and flush stdout before the program ends.",
    );
}

#[test]
fn a_byte_that_is_not_utf_8_is_named_with_its_offset() {
    fails(
        "invalid-utf-8.sh",
        "not-json",
        "line 1, column 43: byte 0xFF (at byte offset 42) is not UTF-8: set the encoding of stdout \
         to UTF-8.",
    );
}

#[test]
fn a_hundred_thousand_levels_are_too_deep() {
    fails(
        "too-deep.sh",
        "not-json",
        "line 1, column 10001: the answer is nested deeper than 10,000 levels; does something hold \
         itself?",
    );
}

#[test]
fn an_integer_written_as_a_fraction_is_another_spelling() {
    fails(
        "id-as-float.sh",
        "mismatch",
        "/id: same number, other spelling: 1.0 where 1 is expected.",
    );
}

#[test]
fn a_number_that_went_through_a_float_looks_rounded() {
    fails(
        "rounded-number.sh",
        "mismatch",
        "/big is 9007199254740992 where 9007199254740993 is expected: it looks rounded (a 64-bit \
         float keeps 15 to 17 digits).",
    );
}

#[test]
fn nothing_at_all_is_no_output() {
    fails(
        "nothing.sh",
        "no-output",
        "nothing was printed on stdout: print the answer there, as one JSON document.",
    );
}

#[test]
fn an_answer_on_stderr_is_no_output_and_says_where_it_belongs() {
    let world = World::small_with("only-stderr.sh");
    let case = world.run(&["test", "--format", "json"]).ends_with(1).case("main");
    assert_eq!(text(&case["reason"]), "no-output");
    let told = [
        "something was written to stderr; the answer belongs on stdout.",
        "nothing was printed on stdout: print the answer there, as one JSON document.",
    ];
    assert_eq!(sentences(&case), told);
    let human = world.run(&["test"]).ends_with(1).says("stderr| {\"id\":1");
    told.iter().fold(human, |human, sentence| human.says(sentence));
}
