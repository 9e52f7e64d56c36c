//! Words typed → rooms called → exit code. One file per command.
//!
//! The only room that reads the environment, knows the terminal and prints. Must not judge, run or
//! lay out anything itself.

mod args;
mod complete;
mod config;
mod course;
mod diff;
mod doctor;
mod exit;
mod explain;
mod found;
mod init;
mod list;
mod man;
mod npm;
mod output;
mod run;
mod schema;
mod settings;
mod show;
mod signals;
mod start;
mod surroundings;
mod test;
mod tools;
mod watch;

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::{Cli, Command};
use exit::{Exit, Stop};

/// The word that makes this binary a supervisor. Not for people, so not among the commands.
const SUPERVISE: &str = "__supervise";

/// The whole program: reads the words typed, calls the rooms, returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if words.get(1).map(OsString::as_os_str) == Some(OsStr::new(SUPERVISE)) {
        return supervise();
    }
    if complete::answered() {
        return Exit::Passed.code();
    }
    match Cli::try_parse_from(words) {
        Ok(cli) => carry_out(&cli).code(),
        Err(error) if error.kind() == ErrorKind::DisplayVersion => version().code(),
        Err(error) => {
            // A closed pipe is the only way in which this can fail.
            let _ = error.print();
            if error.use_stderr() { Exit::Usage.code() } else { Exit::Passed.code() }
        }
    }
}

/// Our own version, and that of the course in this binary.
fn version() -> Exit {
    let built_in = course::built_in();
    let mut out = output::Quiet(std::io::stdout());
    match writeln!(out, "theinference {}\ncourse: {built_in}", env!("CARGO_PKG_VERSION")) {
        Ok(()) => Exit::Passed,
        Err(error) => output::unwritten(error).tell(),
    }
}

fn supervise() -> ExitCode {
    match crate::execute::supervise() {
        Ok(()) => Exit::Passed.code(),
        Err(error) => {
            output::tell_error(&format!("a supervisor: {error}"));
            Exit::Harness.code()
        }
    }
}

fn carry_out(cli: &Cli) -> Exit {
    let result = match &cli.command {
        Command::Init(args) => init::init(args),
        Command::Test(args) if args.watch => watch::watch(args),
        Command::Test(args) => test::test(args),
        Command::List(args) => list::list(args),
        Command::Show(args) => show::show(args),
        Command::Run(args) => run::run(args),
        Command::Diff(args) => diff::diff(args),
        Command::Explain(args) => explain::explain(args),
        Command::Config(args) => config::config(args),
        Command::Doctor(args) => doctor::doctor(args),
        Command::Completions(args) => complete::completions(args),
        Command::Man(args) => man::man(args),
        Command::Schema(args) => schema::schema(args),
    };
    result.unwrap_or_else(|stop| stop.tell())
}

impl From<anyhow::Error> for Stop {
    fn from(error: anyhow::Error) -> Self {
        Self::Harness(error)
    }
}
