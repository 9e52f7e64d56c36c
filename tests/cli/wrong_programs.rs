//! Every mistake of the built-in course, made by a program: `wrong/` has the Python solution with
//! one function replaced for each.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Mutex;

use serde_json::Value;

use crate::ran::{Ran, text, texts};
use crate::world::{World, repository};

const STAGES: [&str; 2] = ["tools-list-and-call", "tools-call-handler"];

/// A mistake as a `stage.json` has it.
#[derive(Clone, Debug)]
struct Listed {
    stage: &'static str,
    name: String,
    case: String,
    hint: String,
}

fn listed() -> Vec<Listed> {
    STAGES.into_iter().flat_map(listed_in).collect()
}

fn listed_in(stage: &'static str) -> Vec<Listed> {
    let path = repository().join("stages").join(stage).join("stage.json");
    let json = fs::read(path).expect("the stage can be read");
    let json: Value = serde_json::from_slice(&json).expect("it is JSON");
    let mistakes = json["mistakes"].as_array().cloned().unwrap_or_default();
    let mistake = |json: &Value| {
        let member = |name: &str| text(&json[name]);
        Listed { stage, name: member("name"), case: member("case"), hint: member("hint") }
    };
    mistakes.iter().map(mistake).collect()
}

/// An empty workspace whose program is a link to the one in `wrong/`.
fn world() -> World {
    let world = World::empty();
    let program = repository().join("wrong/your_program.sh");
    symlink(program, world.path("ws/your_program.sh")).expect("a link can be made");
    world
}

/// The folder of the interpreter itself: what stands before it in the path may be a launcher that
/// takes ten times as long.
fn folder_of_python() -> PathBuf {
    let code = "import os, sys; print(os.path.dirname(sys.executable), end='')";
    let mut python = Command::new("python3");
    python.args(["-c", code]);
    Ran::of(python).ends_with(0).out.into()
}

/// Every mistake that `wrong/` makes, with the further cases that it makes fail.
fn made() -> BTreeMap<(String, String), Vec<String>> {
    let listing = Ran::of({
        let mut command = Command::new(repository().join("wrong/your_program.sh"));
        command.arg("--list").env("PYTHONDONTWRITEBYTECODE", "1");
        command
    });
    let json = listing.ends_with(0).json();
    let entry = |entry: &Value| {
        ((text(&entry["stage"]), text(&entry["name"])), texts(&entry["also_fails"]))
    };
    json.as_array().into_iter().flatten().map(entry).collect()
}

/// What makes Python start quickly, seven hundred times.
struct Python {
    folder: PathBuf,
    bytecode: tempfile::TempDir,
}

impl Python {
    fn new() -> Self {
        let bytecode = tempfile::tempdir().expect("there is room for a folder");
        Self { folder: folder_of_python(), bytecode }
    }

    fn quicken(&self, command: &mut Command) {
        let path = std::env::var("PATH").unwrap_or_default();
        command
            .env("PATH", format!("{}:{path}", self.folder.display()))
            .env_remove("PYTHONDONTWRITEBYTECODE")
            .env("PYTHONPYCACHEPREFIX", self.bytecode.path());
    }
}

/// What is not as it should be when both stages are run with this mistake.
fn complaints(mistake: &Listed, also_fails: &[String], python: &Python) -> Vec<String> {
    let world = world();
    let mut command =
        world.command(&["test", "--format", "json", "--timeout", "1m", "--jobs", "1"]);
    command.env("MISTAKE", &mistake.name);
    python.quicken(&mut command);
    let report = Ran::of(command).ends_with(1).json();
    let cases = report["cases"].as_array().cloned().unwrap_or_default();
    let concerned = |case: &str| {
        case == mistake.case || also_fails.iter().any(|name| name == case || name == "*")
    };
    let mut complaints = Vec::new();
    let mut seen = BTreeSet::new();
    for case in &cases {
        let (stage, name, verdict) =
            (text(&case["stage"]), text(&case["case"]), text(&case["verdict"]));
        let fails = stage == mistake.stage && concerned(&name);
        let expected = if fails { "fail" } else { "pass" };
        if verdict != expected {
            complaints.push(format!("{}: {stage} / {name} is a {verdict}", mistake.name));
        }
        let recognised = (texts(&case["mistakes"]), texts(&case["hints"]));
        let own = (vec![mistake.name.clone()], vec![mistake.hint.clone()]);
        if stage == mistake.stage && name == mistake.case && recognised != own {
            complaints.push(format!("{}: {recognised:?} in {stage} / {name}", mistake.name));
        }
        seen.insert((stage, name));
    }
    let stages: BTreeSet<_> = seen.iter().map(|(stage, _)| stage.as_str()).collect();
    let named = (mistake.stage.to_owned(), mistake.case.clone());
    if stages != BTreeSet::from(STAGES) || !seen.contains(&named) {
        complaints.push(format!("{}: only {seen:?} were run", mistake.name));
    }
    complaints
}

#[test]
fn every_mistake_of_the_course_is_made_by_a_wrong_program_and_no_other_is() {
    let of_course: Vec<_> =
        listed().into_iter().map(|mistake| (mistake.stage.to_owned(), mistake.name)).collect();
    let names: BTreeSet<_> = of_course.iter().map(|(_, name)| name).collect();
    assert_eq!(names.len(), of_course.len(), "a name stands for one mistake of the course");
    let made: BTreeSet<_> = made().into_keys().collect();
    assert_eq!(made, of_course.iter().cloned().collect());
    for stage in STAGES {
        assert!(listed_in(stage).len() >= 6, "{stage} knows few mistakes");
    }
}

#[test]
fn every_mistake_is_recognised_in_its_case_alone_and_fails_nothing_that_it_does_not_concern() {
    let (made, python) = (made(), Python::new());
    let left = Mutex::new(listed());
    let complained = Mutex::new(Vec::new());
    let take = || left.lock().expect("no thread panics while it takes one").pop();
    let work = || {
        while let Some(mistake) = take() {
            let also_fails = &made[&(mistake.stage.to_owned(), mistake.name.clone())];
            let found = complaints(&mistake, also_fails, &python);
            complained.lock().expect("no thread panics while it adds some").extend(found);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let complained = complained.into_inner().expect("no thread panicked");
    assert!(complained.is_empty(), "{}", complained.join("\n"));
}

#[test]
fn a_mistake_that_nobody_knows_is_refused_with_the_known_ones() {
    let world = world();
    let ran = Ran::of(world.shell("MISTAKE=args-for-argument ./your_program.sh mcp-call"));
    let ran = ran.ends_with(2).warns("MISTAKE is 'args-for-argument'");
    ran.warns("\n  args-for-arguments\n");
}
