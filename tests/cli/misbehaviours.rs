//! Every program in `tests/programs/hostile/`, at every level of isolation, as root and as an
//! ordinary user, against what it says of itself.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use crate::isolation::offered;
use crate::processes::wait_until;
use crate::promises::{Left, Misbehaviour, Promise, Reaches};
use crate::pty::OnTerminal;
use crate::ran::{Ran, sentences, text, texts};
use crate::world::{World, repository};

/// Who runs the harness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum User {
    Oneself,
    Other(u32),
}

/// Root cannot stand for an ordinary user, nor the other way round.
fn users(misbehaviour: &Misbehaviour) -> Vec<User> {
    let is_root = rustix::process::geteuid().is_root();
    match misbehaviour.line("user") {
        // What it can signal must be nothing but what this test started.
        Some("thrown away") if is_root => vec![User::Other(60_000 + std::process::id() % 5_000)],
        Some(_) => Vec::new(),
        None if is_root => vec![User::Oneself, User::Other(65_534)],
        None => vec![User::Oneself],
    }
}

fn holds(name: &str, level: &str) {
    static OFFERED: OnceLock<Vec<&str>> = OnceLock::new();
    let misbehaviour = Misbehaviour::named(name);
    let is_offered = level == "none" || OFFERED.get_or_init(offered).contains(&level);
    let Some(promise) = misbehaviour.promise(level).filter(|_| is_offered) else { return };
    for user in users(&misbehaviour) {
        let trial = Trial::new(&misbehaviour, level, user);
        trial.reports(&misbehaviour, &promise);
        trial.leaves_nothing(&promise);
    }
}

/// One run of the harness.
struct Trial {
    world: World,
    mark: String,
    level: String,
    user: User,
    before: BTreeMap<String, (u32, Vec<u8>)>,
    ran: Ran,
    on_terminal: Option<String>,
}

impl Trial {
    fn new(misbehaviour: &Misbehaviour, level: &str, user: User) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("mark-{}-{count}", std::process::id());
        let world = misbehaviour.world(&mark);
        let options = misbehaviour.line("options").unwrap_or_default().split_whitespace();
        let words = ["test", "--format", "json", "--jobs", "1", "--isolate", level];
        let words: Vec<_> = words.into_iter().chain(options).collect();
        let mut command = match user {
            User::Oneself => world.command(&words),
            User::Other(user) => world.as_user(user, &words),
        };
        command.env("SECRET", "2");
        let before = files(&world);
        let (ran, on_terminal) = match misbehaviour.line("terminal") {
            None => (Ran::of(command), None),
            Some(_) => on_terminal(command, &world),
        };
        let level = level.to_owned();
        Self { world, mark, level, user, before, ran, on_terminal }
    }

    fn reports(&self, misbehaviour: &Misbehaviour, promise: &Promise) {
        let (main, next) = (self.ran.case("main"), self.ran.case("next"));
        let told = format!("{} as {:?}\n{}", self.level, self.user, self.ran);
        if promise.verdict != "any" {
            let expected = (promise.verdict.clone(), promise.reason.clone().unwrap_or_default());
            assert_eq!((text(&main["verdict"]), text(&main["reason"])), expected, "{told}");
        }
        if let Some(sentence) = misbehaviour.line("tells") {
            let sentences = sentences(&main).join("\n");
            assert!(sentences.contains(sentence), "{sentences}");
        }
        assert!(promise.spoils || next["verdict"] == "pass", "{told}");
        assert_eq!(self.left(&main, promise), promise.left, "{told}");
        is_harmless(&self.ran);
        let reached = self.on_terminal.as_ref().is_some_and(|told| told.contains(&self.mark));
        match promise.reaches {
            Reaches::Always if self.user == User::Oneself => assert!(reached, "{told}"),
            Reaches::Never => assert!(!reached, "{told}"),
            Reaches::Always | Reaches::Perhaps => {}
        }
    }

    fn left(&self, case: &Value, promise: &Promise) -> Left {
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

    fn leaves_nothing(&self, promise: &Promise) {
        wait_until("nothing of the program is left", || !is_running(&self.mark));
        let after = files(&self.world);
        let names = |files: &BTreeMap<String, _>| files.keys().cloned().collect::<Vec<_>>();
        if !promise.changed {
            assert_eq!(names(&after), names(&self.before), "{}", self.level);
            assert!(after == self.before, "{}: it changed a file or a mode", self.level);
        }
        assert_eq!(self.world.names("tmp"), [""; 0], "{}", self.level);
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

/// Files and folders of the course and of the workspace, with modes and contents.
fn files(world: &World) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    for top in ["course", "ws"] {
        collect(&world.path(top), &mut found);
    }
    found
}

fn collect(path: &Path, found: &mut BTreeMap<String, (u32, Vec<u8>)>) {
    let Ok(data) = fs::symlink_metadata(path) else { return };
    if path.ends_with(".theinference") {
        return;
    }
    let content = if data.is_file() { fs::read(path).unwrap_or_default() } else { Vec::new() };
    found.insert(path.display().to_string(), (data.permissions().mode(), content));
    if data.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| collect(&entry.path(), found));
    }
}

/// Nothing that a terminal would obey, nor what turns the direction of writing.
#[track_caller]
fn is_harmless(ran: &Ran) {
    let turns = |it: char| matches!(it, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let commands = |it: char| (it.is_control() && it != '\n') || turns(it);
    assert!(!ran.out.chars().chain(ran.err.chars()).any(commands), "{ran}");
    // What a machine of a CI service reads line by line.
    let orders = |line: &str| line.starts_with("::") || line.starts_with("##");
    assert!(!ran.out.lines().chain(ran.err.lines()).any(orders), "{ran}");
}

/// Whether a process has this in its environment.
fn is_running(mark: &str) -> bool {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mut environments = entries.filter_map(|entry| fs::read(entry.path().join("environ")).ok());
    let mark = format!("MARK={mark}");
    environments.any(|it| it.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes()))
}

macro_rules! misbehaviours {
    ($($name:ident)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(mod $name {
            #[test]
            fn without_isolation() {
                super::holds(stringify!($name), "none");
                super::is_told_harmlessly(stringify!($name));
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

/// The report for people, which is the same at every level.
fn is_told_harmlessly(name: &str) {
    let misbehaviour = Misbehaviour::named(name);
    if misbehaviour.line("user").is_some() {
        return;
    }
    let world = misbehaviour.world("told");
    let options = misbehaviour.line("options").unwrap_or_default().split_whitespace();
    let ran = world.run(&["test", "-v"].into_iter().chain(options).collect::<Vec<_>>());
    assert!(ran.out.contains("hello / main") || ran.code == Some(0), "{ran}");
    is_harmless(&ran);
}

#[test]
fn every_program_has_its_tests_and_says_something_of_every_level() {
    let folder = fs::read_dir(repository().join("tests/programs/hostile")).expect("the folder");
    let stem = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").path();
    let stem = |entry| stem(entry).file_stem().expect("a name").to_string_lossy().replace('-', "_");
    let mut found: Vec<_> = folder.map(stem).collect();
    found.sort();
    let mut tested = NAMES.to_vec();
    tested.sort_unstable();
    assert_eq!(found, tested);
    for name in NAMES {
        let misbehaviour = Misbehaviour::named(name);
        for level in ["none", "standard", "strict"] {
            let is_promised = misbehaviour.promise(level).is_some();
            assert!(is_promised || misbehaviour.line("user").is_some(), "{name} at {level}");
        }
    }
}

misbehaviours! {
    aborts
    changes_modes
    claims_to_pass
    closes_stdin
    closes_stdout
    commands_ci
    commands_terminal
    connects
    daemon
    deletes
    depends_on_environment
    dies_after_answer
    double_fork
    drips
    exits_with_7
    fills_disk
    floods_stderr
    floods_stdout
    forks_and_ends
    forks
    hangs
    huge_file
    ignores_signals
    invalid_utf_8
    kills_parent
    leaves_state
    listens
    long_answer
    looks_at_parent
    nests_deep
    never_reads
    no_xml
    one_line
    overwrites
    prints_nothing
    reads_answer
    reads_by_hard_link
    reads_by_link
    reads_secret
    reads_through_proc
    renames
    rewrites_itself
    right_then_hangs
    sends_datagram
    signals_widely
    spins
    stops_itself
    takes_memory
    types_into_terminal
    uses_abstract_socket
    uses_io_uring
    uses_ipv6
    uses_socket_file
    varies
    writes_late
    writes_to_descriptors
    writes_to_terminal
}
