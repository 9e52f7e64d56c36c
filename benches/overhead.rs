//! What the harness costs beyond running the programs.
//!
//! `cargo bench --bench overhead` grades 2,000 cases with a trivial compiled program and two jobs,
//! beside a bare loop that honours the same contract (own session, a private case file in a folder
//! of its own, three pipes), and beside itself with programs that are held in, in turn and in one
//! process. Prints the ratios of the medians, and what `--version` and loading the built-in course
//! cost.
#![allow(unsafe_code, clippy::print_stdout)]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const CASES: usize = 2_000;
const ROUNDS: usize = 5;
const JOBS: usize = 2;
const BINARY: &str = env!("CARGO_BIN_EXE_theinference");
const ANSWER: &[u8] = b"{\"answer\":42}";

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = build_program(folder.path());
    write_course(folder.path());
    let (mut ours, mut loops, mut held) = (Vec::new(), Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let bare = timed(|| bare_loop(folder.path(), &program));
        let none = timed(|| grade(folder.path(), &program, "none"));
        let standard = timed(|| grade(folder.path(), &program, "standard"));
        println!("round {round}: loop {bare:?}, theinference {none:?}, held in {standard:?}");
        loops.push(bare);
        ours.push(none);
        held.push(standard);
    }
    let (ours, bare, held) = (median(ours), median(loops), median(held));
    let ratio = |one: Duration, other: Duration| one.as_secs_f64() / other.as_secs_f64();
    println!("{CASES} cases, {JOBS} jobs: loop {bare:?}, theinference {ours:?}, held in {held:?}");
    println!("ratio {:.3} (goal 1.25)", ratio(ours, bare));
    println!("isolation standard beside none: ratio {:.3} (goal 1.3)", ratio(held, ours));
    let empty = tempfile::tempdir().expect("a folder");
    let start = |words: &'static [&str]| {
        median((0..50).map(|_| command(BINARY, words, empty.path())).collect())
    };
    let bare = median((0..50).map(|_| command("/bin/true", &[], empty.path())).collect());
    println!("/bin/true {bare:?}");
    println!("--version {:?} (goal 5 ms)", start(&["--version"]));
    println!("list, built-in course {:?} (goal 5 ms)", start(&["list"]));
}

fn timed(work: impl FnOnce()) -> Duration {
    let since = Instant::now();
    work();
    since.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn command(program: &str, words: &[&str], folder: &Path) -> Duration {
    timed(|| {
        let output = Command::new(program).args(words).current_dir(folder).output();
        assert!(output.expect("a start").status.success());
    })
}

fn build_program(folder: &Path) -> PathBuf {
    let program = folder.join("answer");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/answer.rs");
    let built = Command::new("rustc").arg("-O").arg(source).arg("-o").arg(&program).status();
    assert!(built.expect("rustc").success());
    program
}

fn write_course(folder: &Path) {
    let write = |path: PathBuf, text: &[u8]| {
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    };
    write(folder.join("stages/course.json"), br#"{"title": "Bench", "stages": ["many"]}"#);
    write(folder.join("stages/many/stage.json"), br#"{"title": "Many", "mode": "answer"}"#);
    write(folder.join("stages/many/README.md"), b"Answers.\n");
    for number in 0..CASES {
        let case = folder.join(format!("fixtures/many/c{number:04}"));
        write(case.join("case.json"), format!("{{\"number\": {number}}}").as_bytes());
        write(case.join("expected.json"), ANSWER);
    }
}

fn grade(folder: &Path, program: &Path, level: &str) {
    let mut command = Command::new(BINARY);
    command.current_dir(folder).args(["test", "--jobs", &JOBS.to_string()]);
    command.args(["--isolate", level, "--program"]);
    let output = command.arg(program).output().expect("a start");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

fn bare_loop(folder: &Path, program: &Path) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..JOBS {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= CASES {
                        return;
                    }
                    run_case(&folder.join(format!("fixtures/many/c{number:04}")), program);
                }
            });
        }
    });
}

fn run_case(case: &Path, program: &Path) {
    let input = fs::read(case.join("case.json")).expect("a case");
    let expected = fs::read(case.join("expected.json")).expect("an expectation");
    let private = tempfile::tempdir().expect("a folder");
    let copy = private.path().join("case.json");
    fs::write(&copy, &input).expect("a copy");
    let mut command = Command::new(program);
    command.arg("answer").arg(&copy);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // SAFETY: `setsid` is a system call only; it neither allocates nor takes a lock.
    unsafe { command.pre_exec(|| rustix::process::setsid().map(drop).map_err(Into::into)) };
    let mut child = command.spawn().expect("a start");
    // The program may have ended without reading.
    let _ = child.stdin.take().expect("stdin").write_all(&input);
    let (mut answer, mut log) = (Vec::new(), Vec::new());
    child.stdout.take().expect("stdout").read_to_end(&mut answer).expect("an answer");
    child.stderr.take().expect("stderr").read_to_end(&mut log).expect("a log");
    assert!(child.wait().expect("an end").success());
    assert_eq!(answer.trim_ascii(), expected);
}
