//! Programs that cannot be started or built: said once, with what mends it.

use crate::ran::{text, texts};
use crate::world::World;

const FILE: &str = "ws/your_program.sh";

/// Two cases, so that what is said twice is seen.
fn two_cases() -> World {
    World::small().with_case("hello/more", "1", "1")
}

/// Exit code 3, and the sentence and the remedy are there once. `FILE` stands for the program.
#[track_caller]
fn refused(world: &World, words: &[&str], sentence: &str, remedy: &str) {
    let file = world.path(FILE).display().to_string();
    let (sentence, remedy) = (sentence.replace("FILE", &file), remedy.replace("FILE", &file));
    let human = world.run(&[&["test"], words].concat()).ends_with(3);
    let human = human.says(&format!("  could not start: {sentence}\n  to mend it: {remedy}\n"));
    assert_eq!(human.out.matches("could not start").count(), 1, "{human}");
    let ran = world.run(&[&["test", "--format", "json"], words].concat()).ends_with(3);
    for name in ["main", "more"] {
        let case = ran.case(name);
        assert_eq!(
            (text(&case["verdict"]), text(&case["reason"])),
            ("fail".into(), "could-not-start".into())
        );
        assert_eq!(texts(&case["messages"]), [sentence.as_str(), &remedy]);
    }
}

/// The remedy is a command that does mend it.
#[track_caller]
fn mended_by(world: &World, remedy: &str) {
    let remedy = remedy.replace("FILE", &world.path(FILE).display().to_string());
    crate::ran::Ran::of(world.shell(&remedy)).ends_with(0);
    world.run(&["test", "--case", "main"]).ends_with(0).says("1 passed");
}

#[test]
fn no_interpreter_line() {
    let world = two_cases().with_script(format!("echo '{}'\n", crate::world::ANSWER));
    let command = "perl -pi -e 'print \"#!/bin/sh\\n\" if $. == 1' FILE";
    let remedy = format!("its first line must name what runs it, as in `#!/bin/sh`: {command}");
    refused(&world, &[], "FILE has no interpreter line", &remedy);
    mended_by(&world, command);
}

#[test]
fn windows_line_ends() {
    let script = format!("#!/bin/sh\r\necho '{}'\r\n", crate::world::ANSWER);
    let world = two_cases().with_script(script);
    let remedy = "perl -pi -e 's/\\r$//' FILE";
    refused(&world, &[], "FILE has Windows line ends, so its interpreter is not found", remedy);
    mended_by(&world, remedy);
}

#[test]
fn a_byte_order_mark() {
    let script = format!("\u{feff}#!/bin/sh\necho '{}'\n", crate::world::ANSWER);
    let world = two_cases().with_script(script);
    let remedy = "perl -pi -e 's/^\\xEF\\xBB\\xBF// if $. == 1' FILE";
    let sentence = "FILE begins with a byte order mark, which hides its first line";
    refused(&world, &[], sentence, remedy);
    mended_by(&world, remedy);
}

#[test]
fn an_empty_file() {
    refused(
        &two_cases().with_script(""),
        &[],
        "FILE is empty",
        "write the command that starts your program into it, after a first line `#!/bin/sh`",
    );
}

#[test]
fn a_file_that_is_not_executable() {
    let world = two_cases().with_program("right.sh").with_mode(FILE, 0o644);
    refused(&world, &[], "FILE is not executable", "chmod +x FILE");
    mended_by(&world, "chmod +x FILE");
}

#[test]
fn a_folder() {
    let world = two_cases().with("ws/your_program.sh/x", "").with("ws/theinference.json", "{}");
    let remedy = "name the program in it, as in `FILE/your_program.sh`";
    refused(&world, &[], "FILE is a folder, not a program", remedy);
}

#[test]
fn a_file_that_is_not_there() {
    let remedy = "check the spelling, or create the file and make it executable with `chmod +x`";
    let words = ["--program", "your_program.sh"];
    refused(&two_cases(), &words, "FILE does not exist", remedy);
}

#[test]
fn an_interpreter_that_is_missing() {
    refused(
        &two_cases().with_script("#!/opt/no/such/interpreter -x\n"),
        &[],
        "FILE wants to be run by `/opt/no/such/interpreter`, which is not on this machine",
        "install `/opt/no/such/interpreter`, or change the first line of the file",
    );
}

#[test]
fn an_interpreter_that_env_does_not_find() {
    refused(
        &two_cases().with_script("#!/usr/bin/env no-such-interpreter\n"),
        &[],
        "FILE wants to be run by `no-such-interpreter`, which is not on this machine",
        "install `no-such-interpreter`, or change the first line of the file",
    );
}

#[test]
fn a_command_that_is_in_no_folder_of_path() {
    refused(
        &two_cases(),
        &["--", "no-such-command", "x"],
        "`no-such-command` was not found in any folder of PATH",
        "install it, or name it with its folder, as in `./no-such-command`",
    );
}

#[test]
fn one_case_that_was_judged_makes_it_a_failure() {
    let script = "#!/bin/sh\nchmod -x \"$0\"\necho 1\n";
    let world = two_cases().with_case("hello", "1", "1").with_script(script);
    let ran = world.run(&["test", "--jobs", "1"]).ends_with(1);
    ran.says("is not executable").says("1 failed, 1 passed");
}

#[test]
fn a_build_that_fails_is_told_once_with_its_own_output() {
    let settings = r#"{"build": "echo compiling; echo 'line 7: oh no' >&2; exit 9"}"#;
    let world = two_cases().with_program("right.sh").with("ws/theinference.json", settings);
    let human = world.run(&["test"]).ends_with(3);
    let human = human
        .says("did not build: the build step ended with exit code 9\n")
        .says("  build| compiling\n")
        .says("  build| line 7: oh no\n");
    assert_eq!(human.out.matches("did not build").count(), 1, "{human}");
    let ran = world.run(&["test", "--format", "json"]).ends_with(3);
    assert_eq!(text(&ran.case("more")["reason"]), "build-failed");
    let failure = &ran.json()["build_failure"];
    assert_eq!(text(&failure["message"]), "the build step ended with exit code 9");
    assert_eq!(text(&failure["output"]["text"]), "compiling\nline 7: oh no\n");
}

#[test]
fn a_build_is_run_once_in_the_workspace_before_the_cases() {
    let settings = r#"{"build": ["sh", "-c", "pwd >> ../builds; cp right.sh your_program.sh"]}"#;
    let world = World::small_with("right.sh").with("ws/theinference.json", settings);
    std::fs::rename(world.path("ws/your_program.sh"), world.path("ws/right.sh")).expect("a move");
    let ran = world.run(&["test"]).ends_with(0).says("building: sh -c").says("1 passed");
    assert_eq!(world.read("builds").lines().count(), 1, "{ran}");
    world.run(&["test", "--", "sh", "right.sh"]).ends_with(0);
    assert_eq!(world.read("builds").lines().count(), 1, "a typed command needs no build");
}

#[test]
fn the_command_that_mends_it_holds_for_any_path() {
    let wrong = ["echo 1\n", "#!/bin/sh\r\necho 1\r\n", "\u{feff}#!/bin/sh\necho 1\n"];
    for (number, script) in wrong.into_iter().enumerate() {
        let file = format!("it's a \"wörk\" $pace; \\{number}/your_program.sh");
        let world = World::small().with_case("hello", "1", "1").with(&file, script);
        let path = world.path(&file).display().to_string();
        let words = ["test", "--format", "json", "--program", &path];
        for remedy in ["chmod +x ", "perl -pi "] {
            let messages = texts(&world.run(&words).ends_with(3).case("main")["messages"]);
            assert!(messages[0].starts_with(&path), "{messages:?}");
            let at = messages[1].find(remedy).expect("the command");
            crate::ran::Ran::of(world.shell(&messages[1][at..])).ends_with(0);
        }
        for level in ["none"].into_iter().chain(crate::isolation::offered()) {
            world.run(&[&words[..], &["--isolate", level]].concat()).ends_with(0);
        }
    }
}

/// What is said of a program that is made by this line of shell in an empty workspace.
fn said_of(made_by: &str) -> String {
    let world = two_cases().with("ws/theinference.json", "{}");
    crate::ran::Ran::of(world.shell(made_by)).ends_with(0);
    let messages =
        texts(&world.run(&["test", "--format", "json"]).ends_with(3).case("main")["messages"]);
    let file = world.path(FILE).display().to_string();
    messages.join(" | ").replace(&file, "FILE")
}

#[test]
fn what_else_is_no_program_is_told_in_its_own_words() {
    let script =
        |line: &str| format!("printf '{line}' > your_program.sh; chmod +x your_program.sh");
    let (elf, look) =
        ("\\177ELF\\2\\1\\1\\0\\0\\0\\0\\0\\0\\0\\0\\0\\2\\0", "look at it with `ls -l FILE`");
    let build = "build it on this machine; `file FILE` tells what it is";
    let change = "change the first line of the file, as in `#!/bin/sh`";
    for (made_by, said) in [
        (
            "ln -s nowhere your_program.sh".to_owned(),
            "FILE is a link to a file that does not exist | see where it leads with `ls -l FILE`"
                .to_owned(),
        ),
        (
            "mkfifo your_program.sh".to_owned(),
            format!("FILE is not a file that can be started | {look}"),
        ),
        (
            script("#!/tmp\\n"),
            format!("FILE wants to be run by `/tmp`, which is no program | {change}"),
        ),
        (
            script("#!/etc/passwd\\n"),
            format!("FILE wants to be run by `/etc/passwd`, which is no program | {change}"),
        ),
        (
            script("#!/usr/bin/env python3 -u\\n"),
            "FILE has `env` look for a program that is called `python3 -u` | make its first line \
             `#!/usr/bin/env -S python3 -u`"
                .to_owned(),
        ),
        (
            script("\\377\\376#\\0!\\0"),
            "FILE is UTF-16, of which the system understands no line | save it as UTF-8".to_owned(),
        ),
        (
            script(&format!("{elf}\\xf3\\0")),
            format!("FILE is a program for another kind of processor | {build}"),
        ),
        (script("MZ\\220"), format!("FILE is a program for Windows | {build}")),
    ] {
        assert_eq!(said_of(&made_by), said, "{made_by}");
    }
    let long = said_of(&script(&format!("#!/bin/{}\\n", "x".repeat(400))));
    assert!(long.contains("x…`, which is not on this machine") && long.len() < 400, "{long}");
    assert!(
        said_of("ln -s your_program.sh your_program.sh").starts_with("FILE cannot be reached: ")
    );
}
