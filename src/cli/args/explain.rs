//! The options of `theinference explain`.

use clap::Args;
use clap_complete::engine::ArgValueCandidates;

use super::ColorArgs;
use crate::cli::complete;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ExplainArgs {
    /// The topic, such as `mismatch`, `isError` or `-32601`
    #[arg(value_name = "TOPIC", allow_negative_numbers = true, add = ArgValueCandidates::new(complete::topics))]
    pub(in crate::cli) topic: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
}
