//! `--watch`: a run at the start, one after each save, and nothing left at the end.

use std::fs::{self, File};

use rustix::process::Signal;

use crate::processes::{Running, pids_in, wait_until, wait_until_gone};
use crate::world::World;

/// A program that leaves a line outside the workspace each time it runs.
fn world() -> World {
    World::small().with_script(script("1"))
}

fn script(answer: &str) -> String {
    format!("#!/bin/sh\necho run >> ../runs\necho {answer}\n")
}

fn watch(world: &World, words: &[&str]) -> Running {
    let file = |name| File::create(world.path(name)).expect("a file for the output");
    let mut command = world.command(&[&["test", "--watch"], words].concat());
    let running = command.stdout(file("out")).stderr(file("err")).env("PIDS", world.path("pids"));
    Running::start(running)
}

/// Waits until so many runs are over and the watch is waiting again.
#[track_caller]
fn wait_for_rounds(world: &World, rounds: usize) {
    wait_until(&format!("{rounds} rounds"), || {
        world.read("err").matches("waiting for a change").count() >= rounds
    });
}

fn runs(world: &World) -> usize {
    world.read("runs").lines().count()
}

/// Ends the watch, and waits for its end.
#[track_caller]
fn interrupt(mut watch: Running, world: &World) {
    watch.send(Signal::INT);
    assert_eq!(watch.end().code(), Some(130), "{}", world.read("err"));
    assert_eq!(world.names("tmp"), [""; 0]);
}

#[test]
fn a_save_starts_another_run_and_an_interrupt_ends_the_watch() {
    let world = world().with_case("hello", "1", "2");
    let watch = watch(&world, &[]);
    wait_for_rounds(&world, 1);
    assert_eq!(runs(&world), 1);
    assert!(world.read("out").contains("1 failed"), "{}", world.read("out"));
    let world = world.with_script(script("2"));
    wait_for_rounds(&world, 2);
    assert!(world.read("out").contains("1 passed"), "{}", world.read("out"));
    interrupt(watch, &world);
}

#[test]
fn a_change_of_the_course_starts_another_run_with_the_new_course() {
    let world = world().with_case("hello", "1", "2");
    let watch = watch(&world, &[]);
    wait_for_rounds(&world, 1);
    let world = world.with("course/fixtures/hello/expected.json", "1");
    wait_until("the new answer counts", || world.read("out").contains("1 passed"));
    interrupt(watch, &world);
}

#[test]
fn a_course_that_breaks_while_it_is_watched_is_told_and_watched_on() {
    let world = world().with_case("hello", "1", "1");
    let watch = watch(&world, &[]);
    wait_for_rounds(&world, 1);
    let world = world.with("course/fixtures/hello/expected.json", "{");
    wait_until("the defect is told", || world.read("err").contains("1 problem"));
    let world = world.with("course/fixtures/hello/expected.json", "1");
    wait_until("it is graded again", || world.read("out").matches("1 passed").count() >= 2);
    interrupt(watch, &world);
}

#[test]
fn a_file_that_every_run_writes_does_not_keep_the_watch_running_for_ever() {
    let script = "#!/bin/sh\necho run >> ../runs\ndate +%N > cache.txt\necho 1\n";
    let world = World::small().with_case("hello", "1", "1").with_script(script);
    let watch = watch(&world, &[]);
    wait_until("the file is told", || {
        world
            .read("err")
            .contains("cache.txt: files like it no longer count while the program runs")
    });
    let before = runs(&world);
    fs::write(world.path("ws/source.py"), "saved").expect("a file");
    wait_until("a save still counts", || runs(&world) > before);
    interrupt(watch, &world);
}

#[test]
fn an_interrupt_during_a_run_leaves_nothing() {
    let world = World::small_with("leaves-everything.py");
    let watch = watch(&world, &["--timeout", "10m"]);
    let pids = pids_in(&world.path("pids"));
    interrupt(watch, &world);
    wait_until_gone(&pids);
}

#[test]
fn every_round_of_ndjson_is_written_as_lines() {
    let world = world().with_case("hello", "1", "1");
    let watch = watch(&world, &["--format", "ndjson"]);
    let rounds = || world.read("out").matches("run_finished").count();
    wait_until("the first round", || rounds() == 1);
    // The watch may not be waiting yet; a save during a run is not lost.
    fs::write(world.path("ws/source.txt"), "saved").expect("a file");
    wait_until("the second round", || rounds() == 2);
    interrupt(watch, &world);
    for line in world.read("out").lines() {
        serde_json::from_str::<serde_json::Value>(line).expect("each line is JSON");
    }
}
