//! Which stages and cases are meant, and what is said when none is.

use crate::world::World;

/// Three stages, two of which begin alike, and a program that passes all.
fn three_stages() -> World {
    let stages = r#"{"title": "Demo", "stages": ["tools-list", "tools-call", "agent"]}"#;
    ["tools-list", "tools-call", "agent"].iter().fold(
        World::empty().with("course/stages/course.json", stages).with_program("echoes-file.sh"),
        |world, slug| {
            world.with_stage(slug, &format!("Title of {slug}"), "").with_case(slug, "1", "1")
        },
    )
}

#[test]
fn a_misspelt_slug_is_refused_with_the_right_one() {
    let ran = World::solution().run(&["test", "--stage", "tools-list-and-cal"]).ends_with(2);
    ran.warns("there is no stage `tools-list-and-cal`; did you mean `tools-list-and-call`?");
}

#[test]
fn a_case_that_nothing_matches_selects_nothing() {
    let ran = World::solution().run(&["test", "--case", "nothing*"]).ends_with(4);
    ran.warns("no case is called `nothing*`");
    let ran = World::solution().run(&["test", "--case", "unknown-tol"]).ends_with(4);
    ran.warns("no case is called `unknown-tol`; did you mean unknown-tool");
}

#[test]
fn a_glob_selects_the_cases_that_match() {
    let words = ["test", "1", "--case", "empty-*", "--case", "main", "--format", "json"];
    let ran = World::solution().run(&words).ends_with(0);
    assert_eq!(ran.verdicts(), ["main pass", "empty-content pass", "empty-error pass"]);
}

#[test]
fn a_stage_is_found_by_slug_by_unique_beginning_and_by_number() {
    for name in ["tools-call", "tools-c", "2"] {
        three_stages()
            .run(&["test", name])
            .ends_with(0)
            .says("Title of tools-call")
            .says("1 passed");
    }
    let ran = three_stages().run(&["test", "agent", "1"]).ends_with(0).says("2 passed");
    ran.never_says("Title of tools-call   ");
}

#[test]
fn a_beginning_of_several_stages_is_refused_with_all_of_them() {
    let ran = three_stages().run(&["test", "tools"]).ends_with(2);
    ran.warns("`tools` is the beginning of several stages; write more of one of: `tools-list`, `tools-call`");
}

#[test]
fn a_number_beyond_the_course_is_refused() {
    three_stages().run(&["test", "4"]).ends_with(2).warns("there is no stage `4`");
    three_stages().run(&["test", "0"]).ends_with(2).warns("there is no stage `0`");
}

#[test]
fn the_option_for_a_stage_takes_no_beginning() {
    let ran = three_stages().run(&["test", "--stage", "tools-c"]).ends_with(2);
    ran.warns("did you mean `tools-call`?");
}

#[test]
fn without_a_program_it_says_what_was_looked_for_and_where_and_what_to_run() {
    let world = World::small().with("ws/.git/HEAD", "");
    let ran = world.run(&["test"]).ends_with(3);
    let place = format!(" in {} and the folders above it", world.path("ws").display());
    ran.warns("there is no program to grade")
        .warns("`theinference.json` and `your_program.sh`")
        .warns(&place)
        .warns("theinference test --program PATH")
        .warns("theinference test -- COMMAND");
}

#[test]
fn a_wrong_option_is_a_usage_error_and_help_is_none() {
    let world = World::small_with("right.sh");
    world.run(&["test", "--formt", "json"]).ends_with(2).warns("--format");
    world.run(&["test", "--timeout", "10"]).ends_with(2).warns("write it as `500ms`");
    world.run(&["test", "-q", "-v"]).ends_with(2);
    world.run(&["test", "--help"]).ends_with(0).says("--fail-fast");
    crate::ran::Ran::of(world.bare_command()).ends_with(2);
}
