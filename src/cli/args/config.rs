//! The options of `theinference config` and `theinference doctor`.

use clap::Args;

use super::{ColorArgs, CourseArgs, DiffFormat, OUTPUT, ProgramArgs};

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ConfigArgs {
    #[command(flatten)]
    pub(in crate::cli) course: CourseArgs,
    #[command(flatten)]
    pub(in crate::cli) program: ProgramArgs,
    /// What to print
    #[arg(long, value_enum, default_value_t = DiffFormat::Human, help_heading = OUTPUT)]
    pub(in crate::cli) format: DiffFormat,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
}
