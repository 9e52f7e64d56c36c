//! `schema`, as it is typed.

use clap::Args;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct SchemaArgs {
    /// The schema: theinference, course, stage or case
    #[arg(value_name = "NAME")]
    pub(in crate::cli) name: Option<String>,
}
