//! The options as they are typed.

mod config;
mod init;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::json::pointer::Pattern;

pub(super) use config::ConfigArgs;
pub(super) use init::{InitArgs, Language};

/// Grades your program against the stages of a course.
#[derive(Debug, Parser)]
#[command(name = "theinference", version, about, after_help = EXIT_CODES)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 all selected cases passed, 1 a case failed, \
2 usage or course data wrong, 3 the program could not be built or started, 4 nothing was \
selected, 5 the harness failed, 130/143/129 interrupted.";

const DIFF_EXIT_CODES: &str = "Exit codes: 0 equal, 1 different, 2 a file cannot be read or is not \
JSON, or the usage is wrong.";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
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

#[derive(Clone, Debug, Args)]
pub(super) struct CourseArgs {
    /// The course's folder (with `stages/`); default: the nearest one above, else the built-in course
    #[arg(long, value_name = "DIR")]
    pub(super) course: Option<PathBuf>,
    /// Read the cases from this folder instead of the course's `fixtures/`
    #[arg(long, value_name = "DIR")]
    pub(super) fixtures: Option<PathBuf>,
}

#[derive(Clone, Debug, Args)]
pub(super) struct ProgramArgs {
    /// The program to grade; default: the nearest `your_program.sh` here or above
    #[arg(long, value_name = "PATH", conflicts_with = "command")]
    pub(super) program: Option<PathBuf>,
    /// Wall time of each case, as in `500ms` or `10s`
    #[arg(long, value_name = "TIME", value_parser = positive_time)]
    pub(super) timeout: Option<Duration>,
    /// A command that takes the place of `your_program.sh`
    #[arg(last = true, value_name = "COMMAND")]
    pub(super) command: Vec<OsString>,
}

#[derive(Clone, Debug, Args)]
pub(super) struct TestArgs {
    /// Stages, each by slug, unique beginning, or number; default: all
    #[arg(value_name = "STAGE")]
    pub(super) stages: Vec<String>,
    /// A stage, by its whole slug or its number; may be given several times
    #[arg(long = "stage", value_name = "SLUG")]
    pub(super) slugs: Vec<String>,
    /// Only cases whose name matches; may be given several times
    #[arg(long = "case", value_name = "GLOB")]
    pub(super) cases: Vec<String>,
    /// Show this hidden case when it fails, once it has failed three times with a changed program;
    /// a name or `stage/case`, may be given several times
    #[arg(long, value_name = "CASE")]
    pub(super) reveal: Vec<String>,
    #[command(flatten)]
    pub(super) course: CourseArgs,
    #[command(flatten)]
    pub(super) program: ProgramArgs,
    /// How many cases run at a time; default: as many as there are cores
    #[arg(long, value_name = "N")]
    pub(super) jobs: Option<NonZeroUsize>,
    /// Stop at the first case that fails
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) color: ColorArgs,
    /// Print failures and the last line only
    #[arg(short, long, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Also print the cases that passed
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Show every difference of a case, not the first ten
    #[arg(long)]
    pub(super) all: bool,
    /// Run again whenever a file of the program or the course changes
    #[arg(long)]
    pub(super) watch: bool,
    /// With --watch: look for changes again and again, where no event tells of them
    #[arg(long, requires = "watch")]
    pub(super) poll: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Human,
    /// One JSON document at the end
    Json,
    /// One line of JSON for each event
    Ndjson,
}

#[derive(Clone, Debug, Args)]
pub(super) struct ColorArgs {
    /// When to use colours
    #[arg(long, value_enum, default_value_t = ColorWhen::Auto, value_name = "WHEN")]
    pub(super) color: ColorWhen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorWhen {
    /// On a terminal, and as the environment asks
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Clone, Debug, Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    pub(super) course: CourseArgs,
    #[command(flatten)]
    pub(super) color: ColorArgs,
}

#[derive(Clone, Debug, Args)]
pub(super) struct ShowArgs {
    /// The stage, by slug, unique beginning, or number
    #[arg(value_name = "STAGE")]
    pub(super) stage: String,
    #[command(flatten)]
    pub(super) course: CourseArgs,
    #[command(flatten)]
    pub(super) color: ColorArgs,
}

#[derive(Clone, Debug, Args)]
pub(super) struct RunArgs {
    /// The stage, by slug, unique beginning, or number
    #[arg(value_name = "STAGE")]
    pub(super) stage: String,
    /// The case; default: the first one
    #[arg(value_name = "CASE")]
    pub(super) case: Option<String>,
    #[command(flatten)]
    pub(super) course: CourseArgs,
    #[command(flatten)]
    pub(super) program: ProgramArgs,
}

#[derive(Clone, Debug, Args)]
pub(super) struct DiffArgs {
    /// The file with what is expected; `-` for standard input
    #[arg(value_name = "EXPECTED")]
    pub(super) expected: PathBuf,
    /// The file to compare with it: yours; `-` for standard input
    #[arg(value_name = "YOURS")]
    pub(super) actual: PathBuf,
    /// When numbers are equal
    #[arg(long, value_enum, default_value_t = NumbersWhen::Exact, value_name = "WHEN")]
    pub(super) numbers: NumbersWhen,
    /// Whether the order of members counts
    #[arg(long, value_enum, default_value_t = OrderOption::Ignore, value_name = "WHETHER")]
    pub(super) order: OrderOption,
    /// A place whose value is free, as a JSON Pointer, `*` for any one name or index; may be given
    /// several times
    #[arg(long, value_name = "POINTER", value_parser = pointer)]
    pub(super) ignore: Vec<String>,
    /// Show every difference, not only the first ten
    #[arg(long)]
    pub(super) all: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = DiffFormat::Human)]
    pub(super) format: DiffFormat,
    #[command(flatten)]
    pub(super) color: ColorArgs,
    /// Print nothing: the exit code says whether they are equal
    #[arg(short, long, conflicts_with_all = ["all", "format"])]
    pub(super) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum NumbersWhen {
    /// Equal in value, and both written as integers or both not
    Exact,
    /// Equal in value: `1` is `1.0`
    Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum OrderOption {
    /// Members may come in any order
    Ignore,
    /// Members must come in the same order
    Exact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    /// For people
    Human,
    /// One JSON document
    Json,
}

#[derive(Clone, Debug, Args)]
pub(super) struct ExplainArgs {
    /// The topic, such as `mismatch`, `isError` or `-32601`
    #[arg(value_name = "TOPIC", allow_negative_numbers = true)]
    pub(super) topic: Vec<String>,
    #[command(flatten)]
    pub(super) color: ColorArgs,
}

fn pointer(text: &str) -> Result<String, String> {
    match Pattern::parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(format!("{error}; see `theinference explain pointer`")),
    }
}

fn positive_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text)
        .map_err(|error| format!("{error}; write it as `500ms`, `10s` or `2m`"))?;
    if time.is_zero() { Err("it must be longer than nothing".to_owned()) } else { Ok(time) }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_options_contradict_nothing() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_time_needs_a_unit_and_a_length() {
        assert_eq!(positive_time("1500ms"), Ok(Duration::from_millis(1_500)));
        assert!(positive_time("10").is_err());
        assert!(positive_time("0s").is_err());
    }
}
