//! Where the workspace is, odd names on the way to it, its settings, and what is kept in it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::processes::Running;
use crate::ran::{Ran, sentences};
use crate::world::{ANSWER, World};

const ODD: &str = "it's \"my\" größter  Ordner";

/// A workspace and a course in a folder whose name needs care everywhere.
fn oddly_named(program: &str) -> World {
    let world = World::small_with(program);
    fs::create_dir(world.path(ODD)).expect("a folder");
    for part in ["ws", "course"] {
        let to = world.path(ODD).join(part);
        fs::rename(world.path(part), to).expect("a move");
    }
    fs::create_dir(world.path("ws")).expect("a folder");
    world
}

/// Runs a line of shell in a folder below the odd one.
fn shell(world: &World, folder: &str, line: &str) -> Ran {
    let mut command = world.shell(line);
    command.current_dir(world.path(ODD).join(folder));
    Ran::of(command)
}

/// What stands behind a word at the start of a line of a report.
#[track_caller]
fn command_after(ran: &Ran, word: &str) -> String {
    let lines = ran.out.lines().map(str::trim_start);
    let found = lines.filter_map(|line| line.strip_prefix(word)).next();
    found.expect("the report has such a line").trim().to_owned()
}

#[test]
fn blanks_quotes_and_other_letters_in_paths_change_nothing() {
    let line = "theinference test --course ../course";
    shell(&oddly_named("right.sh"), "ws", line).ends_with(0).says("1 passed");
    shell(&oddly_named("loop.sh"), "ws", &format!("{line} --timeout 200ms")).ends_with(1);
}

#[test]
fn the_commands_of_a_report_can_be_typed_as_they_stand() {
    let world = oddly_named("wrong-text.sh");
    fs::create_dir(world.path(ODD).join("ws/in side")).expect("a folder");
    for (folder, course) in [("ws", "../course"), ("ws/in side", "../../course"), (".", "course")] {
        let program = if folder == "." { "--program ws/your_program.sh" } else { "" };
        let line = format!("theinference test --course {course} {program}");
        let ran = shell(&world, folder, &line).ends_with(1);
        let again = shell(&world, folder, &command_after(&ran, "rerun ")).ends_with(1);
        again.says("FAIL hello / main");
        let by_hand = shell(&world, folder, &command_after(&ran, "by hand ")).ends_with(0);
        by_hand.says("\"ecko\"").warns("looking around");
    }
}

#[test]
fn the_places_of_a_report_are_files_that_are_there() {
    let world = World::small_with("wrong-text.sh");
    fs::create_dir(world.path("ws/deep")).expect("a folder");
    let mut command = world.command(&["test"]);
    command.current_dir(world.path("ws/deep"));
    let ran = Ran::of(command).ends_with(1);
    let line = ran.out.lines().find(|line| line.contains("expected.json:")).unwrap_or_default();
    let places: Vec<_> = line.split_whitespace().collect();
    assert_eq!(places.len(), 2, "{ran}");
    // The second file lies beside the first.
    let folder = Path::new(places[0]).parent().expect("a folder");
    for (place, text) in places.iter().zip(["\"echo\"", "\"ecko\""]) {
        let mut parts = place.rsplitn(3, ':');
        let column: usize = parts.next().and_then(|it| it.parse().ok()).expect("a column");
        let line: usize = parts.next().and_then(|it| it.parse().ok()).expect("a line");
        let file = Path::new(parts.next().expect("a file")).file_name().expect("a name");
        let file = world.path("ws/deep").join(folder).join(file);
        let kept = fs::read_to_string(file).expect("the file is there");
        let found = kept.lines().nth(line - 1).expect("the line is there");
        assert!(found[column - 1..].starts_with(text), "{place}: {found}");
    }
}

#[test]
fn the_workspace_is_found_above_and_the_way_is_told() {
    let world = World::small_with("right.sh");
    fs::create_dir_all(world.path("ws/src")).expect("a folder");
    let mut command = world.command(&["test"]);
    command.current_dir(world.path("ws/src"));
    Ran::of(command).ends_with(0).says("using ../\n");
    world.run(&["test"]).ends_with(0).never_says("using");
}

#[test]
fn the_search_for_a_workspace_ends_at_the_root_of_the_repository() {
    let world = World::small_with("right.sh");
    fs::create_dir_all(world.path("ws/other/.git")).expect("a folder");
    let mut command = world.command(&["test"]);
    command.current_dir(world.path("ws/other"));
    Ran::of(command).ends_with(3).warns("there is no program to grade");
}

#[test]
fn the_settings_name_program_and_course() {
    let settings = r#"{"program": "sh 'the program.sh'", "course": "../course"}"#;
    let world = World::small().with("ws/theinference.json", settings);
    let world = world.with("ws/the program.sh", format!("echo '{ANSWER}'\n"));
    let mut command = world.bare_command();
    Ran::of({
        command.arg("test");
        command
    })
    .ends_with(0)
    .says("1 passed");
}

#[test]
fn a_course_in_a_folder_above_is_found() {
    let world = World::small_with("right.sh");
    fs::rename(world.path("ws"), world.path("course/ws")).expect("a move");
    fs::create_dir(world.path("ws")).expect("a folder");
    let mut command = world.bare_command();
    command.arg("test").current_dir(world.path("course/ws"));
    Ran::of(command).ends_with(0).says("Hello").says("1 passed");
}

#[test]
fn an_unknown_key_of_the_settings_is_refused_with_the_nearest() {
    let settings = "{\n  \"programm\": \"./x\",\n  \"timeout_ms\": \"10\"\n}";
    let world = World::small_with("right.sh").with("ws/theinference.json", settings);
    let ran = world.run(&["test"]).ends_with(2).warns("theinference.json:2:3: ");
    ran.warns("did you mean `program`?").warns("theinference.json:3:17: ").warns("2 problems");
}

/// A workspace whose state cannot be kept: a warning, and the verdict all the same.
#[track_caller]
fn only_warns(spoil: impl Fn(&World)) {
    for (program, code) in [("right.sh", 0), ("wrong-text.sh", 1)] {
        let world = World::small_with(program);
        spoil(&world);
        let ran =
            world.run(&["test"]).ends_with(code).warns("warning: your progress was not saved");
        assert_eq!(ran.err.matches("warning").count(), 1, "{ran}");
        let ran = world.run(&["test", "--format", "json"]).ends_with(code);
        assert_eq!(sentences(&ran.case("main")).len(), usize::from(code == 1), "{ran}");
        world.run(&["list"]).ends_with(0).says("hello");
    }
}

#[test]
fn a_file_in_the_place_of_the_state_folder_is_a_warning_only() {
    only_warns(|world| fs::write(world.path("ws/.theinference"), "mine").expect("a file"));
}

#[test]
fn a_link_in_the_place_of_the_state_folder_is_a_warning_only_and_not_followed() {
    only_warns(|world| {
        fs::create_dir(world.path("precious")).expect("a folder");
        symlink(world.path("precious"), world.path("ws/.theinference")).expect("a link");
    });
    let world = World::small_with("wrong-text.sh");
    fs::create_dir(world.path("precious")).expect("a folder");
    symlink(world.path("precious"), world.path("ws/.theinference")).expect("a link");
    world.run(&["test"]).ends_with(1).says("is a link and is not followed");
    assert_eq!(world.names("precious"), [""; 0]);
}

#[test]
fn a_link_that_leads_nowhere_is_a_warning_only() {
    only_warns(|world| {
        symlink(world.path("nowhere"), world.path("ws/.theinference")).expect("a link");
    });
}

#[test]
fn what_was_kept_of_a_failure_goes_when_the_case_passes() {
    let world = World::small_with("wrong-text.sh");
    world.run(&["test"]).ends_with(1);
    assert_eq!(world.read("ws/.theinference/last/hello/main/expected.json"), ANSWER);
    assert_eq!(world.read("ws/.theinference/last/hello/main/stderr"), "looking around\n");
    let world = world.with_program("right.sh");
    world.run(&["test"]).ends_with(0);
    assert!(!world.path("ws/.theinference/last").exists());
}

#[test]
fn runs_at_the_same_time_lose_nothing_of_each_other_s_progress() {
    let slugs = ["a", "b", "c", "d", "e", "f"];
    let stages = format!(r#"{{"title": "Demo", "stages": {slugs:?}}}"#);
    let world = World::small_with("echoes-file.sh").with("course/stages/course.json", stages);
    let world = slugs.iter().fold(world, |world, slug| {
        world.with_stage(slug, &slug.to_uppercase(), "").with_case(slug, "1", "1")
    });
    let start = |slug: &&str| {
        let mut command = world.command(&["test", slug]);
        Running::start(command.stdout(std::process::Stdio::null()))
    };
    let runs: Vec<_> = slugs.iter().map(start).collect();
    runs.into_iter().for_each(|mut run| assert_eq!(run.end().code(), Some(0)));
    let ran = world.run(&["list"]).ends_with(0);
    assert_eq!(ran.out.matches("passed").count(), slugs.len(), "{ran}");
}
