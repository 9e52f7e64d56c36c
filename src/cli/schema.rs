//! `theinference schema`: the JSON Schema of a file that people write, or the list of them.

use std::io::{self, Write};

use super::args::SchemaArgs;
use super::exit::{Exit, Stop};
use super::output::{Quiet, unwritten};
use crate::schemas::{SCHEMAS, find_schema};

pub(super) fn schema(args: &SchemaArgs) -> Result<Exit, Stop> {
    let text = match &args.name {
        None => list(),
        Some(name) => {
            find_schema(name).map_err(|unknown| Stop::Usage(unknown.to_string()))?.text.to_owned()
        }
    };
    // As it is in the file, whatever the terminal: it is to be saved as one.
    let mut out = Quiet(io::stdout());
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(unwritten)?;
    Ok(Exit::Passed)
}

fn list() -> String {
    let longest = SCHEMAS.iter().map(|schema| schema.name.len()).max().unwrap_or(0);
    let line = |schema: &crate::schemas::Schema| {
        format!("  {:longest$}  {}\n", schema.name, schema.summary)
    };
    let lines: String = SCHEMAS.iter().map(line).collect();
    format!("{lines}\nPrint one with `theinference schema NAME`.\n")
}
