//! `action.yml`: what GitHub asks of it, and its script run as GitHub runs it, with an `npx` that
//! writes down what it was given.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use saphyr::{LoadableYamlNode, Yaml};

/// The words of each call, each ended by a NUL, and the exit code that it is told to have.
const NPX: &str = "#!/bin/sh\nprintf '%s\\0' \"$@\" > \"$GIVEN\"\npwd > \"$GIVEN.folder\"\nexit \"${NPX_EXIT:-0}\"\n";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text() -> String {
    fs::read_to_string(root().join("action.yml")).expect("action.yml can be read")
}

fn action(text: &str) -> Yaml<'_> {
    let mut documents = Yaml::load_from_str(text).expect("action.yml is YAML");
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

fn string<'y>(node: &'y Yaml<'_>, key: &str) -> &'y str {
    let value = node.as_mapping_get(key).and_then(Yaml::as_str);
    value.unwrap_or_else(|| panic!("there is no text `{key}` in {node:?}"))
}

fn keys<'y>(node: &'y Yaml<'_>) -> Vec<&'y str> {
    let keys = node.as_mapping().into_iter().flat_map(|mapping| mapping.keys());
    keys.map(|key| key.as_str().expect("keys are texts")).collect()
}

/// The only step.
fn step<'y>(action: &'y Yaml<'y>) -> &'y Yaml<'y> {
    let steps = action["runs"]["steps"].as_sequence().expect("it has steps");
    assert_eq!(steps.len(), 1);
    &steps[0]
}

fn script() -> String {
    string(step(&action(&text())), "run").to_owned()
}

#[test]
fn it_has_what_github_requires_of_a_composite_action() {
    let text = text();
    let action = action(&text);
    for key in ["name", "description"] {
        assert!(!string(&action, key).is_empty());
    }
    assert_eq!(string(&action["runs"], "using"), "composite");
    let step = step(&action);
    // A composite action has no default shell.
    assert_eq!(string(step, "shell"), "bash");
    assert_eq!(keys(step), ["name", "shell", "working-directory", "env", "run"]);
    assert_eq!(keys(&action), ["name", "description", "author", "branding", "inputs", "runs"]);
    assert_eq!(keys(&action["inputs"]), ["stage", "args", "working-directory", "version"]);
    for input in keys(&action["inputs"]) {
        assert_eq!(keys(&action["inputs"][input]), ["description", "default"], "{input}");
        assert!(!string(&action["inputs"][input], "description").is_empty());
    }
    let colors =
        ["white", "black", "yellow", "blue", "green", "orange", "red", "purple", "gray-dark"];
    assert!(colors.contains(&string(&action["branding"], "color")));
}

#[test]
fn it_installs_the_version_that_it_comes_with() {
    let text = text();
    let action = action(&text);
    assert_eq!(string(&action["inputs"]["version"], "default"), env!("CARGO_PKG_VERSION"));
}

#[test]
fn every_input_gets_into_the_script_as_a_variable_only() {
    let text = text();
    let action = action(&text);
    let step = step(&action);
    assert!(!string(step, "run").contains("${{"), "an expression in a script is code");
    let through_env = keys(&step["env"]).into_iter().map(|name| string(&step["env"], name));
    let mut used: Vec<_> = through_env.chain([string(step, "working-directory")]).collect();
    let mut inputs: Vec<_> = keys(&action["inputs"])
        .into_iter()
        .map(|input| format!("${{{{ inputs.{input} }}}}"))
        .collect();
    used.sort_unstable();
    inputs.sort_unstable();
    assert_eq!(used, inputs);
}

/// Runs a tool on the script, given on standard input.
fn checked_by(tool: &str, words: &[&str]) {
    let command =
        Command::new(tool).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = command.unwrap_or_else(|error| {
        panic!("{tool} cannot be started ({error}): install the package {tool}, as `./check --install` does")
    });
    let mut stdin = child.stdin.take().expect("it reads");
    stdin.write_all(format!("#!/bin/bash\n{}", script()).as_bytes()).expect("it takes the script");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn bash_and_shellcheck_find_nothing_in_the_script() {
    checked_by("bash", &["-n"]);
    checked_by("shellcheck", &["--shell=bash", "--severity=style", "-"]);
}

/// A folder with a fake `npx`, in which the script runs.
struct Runner {
    folder: tempfile::TempDir,
    npx_exit: i32,
}

impl Runner {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        for name in ["bin", "project", "tmp"] {
            fs::create_dir(folder.path().join(name)).expect("folders can be made");
        }
        let runner = Self { folder, npx_exit: 0 };
        runner.tool("npx", NPX);
        runner
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn tool(&self, name: &str, text: &str) {
        let file = self.path("bin").join(name);
        fs::write(&file, text).expect("files can be written");
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).expect("modes can be set");
    }

    /// As GitHub does it: the script in a file, the inputs in the environment.
    fn run(&self, stage: &str, args: &str, version: &str) -> Output {
        let file = self.path("script.sh");
        fs::write(&file, script()).expect("the script can be written");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail"])
            .arg(file)
            .current_dir(self.path("project"))
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .env("GIVEN", self.path("given"))
            .env("NPX_EXIT", self.npx_exit.to_string())
            .env("TMPDIR", self.path("tmp"))
            .env("INPUT_STAGE", stage)
            .env("INPUT_ARGS", args)
            .env("INPUT_VERSION", version)
            .output()
            .expect("bash can be started");
        let left = fs::read_dir(self.path("tmp")).expect("it can be read").count();
        assert_eq!(left, 0, "a temporary file is left");
        output
    }

    /// The words that npx was given, if it was called.
    fn given(&self) -> Option<Vec<String>> {
        let words = fs::read_to_string(self.path("given")).ok()?;
        Some(words.split_terminator('\0').map(str::to_owned).collect())
    }
}

/// What npx is given for these inputs, after the package.
fn words(stage: &str, args: &str) -> Vec<String> {
    let runner = Runner::new();
    let output = runner.run(stage, args, "1.2.3");
    assert!(output.status.success(), "{stage:?} {args:?}: {output:?}");
    let given = runner.given().expect("npx is called");
    assert_eq!(given[..3], ["--yes", "theinference@1.2.3", "test"]);
    let project = fs::read_dir(runner.path("project")).expect("it can be read");
    assert_eq!(project.count(), 0, "{stage:?} {args:?} left something behind");
    given[3..].to_vec()
}

#[test]
fn the_inputs_become_the_words_of_the_command() {
    assert_eq!(words("", ""), [""; 0]);
    assert_eq!(words("", " \n\t "), [""; 0]);
    assert_eq!(words("tools-list-and-call", ""), ["--stage=tools-list-and-call"]);
    assert_eq!(words("1", "--all  -v\n--jobs 2\n"), ["--stage=1", "--all", "-v", "--jobs", "2"]);
    assert_eq!(
        words("", r#"--case 'a b' "c d" e\ f "" -n"#),
        ["--case", "a b", "c d", "e f", "", "-n"]
    );
    assert_eq!(words("", "--quiet -- node app.js"), ["--quiet", "--", "node", "app.js"]);
    let many = vec!["--case=x"; 3000];
    assert_eq!(words("", &many.join(" ")), many);
}

#[test]
fn hostile_inputs_stay_words() {
    for hostile in [
        "; touch hacked",
        "$(touch hacked)",
        "`touch hacked`",
        "a && touch hacked",
        "a | touch hacked",
        "a > hacked",
        "$HOME ${IFS} *",
        "--help\ntouch hacked",
        "\" ; touch hacked ; \"",
        "' ; touch hacked ; '",
        "é\u{202e}\\",
        "-n",
    ] {
        assert_eq!(words(hostile, ""), [format!("--stage={hostile}")]);
    }
    let parted = |args: &str| args.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for hostile in [
        "; touch hacked",
        "$(touch hacked)",
        "`touch hacked`",
        "a && touch hacked || b | c > hacked < d",
        "$HOME ${IFS} * ~ ? [a-z] {a,b} !! #",
        "%s %n -e -n --",
    ] {
        assert_eq!(words("", hostile), parted(hostile));
    }
    assert_eq!(
        words("", "'$(touch hacked)' \"`touch hacked`\""),
        ["$(touch hacked)", "`touch hacked`"]
    );
}

/// The script refuses the inputs, and npx is not called.
fn refused(runner: &Runner, args: &str, version: &str, code: i32, told: &str) {
    let output = runner.run("", args, version);
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{args:?} {version:?}: {output:?}");
    assert!(out.contains(&format!("::error::{told}")), "{args:?} {version:?}: {out}");
    assert_eq!(runner.given(), None);
}

#[test]
fn what_cannot_be_meant_is_refused_in_a_sentence() {
    let runner = Runner::new();
    for args in ["'a", "a \"b", "--case 'a\nb'"] {
        refused(&runner, args, "1.0.0", 2, "the input args has a quote that is not closed");
    }
    for version in ["", "1 2", "1;touch hacked", "npm:other@1", "../x", "https://x", "$(x)", "1\n2"]
    {
        refused(&runner, "", version, 2, "the input version is no version");
    }
    for version in ["latest", "^1.2", "~1", "1.0.0-rc.1+build"] {
        assert!(runner.run("", "", version).status.success(), "{version}");
    }
}

#[test]
fn another_system_is_refused_in_a_sentence() {
    let runner = Runner::new();
    runner.tool("uname", "#!/bin/sh\necho MINGW64_NT-10.0\n");
    refused(&runner, "", "1.0.0", 3, "theinference runs on Linux and macOS");
    runner.tool("uname", "#!/bin/sh\necho Darwin\n");
    assert!(runner.run("", "", "1.0.0").status.success());
}

#[test]
fn the_exit_code_comes_through() {
    for code in [0, 1, 2, 3, 4, 5, 130] {
        let runner = Runner { npx_exit: code, ..Runner::new() };
        assert_eq!(runner.run("1", "-v", "1.0.0").status.code(), Some(code));
    }
}
