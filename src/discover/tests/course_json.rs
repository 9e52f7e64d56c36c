//! `course.json`, the course as a whole, and the one in the binary.

use std::time::Duration;

use super::*;
use crate::model::{Driver, Expectation, Origin};

#[test]
fn the_smallest_course_is_sound() {
    let course = TestCourse::new();
    let discovery = course.load();
    assert_eq!(course.told(&discovery), [""; 0]);
    assert_eq!(discovery.slugs, ["hello"]);
    let loaded = discovery.course.unwrap();
    assert_eq!(loaded.title, "Demo");
    assert_eq!(loaded.origin, Origin::Folder(course.folder.path().to_owned()));
    let stage = &loaded.stages[0];
    assert_eq!((stage.title.as_str(), stage.mode.as_str()), ("Hello", "greet"));
    assert_eq!((stage.lesson.as_str(), stage.driver), ("Say hello.", Driver::Process));
    assert_eq!(&*stage.cases[0].input, b"{}");
}

#[test]
fn the_course_in_the_binary_is_sound() {
    let discovery = load_embedded(None, equality);
    assert_eq!(discovery.problems, []);
    let course = discovery.course.unwrap();
    assert_eq!(slugs(&course), discovery.slugs);
    assert_eq!(course.origin, Origin::Embedded);
    let from_disk = load_folder(Path::new(env!("CARGO_MANIFEST_DIR")), None, equality);
    assert_eq!(from_disk.course.unwrap().stages, course.stages);
}

#[test]
fn the_course_in_the_binary_can_be_graded_with_other_cases() {
    let folder = tempfile::tempdir().unwrap();
    let slug = load_embedded(None, equality).slugs[0].clone();
    std::fs::create_dir(folder.path().join(&slug)).unwrap();
    for (name, text) in [("case.json", "{}"), ("expected.json", "7")] {
        std::fs::write(folder.path().join(&slug).join(name), text).unwrap();
    }
    let discovery = load_embedded(Some(folder.path()), equality);
    assert_eq!(discovery.problems, []);
    let course = discovery.course.unwrap();
    assert_eq!(course.stages[0].cases.len(), 1);
    assert_eq!(course.stages[0].cases[0].expectation, Expectation::Exact(b"7".as_slice().into()));
    assert!(course.stages[1..].iter().all(|stage| stage.cases.is_empty()));
}

#[test]
fn the_limits_of_the_course_are_the_defaults_of_its_stages() {
    let course = TestCourse::new()
        .with(
            "stages/course.json",
            r#"{"title": "D", "stages": ["hello"], "format_version": 1, "$schema": "s.json",
                "limits": {"timeout_ms": 5, "output_bytes": 7}}"#,
        )
        .with(
            "stages/hello/stage.json",
            r#"{"title": "H", "mode": "m", "limits": {"timeout_ms": 9}}"#,
        );
    let limits = course.stage().limits;
    assert_eq!(limits.timeout, Some(Duration::from_millis(9)));
    assert_eq!(limits.output_bytes, Some(7));
}

#[test]
fn every_problem_of_course_json_is_told_at_once() {
    let text = r#"{"titel": "D", "format_version": 2, "limits": {"memory_byte": 1},
 "stages": ["hello", "hello", "Hello!", "../hello", 3]}"#;
    let course = TestCourse::new().with("stages/course.json", text);
    let form = "use lowercase letters, digits and `-`";
    assert_eq!(
        course.problems(),
        [
            "stages/course.json:1:1: `title` is missing | add \"title\": \"…\"".to_owned(),
            "stages/course.json:1:2: unknown key `titel` | did you mean `title`?".to_owned(),
            "stages/course.json:1:34: format version 2 is newer than this program, which reads 1 \
             | update theinference"
                .to_owned(),
            "stages/course.json:1:48: unknown key `memory_byte` | did you mean `memory_bytes`?"
                .to_owned(),
            "stages/course.json:2:22: the stage `hello` is listed twice | \
             keep one of both; the other is at 2:13"
                .to_owned(),
            format!("stages/course.json:2:31: `Hello!` is no slug | {form}"),
            format!("stages/course.json:2:41: `../hello` is no slug | {form}"),
            "stages/course.json:2:53: an entry of `stages` must be a string, not a number | \
             put it in double quotes"
                .to_owned(),
        ]
    );
    let discovery = course.load();
    assert_eq!(discovery.course, None);
    assert_eq!(discovery.slugs, ["hello"]);
}

#[test]
fn a_course_json_that_cannot_be_read_breaks_the_course() {
    for (text, problem) in [
        (
            "{\"title\": \"D\",}",
            ":1:14: not JSON: a comma with nothing after it | remove the comma",
        ),
        ("[]", ":1:1: the document must be an object, not an array | put it in braces"),
        (
            "{\"title\": \"D\", \"stages\": []}",
            ":1:26: the course has no stages | list the slug of a stage",
        ),
        (
            "{\"title\": \"D\", \"title\": \"E\", \"stages\": [\"hello\"]}",
            ":1:16: `title` appears twice in one object | keep one of both; the first is at 1:2",
        ),
    ] {
        let course = TestCourse::new().with("stages/course.json", text);
        assert_eq!(course.problems(), [format!("stages/course.json{problem}")]);
        assert_eq!(course.load().course, None);
    }
}

#[test]
fn what_is_not_there_is_said() {
    let course = TestCourse::new().without("stages/course.json");
    assert_eq!(
        course.problems(),
        ["stages/course.json: `course.json` is missing | \
          create it: {\"title\": \"…\", \"stages\": [\"…\"]}"]
    );
    let help = "create the folder, or name the one that is meant";
    let course = TestCourse::new().without("fixtures").without("stages/hello/README.md");
    let lesson = "stages/hello/README.md: `README.md` is missing | \
                  create it with the lesson that the learner reads";
    let fixtures = format!("fixtures: `fixtures` is missing | {help}");
    assert_eq!(course.problems(), [lesson, &fixtures]);
    assert_eq!(course.load().course, None);
    let course = TestCourse::new().without("stages");
    assert_eq!(course.problems(), [format!("stages: `stages` is missing | {help}")]);
    let nowhere = load_folder(Path::new("/no/such/folder"), None, equality);
    let paths: Vec<_> = nowhere.problems.iter().map(|problem| problem.path.display()).collect();
    assert_eq!(
        paths.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["/no/such/folder/stages", "/no/such/folder/fixtures"]
    );
}

#[test]
fn a_broken_stage_leaves_the_others_alone() {
    let course = TestCourse::new()
        .with("stages/course.json", r#"{"title": "D", "stages": ["absent", "hello"]}"#)
        .with("stages/draft/stage.json", "not even JSON");
    assert_eq!(
        course.problems(),
        [
            "stages/absent: the stage `absent` has no folder | create the folder with a \
             stage.json and a README.md in it, or take the stage out of course.json",
            "fixtures/absent: the stage `absent` has no fixtures | \
             create the folder with a case.json and an expected.json in it",
        ]
    );
    let discovery = course.load();
    assert_eq!(slugs(&discovery.course.unwrap()), ["hello"]);
    assert_eq!(discovery.slugs, ["absent", "hello"]);
    assert!(discovery.problems.iter().all(|problem| problem.stage.as_deref() == Some("absent")));
}
