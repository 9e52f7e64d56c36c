//! Each starter kit: it fails the first stage with advice, and passes once its functions are filled
//! in as the lessons say. `tests/kits/` has those functions.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::ran::Ran;
use crate::world::{World, repository};

/// A kit in a folder of its own, and where its tools are.
struct Kit {
    world: World,
    /// The folders that come first in `PATH`.
    tools: Vec<PathBuf>,
    language: &'static str,
}

impl Kit {
    #[track_caller]
    fn new(language: &'static str, tools: Vec<PathBuf>) -> Self {
        let kit = Self { world: World::empty(), tools, language };
        let ran = kit.run(&["init", ".", "--lang", language]).ends_with(0);
        assert_eq!(ran.err, "", "a tool of the kit is missing; ./check --install brings it");
        kit
    }

    fn settled(&self, mut command: Command) -> Command {
        let system = std::env::var_os("PATH").unwrap_or_default();
        let folders = self.tools.iter().cloned().chain(std::env::split_paths(&system));
        command.env("PATH", std::env::join_paths(folders).expect("a PATH"));
        command
    }

    fn run(&self, words: &[&str]) -> Ran {
        Ran::of(self.settled(self.world.command(words)))
    }

    fn by_hand(&self, words: &[&str]) -> Ran {
        let mut command = self.settled(self.world.shell("exec ./your_program.sh \"$@\""));
        command.arg("sh").args(words).stdin(Stdio::null());
        Ran::of(command)
    }

    /// Without a word of a mode, with one that it does not know, and with a case that is not there.
    #[track_caller]
    fn tells_how_it_is_used(&self) {
        let usage = "usage: ./your_program.sh MODE [CASE_FILE]\nmodes: mcp-call, mcp-server;";
        for words in [&[][..], &["mcp-cal"]] {
            let ran = self.by_hand(words).ends_with(2).warns(usage);
            assert_eq!(ran.out, "");
        }
        let ran = self.by_hand(&["mcp-call", "nowhere.json"]).ends_with(2);
        let ran = ran.warns("the case cannot be read");
        assert!(ran.err.lines().count() <= 2, "{ran}");
    }

    /// Each function says that it is not written yet, and nothing is a defect of the tool.
    #[track_caller]
    fn asks_for_its_functions(&self, first: &str, last: &str, file: &str) {
        for (stage, name) in [("1", first), ("2", last)] {
            let ran = self.run(&["test", stage]).ends_with(1);
            ran.says(&format!("\n  `{name}` is not written yet.\n  look at: {name} (src/{file}:"))
                .says("\n  lesson   theinference show ")
                .never_says("stderr|")
                .never_says("could not be judged");
        }
    }

    /// With the functions filled in, all cases pass.
    #[track_caller]
    fn passes_once_it_is_written(&self) {
        let patch = repository().join(format!("tests/kits/{}.patch", self.language));
        let mut command = Command::new("git");
        let workspace = self.world.path("ws");
        command.arg("apply").arg(patch).current_dir(&workspace);
        // Not below a repository that the temporary folder may be in.
        Ran::of({
            command.env("GIT_CEILING_DIRECTORIES", workspace);
            command
        })
        .ends_with(0);
        self.run(&["test"]).ends_with(0).says("\n14 passed (");
        for level in crate::isolation::offered() {
            // Node 20 has the bundler downloaded.
            let words = ["test", "--isolate", level, "--allow-net"];
            self.run(&words).ends_with(0).says("\n14 passed (");
        }
    }
}

/// A Node that `./check --install` brings.
#[track_caller]
pub(crate) fn node(version: &str) -> PathBuf {
    let folder = repository().join(format!("target/tools/node{version}"));
    let is_there = folder.join("node").is_file();
    assert!(is_there, "Node {version} is missing; ./check --install brings it");
    folder
}

#[test]
fn python() {
    let kit = Kit::new("py", Vec::new());
    kit.tells_how_it_is_used();
    kit.asks_for_its_functions("tools_list_request", "handle", "mcp.py");
    kit.passes_once_it_is_written();
}

#[test]
fn shell() {
    let kit = Kit::new("sh", Vec::new());
    kit.tells_how_it_is_used();
    kit.asks_for_its_functions("tools_list_request", "handle", "mcp.sh");
    kit.passes_once_it_is_written();
}

#[test]
fn go() {
    let kit = Kit::new("go", Vec::new());
    kit.tells_how_it_is_used();
    kit.asks_for_its_functions("ToolsListRequest", "Handle", "mcp.go");
    kit.passes_once_it_is_written();
}

#[test]
fn rust() {
    let kit = Kit::new("rust", Vec::new());
    kit.tells_how_it_is_used();
    kit.asks_for_its_functions("tools_list_request", "handle", "mcp.rs");
    kit.passes_once_it_is_written();
}

#[test]
fn type_script_that_node_runs_by_itself() {
    for version in ["22", "24"] {
        let kit = Kit::new("ts", vec![node(version)]);
        kit.tells_how_it_is_used();
        kit.asks_for_its_functions("toolsListRequest", "handle", "mcp.ts");
        kit.passes_once_it_is_written();
    }
}

/// `npm ci` brings esbuild.
#[test]
fn type_script_for_node_20_needs_the_network() {
    let kit = Kit::new("ts", vec![node("20")]);
    kit.tells_how_it_is_used();
    kit.asks_for_its_functions("toolsListRequest", "handle", "mcp.ts");
    kit.passes_once_it_is_written();
}
