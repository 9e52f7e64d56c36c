//! Whatever ends a run, nothing that it started is left.

use std::fs::File;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::Signal;

use crate::processes::{Running, is_alive, pids_in, send, wait_until, wait_until_gone};
use crate::world::World;

/// A program that starts processes in sessions of their own and never ends.
fn world() -> World {
    World::small_with("leaves-everything.py")
}

/// The command with its output in files, and the program told where to write its process ids.
fn told_where(world: &World, mut command: Command) -> Command {
    let file = |name| File::create(world.path(name)).expect("a file for the output");
    command.env("PIDS", world.path("pids")).stdout(file("out")).stderr(file("err"));
    command
}

/// The harness under way, and the ids of its supervisor, the program, and what that has started.
fn started(world: &World, words: &[&str]) -> (Running, Vec<u32>) {
    let mut command = told_where(world, world.command(words));
    let harness = Running::start(&mut command);
    let pids = pids_in(&world.path("pids"));
    assert_eq!(pids.len(), 4);
    assert!(pids.iter().all(|pid| is_alive(*pid)), "{pids:?}");
    (harness, pids)
}

const WORDS: [&str; 5] = ["test", "--timeout", "10m", "--format", "json"];

#[track_caller]
fn nothing_is_left(world: &World, pids: &[u32]) {
    wait_until_gone(pids);
    wait_until("the private folders are gone", || world.names("tmp").is_empty());
}

#[test]
fn killing_the_harness_leaves_no_process_and_no_folder() {
    let world = world();
    let (mut harness, pids) = started(&world, &WORDS);
    harness.send(Signal::KILL);
    harness.end();
    nothing_is_left(&world, &pids);
}

#[test]
fn killing_the_harness_during_the_build_leaves_no_process() {
    let world = World::small_with("right.sh")
        .with("ws/theinference.json", r#"{"build": "echo $PPID $$ > \"$PIDS\"; sleep 600"}"#);
    let harness = Running::start(&mut told_where(&world, world.command(&WORDS)));
    wait_until("the build has started", || {
        std::fs::read_to_string(world.path("pids")).is_ok_and(|text| text.ends_with('\n'))
    });
    let pids = pids_in(&world.path("pids"));
    harness.send(Signal::KILL);
    nothing_is_left(&world, &pids);
}

#[test]
fn a_timeout_leaves_no_process_and_no_folder() {
    let world = world();
    let words = ["test", "--timeout", "6s", "--format", "json"];
    let mut harness = Running::start(&mut told_where(&world, world.command(&words)));
    assert_eq!(harness.end().code(), Some(1), "{}", world.read("err"));
    nothing_is_left(&world, &pids_in(&world.path("pids")));
}

#[track_caller]
fn ends_at(signal: Signal, code: i32) {
    let world = world();
    let (mut harness, pids) = started(&world, &WORDS);
    harness.send(signal);
    assert_eq!(harness.end().code(), Some(code), "{}", world.read("err"));
    // All is cleared up before the harness ends.
    assert!(!pids.iter().any(|pid| is_alive(*pid)), "{pids:?}");
    assert_eq!(world.names("tmp"), [""; 0]);
    let report: serde_json::Value =
        serde_json::from_str(&world.read("out")).expect("the report is whole");
    assert_eq!(report["summary"]["cancelled"], true, "{report}");
}

#[test]
fn an_interrupt_ends_the_run_and_leaves_nothing() {
    ends_at(Signal::INT, 130);
}

#[test]
fn a_request_to_end_ends_the_run_and_leaves_nothing() {
    ends_at(Signal::TERM, 143);
}

#[test]
fn a_hangup_ends_the_run_and_leaves_nothing() {
    ends_at(Signal::HUP, 129);
}

/// Sends a signal to the harness and all that is in its group, as a terminal does.
fn to_the_group(signal: Signal) -> (World, Vec<u32>, Option<i32>) {
    let world = world();
    let mut command = told_where(&world, world.command(&WORDS));
    let mut harness = Running::start(command.process_group(0));
    let pids = pids_in(&world.path("pids"));
    harness.send_to_group(signal);
    let code = harness.end().code();
    (world, pids, code)
}

#[test]
fn killing_the_whole_group_of_the_harness_leaves_nothing() {
    let (world, pids, code) = to_the_group(Signal::KILL);
    assert_eq!(code, None);
    nothing_is_left(&world, &pids);
}

#[test]
fn an_interrupt_of_the_whole_group_leaves_nothing() {
    let (world, pids, code) = to_the_group(Signal::INT);
    assert_eq!(code, Some(130), "{}", world.read("err"));
    nothing_is_left(&world, &pids);
}

#[test]
fn an_interrupted_run_says_so_to_people() {
    let world = world();
    let (mut harness, _) = started(&world, &["test", "--timeout", "10m"]);
    harness.send(Signal::INT);
    assert_eq!(harness.end().code(), Some(130));
    assert!(world.read("out").contains("interrupted: "), "{}", world.read("out"));
}

#[test]
fn an_interrupted_raw_run_leaves_nothing() {
    let world = world();
    let (mut harness, pids) = started(&world, &["run", "hello", "--timeout", "10m"]);
    harness.send(Signal::INT);
    assert_eq!(harness.end().code(), Some(130), "{}", world.read("err"));
    nothing_is_left(&world, &pids);
}

/// The first case hangs and its supervisor gets a signal; the second is answered at once.
fn supervisor_gets(signal: Signal, jobs: &str) -> (World, Vec<u32>, Option<i32>) {
    let world = world().with_case("hello/next", r#"{"answer": 7}"#, "7");
    let words = [&WORDS[..], &["--jobs", jobs]].concat();
    let (mut harness, pids) = started(&world, &words);
    send(pids[0], signal);
    let code = harness.end().code();
    (world, pids, code)
}

#[test]
fn killing_the_supervisor_is_an_error_of_that_run_alone_and_leaves_nothing() {
    let (world, pids, code) = supervisor_gets(Signal::KILL, "1");
    assert_eq!(code, Some(5), "{}", world.read("err"));
    assert!(!pids.iter().any(|pid| is_alive(*pid)), "{pids:?}");
    assert_eq!(world.names("tmp"), [""; 0]);
    let report: serde_json::Value = serde_json::from_str(&world.read("out")).expect("a report");
    let verdict = |at: usize| report["cases"][at]["verdict"].clone();
    assert_eq!((verdict(0), verdict(1)), ("error".into(), "pass".into()), "{report}");
    let message = &report["cases"][0]["messages"][0];
    assert!(message.as_str().is_some_and(|text| text.contains("supervisor died")), "{report}");
    assert_eq!(report["summary"]["errors"], 1);
}

#[test]
fn killing_one_supervisor_of_several_leaves_the_others_at_work() {
    let (world, pids, code) = supervisor_gets(Signal::KILL, "8");
    assert_eq!(code, Some(5), "{}", world.read("err"));
    nothing_is_left(&world, &pids);
    let report: serde_json::Value = serde_json::from_str(&world.read("out")).expect("a report");
    assert_eq!(report["cases"][1]["verdict"], "pass", "{report}");
}

#[test]
fn stopping_the_supervisor_is_an_error_of_that_run_alone_and_leaves_nothing() {
    let (world, pids, code) = supervisor_gets(Signal::STOP, "1");
    assert_eq!(code, Some(5), "{}", world.read("err"));
    nothing_is_left(&world, &pids);
    let report: serde_json::Value = serde_json::from_str(&world.read("out")).expect("a report");
    let verdict = |at: usize| report["cases"][at]["verdict"].clone();
    assert_eq!((verdict(0), verdict(1)), ("error".into(), "pass".into()), "{report}");
}
