//! Courses with defects: all of them are told in one run, each with its place and its remedy.

use std::path::Path;

use crate::world::World;

/// Broken in four files at once.
fn broken_everywhere() -> World {
    World::small_with("right.sh")
        .with(
            "course/stages/course.json",
            "{\n  \"title\": \"Demo\",\n  \"stages\": [\"hello\", \"other\", \"hello\"]\n}",
        )
        .with(
            "course/stages/hello/stage.json",
            "{\n  \"title\": \"Hello\",\n  \"mode\": \"greet\",\n  \"minuts\": 3\n}",
        )
        .with("course/fixtures/hello/case.json", "{\n  \"greet\": ,\n}")
        .with_stage("other", "Other", "")
        .with("course/fixtures/other/case.json", "1")
}

/// The first line of a problem in a file of the course, as it starts with the place.
fn told(world: &World, place: &str, message: &str) -> String {
    let file = world.path("course").join(place);
    format!("error: {}: {message}", Path::new(&file).display())
}

#[test]
fn every_defect_is_told_in_one_run_with_its_place() {
    let world = broken_everywhere();
    let ran = world.run(&["test"]).ends_with(2);
    assert!(ran.out.is_empty(), "{ran}");
    ran.warns(&told(&world, "stages/course.json:3:32", "the stage `hello` is listed twice"))
        .warns("keep one of both; the other is at 3:14")
        .warns(&told(&world, "stages/hello/stage.json:4:3", "unknown key `minuts`"))
        .warns("did you mean `minutes`?")
        .warns(&told(&world, "fixtures/hello/case.json:2:12", ""))
        .warns(&told(&world, "fixtures/other/expected.json", ""))
        .warns("create it with the exact answer")
        .warns("4 problems");
}

#[test]
fn every_command_refuses_a_broken_course() {
    for words in [&["list"][..], &["show", "1"], &["run", "1"], &["test", "--format", "json"]] {
        let ran = broken_everywhere().run(words).ends_with(2).warns("4 problems");
        assert!(ran.out.is_empty(), "{ran}");
    }
}

/// A sound stage and a broken one, the broken one first.
fn one_broken() -> World {
    World::small_with("right.sh")
        .with("course/stages/course.json", r#"{"title": "Demo", "stages": ["first", "hello"]}"#)
        .with_stage("first", "First", r#", "minuts": 3"#)
        .with_case("first", "1", "1")
}

const LEFT_OUT: &str = "stage first was left out: its files have problems. \
                        See them with `theinference test --stage first`";

#[test]
fn a_broken_stage_that_was_not_selected_is_one_warning() {
    let ran = one_broken().run(&["test", "hello"]).ends_with(0).says(LEFT_OUT).says("1 passed");
    assert_eq!(ran.out.matches("warning").count(), 1, "{ran}");
    let ran = one_broken().run(&["test", "hello", "--format", "json"]).ends_with(0);
    assert_eq!(ran.json()["warnings"], serde_json::json!([LEFT_OUT]));
    one_broken().run(&["list"]).ends_with(0).warns(LEFT_OUT);
}

#[test]
fn a_run_of_all_stages_selects_the_broken_one() {
    let ran = one_broken().run(&["test"]).ends_with(2).warns("stages/first/stage.json:1:");
    assert!(ran.out.is_empty(), "{ran}");
}

#[test]
fn a_broken_stage_that_was_selected_has_its_problems_told() {
    let ran = one_broken().run(&["test", "--stage", "first"]).ends_with(2);
    ran.warns("unknown key `minuts`").warns("did you mean `minutes`?");
}

#[test]
fn the_number_of_a_stage_is_the_same_in_the_list_and_in_a_selection() {
    one_broken().run(&["list"]).ends_with(0).says("  2  hello");
    one_broken().run(&["test", "2"]).ends_with(0).says("1 passed");
}

#[test]
fn a_course_that_is_not_there_is_refused() {
    let world = World::small_with("right.sh");
    let words = ["test", "--course", "../nowhere"];
    let mut command = world.bare_command();
    command.args(words);
    crate::ran::Ran::of(command).ends_with(2).warns("nowhere");
}

#[test]
fn a_duplicate_member_in_an_expected_answer_is_a_defect_of_the_course() {
    let world = World::small_with("right.sh").with_case("hello", "1", "{\"a\": 1,\n\"a\": 2}");
    let place = told(&world, "fixtures/hello/expected.json:2:1", "");
    world.run(&["test"]).ends_with(2).warns(&place);
}

/// A stage with a mistake whose patch is the given one, and further keys.
fn with_patch(patch: &str, more: &str) -> World {
    let mistakes = format!(
        "{more}, \"mistakes\": [{{\"name\": \"a\", \"case\": \"main\", \"hint\": \"h\",\n\"patch\": {patch}}}]"
    );
    World::small_with("right.sh").with_stage("hello", "Hello", &mistakes)
}

#[test]
fn a_patch_that_changes_nothing_by_the_rules_of_its_stage_is_a_defect() {
    let float = r#"[{"op": "replace", "path": "/id", "value": 1.0}]"#;
    let useless = "stage.json:2:10: the patch changes nothing that is compared";
    with_patch(float, "").run(&["test"]).ends_with(0);
    let by_value = with_patch(float, r#", "compare": {"numbers": "value"}"#);
    by_value.run(&["test"]).ends_with(2).warns(useless);
    let freed = with_patch(float, r#", "compare": {"ignore": ["/id"]}"#);
    freed.run(&["test"]).ends_with(2).warns(useless);
}

#[test]
fn a_patch_that_does_not_fit_is_told_with_its_operation_and_the_nearest_name() {
    let world = with_patch(r#"[{"op": "remove", "path": "/tex"}]"#, "");
    let ran = world.run(&["test"]).ends_with(2);
    let ran = ran.warns("stage.json:2:11: the patch does not fit the answer to `main`");
    ran.warns("there is no member `tex`").warns("did you mean `text`?");
}
