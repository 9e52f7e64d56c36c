//! The options of `theinference test`.

use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use clap_complete::engine::ArgValueCandidates;

use super::{ColorArgs, CourseArgs, OUTPUT, ProgramArgs, SELECTION, WATCHING};
use crate::cli::complete;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct TestArgs {
    /// Stages, each by slug, unique beginning, or number; default: all
    #[arg(value_name = "STAGE", add = ArgValueCandidates::new(complete::stages))]
    pub(in crate::cli) stages: Vec<String>,
    /// A stage, by its whole slug or its number; may be given several times
    #[arg(long = "stage", value_name = "SLUG", help_heading = SELECTION, add = ArgValueCandidates::new(complete::stages))]
    pub(in crate::cli) slugs: Vec<String>,
    /// Only cases whose name matches; may be given several times
    #[arg(long = "case", value_name = "GLOB", help_heading = SELECTION, add = ArgValueCandidates::new(complete::cases))]
    pub(in crate::cli) cases: Vec<String>,
    /// Show this hidden case when it fails, once it has failed three times with a changed program;
    /// a name or `stage/case`, may be given several times
    #[arg(long, value_name = "CASE", help_heading = SELECTION, add = ArgValueCandidates::new(complete::hidden_cases))]
    pub(in crate::cli) reveal: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) course: CourseArgs,
    #[command(flatten)]
    pub(in crate::cli) program: ProgramArgs,
    /// How many cases run at a time; default: as many as there are cores
    #[arg(long, value_name = "N", help_heading = SELECTION)]
    pub(in crate::cli) jobs: Option<NonZeroUsize>,
    /// Run each case so often: it passes when it passes each time
    #[arg(long, value_name = "N", help_heading = SELECTION)]
    pub(in crate::cli) repeat: Option<NonZeroUsize>,
    /// Stop at the first case that fails
    #[arg(long, help_heading = SELECTION)]
    pub(in crate::cli) fail_fast: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Human, help_heading = OUTPUT)]
    pub(in crate::cli) format: Format,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
    /// Print failures and the last line only
    #[arg(short, long, conflicts_with = "verbose", help_heading = OUTPUT)]
    pub(in crate::cli) quiet: bool,
    /// Also print the cases that passed
    #[arg(short, long, help_heading = OUTPUT)]
    pub(in crate::cli) verbose: bool,
    /// Show every difference of a case, not the first ten
    #[arg(long, help_heading = OUTPUT)]
    pub(in crate::cli) all: bool,
    /// Run again whenever a file of the program or the course changes
    #[arg(long, help_heading = WATCHING)]
    pub(in crate::cli) watch: bool,
    /// With --watch: look for changes again and again, where no event tells of them
    #[arg(long, requires = "watch", help_heading = WATCHING)]
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
