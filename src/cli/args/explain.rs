//! The options of `theinference explain`.

use clap::Args;

use super::ColorArgs;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ExplainArgs {
    /// The topic, such as `mismatch`, `isError` or `-32601`
    #[arg(value_name = "TOPIC", allow_negative_numbers = true)]
    pub(in crate::cli) topic: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
}
