//! `--watch` on a terminal: what keys do, and that the terminal is given back.

use std::fs;
use std::path::Path;
use std::process::Command;

use rustix::process::Signal;

use crate::processes::{is_alive, pids_in, send, wait_until, wait_until_gone};
use crate::pty::OnTerminal;
use crate::world::World;

/// Two stages: `hello` with the cases `main` and `other`, and `more` with one.
fn world(script: &str) -> World {
    World::small()
        .with("course/stages/course.json", r#"{"title": "Demo", "stages": ["hello", "more"]}"#)
        .with_case("hello", "1", "1")
        .with_case("hello/other", "2", "2")
        .with_stage("more", "More of it", "")
        .with_case("more", "3", "3")
        .with_script(script)
}

const RIGHT: &str = "#!/bin/sh\ncat \"$2\"\n";
const WRONG: &str = "#!/bin/sh\necho '{\"a\": 1, \"b\": 2}'\n";

fn watch(world: &World, words: &[&str]) -> OnTerminal {
    let mut command = world.command(&[&["test", "--watch"], words].concat());
    OnTerminal::start(command.env("PIDS", world.path("pids")))
}

fn deaf() -> World {
    World::small_with("leaves-everything.py")
}

#[test]
fn enter_runs_again_and_q_ends_with_the_code_of_the_last_run() {
    let world = world(WRONG);
    let mut terminal = watch(&world, &["--stage", "hello"]);
    terminal.wait_for(&["2 failed", "run 1 of the files as they were at the start", "q quit"]);
    terminal.type_keys("\r");
    terminal.wait_for(&["run 2 of"]);
    fs::write(world.path("ws/your_program.sh"), RIGHT).expect("a save");
    terminal.wait_for(&["2 passed", "run 3 of save 1 (your_program.sh) · fixed 2"]);
    terminal.type_keys("q");
    assert_eq!(terminal.end().code(), Some(0));
}

#[test]
fn the_keys_do_what_the_legend_says() {
    let world = world(WRONG);
    let terminal = watch(&world, &["--stage", "hello"]);
    terminal.wait_for(&[
        "Enter run again · a all stages · f failing only · d every difference · → next stage",
        "? more",
        "q quit",
    ]);
    terminal.type_keys("a");
    terminal.wait_for(&["3 failed", "a only hello"]);
    terminal.type_keys("a");
    terminal.wait_for(&["2 failed", "a all stages"]);
    terminal.type_keys("\x1b[C");
    terminal.wait_for(&["More of it", "1 failed", "← previous stage"]);
    terminal.type_keys("\x1b[D");
    terminal.wait_for(&["Hello", "2 failed", "→ next stage"]);
    terminal.type_keys("n");
    terminal.wait_for(&["hello / main", "failure 1 of 2"]);
    terminal.type_keys("n");
    terminal.wait_for(&["hello / other", "failure 2 of 2"]);
    assert!(!terminal.screen().contains("hello / main"));
    terminal.type_keys("p");
    terminal.wait_for(&["hello / main", "failure 1 of 2"]);
    terminal.type_keys("h");
    terminal.wait_for(&["hello/main", "What to do", "See also"]);
    terminal.type_keys("?");
    terminal.wait_for(&["n next failure", "watched: 12 files in", "not watched", ".theinference"]);
    terminal.type_keys("q");
}

#[test]
fn keys_that_mean_nothing_do_nothing_and_keep_none_from_being_heard() {
    let world = world(RIGHT);
    let terminal = watch(&world, &["--stage", "hello"]);
    terminal.wait_for(&["run 1", "q quit"]);
    // Ctrl-S, a paste, broken UTF-8, keys of the function row, an escape alone.
    terminal.type_keys("\x13xyz\u{e9}\x1b[200~12345\x1b[201~\x1bOP\x1b[15~\t\x1b");
    terminal.type_keys("\r");
    terminal.wait_for(&["run 2", "q quit"]);
    terminal.type_keys("q");
}

#[test]
fn failing_only_runs_what_failed_and_everything_again_once_that_passes() {
    let world = world("#!/bin/sh\n[ \"$(cat)\" = 2 ] || echo 1\n");
    let terminal = watch(&world, &["--stage", "hello"]);
    terminal.wait_for(&["1 failed, 1 passed", "f failing only"]);
    terminal.type_keys("f");
    terminal.wait_for(&["f all cases", "FAIL hello / other"]);
    assert!(!terminal.screen().contains("passed"));
    fs::write(world.path("ws/your_program.sh"), RIGHT).expect("a save");
    terminal.wait_for(&["2 passed", "fixed 1"]);
    assert!(!terminal.screen().contains("f all cases") && !terminal.screen().contains("f failing"));
    terminal.type_keys("q");
}

#[test]
fn every_difference_is_shown_and_the_first_ones_again() {
    let array = |n: usize| (0..n).map(|i| (i * i).to_string()).collect::<Vec<_>>().join(", ");
    let world = world(&format!("#!/bin/sh\necho '[{}]'\n", array(40))).with_case(
        "hello",
        "1",
        &format!("[{}]", array(41).replace(", ", ".5, ")),
    );
    let terminal = watch(&world, &["--case", "main", "--stage", "hello"]);
    terminal.wait_for(&["more differences; --all shows them", "d every difference"]);
    terminal.type_keys("d");
    terminal.wait_for(&["d first differences"]);
    assert!(!terminal.screen().contains("--all shows them"));
    terminal.type_keys("d");
    terminal.wait_for(&["--all shows them", "d every difference"]);
    terminal.type_keys("q");
}

#[test]
fn without_a_stage_the_learner_is_followed_and_stays_until_the_key_moves_on() {
    let world = world("#!/bin/sh\n[ \"$(cat)\" = 3 ] || cat \"$2\"\n");
    let mut terminal = watch(&world, &[]);
    terminal.wait_for(&["Hello", "2 passed", "next: More of it", "→ next stage"]);
    terminal.type_keys("\r");
    terminal.wait_for(&["run 2", "Hello", "2 passed"]);
    terminal.type_keys("\x1b[C");
    terminal.wait_for(&["More of it", "1 failed", "← previous stage"]);
    terminal.type_keys("q");
    assert_eq!(terminal.end().code(), Some(1));
    // Who comes back goes on where he was.
    let terminal = watch(&world, &[]);
    terminal.wait_for(&["More of it", "1 failed", "q quit"]);
    terminal.type_keys("q");
}

#[test]
fn the_case_that_failed_is_shown_first_the_next_time() {
    let world = world("#!/bin/sh\n[ \"$(cat)\" = 2 ] || cat \"$2\"\n");
    let terminal = watch(&world, &["--stage", "hello", "-v"]);
    terminal.wait_for(&["q quit"]);
    let order = |screen: &str| (screen.find("hello / main"), screen.find("hello / other"));
    let (main, other) = order(&terminal.screen());
    assert!(main < other, "{}", terminal.screen());
    terminal.type_keys("\r");
    terminal.wait_for(&["run 2", "q quit"]);
    let (main, other) = order(&terminal.screen());
    assert!(other < main, "{}", terminal.screen());
    terminal.type_keys("q");
}

#[test]
fn a_program_that_loops_is_counted_down_ended_and_the_next_save_works() {
    let world = world("#!/bin/sh\nwhile :; do :; done\n");
    let terminal = watch(&world, &["--stage", "hello", "--case", "main", "--timeout", "3s"]);
    terminal.wait_for(&["hello/main runs; it is ended in 2 s"]);
    terminal.wait_for(&["timeout", "1 failed", "q quit"]);
    fs::write(world.path("ws/your_program.sh"), RIGHT).expect("a save");
    terminal.wait_for(&["1 passed", "fixed 1", "q quit"]);
    terminal.type_keys("q");
}

#[test]
fn a_key_during_a_run_ends_it_however_often() {
    let world = world("#!/bin/sh\necho run >> ../runs\nexec sleep 600\n");
    let terminal = watch(&world, &["--stage", "hello", "--case", "main"]);
    for run in 1..=6 {
        wait_until("it runs", || world.path("runs").exists());
        wait_until("it runs", || world.read("runs").lines().count() == run);
        terminal.type_keys("\r");
    }
    wait_until("it runs", || world.read("runs").lines().count() == 7);
    terminal.type_keys("q");
}

#[test]
fn the_terminal_is_given_back_and_nothing_is_left_whatever_ends_the_watch() {
    type Ending = (&'static str, fn(&OnTerminal), i32);
    let endings: [Ending; 4] = [
        ("Ctrl-C", |terminal| terminal.type_keys("\x03"), 130),
        ("INT", |terminal| terminal.send(Signal::INT), 130),
        ("TERM", |terminal| terminal.send(Signal::TERM), 143),
        ("HUP", |terminal| terminal.send(Signal::HUP), 129),
    ];
    for (name, end, code) in endings {
        let world = deaf();
        let mut terminal = watch(&world, &["--timeout", "10m"]);
        terminal.wait_for_keys();
        let pids = pids_in(&world.path("pids"));
        end(&terminal);
        assert_eq!(terminal.end().code(), Some(code), "{name}: {}", terminal.written());
        wait_until_gone(&pids);
        assert_eq!(terminal.modes(), OnTerminal::start(&Command::new("true")).modes(), "{name}");
    }
}

#[test]
fn a_kill_of_the_watch_leaves_no_program_behind() {
    let world = deaf();
    let mut terminal = watch(&world, &["--timeout", "10m"]);
    let pids = pids_in(&world.path("pids"));
    terminal.send(Signal::KILL);
    terminal.end();
    wait_until_gone(&pids);
}

/// A shell with jobs that starts the watch through a launcher, which can be killed.
fn launched(world: &World) -> (OnTerminal, u32, u32) {
    let command = world.command(&["test", "--watch", "--timeout", "10m"]);
    let binary = Path::new(command.get_program()).display().to_string();
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    let launcher = format!(
        "echo $$ > {0}; {binary} {1} < /dev/tty & echo $! > {0}.watch; wait",
        world.path("launcher").display(),
        words.join(" ")
    );
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("set -m; sh -c '{launcher}'; sleep 600")]);
    shell.current_dir(world.path("ws")).env("PIDS", world.path("pids"));
    shell.env("TMPDIR", world.path("tmp"));
    let terminal = OnTerminal::start(&shell);
    let launcher = pids_in(&world.path("launcher"))[0];
    wait_until("the watch is started", || world.path("launcher.watch").exists());
    wait_until("its number is written", || !world.read("launcher.watch").trim().is_empty());
    (terminal, launcher, pids_in(&world.path("launcher.watch"))[0])
}

#[test]
fn a_watch_whose_launcher_is_killed_ends() {
    let world = deaf();
    let (_terminal, launcher, watch) = launched(&world);
    let pids = pids_in(&world.path("pids"));
    assert!(is_alive(watch));
    send(launcher, Signal::KILL);
    wait_until_gone(&[watch]);
    wait_until_gone(&pids);
}

#[test]
fn a_watch_that_is_stopped_gives_the_terminal_back_and_takes_it_again() {
    let world = world(RIGHT);
    let command = world.command(&["test", "--watch", "--stage", "hello"]);
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    let mut shell = Command::new("bash");
    shell.args(["--norc", "--noprofile", "-i"]).current_dir(world.path("ws")).env("PS1", "at> ");
    let terminal = OnTerminal::start(&shell);
    terminal.wait_for(&["at> "]);
    let binary = Path::new(command.get_program()).display();
    terminal.type_keys(&format!("{binary} {}\r", words.join(" ")));
    terminal.wait_for(&["run 1", "q quit"]);
    terminal.type_keys("\x1a");
    terminal.wait_for(&["Stopped"]);
    terminal.type_keys("stty -a\r");
    terminal.wait_for(&[" icanon", " echo "]);
    assert!(!terminal.screen().contains("-icanon"), "{}", terminal.screen());
    terminal.type_keys("fg\r");
    wait_until("it goes on", || terminal.written().matches("--stage hello").count() > 1);
    terminal.wait_for_keys();
    terminal.type_keys("\r");
    terminal.wait_for(&["run 2", "q quit"]);
    terminal.type_keys("q");
}
