//! `schema`, as it is typed.

use clap::Args;
use clap_complete::engine::ArgValueCandidates;

use crate::cli::complete;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct SchemaArgs {
    /// The schema: theinference, course, stage or case
    #[arg(value_name = "NAME", add = ArgValueCandidates::new(complete::schemas))]
    pub(in crate::cli) name: Option<String>,
}
