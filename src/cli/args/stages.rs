//! The options of the commands about one stage or all: `list`, `show`, `run`.

use clap::Args;
use clap_complete::engine::ArgValueCandidates;

use super::{ColorArgs, CourseArgs, ProgramArgs};
use crate::cli::complete;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ListArgs {
    #[command(flatten)]
    pub(in crate::cli) course: CourseArgs,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ShowArgs {
    /// The stage, by slug, unique beginning, or number
    #[arg(value_name = "STAGE", add = ArgValueCandidates::new(complete::stages))]
    pub(in crate::cli) stage: String,
    #[command(flatten)]
    pub(in crate::cli) course: CourseArgs,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
}

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct RunArgs {
    /// The stage, by slug, unique beginning, or number
    #[arg(value_name = "STAGE", add = ArgValueCandidates::new(complete::stages))]
    pub(in crate::cli) stage: String,
    /// The case; default: the first one
    #[arg(value_name = "CASE", add = ArgValueCandidates::new(complete::visible_cases))]
    pub(in crate::cli) case: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) course: CourseArgs,
    #[command(flatten)]
    pub(in crate::cli) program: ProgramArgs,
}
