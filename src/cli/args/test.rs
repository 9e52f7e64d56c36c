//! The options of `theinference test`.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use super::{ColorArgs, CourseArgs, ProgramArgs};

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct TestArgs {
    /// Stages, each by slug, unique beginning, or number; default: all
    #[arg(value_name = "STAGE")]
    pub(in crate::cli) stages: Vec<String>,
    /// A stage, by its whole slug or its number; may be given several times
    #[arg(long = "stage", value_name = "SLUG")]
    pub(in crate::cli) slugs: Vec<String>,
    /// Only cases whose name matches; may be given several times
    #[arg(long = "case", value_name = "GLOB")]
    pub(in crate::cli) cases: Vec<String>,
    /// Show this hidden case when it fails, once it has failed three times with a changed program;
    /// a name or `stage/case`, may be given several times
    #[arg(long, value_name = "CASE")]
    pub(in crate::cli) reveal: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) course: CourseArgs,
    #[command(flatten)]
    pub(in crate::cli) program: ProgramArgs,
    /// How many cases run at a time; default: as many as there are cores
    #[arg(long, value_name = "N")]
    pub(in crate::cli) jobs: Option<NonZeroUsize>,
    /// Stop at the first case that fails
    #[arg(long)]
    pub(in crate::cli) fail_fast: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(in crate::cli) format: Format,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
    /// Print failures and the last line only
    #[arg(short, long, conflicts_with = "verbose")]
    pub(in crate::cli) quiet: bool,
    /// Also print the cases that passed
    #[arg(short, long)]
    pub(in crate::cli) verbose: bool,
    /// Show every difference of a case, not the first ten
    #[arg(long)]
    pub(in crate::cli) all: bool,
    /// Run again whenever a file of the program or the course changes
    #[arg(long)]
    pub(in crate::cli) watch: bool,
    /// With --watch: look for changes again and again, where no event tells of them
    #[arg(long, requires = "watch")]
    pub(in crate::cli) poll: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// For people
    Human,
    /// One JSON document at the end
    Json,
    /// One line of JSON for each event
    Ndjson,
}
