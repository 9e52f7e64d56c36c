//! What a program may use: memory, processor time, processes, files. Each limit counts what the
//! program and all that it started use together, and one run at a time.

use crate::ran::{Ran, sentences, text};
use crate::world::World;

/// The program of that name with a variable that says how much it is to use.
fn world(program: &str, variable: &str) -> World {
    let (name, value) = variable.split_once('=').expect("NAME=VALUE");
    let settings = format!(r#"{{"env": {{"{name}": "{value}"}}}}"#);
    World::small_with(program).with("ws/theinference.json", settings)
}

/// Fails with this reason and sentence, and so does whoever reads JSON hear of it.
#[track_caller]
fn stopped(world: &World, words: &[&str], reason: &str, sentence: &str) -> Ran {
    let json = [&["test", "--format", "json"], words].concat();
    let case = world.run(&json).ends_with(1).case("main");
    assert_eq!((text(&case["verdict"]), text(&case["reason"])), ("fail".into(), reason.into()));
    assert_eq!(sentences(&case)[0], sentence);
    let human = world.run(&[&["test"], words].concat()).ends_with(1);
    human.says(&format!("  more     theinference explain {reason}\n"))
}

#[test]
fn memory_counts_for_all_processes_together() {
    let world = world("takes-memory.py", "MIB=60");
    let sentence = "the program used more than 100 MiB of memory and was stopped; it had printed \
                    nothing. Does it keep everything that it makes, in a loop or by calling itself?";
    let ran = stopped(&world, &["--memory", "100MiB"], "memory-limit", sentence);
    // The command that runs it again has the same limit.
    ran.says("--case main --course").says("--memory 100MiB");
    world.run(&["test", "--memory", "1GiB"]).ends_with(0);
}

#[test]
fn processor_time_counts_for_all_processes_together_and_for_each_case_apart() {
    let world = world("spins.py", "MILLIS=600");
    let sentence = "the program used more than 300 ms of processor time and was stopped; it had \
                    printed nothing. Is it in a loop that never ends?";
    stopped(&world, &["--cpu", "300ms"], "cpu-limit", sentence);
    // 60 % of the limit in each of two cases.
    let world = world.with_case("hello/other", "1", crate::world::ANSWER);
    world.run(&["test", "--cpu", "1s", "--jobs", "2"]).ends_with(0).says("2 passed");
}

#[test]
fn too_many_processes_are_stopped_and_none_is_left() {
    let world = world("forks.py", "COUNT=40");
    let sentence = "the program had more than 20 processes at a time and was stopped; its answer is \
                    right. Does it start itself, or start something in a loop?";
    stopped(&world, &["--max-processes", "20"], "process-limit", sentence);
    let folder = world.path("ws").display().to_string();
    let line = format!("ps -eo args | grep '[y]our_program.sh' | grep -c '{folder}' || true");
    assert_eq!(Ran::of(world.shell(&line)).out, "0\n");
}

#[test]
fn a_file_and_a_folder_have_a_size_that_they_may_have() {
    let world = World::small_with("writes-large-file.sh");
    let sentence = "the program wrote a file of more than 512 KiB and was stopped; it had printed \
                    nothing. Does it write in a loop? No case asks for a file.";
    stopped(&world, &["--max-file", "512KiB"], "disk-limit", sentence);
    world.run(&["test", "--max-file", "2MiB"]).ends_with(0);
    let world = self::world("fills-folder.py", "MIB=30");
    let sentence = "the program wrote more than 10 MiB into its folder and was stopped; it had \
                    printed nothing. Does it write in a loop? No case asks for a file.";
    stopped(&world, &["--max-disk", "10MiB"], "disk-limit", sentence);
}

#[test]
fn what_is_typed_wins_and_a_workspace_may_only_tighten() {
    let course =
        |limits: &str| format!(r#"{{"title": "Demo", "stages": ["hello"], "limits": {limits}}}"#);
    let settings = |limits: &str| format!(r#"{{"env": {{"MIB": "60"}}, "limits": {limits}}}"#);
    let run = |of_course: &str, of_workspace: &str, words: &[&str]| {
        let world = self::world("takes-memory.py", "MIB=60")
            .with("course/stages/course.json", course(of_course))
            .with("ws/theinference.json", settings(of_workspace));
        world.run(&[&["test"], words].concat())
    };
    let (tight, wide) = (r#"{"memory_bytes": 100000000}"#, r#"{"memory_bytes": 1000000000}"#);
    run(wide, wide, &[]).ends_with(0);
    run(tight, wide, &[]).ends_with(1).says("memory-limit");
    run(wide, tight, &[]).ends_with(1).says("memory-limit");
    run(tight, tight, &["--memory", "1GB"]).ends_with(0);
    run(wide, wide, &["--memory", "100MB"]).ends_with(1).says("memory-limit");
}

#[test]
fn a_limit_that_is_no_size_is_told_with_an_example() {
    let world = World::small_with("right.sh");
    for size in ["0", "lots", "-1"] {
        world.run(&["test", &format!("--memory={size}")]).ends_with(2);
    }
    world.run(&["test", "--memory", "12 parsecs"]).ends_with(2).warns("write it as `64KiB`");
    let settings = r#"{"limits": {"memory": 1}}"#;
    let world = world.with("ws/theinference.json", settings);
    world.run(&["test"]).ends_with(2).warns("unknown key `memory`").warns("`memory_bytes`");
}
