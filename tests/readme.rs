//! The README says what the binary does: its transcript is a real one, and its exit codes are those
//! of `--help`. `tests/cli/documented.rs` runs its commands.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use theinference::model::Cause;
use theinference::topics::{Group, topics};

const BEGIN: &str = "<!-- transcript: written by `UPDATE_README=1 cargo test --test readme` -->\n";
const END: &str = "<!-- transcript ends -->\n";
const UPDATE: &str = "UPDATE_README";
const RIGHT: &str = r#""arguments": args}"#;
const WRONG: &str = r#""args": args}"#;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("README.md can be read")
}

/// In one step, as other tests may be reading it.
fn replace_readme(text: &str) {
    let beside = root().join("README.md.new");
    fs::write(&beside, text).expect("the new README can be written");
    fs::rename(&beside, root().join("README.md")).expect("README.md can be replaced");
}

fn theinference(words: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_theinference"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .env_remove("COLUMNS")
        .env("LC_ALL", "C.UTF-8")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("the binary can be started")
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the output is UTF-8")
}

/// The Python solution in a folder of its own, as a learner has it.
struct Learner {
    folder: tempfile::TempDir,
}

impl Learner {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        fs::create_dir(folder.path().join("src")).expect("it can be written");
        for file in ["your_program.sh", "program.py", "src/mcp.py"] {
            let from = root().join("solutions/python").join(file);
            fs::copy(&from, folder.path().join(file)).expect("the solution can be copied");
        }
        Self { folder }
    }

    fn source(&self) -> PathBuf {
        self.folder.path().join("src/mcp.py")
    }

    fn replace(&self, old: &str, new: &str) {
        let source = fs::read_to_string(self.source()).expect("the solution can be read");
        assert_eq!(source.matches(old).count(), 1, "src/mcp.py has `{old}` once");
        fs::write(self.source(), source.replace(old, new)).expect("it can be written");
    }

    /// The command as it is typed, and what it prints.
    fn types(&self, command: &str, code: i32) -> String {
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let output = theinference(&words, self.folder.path());
        let printed = text(output.stdout) + &text(output.stderr);
        let hint = "is python3 missing? `./check --install` brings it";
        assert_eq!(output.status.code(), Some(code), "{command}\n{printed}\n{hint}");
        format!("$ {command}\n{}", without_times(&printed))
    }
}

/// Every time in parentheses, such as `(1.52 s)`, becomes `(12 ms)`.
fn without_times(printed: &str) -> String {
    let mut pieces = printed.split('(');
    let mut told = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        told.push('(');
        match piece.split_once(')') {
            Some((inside, rest)) if is_time(inside) => told.extend(["12 ms)", rest]),
            _ => told.push_str(piece),
        }
    }
    told
}

fn is_time(text: &str) -> bool {
    let number = text.strip_suffix(" ms").or_else(|| text.strip_suffix(" s"));
    number.is_some_and(|number| number.parse::<f64>().is_ok())
}

/// A learner misnames the parameter, reads what is wrong, mends it, and passes.
fn transcript() -> String {
    let learner = Learner::new();
    learner.replace(RIGHT, WRONG);
    let failed = learner.types("theinference test tools-list-and-call --case main", 1);
    learner.replace(WRONG, RIGHT);
    let passed = learner.types("theinference test tools-list-and-call", 0);
    let mended = "# in src/mcp.py, \"args\" becomes \"arguments\"";
    format!("```console\n{failed}\n{mended}\n{passed}```\n")
}

#[test]
fn the_transcript_is_what_the_binary_prints() {
    let readme = readme();
    let (before, rest) = readme.split_once(BEGIN).expect("the README marks where it begins");
    let (shown, after) = rest.split_once(END).expect("the README marks where it ends");
    let real = transcript();
    if std::env::var_os(UPDATE).is_some() {
        let updated = format!("{before}{BEGIN}{real}{END}{after}");
        replace_readme(&updated);
        return;
    }
    assert!(
        shown == real,
        "the transcript in README.md is out of date. It would be:\n\n{real}\n\
         Write it there with\n  {UPDATE}=1 cargo test --test readme\n"
    );
}

#[test]
fn the_transcript_shows_a_failure_with_its_pointer_and_then_a_pass() {
    let shown = transcript();
    let at = |what: &str| shown.find(what).unwrap_or_else(|| panic!("no `{what}` in\n{shown}"));
    assert!(at("FAIL ") < at("/toolsCallRequest/params/arguments is missing"));
    assert!(at("1 failed") < at("9 passed"));
}

/// What stands in code blocks, line by line, and in code spans elsewhere.
fn code(markdown: &str) -> Vec<&str> {
    let mut in_block = false;
    let mut found = Vec::new();
    for line in markdown.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            found.push(line.trim());
        } else {
            found.extend(line.split('`').skip(1).step_by(2));
        }
    }
    found
}

#[test]
fn the_exit_codes_are_those_of_the_help() {
    let help = text(theinference(&["--help"], root()).stdout);
    let (_, told) = help.split_once("Exit codes: ").expect("the help has exit codes");
    let told: Vec<&str> = told.split_whitespace().collect();
    let readme = readme();
    let (_, table) =
        readme.split_once("| exit code | meaning |\n").expect("the README has a table");
    let rows = table.lines().skip(1).take_while(|line| line.starts_with("| "));
    let rows = rows.map(|row| row.trim_matches(['|', ' ']).replace(" | ", " "));
    let shown = rows.collect::<Vec<_>>().join(", ") + ".";
    assert_eq!(shown, told.join(" "), "the README's table (left) against --help");
}

#[test]
fn the_causes_and_the_reasons_are_those_that_are_known() {
    let readme = readme();
    let listed = |after: &str, before: &str| -> BTreeSet<String> {
        let (_, list) = readme.split_once(after).expect("the README has the list");
        let (list, _) = list.split_once(before).expect("the list ends");
        code(list).into_iter().map(str::to_owned).collect()
    };
    let causes: BTreeSet<_> = Cause::ALL.iter().map(|cause| cause.as_str().to_owned()).collect();
    assert_eq!(listed("`cause` says how it failed: ", ".\n"), causes);
    let reasons = topics().into_iter().filter(|topic| topic.group == Group::Reasons);
    let reasons: BTreeSet<_> = reasons.map(|topic| topic.name.to_owned()).collect();
    assert_eq!(listed("A case that fails has a reason: ", ".\n"), reasons);
}

#[test]
fn only_times_are_made_equal() {
    let printed = "1 difference (219 ms)\n9 passed (1.52 s) (behind the scenes 0 / 8) echo({})";
    let told = "1 difference (12 ms)\n9 passed (12 ms) (behind the scenes 0 / 8) echo({})";
    assert_eq!(without_times(printed), told);
}
