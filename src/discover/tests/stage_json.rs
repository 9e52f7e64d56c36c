//! `stage.json` and the lesson.

use super::*;
use crate::model::{Cause, MemberOrder, Mistake, Numbers, Symptom, Visibility};

/// The problems of a `stage.json`, without its path.
fn problems_of(stage_json: &str) -> Vec<String> {
    let course = TestCourse::new().with("stages/hello/stage.json", stage_json);
    let problems = course.problems();
    let of_file = problems.iter().map(|problem| problem.strip_prefix("stages/hello/stage.json:"));
    of_file.map(|problem| problem.unwrap().to_owned()).collect()
}

/// The problems of a sound `stage.json` with one more member, without its path.
fn problems_with(member: &str) -> Vec<String> {
    problems_of(&format!("{{\"title\": \"H\", \"mode\": \"m\",\n{member}}}"))
}

#[test]
fn all_keys_are_read() {
    let stage_json = r##"{ "$schema": "../../schemas/stage.schema.json",
        "title": "tools/call handler", "chapter": "MCP server", "minutes": 22,
        "mode": "mcp-server", "driver": "process",
        "requires": ["second"], "references": ["hello", "elsewhere"],
        "spec": ["https://example.org/spec#tools"],
        "limits": {"timeout_ms": 10000, "output_bytes": 1000}, "points": 1,
        "compare": {"numbers": "value", "order": "exact", "ignore": ["/responses/*/result"]},
        "touches": {"/responses/*/error": "handle: the branch for unknown methods"},
        "cases": [{"name": "main", "summary": "one of each", "points": 2},
            {"name": "unknown", "hidden": true, "hint": "which\nlayer?", "exit": 3}],
        "mistakes": [
            {"name": "a", "case": "main", "hint": "h", "patch": [
                {"op": "replace", "path": "", "value": {"a": 1e2, "b": 2}},
                {"op": "move", "path": "/a", "from": "/b"}]},
            {"name": "b", "case": "unknown", "hint": "g", "cause": "log-on-stdout"}],
        "validate": {"allow": [{"hole": "x", "reason": "y"}]} }"##;
    let course = TestCourse::new()
        .with("stages/course.json", r#"{"title": "D", "stages": ["hello", "second"]}"#)
        .with("stages/second/stage.json", r#"{"title": "Second", "mode": "m"}"#)
        .with("stages/second/README.md", "")
        .with_case("fixtures/second")
        .with("stages/hello/stage.json", stage_json)
        .with_case("fixtures/hello/unknown");
    let stage = course.stage();
    assert_eq!(stage.chapter.as_deref(), Some("MCP server"));
    assert_eq!(stage.minutes, Some(22));
    assert_eq!(stage.requires, ["second"]);
    let ignore = vec!["/responses/*/result".to_owned()];
    let rules = CompareRules { numbers: Numbers::Value, order: MemberOrder::Exact, ignore };
    assert_eq!(stage.compare, rules);
    let touch = &stage.touches[0];
    assert_eq!(touch.pattern, ["responses", "*", "error"]);
    assert_eq!(touch.text, "handle: the branch for unknown methods");
    let [main, unknown] = &stage.cases[..] else { panic!("{:?}", stage.cases) };
    assert_eq!(main.summary.as_deref(), Some("one of each"));
    assert_eq!((main.visibility, main.exit), (Visibility::Visible, 0));
    assert_eq!((unknown.visibility, unknown.exit), (Visibility::Hidden, 3));
    assert_eq!(unknown.hint.as_deref(), Some("which\nlayer?"));
    let mistake = |name: &str, shows_as, hint: &str| {
        vec![Mistake { name: name.to_owned(), shows_as, hint: hint.to_owned() }]
    };
    let wrong = Symptom::Answer(br#"{"a":2}"#.as_slice().into());
    assert_eq!(main.mistakes, mistake("a", wrong, "h"));
    assert_eq!(unknown.mistakes, mistake("b", Symptom::Cause(Cause::LogOnStdout), "g"));
}

#[test]
fn several_problems_come_in_one_run_in_a_stable_order() {
    let course = TestCourse::new()
        .with("stages/course.json", r#"{"title": "D", "stages": ["hello"], "stagse": []}"#)
        .with("stages/hello/stage.json", r#"{"mode": 1, "cases": [{"name": "gone"}]}"#)
        .with("stages/hello/README.md", b"ok\n\xff")
        .with("fixtures/hello/case.json", "{'a': 1}")
        .with("fixtures/hello/expected.json", "{\"a\": 1,\n \"a\": 2}")
        .with("fixtures/hello/extra/case.json", "1");
    assert_eq!(
        course.problems(),
        [
            "stages/course.json:1:37: unknown key `stagse` | did you mean `stages`?",
            "stages/hello/stage.json:1:1: `title` is missing | add \"title\": \"…\"",
            "stages/hello/stage.json:1:10: `mode` must be a string, not a number | \
             put it in double quotes",
            "stages/hello/stage.json:1:32: the case `gone` has no files | create \
             hello/gone/case.json and hello/gone/expected.json below the fixtures",
            "stages/hello/README.md:2:1: `README.md` is not UTF-8 | save the file as UTF-8",
            "fixtures/hello/case.json:1:2: not JSON: single quotes | use double quotes",
            "fixtures/hello/expected.json:2:2: `a` appears twice in one object | \
             keep one of both; the first is at 1:2",
            "fixtures/hello/extra/expected.json: `expected.json` is missing | \
             create it with the exact answer",
        ]
    );
    assert_eq!(course.problems(), course.problems());
}

#[test]
fn keys_are_known_or_an_error() {
    assert_eq!(
        problems_with("\"requirs\": []"),
        ["2:1: unknown key `requirs` | did you mean `requires`?"]
    );
    assert_eq!(
        problems_with(
            "\"validate\": {\"allow\": [{\"hole\": \"h\", \"reason\": \"r\", \"x\": 1}]}"
        ),
        ["2:53: unknown key `x` | known here: `hole`, `reason`"]
    );
    assert_eq!(
        problems_with("\"limits\": {\"timeout\": 1}"),
        ["2:12: unknown key `timeout` | did you mean `timeout_ms`?"]
    );
    assert_eq!(
        problems_with("\"compare\": {\"Numbers\": \"exact\"}"),
        ["2:13: unknown key `Numbers` | did you mean `numbers`?"]
    );
}

#[test]
fn values_have_the_right_type_and_size() {
    let number = "a whole number from 1 to 1000000000000";
    for (member, problem) in [
        ("\"minutes\": 0", format!("2:12: `minutes` must be {number}, not `0` | write {number}, without quotes")),
        ("\"minutes\": \"22\"", format!("2:12: `minutes` must be {number}, not a string | write {number}, without quotes")),
        ("\"limits\": {\"timeout_ms\": 1e3}", format!("2:26: `timeout_ms` must be {number}, not `1e3` | write {number}, without quotes")),
        ("\"spec\": \"x\"", "2:9: `spec` must be an array, not a string | put it in square brackets".to_owned()),
        ("\"chapter\": \" \"", "2:12: `chapter` is empty | write a text there".to_owned()),
        ("\"cases\": [{\"name\": \"main\", \"hidden\": \"yes\"}]", "2:38: `hidden` must be true or false, not a string | write true or false".to_owned()),
        ("\"cases\": [{\"name\": \"main\", \"exit\": 256}]", "2:36: `exit` must be a whole number from 0 to 255, not `256` | write a whole number from 0 to 255, without quotes".to_owned()),
        ("\"compare\": {\"numbers\": \"valeu\"}", "2:24: `numbers` cannot be `valeu` | did you mean `value`?".to_owned()),
        ("\"touches\": {\"responses\": \"x\"}", "2:13: `responses` is no JSON Pointer: a JSON Pointer starts with `/` | write a pointer such as `/responses/*/id`".to_owned()),
    ] {
        assert_eq!(problems_with(member), [problem]);
    }
    assert_eq!(
        problems_of("{\"title\": \"H\", \"mode\": \"two words\"}"),
        ["1:24: `two words` is more than one word | write one word; it is one argument"]
    );
}

#[test]
fn what_this_version_cannot_keep_is_not_accepted() {
    let drivers = "use `process` or `stdio-server`; this version grades no other";
    assert_eq!(
        problems_with("\"driver\": \"stdio-client\""),
        [format!("2:11: `driver` asks for a session with a client | {drivers}")]
    );
    assert_eq!(
        problems_with("\"driver\": \"socket\""),
        [
            "2:11: `driver` cannot be `socket` | write one of: `process`, `stdio-server`, `stdio-client`"
        ]
    );
}

#[test]
fn only_known_stages_can_be_required() {
    let course = TestCourse::new()
        .with("stages/course.json", r#"{"title": "D", "stages": ["hello", "tools-list"]}"#)
        .with("stages/tools-list/stage.json", r#"{"title": "T", "mode": "m"}"#)
        .with("stages/tools-list/README.md", "")
        .with_case("fixtures/tools-list")
        .with(
            "stages/hello/stage.json",
            r#"{"title": "H", "mode": "m", "requires": ["tools-lst", "hello", "zebra"]}"#,
        );
    assert_eq!(
        course.problems(),
        [
            "stages/hello/stage.json:1:42: there is no stage `tools-lst` | did you mean `tools-list`?",
            "stages/hello/stage.json:1:55: the stage requires itself | remove it from `requires`",
            "stages/hello/stage.json:1:64: there is no stage `zebra` | \
             name a stage of `stages/course.json`, or remove it",
        ]
    );
}

#[test]
fn what_is_ignored_is_named_by_a_pointer_and_is_not_everything() {
    assert_eq!(
        problems_with("\"compare\": {\"ignore\": [\"responses\", \"/a~2\", \"\"]}"),
        [
            "2:24: `responses` is no JSON Pointer: a JSON Pointer starts with `/` | \
             write a pointer such as `/responses/0/id`",
            "2:37: `/a~2` is no JSON Pointer: in a JSON Pointer `~` is written `~0` and `/` is \
             written `~1` | write a pointer such as `/responses/0/id`",
            "2:45: an empty pointer ignores the whole answer | \
             name the member that is free, such as `/id`",
        ]
    );
}

#[test]
fn a_missing_stage_json_is_one_problem() {
    let course = TestCourse::new().without("stages/hello/stage.json");
    assert_eq!(
        course.problems(),
        ["stages/hello/stage.json: `stage.json` is missing | \
          create it: {\"title\": \"…\", \"mode\": \"…\"}"]
    );
}

#[test]
fn nesting_of_any_depth_is_no_danger() {
    for depth in [9_000, 1_000_000] {
        let deep = "[".repeat(depth) + &"]".repeat(depth);
        let problems = problems_with(&format!("\"touches\": {deep}"));
        assert_eq!(problems.len(), 1, "{problems:?}");
    }
}
