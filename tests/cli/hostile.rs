//! What programs and launchers have done to the harness once, and must not do again.

use std::process::Command;

use rustix::process::Signal;

use crate::processes::{Running, pids_in, wait_until, wait_until_gone};
use crate::ran::{Ran, texts};
use crate::world::World;

fn world(script: &str) -> World {
    World::small().with_case("hello", "1", "1").with_script(script)
}

#[test]
fn a_supervisor_that_the_program_stopped_is_not_waited_for() {
    let world = world("#!/bin/sh\necho $PPID $$ > ../pids\necho 1\nkill -STOP $PPID\nsleep 600\n");
    world.run(&["test"]).ends_with(5).says("the harness could not judge this case");
    wait_until_gone(&pids_in(&world.path("pids")));
    assert_eq!(world.names("tmp"), [""; 0]);
}

/// A Python program whose first thread ends while another one runs on, so that it looks dead.
const HEADLESS: &str = "#!/usr/bin/env python3\n\
    import ctypes, os, sys, threading, time\n\
    open('../pids', 'w').write(f'{os.getppid()} {os.getpid()}\\n')\n\
    print(1, flush=True)\n\
    threading.Thread(target=lambda: time.sleep(600)).start()\n\
    ctypes.CDLL(None).pthread_exit(None)\n";

#[test]
fn a_program_whose_first_thread_has_ended_is_killed_at_its_deadline() {
    let world = world(HEADLESS);
    world.run(&["test", "--timeout", "3s"]).ends_with(1).says("still running after 3 s");
    wait_until_gone(&pids_in(&world.path("pids")));
}

/// The command, started by Python after this line of it.
fn launched_after(world: &World, line: &str, words: &[&str]) -> Command {
    let launched = world.command(words);
    let mut command = Command::new("python3");
    let code = format!("import os, signal, sys\n{line}\nos.execvp(sys.argv[1], sys.argv[1:])");
    command.args(["-c", &code]).arg(launched.get_program()).args(launched.get_args());
    command.current_dir(world.path("ws"));
    for (name, value) in launched.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command
}

#[test]
fn a_launcher_that_ignores_the_ends_of_children_changes_no_verdict() {
    let world = world("#!/bin/sh\necho 1\n");
    let line = "signal.signal(signal.SIGCHLD, signal.SIG_IGN)";
    Ran::of(launched_after(&world, line, &["test"])).ends_with(0);
    Ran::of(launched_after(&world, line, &["run", "hello"])).ends_with(0);
}

const NEVER_ENDS: &str = "#!/bin/sh\necho $PPID $$ > ../pids\nexec sleep 600\n";

#[test]
fn an_interrupt_is_heard_although_a_launcher_blocked_it() {
    let world = world(NEVER_ENDS);
    let line = "signal.pthread_sigmask(signal.SIG_BLOCK, [1, 2, 15])";
    let mut harness =
        Running::start(&mut launched_after(&world, line, &["test", "--timeout", "10m"]));
    let pids = pids_in(&world.path("pids"));
    harness.send(Signal::INT);
    assert_eq!(harness.end().code(), Some(130));
    wait_until_gone(&pids);
}

#[test]
fn a_hangup_that_was_ignored_from_the_start_stays_ignored() {
    let world = world(
        "#!/bin/sh\necho $PPID $$ > ../pids\nwhile [ ! -e ../go ]; do sleep 0.05; done\necho 1\n",
    );
    let line = "signal.signal(signal.SIGHUP, signal.SIG_IGN)";
    let mut harness =
        Running::start(&mut launched_after(&world, line, &["test", "--timeout", "10m"]));
    let pids = pids_in(&world.path("pids"));
    harness.send(Signal::HUP);
    std::fs::write(world.path("go"), "").expect("a file");
    assert_eq!(harness.end().code(), Some(0));
    wait_until_gone(&pids);
}

#[test]
fn settings_that_are_a_pipe_are_refused_and_not_waited_for() {
    let world = world("#!/bin/sh\necho 1\n");
    let made = Command::new("mkfifo").arg(world.path("ws/theinference.json")).status();
    assert!(made.expect("mkfifo").success());
    for words in [&["test"][..], &["list"], &["show", "1"], &["run", "1"]] {
        world.run(words).ends_with(2).warns("`theinference.json` cannot be read: it is not a file");
    }
}

#[test]
fn no_format_passes_on_what_commands_a_terminal() {
    let world = world("#!/bin/sh\nprintf '\"\\302\\233 31m \\342\\200\\256 \\033[2J\"'\n");
    for words in [
        &["test"][..],
        &["test", "-v"],
        &["test", "--format", "json"],
        &["test", "--format", "ndjson"],
    ] {
        let output = world.command(words).output().expect("a start");
        let shown = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(shown).expect("text");
        let commands = text.chars().any(|it| (it.is_control() && it != '\n') || it == '\u{202e}');
        assert!(!commands, "{words:?} {text:?}");
    }
}

#[test]
fn a_message_about_a_program_does_not_pass_on_what_is_written_in_it() {
    let world = world("#!/nowhere\u{1b}[31m\necho 1\n");
    world.run(&["run", "hello"]).ends_with(3).warns("`/nowhere\\x1b[31m`");
}

#[test]
fn new_files_of_every_run_do_not_keep_the_watch_running_for_ever() {
    let world = world("#!/bin/sh\necho run >> ../runs\n: > \"made-by-$$.txt\"\necho 1\n");
    let mut command = world.command(&["test", "--watch"]);
    command.stdout(std::process::Stdio::null());
    command.stderr(std::fs::File::create(world.path("err")).expect("a file"));
    let mut harness = Running::start(&mut command);
    wait_until("it is told", || world.read("err").contains("files like it no longer count"));
    harness.send(Signal::INT);
    assert_eq!(harness.end().code(), Some(130));
    assert_eq!(world.read("runs").lines().count(), 2);
}

#[test]
fn one_warning_tells_that_the_files_of_failed_cases_are_not_kept() {
    let world = (0..5).fold(world("#!/bin/sh\necho 2\n"), |world, number| {
        world.with_case(&format!("hello/c{number}"), "1", "1")
    });
    let world = world.with("ws/.theinference", "not a folder");
    let report = world.run(&["test", "--format", "json", "--jobs", "1"]).ends_with(1).json();
    let cases = report["cases"].as_array().expect("cases");
    let warnings: Vec<_> = cases.iter().flat_map(|case| texts(&case["warnings"])).collect();
    assert_eq!((cases.len(), warnings.len()), (6, 1), "{warnings:?}");
}

/// A parent that starts two runs, as npm does and as a shell does, and ends while they are under way.
const LEAVES_TWO: &str = "npm_config_user_agent=npm theinference test --course ../course > ../npm 2>&1 &\n\
    theinference test --course ../course > ../shell 2>&1 &\n\
    while [ \"$(cat ../pids | wc -l)\" -lt 2 ]; do sleep 0.05; done";

#[test]
fn a_run_of_npm_ends_without_its_parent_and_another_goes_on() {
    let world = world(
        "#!/bin/sh\necho $PPID $$ >> ../pids\nwhile [ ! -e ../go ]; do sleep 0.05; done\necho 1\n",
    );
    let world = world.with("pids", "");
    Ran::of(world.shell(LEAVES_TWO)).ends_with(0);
    wait_until("the run of npm has ended", || world.read("npm").contains("interrupted"));
    std::fs::write(world.path("go"), "").expect("a file");
    wait_until("the other one has ended", || world.read("shell").contains("1 passed"));
    wait_until_gone(&pids_in(&world.path("pids")));
}
