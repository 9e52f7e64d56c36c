//! The options of `theinference diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use super::{COMPARISON, ColorArgs, OUTPUT};
use crate::json::pointer::Pattern;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct DiffArgs {
    /// The file with what is expected; `-` for standard input
    #[arg(value_name = "EXPECTED", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) expected: PathBuf,
    /// The file to compare with it: yours; `-` for standard input
    #[arg(value_name = "YOURS", value_hint = ValueHint::FilePath)]
    pub(in crate::cli) actual: PathBuf,
    /// When numbers are equal
    #[arg(long, value_enum, default_value_t = NumbersWhen::Exact, value_name = "WHEN", help_heading = COMPARISON)]
    pub(in crate::cli) numbers: NumbersWhen,
    /// Whether the order of members counts
    #[arg(long, value_enum, default_value_t = OrderOption::Ignore, value_name = "WHETHER", help_heading = COMPARISON)]
    pub(in crate::cli) order: OrderOption,
    /// A place whose value is free, as a JSON Pointer, `*` for any one name or index; may be given
    /// several times
    #[arg(long, value_name = "POINTER", value_parser = pointer, help_heading = COMPARISON)]
    pub(in crate::cli) ignore: Vec<String>,
    /// Show every difference, not only the first ten
    #[arg(long, help_heading = OUTPUT)]
    pub(in crate::cli) all: bool,
    /// What to print
    #[arg(long, value_enum, default_value_t = DiffFormat::Human, help_heading = OUTPUT)]
    pub(in crate::cli) format: DiffFormat,
    #[command(flatten)]
    pub(in crate::cli) color: ColorArgs,
    /// Print nothing: the exit code says whether they are equal
    #[arg(short, long, conflicts_with_all = ["all", "format"], help_heading = OUTPUT)]
    pub(in crate::cli) quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum NumbersWhen {
    /// Equal in value, and both written as integers or both not
    Exact,
    /// Equal in value: `1` is `1.0`
    Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum OrderOption {
    /// Members may come in any order
    Ignore,
    /// Members must come in the same order
    Exact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum DiffFormat {
    /// For people
    Human,
    /// One JSON document
    Json,
}

fn pointer(text: &str) -> Result<String, String> {
    match Pattern::parse(text) {
        Ok(_) => Ok(text.to_owned()),
        Err(error) => Err(format!("{error}; see `theinference explain pointer`")),
    }
}
