//! `--watch` without a terminal: which changes of files start how many runs.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use rustix::process::Signal;

use crate::processes::{Running, wait_until};
use crate::world::{LONG, World};

/// A watch of the small course, and how many rounds of it were waited for.
struct Watching {
    world: World,
    running: Running,
    rounds: usize,
}

/// A program that leaves a line outside the workspace each time it runs, and answers rightly.
const RUNS: &str = "#!/bin/sh\necho run >> ../runs\n";

impl Watching {
    /// Starts a watch and waits for its first run.
    #[track_caller]
    fn new(world: World, words: &[&str]) -> Self {
        let file = |name| File::create(world.path(name)).expect("a file for the output");
        let mut command = world.command(&[&["test", "--watch"], words].concat());
        let running = Running::start(command.stdout(file("out")).stderr(file("err")));
        let mut watching = Self { world, running, rounds: 0 };
        watching.next_round();
        watching
    }

    /// Waits for the end of one more run.
    #[track_caller]
    fn next_round(&mut self) {
        self.rounds += 1;
        let since = Instant::now();
        while self.world.read("err").matches("waiting for a change").count() < self.rounds {
            let (out, err) = (self.world.read("out"), self.world.read("err"));
            assert!(since.elapsed() < LONG, "no round {}: {out}{err}", self.rounds);
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.world.path("ws").join(name)
    }

    /// Waits until the clock of new files, which goes in steps, shows a later time than that of the
    /// last run's end, as it does for whatever a person does.
    fn wait_for_the_clock(&self) {
        let now = SystemTime::now();
        wait_until("time passes", || {
            let file = tempfile::NamedTempFile::new_in(self.world.path("")).expect("a file");
            let made = file.as_file().metadata().and_then(|found| found.modified());
            made.expect("a time") > now
        });
    }

    fn save(&self, name: &str, text: &str) {
        self.wait_for_the_clock();
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
        fs::write(path, text).expect("a save");
    }

    fn shell(&self, line: &str) {
        self.wait_for_the_clock();
        shell(&self.world, line);
    }

    fn runs(&self) -> usize {
        self.world.read("runs").lines().count()
    }

    /// No run but this many was started, and a save that is made now starts one more.
    #[track_caller]
    fn only(&mut self, runs: usize) {
        let name = format!("after-{runs}.txt");
        self.save(&name, "saved");
        wait_until("the last save is heard of", || self.world.read("out").contains(&name));
        self.rounds = self.world.read("err").matches("waiting for a change").count();
        assert_eq!(self.runs(), runs + 1, "{}", self.world.read("out"));
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.running.send(Signal::INT);
        self.running.end();
    }
}

/// Runs a line of shell in the workspace.
fn shell(world: &World, line: &str) {
    let mut shell = Command::new("sh");
    let names = ["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|name| (name, "n"));
    let mails = ["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|name| (name, "n@example.org"));
    shell.args(["-ec", line]).current_dir(world.path("ws")).envs(names).envs(mails);
    assert!(shell.output().expect("a shell").status.success(), "{line}");
}

fn world() -> World {
    World::small().with_case("hello", "1", "1").with_script(format!("{RUNS}echo 1\n"))
}

fn watching() -> Watching {
    Watching::new(world(), &[])
}

#[test]
fn a_burst_of_two_hundred_files_is_one_run() {
    let mut watching = watching();
    watching.shell("for n in $(seq 200); do echo 1 > $n.py; done");
    watching.next_round();
    // On a machine that is busy elsewhere a burst may have gaps, but never that many.
    assert!(watching.runs() <= 4, "{}", watching.world.read("out"));
}

#[test]
fn a_checkout_of_another_branch_is_one_run_of_its_files() {
    let world = world();
    shell(
        &world,
        "git init -q -b one; for n in $(seq 200); do echo one > $n.py; done; git add .; \
         git commit -qm one; git checkout -qb two; for n in $(seq 200); do echo two > $n.py; done; \
         git commit -qam two",
    );
    let mut watching = Watching::new(world, &[]);
    watching.shell("git checkout -q one");
    watching.next_round();
    assert!(watching.world.read("out").contains("run 2 of save 1 (1.py and 199 more)"));
    watching.only(2);
}

#[test]
fn saves_at_a_rebase_that_waits_for_a_person_are_run_at_once() {
    let world = world();
    shell(
        &world,
        "git init -q -b one; echo 0 > x.py; git add .; git commit -qm zero; git checkout -qb two; \
         echo 2 > x.py; git commit -qam two; git checkout -q one; echo 1 > x.py; \
         git commit -qam one; ! git rebase two",
    );
    assert!(world.path("ws/.git/rebase-merge").exists());
    let mut watching = Watching::new(world, &[]);
    watching.save("x.py", "mended");
    watching.next_round();
    watching.only(2);
}

#[test]
fn editors_that_write_in_place_or_rename_and_sed_make_one_run_each() {
    let mut watching = watching();
    watching.save("x.py", "1");
    watching.next_round();
    watching.shell("sed -i s/1/2/ x.py");
    watching.next_round();
    // As vim does it with its backup files.
    watching.shell(
        "echo > 4913; rm 4913; mv x.py x.py~; echo 3 > x.py; rm x.py~; echo > .x.py.swp; rm .x.py.swp",
    );
    watching.next_round();
    watching.shell("echo 4 > .x.py.tmp; mv .x.py.tmp x.py");
    watching.next_round();
    watching.only(5);
}

#[test]
fn the_same_content_again_and_a_touch_start_nothing_and_a_mode_does() {
    let mut watching = watching();
    watching.save("your_program.sh", &format!("{RUNS}echo 1\n"));
    watching.shell("touch your_program.sh");
    watching.only(1);
    watching.shell("chmod -x your_program.sh");
    watching.next_round();
    assert!(watching.world.read("out").contains("could not start"));
}

#[test]
fn a_new_folder_with_a_file_in_it_is_seen() {
    let mut watching = watching();
    watching.save("new/deep/x.py", "1");
    watching.next_round();
    watching.save("new/deep/x.py", "2");
    watching.next_round();
    watching.only(3);
}

#[test]
fn a_save_during_a_run_ends_it_and_the_new_one_is_of_what_was_saved() {
    let slow = format!("{RUNS}sleep 600\n");
    let world = world().with_script(format!("{RUNS}echo 1\n"));
    let mut watching = Watching::new(world, &[]);
    watching.save("your_program.sh", &slow);
    wait_until("the slow program runs", || watching.runs() == 2);
    watching.save("your_program.sh", &format!("{RUNS}echo 1 # mended\n"));
    watching.next_round();
    let out = watching.world.read("out");
    assert!(out.contains("ended early: a file was saved"), "{out}");
    assert!(out.contains("run 3 of save 2 (your_program.sh)"), "{out}");
    watching.only(3);
}

/// A watch of a program that writes a file in each run, once that was told.
#[track_caller]
fn watching_a_program_that_writes() -> Watching {
    let world = World::small()
        .with_case("hello", "1", "1")
        .with_script(format!("{RUNS}date +%N > cache.txt\necho 1\n"));
    let watching = Watching::new(world, &[]);
    wait_until("it is told", || {
        watching.world.read("err").contains("files like it no longer count")
    });
    watching
}

#[test]
fn a_file_that_the_program_makes_starts_one_more_run_and_a_word_about_it() {
    let mut watching = watching_a_program_that_writes();
    watching.only(2);
}

#[test]
fn what_the_program_makes_is_still_known_after_the_settings_changed() {
    let mut watching = watching_a_program_that_writes();
    watching.save("theinference.json", r#"{"watch": {"ignore": ["*.tmp"]}}"#);
    wait_until("it is heard of", || {
        watching.world.read("out").contains("save 1 (theinference.json)")
    });
    watching.only(3);
}

#[test]
fn saves_every_300_ms_still_produce_results() {
    let world = world().with_script(format!("{RUNS}sleep 1\necho 1\n"));
    let watching = Watching::new(world, &[]);
    let since = Instant::now();
    let finished = || watching.world.read("out").matches("run finished").count();
    let before = finished();
    let mut saves = 0;
    while since.elapsed() < Duration::from_secs(10) {
        saves += 1;
        watching.save("x.py", &saves.to_string());
        thread::sleep(Duration::from_millis(300));
    }
    assert!(finished() > before, "{}", watching.world.read("out"));
    assert!(watching.world.read("out").contains("; out of date"), "{}", watching.world.read("out"));
}

#[test]
fn a_writer_that_never_rests_starts_runs_all_the_same() {
    let watching = watching();
    let since = Instant::now();
    let mut writes = 0;
    while watching.runs() < 2 {
        assert!(since.elapsed() < Duration::from_secs(60), "no run");
        writes += 1;
        watching.save("x.py", &writes.to_string());
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_source_that_is_saved_during_five_runs_in_a_row_is_never_left_out() {
    let world = world().with_script(format!("{RUNS}sleep 0.3\necho 1\n")).with("ws/x.py", "0");
    let mut watching = Watching::new(world, &[]);
    for n in 1..=5 {
        let runs = watching.runs();
        watching.save("x.py", &format!("{n}"));
        wait_until("it runs", || watching.runs() > runs);
    }
    watching.save("x.py", "the last one");
    wait_until("the last save is run", || watching.world.read("out").contains("save 6 (x.py)"));
    assert!(!watching.world.read("err").contains("no longer count"));
    watching.rounds = 0;
}

#[test]
fn a_stage_that_is_removed_and_made_again_and_a_course_that_is_moved_are_followed() {
    let mut watching = watching();
    let (course, away) = (watching.world.path("course"), watching.world.path("away"));
    let stage = course.join("fixtures/hello");
    fs::remove_dir_all(&stage).expect("it can be removed");
    watching.next_round();
    fs::create_dir(&stage).expect("a folder");
    fs::write(stage.join("case.json"), "1").expect("a case");
    fs::write(stage.join("expected.json"), "1").expect("an answer");
    wait_until("it is graded", || watching.world.read("out").matches("1 passed").count() == 2);
    let problems = || watching.world.read("err").matches("error: ").count();
    let before = problems();
    fs::rename(&course, &away).expect("it can be moved");
    wait_until("that it is gone is told", || problems() > before);
    fs::rename(&away, &course).expect("it can be moved back");
    wait_until("it is graded again", || {
        watching.world.read("out").matches("1 passed").count() == 3
    });
}

#[test]
fn settings_and_the_build_step_take_effect_with_the_next_run() {
    let mut watching = watching();
    watching.save("theinference.json", r#"{"build": "echo no >&2; exit 3"}"#);
    watching.next_round();
    let out = watching.world.read("out");
    assert!(out.contains("did not build") && out.contains("build| no"), "{out}");
    watching.save("theinference.json", r#"{"watch": {"ignore": ["*.txt"]}}"#);
    watching.next_round();
    watching.save("ignored.txt", "1");
    watching.save("x.py", "1");
    watching.next_round();
    let out = watching.world.read("out");
    assert!(out.contains("save 3 (x.py)"), "{out}");
}

#[test]
fn a_compiler_that_writes_what_runs_is_followed_although_that_is_ignored() {
    let world = world()
        .with("ws/.gitignore", "dist/\n")
        .with("ws/theinference.json", r#"{"program": ["sh", "dist/main.sh"]}"#)
        .with("ws/dist/main.sh", format!("{RUNS}. dist/lib/answer.sh\n"))
        .with("ws/dist/lib/answer.sh", "echo 1\n");
    let mut watching = Watching::new(world, &[]);
    watching.save("dist/lib/answer.sh", "echo 2\n");
    watching.next_round();
    assert!(watching.world.read("out").contains("1 failed"));
}

#[test]
fn what_a_build_step_makes_starts_no_run() {
    let world = world()
        .with("ws/.gitignore", "dist/\n")
        .with("ws/dist/main.sh", "")
        .with("ws/main.sh", format!("{RUNS}echo 1\n"))
        .with(
            "ws/theinference.json",
            r#"{"program": ["sh", "dist/main.sh"], "build": "cp main.sh dist/main.sh"}"#,
        );
    let mut watching = Watching::new(world, &[]);
    watching.save("main.sh", &format!("{RUNS}echo 2\n"));
    watching.next_round();
    assert!(watching.world.read("out").contains("1 failed"));
    watching.only(2);
}

#[test]
fn where_our_own_output_goes_is_no_change() {
    let world = world();
    let out = File::create(world.path("ws/out.txt")).expect("a file");
    let err = File::create(world.path("err")).expect("a file");
    let mut command = world.command(&["test", "--watch"]);
    let running = Running::start(command.stdout(out).stderr(err));
    File::create(world.path("out")).expect("a file");
    let mut watching = Watching { world, running, rounds: 0 };
    watching.next_round();
    watching.save("x.py", "1");
    watching.next_round();
    assert_eq!(watching.runs(), 2);
}

#[test]
fn changes_are_looked_for_when_that_is_asked_for() {
    let mut watching = Watching::new(world(), &["--poll"]);
    watching.save("x.py", "1");
    watching.next_round();
    assert_eq!(watching.runs(), 2);
}

#[test]
fn an_old_lock_of_git_holds_nothing_up() {
    let mut watching = watching();
    watching.shell("git init -q");
    let lock = File::create(watching.path(".git/index.lock")).expect("a lock");
    lock.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("its time can be set");
    watching.save("x.py", "1");
    watching.next_round();
    watching.only(2);
}

#[test]
fn editors_can_read_where_each_run_begins_and_ends_and_what_failed() {
    let world = World::small().with_case("hello", "1", "2").with_script("#!/bin/sh\necho 1\n");
    let watching = Watching::new(world, &[]);
    let out = watching.world.read("out");
    let place =
        ".theinference/last/hello/main/stdout:1:1: error: hello/main: the answer is 1 where 2";
    let begins = out.find("[theinference] run started").expect("a beginning");
    let fails = out.find(place).unwrap_or_else(|| panic!("no failure in {out}"));
    let ends = out.find("[theinference] run finished: 1 failed").expect("an end");
    assert!(begins < fails && fails < ends, "{out}");
}
