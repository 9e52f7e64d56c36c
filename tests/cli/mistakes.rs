//! The mistakes that learners make on the built-in course: each fails at the right place.

use crate::ran::{pointers, sentences, text, texts};
use crate::world::World;

const CLIENT: &str = "tools-list-and-call";
const SERVER: &str = "tools-call-handler";
const SOURCE: &str = "ws/src/mcp.py";

/// The Python solution with one place of its source replaced.
fn patched(old: &str, new: &str) -> World {
    World::solution().patched(SOURCE, old, new)
}

/// The case fails with exactly these pointers, in JSON, and the human form says the sentences.
#[track_caller]
fn fails_at(world: &World, stage: &str, case: &str, expected: &[&str]) -> Vec<String> {
    let words = ["test", "--stage", stage, "--case", case];
    let json = world.run(&[&words[..], &["--format", "json"]].concat()).ends_with(1).case(case);
    assert_eq!((text(&json["verdict"]), text(&json["reason"])), ("fail".into(), "mismatch".into()));
    assert_eq!(pointers(&json), expected);
    let human = world.run(&words).ends_with(1);
    sentences(&json).into_iter().fold(human, |human, sentence| human.says(&sentence));
    sentences(&json)
}

#[test]
fn the_solution_passes_every_case_of_both_stages() {
    let ran = World::solution().run(&["test"]).ends_with(0);
    ran.says("14 passed").never_says("warning");
}

#[test]
fn a_misnamed_parameter_is_named_with_the_name_that_stands_there() {
    let world = patched("\"arguments\": args}", "\"args\": args}");
    let pointers = ["/toolsCallRequest/params/arguments", "/callResult"];
    let sentences = fails_at(&world, CLIENT, "main", &pointers);
    assert_eq!(
        sentences[0],
        "/toolsCallRequest/params/arguments is missing: you have `args` with the same value."
    );
}

#[test]
fn an_error_frame_for_an_unknown_tool_is_a_result_missing_and_an_error_too_many() {
    let right = "        if method == \"tools/call\":\n";
    let wrong = "        if method == \"tools/call\" and request[\"params\"][\"name\"] == \"nope\":\n            \
                 return _error(request, -32602, \"unknown tool: nope\")\n";
    let world = patched(right, &format!("{wrong}{right}"));
    let sentences =
        fails_at(&world, SERVER, "main", &["/responses/1/result", "/responses/1/error"]);
    assert_eq!(
        sentences,
        [
            "/responses/1/result is missing: an object of 2 members is expected.",
            "/responses/1/error is extra: you have an object of 2 members, nothing is expected.",
        ]
    );
}

const UNKNOWN_METHOD: &str = "return _error(request, METHOD_NOT_FOUND, \"Method not found\")";

#[test]
fn a_result_for_an_unknown_method_fails_a_hidden_case_with_its_reason_and_hint_alone() {
    let world = patched(UNKNOWN_METHOD, "return _result(request, {\"leaked\": True})");
    let words = ["test", "--stage", SERVER];
    let ran = world.run(&[&words[..], &["--format", "json"]].concat()).ends_with(1);
    assert_eq!(ran.case("main")["verdict"], "pass");
    let case = ran.case("unknown-method");
    assert_eq!((text(&case["reason"]), case["hidden"].as_bool()), ("mismatch".into(), Some(true)));
    assert!(pointers(&case).is_empty() && sentences(&case).is_empty(), "{case}");
    assert!(case["stdout"].is_null() && case["kept"].is_null(), "{case}");
    assert_eq!(texts(&case["mistakes"]), ["result-for-unknown-method"]);
    let hints = texts(&case["hints"]);
    assert!(hints[0].contains("answered with `error` in place of `result`"), "{hints:?}");
    let human = world.run(&words).ends_with(1).says(&hints[0]);
    human.says("behind the scenes 2 / 4").never_says("/responses").never_says("leaked");
}

#[test]
fn a_result_for_an_unknown_method_is_an_error_missing_and_a_result_too_many() {
    let world = patched(UNKNOWN_METHOD, "return _result(request, {})").with_open_course();
    let pointers = ["/responses/0/error", "/responses/0/result"];
    let sentences = fails_at(&world, SERVER, "unknown-method", &pointers);
    assert!(sentences[0].ends_with("3 more are missing, at /responses/*/error."));
}

#[test]
fn a_flag_that_is_left_out_is_missing() {
    let world = patched(
        "\"text\": text}], \"isError\": is_error}",
        "\"text\": text}], **({\"isError\": True} if is_error else {})}",
    );
    let sentences = fails_at(&world, SERVER, "main", &["/responses/0/result/isError"]);
    assert_eq!(
        sentences,
        ["/responses/0/result/isError is missing: the boolean false is expected."]
    );
}

#[test]
fn an_id_that_became_a_string_is_another_type() {
    let world = patched(
        "\"id\": request[\"id\"], \"result\": result}",
        "\"id\": str(request[\"id\"]), \"result\": result}",
    );
    let sentences = fails_at(&world, SERVER, "main", &["/responses/0/id", "/responses/1/id"]);
    assert_eq!(
        sentences[0],
        r#"/responses/0/id is the string "1" where the number 1 is expected: leave the quotes out."#
    );
}

#[test]
fn a_failure_that_is_not_thrown_is_an_error_missing_and_a_result_in_its_place() {
    let world = patched("if result.get(\"isError\") is True:", "if False:").with_open_course();
    let sentences = fails_at(&world, CLIENT, "unknown-tool", &["/callError"]);
    assert_eq!(sentences, ["/callError is missing: you have `callResult` with the same value."]);
}

#[test]
fn blanks_in_the_text_of_the_call_are_pointed_out() {
    let world = patched("separators=(\",\", \":\"), ", "");
    let sentences = fails_at(&world, SERVER, "main", &["/responses/0/result/content/0/text"]);
    let start = r#"/responses/0/result/content/0/text is "echo({\"x\": 1})" where "echo({\"x\":1})" is expected"#;
    assert!(sentences[0].starts_with(start), "{sentences:?}");
}
