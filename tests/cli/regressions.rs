//! What once went wrong, and must not again.

use std::fs::{self, File};
use std::process::Stdio;

use crate::processes::Running;
use crate::ran::{Ran, text, texts};
use crate::world::World;

#[test]
fn a_background_process_that_is_writing_at_the_end_is_always_told() {
    let names: Vec<_> = (0..20).map(|number| format!("hello/c{number}")).collect();
    let answer = r#"{"id":1,"big":9007199254740993,"text":"echo"}"#;
    let world = World::small_with("right-leaves-writer.sh");
    let world = names.iter().fold(world, |world, name| world.with_case(name, "1", answer));
    let report = world.run(&["test", "--format", "json"]).ends_with(0).json();
    for case in report["cases"].as_array().into_iter().flatten() {
        let told = ["one background process was left running, and was killed"];
        assert_eq!(texts(&case["warnings"]), told, "{case}");
    }
}

#[test]
fn problems_that_nobody_reads_do_not_change_the_exit_code() {
    let world = World::small_with("right.sh").with("course/fixtures/hello/case.json", "{");
    for words in [&["test"][..], &["show", "1"], &["test", "--format", "json"]] {
        let (_, writing) = std::io::pipe().expect("a pipe");
        let mut command = world.command(words);
        command.stdout(Stdio::null()).stderr(writing);
        assert_eq!(Running::start(&mut command).end().code(), Some(2), "{words:?}");
    }
}

#[test]
fn without_open_descriptors_the_verdict_is_the_same() {
    for (program, code) in [("right.sh", 0), ("wrong-text.sh", 1), ("echoes-stdin.sh", 1)] {
        let world = World::small_with(program);
        let course = world.path("course");
        let line = format!("exec theinference test --course '{}' <&- >&- 2>&-", course.display());
        Ran::of(world.shell(&line)).ends_with(code);
    }
}

#[test]
fn without_a_folder_for_temporary_files_nothing_is_judged() {
    let world = World::small_with("right.sh");
    let mut command = world.command(&["test", "--format", "json"]);
    command.env("TMPDIR", world.path("nowhere"));
    let ran = Ran::of(command).ends_with(5);
    let case = ran.case("main");
    assert_eq!((text(&case["verdict"]), case["reason"].is_null()), ("error".into(), true));
}

#[test]
fn a_program_that_removes_its_workspace_is_judged_all_the_same() {
    let script = "#!/bin/sh\nrm -rf \"$PWD\"\necho 1\n";
    let world = World::small().with_case("hello", "1", "1").with_script(script);
    world.run(&["test"]).ends_with(0).says("1 passed").warns("your progress was not saved");
    fs::create_dir_all(world.path("ws")).expect("a folder");
}

#[test]
fn a_program_that_removes_all_temporary_files_does_not_disturb_the_next_case() {
    let script = "#!/bin/sh\nrm -rf \"$TMPDIR\"/*\necho 1\n";
    let world = World::small().with_case("hello", "1", "1").with_case("hello/next", "1", "1");
    let ran = world.with_script(script).run(&["test", "--jobs", "1"]).ends_with(0);
    ran.says("2 passed").never_says("warning");
}

#[test]
fn a_refusal_is_told_although_stdout_is_full() {
    let world = World::small_with("right.sh");
    let mut command = world.command(&["test", "--stage", "helo"]);
    let full = File::options().write(true).open("/dev/full").expect("there is /dev/full");
    command.stdout(full).stderr(File::create(world.path("err")).expect("a file"));
    assert_eq!(Running::start(&mut command).end().code(), Some(2));
    assert!(world.read("err").contains("did you mean `hello`?"));
}

#[test]
fn an_empty_command_is_a_slip_of_typing() {
    World::small().run(&["test", "--", ""]).ends_with(2).warns("the command after `--` is empty");
}

#[test]
fn a_broken_stage_is_told_by_every_command_that_leaves_it_out() {
    let stages = r#"{"title": "Demo", "stages": ["hello", "broken"]}"#;
    let world = World::small_with("right.sh").with("course/stages/course.json", stages);
    for words in [&["show", "hello"][..], &["run", "hello"], &["list"]] {
        world.run(words).ends_with(0).warns("stage broken was left out");
    }
}

#[test]
fn another_command_or_other_cases_do_not_change_the_learner_s_progress() {
    let world = World::small_with("right.sh").with("secret/hello/case.json", "1");
    let world = world.with("secret/hello/expected.json", "2");
    world.run(&["test"]).ends_with(0);
    world.run(&["test", "--", "echo", "1"]).ends_with(1);
    let fixtures = world.path("secret");
    world.run(&["test", "--fixtures", fixtures.to_str().expect("a path")]).ends_with(1);
    world.run(&["list"]).ends_with(0).says("passed");
}

#[test]
fn fixtures_without_a_case_are_told() {
    let world = World::small_with("right.sh");
    fs::create_dir(world.path("empty")).expect("a folder");
    let empty = world.path("empty");
    let ran = world.run(&["test", "--fixtures", empty.to_str().expect("a path")]);
    ran.ends_with(4).warns("stage hello is not graded").warns("has no case to run there");
}

#[test]
fn the_answer_of_a_failed_case_is_kept_as_json_only_when_it_is_json() {
    for (script, is_json) in [("echo 2", true), ("echo 1; exit 3", true), ("echo [", false)] {
        let world = World::small()
            .with_case("hello", "1", "1")
            .with_script(format!("#!/bin/sh\n{script}\n"));
        world.run(&["test"]).ends_with(1);
        let kept = world.names("ws/.theinference/last/hello/main");
        assert_eq!(kept.iter().any(|name| name == "actual.json"), is_json, "{script}: {kept:?}");
    }
}
