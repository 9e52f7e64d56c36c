//! `--isolate standard`: what a program can no longer do, tried by a program.

use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::ran::{Ran, text};
use crate::world::World;

const STANDARD: [&str; 2] = ["--isolate", "standard"];

/// Whether this machine offers the level; where it does not, asking for it must end with the reason.
fn is_offered() -> bool {
    let world = World::small_with("right.sh");
    if world.run(&["doctor"]).ends_with(0).out.contains("none, standard") {
        return true;
    }
    let ran = world.run(&[&["test"][..], &STANDARD].concat()).ends_with(2);
    ran.warns("isolation `standard` cannot be had on this machine: ");
    false
}

/// What the program tried and could do, and what it could not.
fn tried(ran: &Ran) -> (Vec<String>, Vec<String>) {
    let told = text(&ran.case("main")["stderr"]["text"]);
    let lines = told.lines().filter_map(|line| line.rsplit_once(": "));
    let (could, not): (Vec<_>, Vec<_>) = lines.partition(|(_, done)| *done == "yes");
    let names =
        |tried: Vec<(&str, &str)>| tried.iter().map(|(what, _)| (*what).to_owned()).collect();
    (names(could), names(not))
}

/// A world for everybody to read, with what the program is to reach for, listening where it must.
struct Reach {
    world: World,
    _listening: (TcpListener, UnixListener),
}

impl Reach {
    /// With this binary as the grader.
    fn of(grader: &str) -> Self {
        let world = World::small_with("reaches.py").with("ws/beside/x", "");
        let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
        let socket = world.path("socket");
        let unix = UnixListener::bind(&socket).expect("a socket");
        let variables = [
            ("ANSWER", world.path("course/fixtures/hello/expected.json").display().to_string()),
            ("GRADER", world.path("").join(grader).display().to_string()),
            ("BESIDE", world.path("ws/beside").display().to_string()),
            ("PORT", tcp.local_addr().expect("an address").port().to_string()),
            ("SOCKET", socket.display().to_string()),
        ];
        let variables: Vec<_> = variables.iter().map(|(n, v)| format!("{n:?}: {v:?}")).collect();
        let settings = format!("{{\"env\": {{{}}}}}", variables.join(", "));
        let world = world.with("ws/theinference.json", settings);
        Self { world, _listening: (tcp, unix) }
    }

    fn new() -> Self {
        Self::of(env!("CARGO_BIN_EXE_theinference"))
    }

    fn command(&self, words: &[&str]) -> Command {
        let words = [&["test", "--format", "json"], words].concat();
        let mut command = self.world.command(&words);
        command.env("SECRET", "t0p");
        command
    }
}

#[track_caller]
fn is_held_in(ran: &Ran) {
    let (could, not) = tried(ran);
    assert!(could.iter().all(|what| what.starts_with("may ")), "it could {could:?}");
    assert!(!not.iter().any(|what| what.starts_with("may ")), "it could not {not:?}");
    assert_eq!((could.len(), not.len()), (6, 23), "{could:?} {not:?}");
    assert_eq!(ran.json()["isolation"], "standard");
}

#[test]
fn a_program_that_is_held_in_can_do_what_it_needs_and_no_more() {
    if !is_offered() {
        return;
    }
    let reach = Reach::new();
    is_held_in(&Ran::of(reach.command(&STANDARD)).ends_with(1));
    let answer = reach.world.read("course/fixtures/hello/expected.json");
    assert_eq!(answer, crate::world::ANSWER);
    assert_eq!(reach.world.names("ws/beside"), ["x"]);
}

#[test]
fn so_can_that_of_an_ordinary_user() {
    if !is_offered() {
        return;
    }
    if !rustix::process::geteuid().is_root() {
        // Then every test here is that one.
        return is_held_in(&Ran::of(Reach::new().command(&STANDARD)).ends_with(1));
    }
    let reach = Reach::of("grader");
    let command = reach.command(&STANDARD);
    let words: Vec<_> =
        command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    // What an ordinary user can write and reach; the binary may be in a folder that only root sees.
    let open = format!(
        "chmod -R a+rX {top} && cp {binary} {top}/grader && chown -R 65534:65534 {top}/ws {top}/tmp",
        top = reach.world.path("").display(),
        binary = env!("CARGO_BIN_EXE_theinference"),
    );
    Ran::of(reach.world.shell(&open)).ends_with(0);
    let mut other = Command::new("setpriv");
    other.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
    other.arg(reach.world.path("grader")).args(words).current_dir(reach.world.path("ws"));
    other.env("SECRET", "t0p").env("TMPDIR", reach.world.path("tmp")).env("NO_COLOR", "1");
    is_held_in(&Ran::of(other).ends_with(1));
}

#[test]
fn the_network_is_given_when_it_is_asked_for() {
    if !is_offered() {
        return;
    }
    let reach = Reach::new();
    let ran = Ran::of(reach.command(&["--isolate", "standard", "--allow-net"])).ends_with(1);
    let (could, not) = tried(&ran);
    for way in ["reach IPv4", "reach IPv6", "reach a socket"] {
        assert!(could.iter().any(|it| it == way), "{way}: {not:?}");
    }
    assert!(
        not.iter().any(|it| it == "read the answer")
            && not.iter().any(|it| it == "trace the parent")
    );
}

#[test]
fn without_the_option_a_program_can_do_what_its_user_can() {
    let script =
        "#!/bin/sh\ncat ../course/fixtures/hello/expected.json; echo x > here; echo $SECRET >&2\n";
    let world = World::small().with_script(script);
    let mut command = world.command(&["test", "-v"]);
    let ran = Ran::of({
        command.env("SECRET", "t0p");
        command
    });
    ran.ends_with(0).says("isolation none");
    assert_eq!(world.read("ws/here"), "x\n");
}

#[test]
fn each_case_has_a_folder_of_its_own_that_goes_with_it() {
    if !is_offered() {
        return;
    }
    let script = "#!/bin/sh\nls -A \"$TMPDIR\" \"$HOME\" >&2; echo x > \"$TMPDIR/left\"; echo \"$TMPDIR\" >&2\necho 2\n";
    let world = World::small().with_case("hello/other", "1", "1").with_script(script);
    let ran = world.run(&[&["test", "--format", "json", "--jobs", "1"][..], &STANDARD].concat());
    let told = |name: &str| text(&ran.case(name)["stderr"]["text"]);
    for name in ["main", "other"] {
        assert!(!told(name).contains("left"), "{}", told(name));
    }
    assert_ne!(told("main"), told("other"));
    assert!(world.names("tmp").is_empty(), "{:?}", world.names("tmp"));
}

#[test]
fn what_was_forbidden_is_said_with_the_way_on() {
    if !is_offered() {
        return;
    }
    let world = World::small().with_script("#!/bin/sh\necho x > here || exit 1\n");
    let ran = world.run(&[&["test"][..], &STANDARD].concat()).ends_with(1);
    ran.says("With isolation `standard` a program can write only below TMPDIR, has no network")
        .says(" --isolate standard\n");
}

#[test]
fn a_level_that_cannot_be_had_is_never_replaced() {
    let settings = r#"{"build": "true"}"#;
    let world = World::small_with("right.sh").with("ws/theinference.json", settings);
    let ran = world.run(&[&["test"][..], &STANDARD].concat()).ends_with(2);
    ran.warns("isolation `standard` cannot hold in a build step, and this workspace has one.");
    world.run(&["test", "--isolate", "strict"]).ends_with(2).warns("invalid value 'strict'");
    world.run(&["doctor"]).ends_with(0).says("\nisolation offered ");
}

#[test]
fn programs_of_several_languages_run() {
    if !is_offered() {
        return;
    }
    let world = World::solution();
    world.run(&[&["test"][..], &STANDARD].concat()).ends_with(0).says("14 passed");
    let node = "const os = require('os'); const fs = require('fs'); os.networkInterfaces(); \
                fs.writeFileSync(os.tmpdir() + '/x', 'x'); \
                require('child_process').execSync('true'); \
                console.log(fs.readFileSync(process.argv[3] ?? 0, 'utf8'))";
    let python = "import asyncio, subprocess, sys, tempfile; subprocess.run(['true'], check=True); \
                  tempfile.mkdtemp(); asyncio.run(asyncio.sleep(0)); print(open(sys.argv[2]).read())";
    for command in [&["node", "-e", node, "--"][..], &["python3", "-c", python]] {
        let world = World::small().with_case("hello", "1", "1");
        let words = [&["test"][..], &STANDARD, &["--"], command].concat();
        world.run(&words).ends_with(0);
    }
}
