//! `--isolate`: what a program can no longer do, tried by a program.

use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::process::Command;

use crate::ran::{Ran, text};
use crate::world::World;

/// The levels that this machine offers beyond `none`; asking for another one must end with the reason.
pub(crate) fn offered() -> Vec<&'static str> {
    let world = World::small_with("right.sh");
    let told = world.run(&["doctor"]).ends_with(0).out;
    let row = told.lines().find(|line| line.starts_with("isolation offered")).expect("the row");
    let is_offered = |level: &&str| {
        row.contains(&format!("none, {level}")) || row.contains(&format!(", {level} "))
    };
    let (offered, lacking): (Vec<_>, Vec<_>) =
        ["standard", "strict"].into_iter().partition(is_offered);
    for level in lacking {
        let ran = world.run(&["test", "--isolate", level]).ends_with(2);
        ran.warns(&format!("isolation `{level}` cannot be had on this machine: "));
    }
    offered
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
fn is_held_in(ran: &Ran, level: &str) {
    let (could, not) = tried(ran);
    assert!(could.iter().all(|what| what.starts_with("may ")), "{level}: it could {could:?}");
    assert!(!not.iter().any(|what| what.starts_with("may ")), "{level}: it could not {not:?}");
    assert_eq!((could.len(), not.len()), (8, 25), "{level}: {could:?} {not:?}");
    assert_eq!(ran.json()["isolation"], level);
}

#[test]
fn a_program_that_is_held_in_can_do_what_it_needs_and_no_more() {
    for level in offered() {
        let reach = Reach::new();
        is_held_in(&Ran::of(reach.command(&["--isolate", level])).ends_with(1), level);
        let answer = reach.world.read("course/fixtures/hello/expected.json");
        assert_eq!(answer, crate::world::ANSWER);
        assert_eq!(reach.world.names("ws/beside"), ["x"]);
    }
}

#[test]
fn so_can_that_of_an_ordinary_user() {
    for level in offered() {
        // When it is not root who runs the tests, every test here is that of an ordinary user.
        if rustix::process::geteuid().is_root() {
            let reach = Reach::of("grader");
            let mut command =
                reach.world.as_user(65_534, &["test", "--format", "json", "--isolate", level]);
            command.env("SECRET", "t0p");
            is_held_in(&Ran::of(command).ends_with(1), level);
        }
    }
}

#[test]
fn the_network_is_given_when_it_is_asked_for() {
    for level in offered() {
        let reach = Reach::new();
        let ran = Ran::of(reach.command(&["--isolate", level, "--allow-net"])).ends_with(1);
        let (could, not) = tried(&ran);
        for way in ["reach IPv4", "reach IPv6"] {
            assert!(could.iter().any(|it| it == way), "{level}, {way}: {not:?}");
        }
        for way in ["read the answer", "trace the parent"] {
            assert!(not.iter().any(|it| it == way), "{level}, {way}: {could:?}");
        }
    }
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
    for level in offered() {
        let script = "#!/bin/sh\nfor f in \"$TMPDIR\" \"$HOME\"; do ls -A \"$f\" >&2; done\n\
                      echo x > \"$TMPDIR/left\" && echo written >&2\necho 2\n";
        let world = World::small().with_case("hello/other", "1", "1").with_script(script);
        let words = ["test", "--format", "json", "--jobs", "1", "--isolate", level];
        let ran = world.run(&words);
        for name in ["main", "other"] {
            assert_eq!(text(&ran.case(name)["stderr"]["text"]), "written\n", "{level}");
        }
        assert!(world.names("tmp").is_empty(), "{:?}", world.names("tmp"));
    }
}

#[test]
fn what_was_forbidden_is_said_with_the_way_on() {
    for level in offered() {
        let world = World::small().with_script("#!/bin/sh\necho x > here || exit 1\n");
        let ran = world.run(&["test", "--isolate", level]).ends_with(1);
        let sentence = format!(
            "With isolation `{level}` a program can write only in folders of its own, such as TMPDIR,"
        );
        ran.says(&sentence).says(&format!(" --isolate {level}\n"));
    }
}

#[test]
fn a_level_that_cannot_be_had_is_never_replaced() {
    let world = World::small_with("right.sh");
    world.run(&["test", "--isolate", "jail"]).ends_with(2).warns("invalid value 'jail'");
    if !offered().contains(&"strict") {
        return;
    }
    // Where no further namespace of users may be made.
    let line = "echo 0 > /proc/sys/user/max_user_namespaces && exec theinference";
    let within = |words: &str| {
        let line =
            format!("unshare --user --map-root-user sh -c '{line} {words} --course ../course'");
        Ran::of(world.shell(&line))
    };
    let reason = "making namespaces as this user is refused (No space left on device";
    within("test --isolate strict")
        .ends_with(2)
        .warns(&format!("isolation `strict` cannot be had on this machine: {reason}"));
    within("test --isolate standard").ends_with(0);
    let doctor = within("doctor").ends_with(0).says("\nLandlock").says("none, standard ");
    doctor.says(&format!("no `strict`: {reason}"));
}

#[test]
fn programs_of_several_languages_run() {
    for level in offered() {
        let world = World::solution();
        world.run(&["test", "--isolate", level]).ends_with(0).says("14 passed");
        let node = "const os = require('os'); const fs = require('fs'); os.networkInterfaces(); \
                    fs.writeFileSync(os.tmpdir() + '/x', 'x'); \
                    require('child_process').execSync('true'); \
                    console.log(fs.readFileSync(process.argv[3] ?? 0, 'utf8'))";
        let python = "import asyncio, subprocess, sys, tempfile; subprocess.run(['true'], check=True); \
                      tempfile.mkdtemp(); asyncio.run(asyncio.sleep(0)); \
                      print(open(sys.argv[2]).read())";
        for command in [&["node", "-e", node, "--"][..], &["python3", "-c", python]] {
            let world = World::small().with_case("hello", "1", "1");
            let words = [&["test", "--isolate", level, "--"], command].concat();
            world.run(&words).ends_with(0);
        }
    }
}

/// What a build step made, and a program that uses it and may not change it.
const BUILT: &str = "#!/bin/sh\n[ -x made ] && [ ! -e once ] || { echo 0; exit; }\n\
                     echo x > made 2> /dev/null && { echo 0; exit; }\n./made\n";

#[test]
fn a_build_step_writes_in_a_copy_that_no_case_can_write_in() {
    for level in offered() {
        let build = "[ -e once ] && exit 1; echo x > \"$WS/beside\"; chmod 0 \"$WS/your_program.sh\"; \
                     cat \"$WS\"/../course/fixtures/*/expected.json 2> /dev/null && exit 1; \
                     printf '#!/bin/sh\\necho 1' > made && chmod +x made && \
                     echo x > \"$HOME/x\" && rm -f untouched";
        let world = World::small().with_script(BUILT);
        let env = serde_json::json!({"WS": world.path("ws")});
        let settings = serde_json::json!({"build": build, "env": env}).to_string();
        let world = world.with("ws/theinference.json", settings);
        let world = world.with_case("hello", "1", "1").with_case("hello/other", "1", "1");
        let world = world.with("ws/untouched", "");
        let ran = world.run(&["test", "--isolate", level]).ends_with(0);
        ran.says("2 passed").says("built in ");
        let mut names = world.names("ws");
        names.retain(|name| name != ".theinference");
        names.sort();
        assert_eq!(names, ["theinference.json", "untouched", "your_program.sh"], "{level}");
        assert_eq!(world.names("tmp"), [""; 0], "{level}");
    }
}

#[test]
fn a_build_step_that_is_held_in_is_stopped_and_leaves_nothing() {
    for level in offered() {
        let settings = r#"{"build": "sleep 4242 & mkdir locked; chmod 0 locked; exit 3"}"#;
        let world = World::small_with("right.sh").with("ws/theinference.json", settings);
        world
            .run(&["test", "--isolate", level])
            .ends_with(3)
            .says("did not build: the build step ended with exit code 3; with isolation `")
            .says("` it has no network: if it downloads something, add --allow-net");
        assert_eq!(world.names("tmp"), [""; 0], "{level}");
        let line = "ps -eo args | grep -c '^[s]leep 4242' || true";
        assert_eq!(Ran::of(world.shell(line)).out, "0\n");
    }
}

#[test]
fn each_of_many_cases_at_a_time_is_told_of_its_own_daemons() {
    for level in ["none"].into_iter().chain(offered()) {
        let script = "#!/bin/sh\ngrep -q leave \"$2\" && for n in 1 2 3; do \
                      setsid sleep 600 > /dev/null 2>&1 & done\nsleep 0.2\necho 1\n";
        let world = (0..7).fold(World::small().with_script(script), |world, number| {
            world.with_case(&format!("hello/c{number}"), "0", "1")
        });
        let world = world.with_case("hello", r#""leave""#, "1");
        let words = ["test", "--format", "json", "--jobs", "8", "--isolate", level];
        let report = world.run(&words).ends_with(0).json();
        for case in report["cases"].as_array().expect("cases") {
            let expected: &[&str] = match text(&case["case"]).as_str() {
                "main" => &["3 background processes were left running, and were killed"],
                _ => &[],
            };
            assert_eq!(crate::ran::texts(&case["warnings"]), expected, "{level}");
        }
    }
}

/// A course that lies in the workspace, with a build step that looks for its answers.
fn course_inside(build: &str) -> World {
    let settings = serde_json::json!({"build": build}).to_string();
    World::small()
        .with("ws/theinference.json", settings)
        .with("ws/answers/hello/case.json", "1")
        .with("ws/answers/hello/expected.json", "1")
        .with("ws/nested/.theinference/last/expected.json", "1")
        .with_script(
            "#!/bin/sh\ncat */hello/expected.json nested/.the*/last/*.json stolen 2> /dev/null | \
             grep -q . && echo 1 || echo 0\n",
        )
}

#[test]
fn the_copy_for_a_build_step_holds_no_answer() {
    for level in offered() {
        let world = course_inside("cat */hello/expected.json nested/.the*/*/* > stolen; true");
        let words = ["test", "--isolate", level, "--fixtures", "answers"];
        world.run(&words).ends_with(1).says("1 failed");
        // Not held in it would find one.
        world.run(&["test", "--fixtures", "answers"]).ends_with(0);
        let committed = world.path("course/.git/objects/x").display().to_string();
        let script = format!("#!/bin/sh\ncat '{committed}' 2> /dev/null || echo 0\n");
        let world = world.with("course/.git/objects/x", "1").with_script(&script);
        world.run(&words).ends_with(1).says("1 failed");
        world.run(&["test", "--fixtures", "answers"]).ends_with(0);
    }
}

#[test]
fn a_copy_that_cannot_be_made_is_told_and_one_inside_itself_is_made() {
    for level in offered() {
        let world = course_inside("true").with("ws/tmp/x", "");
        let mut command = world.command(&["test", "--isolate", level]);
        command.env("TMPDIR", world.path("ws/tmp"));
        Ran::of(command).ends_with(1);
        assert_eq!(world.names("ws/tmp"), ["x"]);
        let large = std::fs::File::create(world.path("ws/large")).expect("a file");
        large.set_len(5 << 30).expect("a size");
        let told = "the workspace could not be copied for the build step: it has more than 4 GiB";
        world.run(&["test", "--isolate", level]).ends_with(5).says(told);
    }
}

#[test]
fn a_harness_that_is_killed_leaves_no_copy() {
    for level in offered() {
        let world = course_inside(": > started; exec sleep 600");
        let mut command = world.command(&["test", "--isolate", level]);
        command.stdout(std::process::Stdio::null());
        let mut harness = crate::processes::Running::start(&mut command);
        let has_begun = || {
            let copies = world.names("tmp");
            copies
                .iter()
                .any(|copy| world.path("tmp").join(copy).join("submission/started").exists())
        };
        crate::processes::wait_until("the build step has begun", has_begun);
        harness.send(rustix::process::Signal::KILL);
        harness.end();
        crate::processes::wait_until("nothing is left", || world.names("tmp").is_empty());
    }
}

#[test]
fn a_program_right_in_a_folder_that_is_replaced_is_kept_alone() {
    if !offered().contains(&"strict") {
        return;
    }
    let folder = tempfile::Builder::new().prefix("program").tempfile_in("/tmp").expect("a file");
    let program = folder.into_temp_path();
    std::fs::write(&program, "#!/bin/sh\necho 1\n").expect("it can be written");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&program, mode).expect("a mode");
    let world = World::small().with_case("hello", "1", "1");
    let program = program.display().to_string();
    world.run(&["test", "--isolate", "strict", "--", &program]).ends_with(0);
}

#[test]
fn a_file_that_an_editor_replaced_can_be_read_in_the_next_run_of_a_watch() {
    for level in offered() {
        let script = "#!/bin/sh\necho run >> /dev/null\ncat helper || echo 0\n";
        let world = World::small().with_case("hello", "1", "1").with_script(script);
        let world = world.with("ws/helper", "2");
        let mut command = world.command(&["test", "--watch", "--isolate", level]);
        let out = std::fs::File::create(world.path("out")).expect("a file");
        command.stdout(out).stderr(std::process::Stdio::null());
        let mut harness = crate::processes::Running::start(&mut command);
        let shows = |text: &str| world.read("out").contains(text);
        crate::processes::wait_until("the first run has failed", || shows("1 failed"));
        std::fs::write(world.path("ws/.helper.new"), "1").expect("a file");
        std::fs::rename(world.path("ws/.helper.new"), world.path("ws/helper")).expect("a name");
        crate::processes::wait_until("the next one has passed", || shows("1 passed"));
        harness.send(rustix::process::Signal::INT);
        harness.end();
    }
}
