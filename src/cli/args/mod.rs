//! The options as they are typed.

mod config;
mod diff;
mod explain;
mod init;
mod shared;
mod stages;
mod test;

use clap::{Parser, Subcommand};

pub(in crate::cli) use config::ConfigArgs;
pub(in crate::cli) use diff::{DiffArgs, DiffFormat, NumbersWhen, OrderOption};
pub(in crate::cli) use explain::ExplainArgs;
pub(in crate::cli) use init::{InitArgs, Language};
pub(in crate::cli) use shared::{ColorArgs, ColorWhen, CourseArgs, ProgramArgs};
pub(in crate::cli) use stages::{ListArgs, RunArgs, ShowArgs};
pub(in crate::cli) use test::{Format, TestArgs};

/// Grades your program against the stages of a course.
#[derive(Debug, Parser)]
#[command(name = "theinference", version, about, after_help = EXIT_CODES)]
pub(in crate::cli) struct Cli {
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 all selected cases passed, 1 a case failed, \
2 usage or course data wrong, 3 the program could not be built or started, 4 nothing was \
selected, 5 the harness failed, 130/143/129 interrupted.";

const DIFF_EXIT_CODES: &str = "Exit codes: 0 equal, 1 different, 2 a file cannot be read or is not \
JSON, or the usage is wrong.";

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// Begin: make a folder with a program to complete
    Init(InitArgs),
    /// Run your program on the cases of one stage, several, or all
    #[command(after_help = EXIT_CODES)]
    Test(TestArgs),
    /// List the stages of the course, and how far you are
    List(ListArgs),
    /// Show the lesson of a stage
    Show(ShowArgs),
    /// Run your program on one case and show what it prints, without judging it
    Run(RunArgs),
    /// Compare two JSON files, exactly and with an explanation
    #[command(after_help = DIFF_EXIT_CODES)]
    Diff(DiffArgs),
    /// Explain a reason, a cause or a word of the protocol; without a topic, list them all
    Explain(ExplainArgs),
    /// Show every setting and where it comes from
    Config(ConfigArgs),
    /// Tell versions, platform and tools, and whether a test could begin
    Doctor(ConfigArgs),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_options_contradict_nothing() {
        Cli::command().debug_assert();
    }
}
