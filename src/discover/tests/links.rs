//! Links in a course: fine as long as they stay inside.

use std::os::unix::fs::symlink;

use super::*;

#[test]
fn a_link_that_stays_inside_is_followed() {
    let course = TestCourse::new()
        .with("shared/lesson.md", "Shared.")
        .with_case("shared/case")
        .without("stages/hello/README.md");
    symlink("../../shared/lesson.md", course.path("stages/hello/README.md")).unwrap();
    symlink(course.path("shared/case"), course.path("fixtures/hello/linked")).unwrap();
    let stage = course.stage();
    assert_eq!(stage.lesson, "Shared.");
    assert_eq!(names(&stage), ["main", "linked"]);
}

#[test]
fn a_link_that_leads_out_of_the_course_is_a_problem() {
    let outside = TestCourse::new();
    let course =
        TestCourse::new().without("stages/hello/README.md").without("fixtures/hello/expected.json");
    symlink(outside.path("stages/hello/README.md"), course.path("stages/hello/README.md")).unwrap();
    symlink("/dev/zero", course.path("fixtures/hello/expected.json")).unwrap();
    symlink(outside.path("fixtures/hello"), course.path("fixtures/hello/more")).unwrap();
    let real = fs::canonicalize(outside.folder.path()).unwrap();
    let real = real.display();
    let help = "put a copy in its place";
    assert_eq!(
        course.problems(),
        [
            format!(
                "stages/hello/README.md: `README.md` leads out of the course, to {real}/stages/hello/README.md | {help}"
            ),
            format!(
                "fixtures/hello/more: `more` leads out of the course, to {real}/fixtures/hello | {help}"
            ),
            format!(
                "fixtures/hello/expected.json: `expected.json` leads out of the course, to /dev/zero | {help}"
            ),
        ]
    );
}

#[test]
fn whole_folders_may_not_lead_out_either() {
    let outside = TestCourse::new();
    let real = fs::canonicalize(outside.folder.path()).unwrap();
    let course = TestCourse::new().without("fixtures");
    symlink(outside.path("fixtures"), course.path("fixtures")).unwrap();
    assert_eq!(
        course.problems(),
        [format!(
            "fixtures: `fixtures` leads out of the course, to {} | put a copy in its place",
            real.join("fixtures").display()
        )]
    );
    let named = load_folder(course.folder.path(), Some(&course.path("fixtures")), equality);
    assert_eq!(named.problems, [], "a folder that is named is its own bound");
}

#[test]
fn other_fixtures_are_bounded_by_their_own_folder() {
    let course = TestCourse::new().with("secret/hello/expected.json", "1");
    symlink(course.path("fixtures/hello/case.json"), course.path("secret/hello/case.json"))
        .unwrap();
    let problems = course.told(&course.load_with("secret"));
    assert_eq!(problems.len(), 1);
    assert!(problems[0].starts_with("secret/hello/case.json: `case.json` leads out of the course"));
}

#[test]
fn links_to_nowhere_and_in_circles_end() {
    let course = TestCourse::new().without("fixtures/hello/case.json");
    symlink("nowhere", course.path("fixtures/hello/case.json")).unwrap();
    symlink("nowhere", course.path("fixtures/hello/.#lock")).unwrap();
    symlink(".", course.path("fixtures/hello/loop")).unwrap();
    let above = course.path("fixtures/hello").display().to_string();
    let problems = course.problems();
    assert_eq!(
        problems,
        [
            format!(
                "fixtures/hello/loop: `loop` cannot be read: it links back to {above} | make it readable"
            ),
            "fixtures/hello/case.json: `case.json` is a link to something that is not there | \
             create it with what the program is given"
                .to_owned(),
        ]
    );
}

#[test]
fn what_is_no_file_is_not_opened() {
    let course = TestCourse::new().without("fixtures/hello/case.json");
    fs::create_dir(course.path("fixtures/hello/case.json")).unwrap();
    assert_eq!(
        course.problems(),
        ["fixtures/hello/case.json: `case.json` is not a file | put a file in its place"]
    );
}
