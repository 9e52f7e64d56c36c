//! Which cases a stage has.

use super::*;
use crate::model::{Expectation, Visibility};

fn listing(cases: &str) -> String {
    format!("{{\"title\": \"H\", \"mode\": \"m\", \"cases\": [{cases}]}}")
}

#[test]
fn listed_cases_come_first_and_the_others_by_name_with_main_at_their_head() {
    let course = TestCourse::new()
        .with("stages/hello/stage.json", listing(r#"{"name": "z"}, {"name": "b/deep"}"#))
        .with_case("fixtures/hello/z")
        .with_case("fixtures/hello/b/deep")
        .with_case("fixtures/hello/b")
        .with_case("fixtures/hello/a")
        .with("fixtures/hello/notes/read.me", "no case")
        .with("fixtures/hello/.git/case.json", "no case");
    let stage = course.stage();
    assert_eq!(names(&stage), ["z", "b/deep", "main", "a", "b"]);
    assert!(stage.cases.iter().all(|case| case.visibility == Visibility::Visible));
    assert_eq!(&*stage.cases[0].input, b"1");
    assert_eq!(stage.cases[0].expectation, Expectation::Exact((*b"2").into()));
}

#[test]
fn other_fixtures_leave_listed_cases_out_and_hide_their_own() {
    let course = TestCourse::new()
        .with(
            "stages/hello/stage.json",
            r#"{"title": "H", "mode": "m", "cases": [{"name": "gone"}, {"name": "kept"}],
                "mistakes": [{"name": "a", "case": "gone", "hint": "h", "cause": "timeout"}]}"#,
        )
        .with_case("secret/hello/kept")
        .with_case("secret/hello/new")
        .with_case("secret/hello");
    let discovery = course.load_with("secret");
    assert_eq!(course.told(&discovery), [""; 0]);
    let stage = &discovery.course.unwrap().stages[0];
    assert_eq!(names(stage), ["kept", "main", "new"]);
    let visible: Vec<_> = stage.cases.iter().map(|case| case.visibility).collect();
    assert_eq!(visible, [Visibility::Visible, Visibility::Hidden, Visibility::Hidden]);
}

#[test]
fn a_stage_without_any_case_is_broken_and_elsewhere_it_is_not_graded() {
    let bare = || {
        TestCourse::new()
            .without("fixtures/hello/case.json")
            .without("fixtures/hello/expected.json")
    };
    assert_eq!(
        bare().with("fixtures/hello/notes.txt", "").problems(),
        ["fixtures/hello: the stage `hello` has no case | \
          put a case.json and an expected.json into the folder"]
    );
    let course = TestCourse::new().with("secret/hello/notes.txt", "").with("empty/notes.txt", "");
    for elsewhere in ["secret", "empty"] {
        let discovery = course.load_with(elsewhere);
        assert_eq!(course.told(&discovery), [""; 0]);
        assert_eq!(discovery.course.unwrap().stages[0].cases, []);
    }
    assert_eq!(
        course.told(&course.load_with("absent")),
        ["absent: `absent` is missing | create the folder, or name the one that is meant"]
    );
    let listed_only = TestCourse::new()
        .with("stages/hello/stage.json", listing(r#"{"name": "main"}"#))
        .without("fixtures/hello/case.json")
        .without("fixtures/hello/expected.json");
    assert_eq!(
        listed_only.problems(),
        ["stages/hello/stage.json:1:48: the case `main` has no files | \
          create hello/case.json and hello/expected.json below the fixtures"]
    );
}

#[test]
fn a_case_name_is_unique_and_leads_nowhere_else() {
    let cases = r#"{"name": "main"}, {"name": "main"}, {"name": "../x"}, {"summary": "s"}"#;
    let course = TestCourse::new().with("stages/hello/stage.json", listing(cases));
    let at = "stages/hello/stage.json";
    assert_eq!(
        course.problems(),
        [
            format!(
                "{at}:1:66: the case `main` is listed twice | keep one of both; the first is at 1:48"
            ),
            format!(
                "{at}:1:84: `../x` is no case name | use letters, digits, `-`, `_` and `.`, with `/` between folders"
            ),
            format!("{at}:1:93: `name` is missing | add \"name\": \"…\""),
        ]
    );
}

#[test]
fn a_listed_case_that_is_nearly_there_is_pointed_out() {
    let course = TestCourse::new()
        .with("stages/hello/stage.json", listing(r#"{"name": "unknown-tol"}"#))
        .with_case("fixtures/hello/unknown-tool");
    assert_eq!(
        course.problems(),
        ["stages/hello/stage.json:1:48: the case `unknown-tol` has no files | \
          did you mean `unknown-tool`?"]
    );
}

#[test]
fn a_folder_that_cannot_be_a_case_is_a_problem() {
    let course =
        TestCourse::new().with_case("fixtures/hello/main").with_case("fixtures/hello/two words");
    assert_eq!(
        course.problems(),
        [
            "fixtures/hello/main: the name `main` is taken by the case directly in the stage's \
             folder | move its files up, or rename the folder",
            "fixtures/hello/two words: `two words` is no case name | rename the folder with \
             letters, digits, `-`, `_` and `.`, with `/` between folders",
        ]
    );
}

#[test]
fn both_files_of_a_case_must_be_there_and_be_json() {
    let course = TestCourse::new()
        .without("fixtures/hello/case.json")
        .with("fixtures/hello/expected.json", "{\"a\": [1, 2}")
        .with("fixtures/hello/b/case.json", "")
        .with("fixtures/hello/b/expected.json", b"\xef\xbb\xbf1");
    assert_eq!(
        course.problems(),
        [
            "fixtures/hello/case.json: `case.json` is missing | \
             create it with what the program is given",
            "fixtures/hello/expected.json:1:12: not JSON: unexpected '}' | \
             remove it, or put what it belongs to in double quotes",
            "fixtures/hello/b/case.json:1:1: not JSON: there is no JSON here | \
             write a JSON document there",
            "fixtures/hello/b/expected.json:1:1: not JSON: the text starts with a byte order mark \
             | save the file as UTF-8 without a byte order mark",
        ]
    );
}

#[test]
fn a_repeated_member_in_the_input_is_the_programs_affair() {
    let course = TestCourse::new().with("fixtures/hello/case.json", r#"{"a": 1, "a": 2}"#);
    assert_eq!(course.problems(), [""; 0]);
}

#[test]
fn a_file_over_64_mib_is_not_read() {
    let course = TestCourse::new();
    let file = fs::File::create(course.path("fixtures/hello/expected.json")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    assert_eq!(
        course.problems(),
        ["fixtures/hello/expected.json: `expected.json` is larger than 64 MiB | \
          make the file smaller"]
    );
}
