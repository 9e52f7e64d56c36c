//! The mistakes of a stage: how they are listed, and whether they fit the answers.

use super::*;

/// A stage whose answer is an object, with these `mistakes`.
fn course_with(mistakes: &str) -> TestCourse {
    let stage_json = format!("{{\"title\": \"H\", \"mode\": \"m\", \"mistakes\":\n{mistakes}}}");
    TestCourse::new()
        .with("stages/hello/stage.json", stage_json)
        .with("fixtures/hello/expected.json", r#"{"id": 1, "names": ["a", "b"]}"#)
}

fn problems_with(mistakes: &str) -> Vec<String> {
    let problems = course_with(mistakes).problems();
    let of_file = problems.iter().map(|problem| problem.strip_prefix("stages/hello/stage.json:"));
    of_file.map(|problem| problem.unwrap().to_owned()).collect()
}

/// The problems of a mistake with this `patch`, which stands in line 3 from column 1 on.
fn problems_of_patch(patch: &str) -> Vec<String> {
    problems_with(&format!(
        "[{{\"name\": \"a\", \"case\": \"main\", \"hint\": \"h\", \"patch\":\n{patch}}}]"
    ))
}

#[test]
fn mistakes_are_well_formed() {
    assert_eq!(
        problems_with(
            r#"[{"name": "a", "case": "mian", "hint": "h", "patch": [{"op": "add"}]},
{"name": "a", "case": "main", "hint": "h", "patch": [], "cause": "c"},
{"nam": "b", "case": "main"},
{"name": "c", "case": "mian", "hint": "h", "cause": "timeout"}]"#
        ),
        [
            "2:24: there is no case `mian` | did you mean `main`?",
            "2:55: `path` is missing | add \"path\": \"/…\"",
            "2:55: `value` is missing | add \"value\": …",
            "3:10: the mistake `a` stands here twice | rename one; the first is at 2:11",
            "3:66: a `cause` beside a `patch` | keep one of both",
            "4:1: `name` is missing | add \"name\": \"…\"",
            "4:1: `hint` is missing | add \"hint\": \"…\"",
            "4:1: neither `patch` nor `cause` says what the mistake is | \
             add \"patch\": […], a JSON Patch",
            "4:2: unknown key `nam` | did you mean `name`?",
            "5:23: there is no case `mian` | did you mean `main`?",
        ]
    );
}

#[test]
fn causes_are_known_or_an_error() {
    let with = |cause: &str| {
        problems_with(&format!(
            "[{{\"name\": \"a\", \"case\": \"main\", \"hint\": \"h\",\n\"cause\": \"{cause}\"}}]"
        ))
    };
    assert_eq!(with("log-on-stdout"), [""; 0]);
    assert_eq!(
        with("logs-on-stdout"),
        ["3:10: `cause` cannot be `logs-on-stdout` | did you mean `log-on-stdout`?"]
    );
    let far = with("echoes-input");
    assert!(far[0].contains("write one of: `log-on-stdout`, `second-document`, "), "{far:?}");
    assert_eq!(with("mismatch").len(), 1);
}

#[test]
fn an_operation_is_of_rfc_6902() {
    assert_eq!(
        problems_of_patch(
            r#"[{"op": "ad", "path": "/id", "value": 1},
{"op": "move", "path": "/id"},
{"op": "copy", "path": "id", "from": "/names"},
{"op": "remove", "path": "/id", "vaule": 1}]"#
        ),
        [
            "3:9: `op` cannot be `ad` | did you mean `add`?",
            "4:1: `from` is missing | add \"from\": \"/…\"",
            "5:24: `id` is no JSON Pointer: a JSON Pointer starts with `/` | \
             write a pointer such as `/responses/0/id`",
            "6:33: unknown key `vaule` | did you mean `value`?",
        ]
    );
    assert_eq!(
        problems_of_patch("[]"),
        ["3:1: the patch is empty | add what this mistake changes in the answer: \
          {\"op\": …, \"path\": …}"]
    );
}

#[test]
fn a_patch_fits_the_answer_of_its_case() {
    assert_eq!(
        problems_of_patch(
            "[{\"op\": \"remove\", \"path\": \"/names/0\"},\n{\"op\": \"remove\", \"path\": \"/name\"}]"
        ),
        [
            "4:1: the patch does not fit the answer to `main`: there is no member `name` at the top | \
          did you mean `names`?"
        ]
    );
    assert_eq!(
        problems_of_patch(r#"[{"op": "replace", "path": "/names/2", "value": 1}]"#),
        ["3:2: the patch does not fit the answer to `main`: there is no element `2` at `/names`, \
          which has 2 | name a place that its expected.json has"]
    );
    assert_eq!(
        problems_of_patch(r#"[{"op": "test", "path": "/id", "value": 2}]"#),
        [
            "3:2: the patch does not fit the answer to `main`: `/id` does not hold the value that is \
          tested for | name a place that its expected.json has"
        ]
    );
}

#[test]
fn a_patch_changes_something_and_not_what_another_one_changes() {
    assert_eq!(
        problems_with(
            r#"[{"name": "a", "case": "main", "hint": "h", "patch": [{"op": "test", "path": "/id", "value": 1}]},
{"name": "b", "case": "main", "hint": "h", "patch": [{"op": "remove", "path": "/id"}]},
{"name": "c", "case": "main", "hint": "h", "patch": [{"op": "replace", "path": "", "value": {"names": ["a", "b"]}}]}]"#
        ),
        [
            "2:54: the patch changes nothing that is compared | \
             change what the mistake changes, outside of what `compare` frees",
            "4:10: the mistake `c` gives the same answer as `b` | \
             keep one of both; the first is at 3:10",
        ]
    );
}

#[test]
fn a_patched_answer_is_still_json_that_can_be_read() {
    let path = "/0".repeat(5_999);
    let course = course_with(&format!(
        "[{{\"name\": \"a\", \"case\": \"main\", \"hint\": \"h\",\n\"patch\": \
         [{{\"op\": \"copy\", \"path\": \"{path}\", \"from\": \"\"}}]}}]"
    ));
    let deep = "[".repeat(6_000) + "1" + &"]".repeat(6_000);
    let course = course.with("fixtures/hello/expected.json", &deep);
    let problems = course.problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("3:10: the patched answer is no JSON: nested deeper"));
}

#[test]
fn mistakes_of_cases_from_elsewhere_are_kept_where_they_fit_and_left_out_where_not() {
    let course = course_with(
        r#"[{"name": "a", "case": "main", "hint": "h", "patch": [{"op": "remove", "path": "/id"}]},
{"name": "b", "case": "main", "hint": "h", "patch": [{"op": "remove", "path": "/names/1"}]},
{"name": "c", "case": "main", "hint": "h", "cause": "timeout"},
{"name": "d", "case": "gone", "hint": "h", "cause": "timeout"}]"#,
    )
    .with("secret/hello/case.json", "{}")
    .with("secret/hello/expected.json", r#"{"id": 7, "names": ["a"]}"#);
    let discovery = course.load_with("secret");
    assert_eq!(course.told(&discovery), [""; 0]);
    let stage = discovery.course.unwrap().stages.remove(0);
    let names: Vec<_> = stage.cases[0].mistakes.iter().map(|known| known.name.as_str()).collect();
    assert_eq!(names, ["a", "c"]);
    assert_eq!(course.problems().len(), 1);
}
