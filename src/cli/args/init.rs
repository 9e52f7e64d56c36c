//! The options of `theinference init`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::ColorArgs;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct InitArgs {
    /// The folder to make; in one that is there already, only the files that are missing are made
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(in crate::cli) folder: PathBuf,
    /// The language that you write in
    #[arg(long, value_enum, value_name = "ts|py|rust|go|sh")]
    pub(in crate::cli) lang: Language,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Language {
    /// TypeScript, on Node 20 or later
    #[value(aliases = ["typescript", "js", "javascript", "node"])]
    Ts,
    /// Python 3
    #[value(aliases = ["python", "python3"])]
    Py,
    /// Rust
    #[value(alias = "rs")]
    Rust,
    /// Go
    #[value(alias = "golang")]
    Go,
    /// Shell, with jq
    #[value(aliases = ["shell", "bash"])]
    Sh,
}
