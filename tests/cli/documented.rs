//! Every command in the README, the lessons and the other documents: run as it stands, or with its
//! placeholders filled in, or named here with the reason why not. A new one fails until it is dealt
//! with, and so does an entry here that no document needs.

#![allow(clippy::print_stdout, reason = "a test that fails shows how far it came")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::Signal;

use crate::processes::{Running, wait_until};
use crate::ran::Ran;
use crate::world::{World, repository};

/// What becomes of a command that does not end with 0 as it stands.
enum How {
    /// It ends with this code.
    Ends(i32),
    /// This is typed in its place, and ends with 0.
    Typed(&'static str),
    /// It is not run, for this reason.
    NotRun(&'static str),
}

use How::{Ends, NotRun, Typed};

const PUBLISHED: &str = "needs a published package";
const CHECKED: &str = "is run by ./check";
const MINUTES: &str = "takes minutes";
const PART: &str = "is part of a line, or of a file";
const NIGHTLY: &str = "needs a nightly compiler and takes minutes";

const SPECIAL: &[(&str, How)] = &[
    ("npx theinference", Ends(2)),
    ("uvx theinference", Ends(2)),
    ("pipx run theinference", Ends(2)),
    ("theinference diff", Ends(2)),
    ("theinference diff A.json B.json", Ends(1)),
    ("theinference diff expected.json actual.json", Ends(1)),
    ("theinference diff EXPECTED YOURS", Typed("theinference diff A.json A.json")),
    ("theinference explain TOPIC", Typed("theinference explain mismatch")),
    ("theinference init DIR --lang ts", Typed("theinference init demo --lang ts")),
    ("theinference run STAGE", Typed("theinference run 1")),
    ("theinference run STAGE | head", Typed("theinference run 1 | head")),
    (
        "theinference run STAGE | head -c 16 | od -c",
        Typed("theinference run 1 | head -c 16 | od -c"),
    ),
    ("theinference run STAGE | od -c | less", Typed("theinference run 1 | od -c | cat")),
    ("theinference schema NAME", Typed("theinference schema course")),
    ("theinference show STAGE", Typed("theinference show tools-call-handler")),
    ("theinference test -- node app.js", Ends(1)),
    (
        "theinference test --course DIR --program PATH",
        Typed("theinference test --course ../course --program ./your_program.sh"),
    ),
    ("theinference test --reveal CASE", Typed("theinference test --reveal no-result")),
    ("theinference test --stage NAME", Typed("theinference test --stage tools-call-handler")),
    ("theinference test 1 --reveal CASE", Typed("theinference test 1 --reveal no-result")),
    (
        "MISTAKE=args-for-arguments theinference test --program wrong/your_program.sh",
        NotRun("is run by tests/cli/wrong_programs.rs, for each mistake"),
    ),
    ("./check", NotRun(CHECKED)),
    ("./check --install", NotRun(CHECKED)),
    ("./check --quick", NotRun(CHECKED)),
    ("packaging/release.sh", NotRun(CHECKED)),
    ("packaging/try.sh", NotRun(CHECKED)),
    ("pip install target/packages/pypi/*.whl", NotRun(CHECKED)),
    ("cargo build --release", NotRun(CHECKED)),
    ("cargo run --release -- test", NotRun(MINUTES)),
    ("cargo install --path .", NotRun(MINUTES)),
    ("cargo bench --bench difference", NotRun(MINUTES)),
    ("cargo bench --bench overhead", NotRun(MINUTES)),
    ("cargo bench --bench watch", NotRun(MINUTES)),
    ("cargo test --test generated", NotRun(CHECKED)),
    ("cargo install theinference", NotRun(PUBLISHED)),
    ("npm i -D theinference", NotRun(PUBLISHED)),
    ("pip install theinference", NotRun(PUBLISHED)),
    ("npm i -D", NotRun(PART)),
    ("npm install", NotRun(PART)),
    ("cargo binstall", NotRun(PART)),
    ("cargo build", NotRun(PART)),
    ("exec python3 program.py \"$@\"", NotRun(PART)),
    ("cargo install cargo-fuzz", NotRun(NIGHTLY)),
    ("cargo +nightly fuzz run edits fuzz/artifacts/edits/crash-…", NotRun(NIGHTLY)),
    (
        "cargo +nightly fuzz run documents fuzz/corpus/documents fuzz/seeds/documents -- \
         -max_total_time=1800 -max_len=4096 -timeout=10 -dict=fuzz/json.dict",
        NotRun(NIGHTLY),
    ),
    (
        "cargo +nightly fuzz run edits fuzz/corpus/edits fuzz/seeds/edits -- \
         -max_total_time=1800 -max_len=600 -timeout=10 -dict=fuzz/json.dict",
        NotRun(NIGHTLY),
    ),
];

/// What a command begins with, where it stands in a sentence.
const BEGINNINGS: [&str; 11] = [
    "theinference ",
    "npx ",
    "uvx ",
    "pipx ",
    "npm i",
    "pip install",
    "cargo ",
    "packaging/release.sh",
    "packaging/try.sh",
    "./check",
    "MISTAKE=",
];

/// What a reader types one after the other: the lines of a block, or one command in a sentence.
#[derive(Debug)]
struct Found {
    document: String,
    lines: Vec<String>,
}

fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<_> = ["docs", "stages", "packaging", "kits", "fuzz", "solutions"]
        .map(|it| repository().join(it))
        .into();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let skipped = ["node_modules", "target", "dist"].map(Path::new);
            if path.is_dir() && !skipped.iter().any(|name| path.ends_with(name)) {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found.push(repository().join("README.md"));
    found.sort();
    found
}

/// The commands of a document: blocks of `sh`, what is typed in a `console`, and code in sentences.
fn commands(document: &str, markdown: &str) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut block: Option<&str> = None;
    let push = |found: &mut Vec<Found>, lines| {
        found.push(Found { document: document.to_owned(), lines });
    };
    for line in markdown.replace("\\\n", "").lines() {
        match (line.strip_prefix("```"), block) {
            (Some(_), Some(_)) => block = None,
            (Some(kind), None) => {
                block = Some(kind);
                push(&mut found, Vec::new());
            }
            (None, Some("sh")) => found.last_mut().expect("a block").lines.extend(typed(line)),
            (None, Some("console")) => {
                let typed = line.strip_prefix("$ ").and_then(typed);
                typed.into_iter().for_each(|line| push(&mut found, vec![line]));
            }
            (None, Some(_)) => {}
            (None, None) => {
                let spans = line.split('`').skip(1).step_by(2);
                let spans = spans.map(|span| span.strip_prefix("- run: ").unwrap_or(span));
                let commands =
                    spans.filter(|span| BEGINNINGS.iter().any(|it| span.starts_with(it)));
                commands.for_each(|span| push(&mut found, vec![span.to_owned()]));
            }
        }
    }
    found.retain(|found| !found.lines.is_empty());
    found
}

/// A line without its comment, with one blank between words.
fn typed(line: &str) -> Option<String> {
    let words: Vec<_> = line.split(" #").next()?.split_whitespace().collect();
    (!words.is_empty() && !words[0].starts_with('#')).then(|| words.join(" "))
}

/// The Python solution, the course on disk beside it, and what the commands name.
fn world() -> World {
    let world = World::solution()
        .with_open_course()
        .with("ws/app.js", "console.log(1)")
        .with("ws/A.json", "[1]")
        .with("ws/B.json", "[1.0]")
        .with("ws/expected.json", "[1]")
        .with("ws/actual.json", "[2]");
    let start = "#!/bin/sh\nwhile [ \"$1\" != theinference ]; do shift; done\nexec \"$@\"\n";
    ["npx", "uvx", "pipx"].iter().fold(world, |world, name| {
        let file = format!("bin/{name}");
        world.with(&file, start).with_mode(&file, 0o755)
    })
}

/// Types the lines in a new world, and says which entries of the table were needed.
fn type_in(found: &Found) -> Vec<&'static str> {
    let (world, mut folder) = (world(), PathBuf::from("ws"));
    let mut needed = Vec::new();
    for line in &found.lines {
        let entry = SPECIAL.iter().find(|(command, _)| command == line);
        needed.extend(entry.map(|(command, _)| command));
        match (line.strip_prefix("cd "), entry) {
            (Some(into), _) => folder.push(into),
            (None, Some((_, NotRun(why)))) => println!("not run, since it {why}: {line}"),
            (None, Some((_, Ends(code)))) => ends(&world, &folder, line, *code),
            (None, Some((_, Typed(line)))) => ends(&world, &folder, line, 0),
            (None, None) if line.contains("--watch") => watches(&world, &folder, line),
            (None, None) => ends(&world, &folder, line, 0),
        }
    }
    needed
}

fn command(world: &World, folder: &Path, line: &str) -> std::process::Command {
    // No pager and no shell of ours stays between.
    let mut command = world.shell(&format!("PATH=../bin:../../bin:$PATH; {line}"));
    command.current_dir(world.path("").join(folder));
    command
}

#[track_caller]
fn ends(world: &World, folder: &Path, line: &str, code: i32) {
    let ran = Ran::of(command(world, folder, line)).ends_with(code);
    assert!(
        !(ran.out.is_empty() && ran.err.is_empty()) || line.contains('>'),
        "{line} says nothing"
    );
}

/// It waits for saves; once it has told of the first run, Ctrl-C ends it.
#[track_caller]
fn watches(world: &World, folder: &Path, line: &str) {
    let file = fs::File::create(world.path("err")).expect("a file");
    let mut command = command(world, folder, &format!("exec {line}"));
    let mut running = Running::start(command.stdout(std::process::Stdio::null()).stderr(file));
    wait_until(line, || world.read("err").contains("waiting for a change"));
    running.send(Signal::INT);
    assert_eq!(running.end().code(), Some(130), "{line}");
}

#[test]
fn every_command_in_the_documents_does_what_it_should() {
    let mut needed = BTreeSet::new();
    let mut known = BTreeSet::new();
    for path in documents() {
        let text = fs::read_to_string(&path).expect("the document can be read");
        let document = path.strip_prefix(repository()).unwrap_or(&path).display().to_string();
        for found in commands(&document, &text) {
            // The same words in another document do the same.
            if known.insert(found.lines.clone()) {
                println!("{}: {:?}", found.document, found.lines);
                needed.extend(type_in(&found));
            }
        }
    }
    assert!(known.len() > 50, "only {} were found", known.len());
    let listed: BTreeSet<_> = SPECIAL.iter().map(|(command, _)| *command).collect();
    assert_eq!(listed, needed, "entries that no document needs (left)");
}

#[test]
fn a_command_is_found_wherever_it_stands() {
    let text = "Type `theinference list`, `x`, or\n```sh\n# first\ncd a   # there\ncargo b \\\n  c\n```\n\
                ```text\ntheinference no\n```\n```console\n$ theinference yes\nout\n```\n\
                | `- run: npx y > z` |";
    let found: Vec<_> = commands("x.md", text).into_iter().map(|found| found.lines).collect();
    let lines = [
        vec!["theinference list"],
        vec!["cd a", "cargo b c"],
        vec!["theinference yes"],
        vec!["npx y > z"],
    ];
    assert_eq!(found, lines);
}
