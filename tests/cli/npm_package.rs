//! The npm packages: packed, installed without a network into an empty folder, and run through npx
//! as a learner does, on each Node.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use rustix::process::Signal;

use crate::kits::node;
use crate::processes::{is_alive, pids_in, send, wait_until};
use crate::pty::OnTerminal;
use crate::ran::Ran;
use crate::world::{World, repository};

/// Both packages, packed once for all tests.
fn packed() -> &'static [PathBuf; 2] {
    static PACKED: OnceLock<[PathBuf; 2]> = OnceLock::new();
    PACKED.get_or_init(|| {
        let top = Path::new(env!("CARGO_TARGET_TMPDIR")).join("npm");
        let _ = fs::remove_dir_all(&top);
        let binaries = top.join("binaries/linux-x64");
        fs::create_dir_all(&binaries).expect("a folder");
        done(Command::new("strip").arg("-o").args([&binaries.join("theinference"), binary()]));
        let build = repository().join("packaging/npm/build.js");
        done(Command::new("node").arg(build).args([top.join("binaries"), top.join("out")]));
        ["theinference", "cli-linux-x64"].map(|name| {
            let folder = top.join("out").join(name);
            let ran = done(Command::new("npm").args(["pack", "--silent"]).current_dir(&folder));
            folder.join(ran.out.trim())
        })
    })
}

fn binary() -> &'static PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| env!("CARGO_BIN_EXE_theinference").into())
}

#[track_caller]
fn done(command: &mut Command) -> Ran {
    let mut copy = Command::new(command.get_program());
    copy.args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        copy.current_dir(folder);
    }
    Ran::of(copy).ends_with(0)
}

/// A workspace in which the packages are installed.
struct Installed {
    world: World,
    /// The folder of the Node that is used, where it is not the system's.
    node: Option<PathBuf>,
}

impl Installed {
    fn new(world: World, node: Option<&PathBuf>, packages: &[PathBuf]) -> Self {
        let installed = Self { world, node: node.cloned() };
        let mut command = installed.command("npm");
        command.args(["install", "--offline", "--no-audit", "--no-fund", "--silent"]);
        Ran::of({
            command.args(packages);
            command
        })
        .ends_with(0);
        installed
    }

    /// A command in the workspace that finds this Node first.
    fn command(&self, program: &str) -> Command {
        let mut command = self.world.shell("exec \"$0\" \"$@\"");
        let system = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.node.iter().cloned().chain(std::env::split_paths(&system));
        command.env("PATH", std::env::join_paths(folders).expect("a PATH")).arg(program);
        command
    }

    /// The tool, started as a learner does.
    fn npx(&self, words: &[&str]) -> Command {
        let mut command = self.command("npx");
        command.arg("theinference").args(words);
        command
    }

    fn run(&self, words: &[&str]) -> Ran {
        Ran::of(self.npx(words))
    }
}

fn course() -> World {
    World::small().with_case("hello", "1", "1").with_script("#!/bin/sh\ncat \"$2\"\n")
}

#[test]
fn every_exit_code_comes_through_and_so_does_stdin() {
    for version in ["20", "22", "24"] {
        let installed = Installed::new(course(), Some(&node(version)), packed());
        let course = installed.world.path("course").display().to_string();
        let test =
            |words: &[&str]| installed.run(&[&["test", "--course", &course], words].concat());
        test(&[]).ends_with(0).says("1 passed");
        test(&["--", "sh", "-c", "echo 2"]).ends_with(1).says("1 difference");
        test(&["--stage", "no"]).ends_with(2);
        test(&["--program", "missing"]).ends_with(3);
        test(&["--case", "no"]).ends_with(4);
        let mut full = installed.npx(&["test", "--course", &course]);
        let full_disk = fs::File::options().write(true).open("/dev/full").expect("a full disk");
        full.stdout(full_disk).stderr(std::process::Stdio::null());
        assert_eq!(full.status().expect("it is started").code(), Some(5));
        let mut diff = installed.npx(&["diff", "-q", "-", "b.json"]);
        fs::write(installed.world.path("ws/b.json"), "[1, 2]").expect("a file");
        let given = fs::File::open(installed.world.path("ws/b.json")).expect("the file");
        assert_eq!(diff.stdin(given).status().expect("it is started").code(), Some(0));
    }
}

/// As every lesson begins, and as a learner goes on.
#[test]
fn the_command_of_the_lessons_shows_the_first_failure_and_the_next_save() {
    let installed = Installed::new(World::empty(), Some(&node("22")), packed());
    installed
        .run(&["init", ".", "--lang", "py"])
        .ends_with(0)
        .says("npx theinference test --stage");
    let command = installed.npx(&["test", "--stage", "tools-list-and-call", "--watch"]);
    let mut terminal = OnTerminal::start(&command);
    terminal.wait_for(&["`tools_list_request` is not written yet.", "q quit"]);
    let source = installed.world.read("ws/src/mcp.py");
    let written = "return {\"jsonrpc\": \"2.0\", \"id\": request_id, \"method\": \"tools/list\", \"params\": {}}";
    let empty = "raise NotImplementedError(\"not written yet: tools_list_request\")";
    let saved = source.replace(empty, written);
    fs::write(installed.world.path("ws/src/mcp.py"), saved).expect("a save");
    terminal
        .wait_for(&["`tools_call_request` is not written yet.", "run 2 of save 1 (src/mcp.py)"]);
    terminal.type_keys("q");
    assert_eq!(terminal.end().code(), Some(1));
}

#[test]
fn where_the_platforms_package_was_left_out_it_is_named_with_the_command_that_adds_it() {
    let version = env!("CARGO_PKG_VERSION");
    let installed = Installed::new(course(), None, &packed()[..1]);
    let told = |agent: Option<&str>, event: Option<&str>| {
        let mut command = installed.command("node_modules/.bin/theinference");
        for (name, value) in [("npm_config_user_agent", agent), ("npm_lifecycle_event", event)] {
            command.env_remove(name);
            command.envs(value.map(|value| (name, value)));
        }
        Ran::of(command).ends_with(3)
    };
    let wanted = format!("@theinference/cli-linux-x64@{version}");
    let missing = "theinference: the package @theinference/cli-linux-x64 is missing: ";
    for (agent, event, repair) in [
        (None, None, "npm install -D WANTED"),
        (Some("npm/11.0.0 node/v22"), Some("test"), "npm install -D WANTED"),
        (Some("pnpm/10.1.0 npm/? node/v22"), None, "pnpm add -D WANTED"),
        (Some("yarn/4.1.0 npm/?"), None, "yarn add -D WANTED"),
        (Some("bun/1.2.0 npm/?"), None, "bun add -d WANTED"),
        (
            Some("npm/11.0.0 node/v22"),
            Some("npx"),
            "npx --yes -p theinference@VERSION -p WANTED theinference",
        ),
    ] {
        let repair = repair.replace("WANTED", &wanted).replace("VERSION", version);
        told(agent, event).warns(missing).warns(&format!("\n  {repair}\n"));
    }
    // The command does mend it; the name stands for the file that was packed.
    let other = packed()[1].display().to_string();
    let words = ["install", "-D", "--offline", "--no-audit", "--no-fund", "--silent", &other];
    Ran::of({
        let mut command = installed.command("npm");
        command.args(words);
        command
    })
    .ends_with(0);
    installed.run(&["--version"]).ends_with(0).says(version);
}

#[test]
fn a_binary_that_was_damaged_is_told_and_never_run() {
    for version in ["20", "22"] {
        let installed = Installed::new(course(), Some(&node(version)), packed());
        let binary =
            installed.world.path("ws/node_modules/@theinference/cli-linux-x64/theinference");
        let start = || {
            let mut command = installed.command("node_modules/.bin/theinference");
            command.arg("--version");
            Ran::of(command).ends_with(3).warns("theinference is not executable, or not whole.")
        };
        let mode = |mode| fs::Permissions::from_mode(mode);
        fs::set_permissions(&binary, mode(0o644)).expect("the mode can be set");
        start().warns("Install it again:\n  npm install -D @theinference/cli-linux-x64@");
        fs::write(&binary, "").expect("it can be written");
        fs::set_permissions(&binary, mode(0o755)).expect("the mode can be set");
        start();
    }
}

#[test]
fn a_binary_that_is_named_is_taken_and_a_wrong_one_is_told() {
    let installed = Installed::new(course(), None, &packed()[..1]);
    let with = |path: &Path| {
        let mut command = installed.command("node_modules/.bin/theinference");
        command.env("THEINFERENCE_BINARY", path).arg("--version");
        Ran::of(command)
    };
    with(binary()).ends_with(0).says("theinference ");
    with(Path::new("/nowhere/x")).ends_with(3).warns("THEINFERENCE_BINARY names /nowhere/x");
}

#[test]
fn a_watch_through_npx_on_node_20_leaves_nothing() {
    leaves_nothing(node("20"));
}

#[test]
fn a_watch_through_npx_on_node_22_leaves_nothing() {
    leaves_nothing(node("22"));
}

#[test]
fn a_watch_through_npx_on_node_24_leaves_nothing() {
    leaves_nothing(node("24"));
}

#[test]
fn a_run_through_npx_ends_with_it_and_leaves_nothing() {
    ends_wherever_a_signal_arrives(&node("22"), "test");
}

fn leaves_nothing(node: PathBuf) {
    let watch = Chain::start(&node, "test --watch");
    watch.terminal.type_keys("\x03");
    watch.is_gone("Ctrl-C");
    watch.terminal.wait_for(&["ended with 130"]);
    ends_wherever_a_signal_arrives(&node, "test --watch");
    let watch = Chain::start(&node, "test --watch");
    send(*watch.levels.last().expect("the binary"), Signal::KILL);
    watch.terminal.wait_for(&["at> "]);
    watch.terminal.type_keys("\recho \"ended with $?\"\r");
    watch.terminal.wait_for(&["ended with 137"]);
}

/// At npx, at what it starts, at the binary.
fn ends_wherever_a_signal_arrives(node: &PathBuf, command: &str) {
    for signal in [Signal::TERM, Signal::HUP] {
        for level in 0.. {
            let chain = Chain::start(node, command);
            let Some(&process) = chain.levels.get(level) else { break };
            send(process, signal);
            let depth = chain.levels.len();
            chain.is_gone(&format!("{signal:?} to level {level} of {depth} of {command}"));
        }
    }
}

/// What an interactive shell has started through npx.
struct Chain {
    terminal: OnTerminal,
    /// npx, what it starts, and so on down to the binary.
    levels: Vec<u32>,
    /// All of them, the supervisors and what the program left.
    all: Vec<u32>,
    _installed: Installed,
}

impl Chain {
    fn start(node: &PathBuf, command: &str) -> Self {
        let world = World::small_with("leaves-everything.py");
        let installed = Installed::new(world, Some(node), packed());
        let course = installed.world.path("course").display().to_string();
        let mut shell = installed.command("bash");
        shell.args(["--norc", "--noprofile", "-i"]).env("PS1", "at> ");
        shell.env("PIDS", installed.world.path("pids"));
        let terminal = OnTerminal::start(&shell);
        terminal.wait_for(&["at> "]);
        let words = format!("{command} --timeout 10m --stage hello --course");
        terminal.type_keys(&format!("npx theinference {words} '{course}'\r"));
        let pids = pids_in(&installed.world.path("pids"));
        let levels = levels(terminal.id());
        let all = [&levels[..], &descendants(&levels), &pids].concat();
        Self { terminal, levels, all, _installed: installed }
    }

    #[track_caller]
    fn is_gone(&self, why: &str) {
        for pid in &self.all {
            wait_until(&format!("process {pid} is gone after {why}"), || !is_alive(*pid));
        }
        self.terminal.type_keys("echo \"ended with $?\"; stty -a\r");
        self.terminal.wait_for(&[" icanon", " echo "]);
        assert!(!self.terminal.screen().contains("-icanon"), "{}", self.terminal.screen());
    }
}

/// The processes below the shell as long as each has one child, but for supervisors.
fn levels(shell: u32) -> Vec<u32> {
    let mut levels = Vec::new();
    let mut next = children(shell);
    while let Some(&process) = next.first() {
        let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        if String::from_utf8_lossy(&words).contains("__supervise") {
            break;
        }
        levels.push(process);
        next = children(process);
    }
    levels
}

fn descendants(of: &[u32]) -> Vec<u32> {
    let mut found: Vec<u32> = of.iter().flat_map(|process| children(*process)).collect();
    let mut at = 0;
    while at < found.len() {
        found.extend(children(found[at]));
        at += 1;
    }
    found
}

fn children(process: u32) -> Vec<u32> {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<_>>())
        .collect()
}
