//! Every program in `tests/programs/hostile/`, at every level of isolation, as root and as an
//! ordinary user, against what it says of itself. `--nocapture` shows how long each run took.
#![allow(clippy::print_stdout, reason = "how long a run took is for people to look at")]

use std::fs;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Instant;

use serde_json::Value;

use crate::isolation::offered;
use crate::processes::wait_until;
use crate::promises::{Left, Misbehaviour, Promise, Reaches};
use crate::pty::OnTerminal;
use crate::ran::{Ran, sentences, text, texts};
use crate::traces::{Files, is_harmless, is_running};
use crate::world::{World, repository};

const LEVELS: [&str; 3] = ["none", "standard", "strict"];

/// Who runs the harness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum User {
    Oneself,
    Other(u32),
}

/// How many were asked for so far, in this process.
fn count() -> u32 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed)
}

/// Root cannot stand for an ordinary user, nor the other way round.
fn users(misbehaviour: &Misbehaviour, level: &str) -> Vec<User> {
    let is_root = rustix::process::geteuid().is_root();
    match misbehaviour.line("user") {
        // What it can signal must be nothing but what this run started.
        Some("thrown away") if is_root => {
            let level = LEVELS.iter().position(|it| *it == level).expect("a level");
            let number = std::process::id() as usize * LEVELS.len() + level;
            vec![User::Other(60_000 + (number % 5_000) as u32)]
        }
        Some("thrown away") => Vec::new(),
        Some(user) => {
            assert_eq!(user, "any", "of {:?}", misbehaviour.name());
            vec![User::Oneself]
        }
        None if is_root => vec![User::Oneself, User::Other(65_534)],
        None => vec![User::Oneself],
    }
}

fn holds(name: &str, level: &str) {
    static OFFERED: OnceLock<Vec<&str>> = OnceLock::new();
    let misbehaviour = &Misbehaviour::named(name);
    let is_offered = level == "none" || OFFERED.get_or_init(offered).contains(&level);
    if !is_offered {
        return;
    }
    let promise = &misbehaviour.promise(level);
    // Most of them do nothing but wait for their limit.
    thread::scope(|scope| {
        for user in users(misbehaviour, level) {
            scope.spawn(move || Trial::new(misbehaviour, level, user).keeps(misbehaviour, promise));
        }
    });
    is_told_harmlessly(misbehaviour, level, promise);
}

/// One run of the harness.
struct Trial {
    world: World,
    mark: String,
    user: User,
    before: Files,
    ran: Ran,
    on_terminal: Option<String>,
    /// Level, user, time, and all that was told.
    told: String,
}

impl Trial {
    fn new(misbehaviour: &Misbehaviour, level: &str, user: User) -> Self {
        let mark = format!("mark-{}-{}", std::process::id(), count());
        let world = misbehaviour.world(&mark);
        let words = ["test", "--format", "json", "--jobs", "1", "--isolate", level];
        let words: Vec<_> = words.into_iter().chain(misbehaviour.options()).collect();
        let mut command = match user {
            User::Oneself => world.command(&words),
            User::Other(user) => world.as_user(user, &words),
        };
        command.env("SECRET", "2");
        // What an earlier run leaves behind may be what this one is after.
        for _ in 1..misbehaviour.size("runs").unwrap_or(1) {
            let earlier = command.output().expect("a start");
            assert!(!earlier.status.success(), "{earlier:?}");
        }
        let before = Files::of(&world);
        let since = Instant::now();
        let (ran, on_terminal) = match misbehaviour.line("terminal") {
            None => (Ran::of(command), None),
            Some(_) => on_terminal(command, &world),
        };
        let run =
            format!("{:?} at {level} as {user:?}: {:?}", misbehaviour.name(), since.elapsed());
        println!("{run}");
        let told = format!("{run}\n{ran}");
        Self { world, mark, user, before, ran, on_terminal, told }
    }

    fn keeps(&self, misbehaviour: &Misbehaviour, promise: &Promise) {
        // The harness may be gone, and with it whoever tells and clears up; no process may be there.
        if promise.verdict != "ends" {
            self.reports(misbehaviour, promise);
            self.shows_no_more_than(promise);
            self.leaves_no_file(promise);
        }
        wait_until("nothing of the program is left", || !is_running(&self.mark));
    }

    fn reports(&self, misbehaviour: &Misbehaviour, promise: &Promise) {
        let (main, next) = (self.ran.case("main"), self.ran.case("next"));
        let verdicts = [text(&main["verdict"]), text(&next["verdict"])];
        if promise.verdict != "any" {
            let expected =
                (promise.verdict.as_str(), promise.reason.as_deref().unwrap_or_default());
            assert_eq!((verdicts[0].as_str(), text(&main["reason"]).as_str()), expected, "{self}");
        }
        assert!(promise.spoils || verdicts[1] == "pass", "{self}");
        assert_eq!(self.ran.code, Some(exit_code(&verdicts)), "{self}");
        if let Some(sentence) = misbehaviour.line("tells") {
            assert!(sentences(&main).join("\n").contains(sentence), "{self}");
        }
        assert_eq!(left(&main, promise), promise.left, "{self}");
    }

    fn shows_no_more_than(&self, promise: &Promise) {
        is_harmless(&self.ran);
        let reached = self.on_terminal.as_ref().is_some_and(|told| told.contains(&self.mark));
        match promise.reaches {
            Reaches::Always if self.user == User::Oneself => assert!(reached, "{self}"),
            Reaches::Never => assert!(!reached, "{self}"),
            Reaches::Always | Reaches::Perhaps => {}
        }
    }

    fn leaves_no_file(&self, promise: &Promise) {
        if !promise.changed {
            let differing = Files::of(&self.world).differing(&self.before);
            assert!(differing.is_empty(), "it changed {differing:?}: {self}");
        }
        assert_eq!(self.world.names("tmp"), [""; 0], "{self}");
    }
}

impl std::fmt::Display for Trial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.told)
    }
}

/// What the harness ends with after these verdicts: the worst of them counts.
fn exit_code(verdicts: &[String]) -> i32 {
    let has = |verdict: &str| verdicts.iter().any(|it| it == verdict);
    match () {
        () if has("error") => 5,
        () if has("fail") => 1,
        () => 0,
    }
}

fn left(case: &Value, promise: &Promise) -> Left {
    let warnings = texts(&case["warnings"]);
    let warning = warnings.iter().find(|warning| warning.contains("left running"));
    match (warning, &promise.left) {
        (_, Left::Perhaps) => Left::Perhaps,
        (None, _) => Left::None,
        (Some(warning), _) => {
            let count = warning.split(' ').next().unwrap_or_default();
            Left::Some(if count == "one" { 1 } else { count.parse().expect("a number") })
        }
    }
}

/// The harness on a terminal, with its stdout in a file.
fn on_terminal(command: Command, world: &World) -> (Ran, Option<String>) {
    let out = world.path("tmp-out");
    let line = format!("\"$0\" \"$@\" > '{}'", out.display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &line]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell.current_dir(command.get_current_dir().expect("a folder"));
    let mut terminal = OnTerminal::start(&shell);
    let code = terminal.end().code();
    let out = fs::read_to_string(out).expect("its stdout");
    let err = terminal.written();
    (Ran { code, out, err: String::new() }, Some(err))
}

macro_rules! misbehaviours {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(mod $name {
            #[test]
            fn without_isolation() {
                super::holds(stringify!($name), "none");
            }

            #[test]
            fn at_standard() {
                super::holds(stringify!($name), "standard");
            }

            #[test]
            fn at_strict() {
                super::holds(stringify!($name), "strict");
            }
        })*
    };
}

/// The report for people: of every program without isolation, and elsewhere where it has more to say
/// of what went wrong.
fn is_told_harmlessly(misbehaviour: &Misbehaviour, level: &str, promise: &Promise) {
    let says_more = promise.verdict == "fail" && misbehaviour.line("options").is_none();
    if misbehaviour.line("user") == Some("thrown away") || promise.verdict == "ends" {
        return;
    }
    if level == "none" || says_more {
        let world = misbehaviour.world("told");
        let words = ["test", "-v", "--isolate", level].into_iter().chain(misbehaviour.options());
        let ran = world.run(&words.collect::<Vec<_>>());
        assert!(ran.out.contains("hello / main") || ran.code == Some(0), "{ran}");
        let sentence = misbehaviour.line("tells").unwrap_or_default();
        is_harmless(&ran.says(sentence));
    }
}

#[test]
fn every_program_has_its_tests_and_promises_something_at_every_level() {
    let folder = fs::read_dir(repository().join("tests/programs/hostile")).expect("the folder");
    let stem = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").path();
    let stem = |entry| stem(entry).file_stem().expect("a name").to_string_lossy().replace('-', "_");
    let mut found: Vec<_> = folder.map(stem).collect();
    found.sort();
    let mut tested = NAMES.to_vec();
    tested.sort_unstable();
    assert_eq!(found, tested);
    for name in NAMES {
        for level in LEVELS {
            Misbehaviour::named(name).promise(level);
        }
    }
}

misbehaviours! {
    aborts
    changes_modes
    changes_system
    changes_times
    claims_to_pass
    closes_stdin
    closes_stdout
    commands_ci
    commands_terminal
    connects
    daemon
    deletes
    deletes_workspace
    depends_on_environment
    dies_after_answer
    double_fork
    drips
    exits_with_7
    fills_disk
    fills_pipe
    floods_stderr
    floods_stdout
    forgets_children
    forgets_mark
    forks
    forks_and_ends
    hangs
    headless
    hides_folder
    holds_privileges
    huge_file
    huge_number
    ignores_signals
    invalid_utf_8
    kills_harness
    kills_parent
    leaves_attribute
    leaves_flag
    leaves_shared_memory
    leaves_state
    limits_harness
    limits_parent
    listens
    locks_folder
    long_answer
    looks_at_parent
    many_digits
    nests_deep
    never_reads
    no_xml
    one_line
    overwrites
    plants_link
    plants_state
    prints_nothing
    reads_answer
    reads_by_hard_link
    reads_by_link
    reads_last_answer
    reads_secret
    reads_through_proc
    removes_open_file
    renames
    resizes_pipes
    rewrites_case
    rewrites_itself
    right_then_hangs
    searches_processes
    sends_datagram
    shares_memory
    signals_widely
    slows_parent
    slows_user
    spins
    stops_itself
    stops_parent
    takes_memory
    takes_own_output
    types_into_terminal
    uses_abstract_socket
    uses_io_uring
    uses_ipv6
    uses_socket_file
    varies
    writes_before_reading
    writes_late
    writes_to_descriptors
    writes_to_terminal
}
