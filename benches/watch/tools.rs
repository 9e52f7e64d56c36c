//! The tools that watch, where they are found, and how a missing one is brought.

use std::env;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::grounds::Plot;

const PEERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/peers");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    Ours,
    Watchexec,
    /// The same tool, told to wait for nothing.
    HastyWatchexec,
    Entr,
    Nodemon,
}

impl Tool {
    pub(crate) const ALL: [Tool; 5] =
        [Tool::Ours, Tool::Watchexec, Tool::HastyWatchexec, Tool::Entr, Tool::Nodemon];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Tool::Ours => "theinference",
            Tool::Watchexec => "watchexec",
            Tool::HastyWatchexec => "watchexec -d 0",
            Tool::Entr => "entr",
            Tool::Nodemon => "nodemon",
        }
    }

    /// The name of the program, as typed.
    pub(crate) fn program(self) -> &'static str {
        self.name().split(' ').next().unwrap_or_default()
    }

    /// The program's file, installed if need be; else why it cannot be had.
    pub(crate) fn find(self) -> Result<PathBuf, String> {
        if self == Tool::Ours {
            return Ok(env!("CARGO_BIN_EXE_theinference").into());
        }
        if let Some(file) = self.present() {
            return Ok(file);
        }
        for mut command in self.installation() {
            println!("{} is missing: {}", self.program(), shown(&command));
            run(&mut command)?;
        }
        self.present().ok_or_else(|| "it is missing".to_owned())
    }

    fn present(self) -> Option<PathBuf> {
        let path = env::var_os("PATH").unwrap_or_default();
        let own = ["bin", "node_modules/.bin"].map(|folder| Path::new(PEERS).join(folder));
        let mut folders = env::split_paths(&path).chain(own);
        folders.find_map(|folder| Some(folder.join(self.program())).filter(|file| file.is_file()))
    }

    fn installation(self) -> Vec<Command> {
        match self {
            // Watchexec itself was tried before its hasty twin.
            Tool::Ours | Tool::HastyWatchexec => Vec::new(),
            Tool::Watchexec => vec![watchexec_installation()],
            Tool::Entr => vec![
                words("apt-get", &["update"]),
                words("apt-get", &["install", "-y", "--no-install-recommends", "entr"]),
            ],
            Tool::Nodemon => vec![words("npm", &["install", "--prefix", PEERS, "nodemon"])],
        }
    }

    /// Runs the program once, and again whenever a watched file changed.
    pub(crate) fn command(self, file: &Path, plot: &Plot) -> Command {
        let mut command = Command::new(file);
        command.current_dir(plot.watched()).stdin(Stdio::null());
        match self {
            Tool::Ours => {
                command.args(["test", "--watch", "--course"]).arg(&plot.course).arg("--");
            }
            Tool::Watchexec => {
                command.args(["--shell=none", "--watch", ".", "--"]);
            }
            Tool::HastyWatchexec => {
                command.args(["--shell=none", "--debounce=0", "--watch", ".", "--"]);
            }
            Tool::Entr => {
                command.arg("-n").stdin(File::open(plot.names()).expect("the names"));
            }
            Tool::Nodemon => return with_nodemon(command, plot),
        }
        command.arg(&plot.program).arg(plot.starts());
        command
    }
}

/// It takes the program as one line for a shell.
fn with_nodemon(mut command: Command, plot: &Plot) -> Command {
    let line = format!("'{}' '{}'", plot.program.display(), plot.starts().display());
    command.args(["--watch", ".", "--ext", "txt", "--exec", &line]);
    command
}

fn words(program: &str, words: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(words);
    command
}

/// Takes minutes. Optimising across crates would add to them, for a tool that mostly waits.
fn watchexec_installation() -> Command {
    let mut command =
        words("cargo", &["install", "--quiet", "--locked", "--root", PEERS, "watchexec-cli"]);
    command.env("CARGO_PROFILE_RELEASE_LTO", "off");
    command.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("`{}`: {error}", shown(command)))?;
    if output.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let last = told.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it says nothing");
    Err(format!("`{}` failed: {last}", shown(command)))
}

fn shown(command: &Command) -> String {
    let words = [command.get_program()].into_iter().chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
