//! The options as they are typed.

mod config;
mod diff;
mod documents;
mod explain;
mod init;
mod schema;
mod shared;
mod stages;
mod test;

use clap::{Parser, Subcommand};

pub(in crate::cli) use config::ConfigArgs;
pub(in crate::cli) use diff::{DiffArgs, DiffFormat, NumbersWhen, OrderOption};
use documents::COMPLETIONS_END;
pub(in crate::cli) use documents::{CompletionsArgs, ManArgs, Shell};
pub(in crate::cli) use explain::ExplainArgs;
pub(in crate::cli) use init::{InitArgs, Language};
pub(in crate::cli) use schema::SchemaArgs;
pub(in crate::cli) use shared::{ColorArgs, ColorWhen, CourseArgs, ProgramArgs};
pub(in crate::cli) use stages::{ListArgs, RunArgs, ShowArgs};
pub(in crate::cli) use test::{Format, TestArgs};

/// The headings of the options in `--help`.
const SELECTION: &str = "What to run";
const COURSE: &str = "The course";
const PROGRAM: &str = "The program";
const ISOLATION: &str = "What holds the program in";
const LIMITS: &str = "What each case may use";
const COMPARISON: &str = "What counts as equal";
const OUTPUT: &str = "Output";
const WATCHING: &str = "Watching";

/// Grades your program against the stages of a course.
#[derive(Debug, Parser)]
#[command(name = "theinference", version, max_term_width = 80, after_help = BEGINNING)]
pub(in crate::cli) struct Cli {
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
}

const BEGINNING: &str = "Example:
  theinference init demo --lang ts

Exit codes: 0 all selected cases passed, 1 a case failed, 2 usage or course data wrong, 3 the \
program could not be built or started, 4 nothing was selected, 5 the harness failed, \
130/143/129 interrupted.";

const TEST_END: &str = "Example:
  theinference test tools-list --case main --verbose

Exit codes: 0 all selected cases passed, 1 a case failed, 2 usage or course data wrong, 3 the \
program could not be built or started, 4 nothing was selected, 5 the harness failed, \
130/143/129 interrupted.";

const DIFF_END: &str = "Example:
  theinference diff expected.json yours.json --ignore '/responses/*/id'

Exit codes: 0 equal, 1 different, 2 a file cannot be read or is not JSON, or the usage is wrong.";

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// Begin: make a folder with a program to complete
    #[command(after_help = "Example:\n  theinference init demo --lang ts")]
    Init(InitArgs),
    /// Run your program on the cases of one stage, several, or all
    #[command(after_help = TEST_END)]
    Test(TestArgs),
    /// List the stages of the course, and how far you are
    #[command(after_help = "Example:\n  theinference list")]
    List(ListArgs),
    /// Show the lesson of a stage
    #[command(after_help = "Example:\n  theinference show 1")]
    Show(ShowArgs),
    /// Run your program on one case and show what it prints, without judging it
    #[command(after_help = "Example:\n  theinference run tools-list main")]
    Run(RunArgs),
    /// Compare two JSON files, exactly and with an explanation
    #[command(after_help = DIFF_END)]
    Diff(DiffArgs),
    /// Explain a reason, a cause or a word of the protocol; without a topic, list them all
    #[command(after_help = "Example:\n  theinference explain isError")]
    Explain(ExplainArgs),
    /// Show every setting and where it comes from
    #[command(after_help = "Example:\n  theinference config --format json")]
    Config(ConfigArgs),
    /// Tell versions, platform and tools, and whether a test could begin
    #[command(after_help = "Example:\n  theinference doctor")]
    Doctor(ConfigArgs),
    /// Print the script that has a shell complete commands, stages and cases
    #[command(after_help = COMPLETIONS_END)]
    Completions(CompletionsArgs),
    /// Print a manual page, or write all of them into a folder
    #[command(after_help = "Example:\n  theinference man test | man -l -")]
    Man(ManArgs),
    /// Print the JSON Schema of a file that you write, for your editor; without a name, list them
    #[command(after_help = "Example:\n  theinference schema stage")]
    Schema(SchemaArgs),
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
