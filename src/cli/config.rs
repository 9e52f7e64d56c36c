//! `theinference config`: every setting, and where it comes from.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::args::{ConfigArgs, DiffFormat};
use super::course;
use super::exit::{Exit, Stop};
use super::output::{stdout, unwritten};
use super::settings::{self, Setting, settings};
use crate::report::printable;
use crate::report::style::{DIM, STRONG, command};

pub(super) fn config(args: &ConfigArgs) -> Result<Exit, Stop> {
    let (place, loaded) = settings::find(args)?;
    let settings = settings(args, &place, Some(&loaded));
    let mut out = stdout(&args.color);
    let written = match args.format {
        DiffFormat::Human => write(&mut out, &settings),
        DiffFormat::Json => write_json(&mut out, &settings),
    };
    written.and_then(|()| out.flush()).map_err(unwritten)?;
    course::tell_warnings(&loaded);
    Ok(Exit::Passed)
}

/// A line for each: its name, its value, its origin.
pub(super) fn write(out: &mut impl Write, settings: &[Setting]) -> io::Result<()> {
    let shown: Vec<_> = settings.iter().map(|setting| shown(&setting.value)).collect();
    let widest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0).min(48);
    let names = widest(&mut settings.iter().map(|setting| setting.name.chars().count()));
    let values = widest(&mut shown.iter().map(|value| value.chars().count()));
    for (Setting { name, origin, .. }, value) in settings.iter().zip(&shown) {
        let (name, origin) = (printable(name), printable(origin));
        writeln!(out, "{STRONG}{name:<names$}{STRONG:#}  {value:<values$}  {DIM}{origin}{DIM:#}")?;
    }
    Ok(())
}

/// One object: each name with its value and its origin.
pub(super) fn write_json(out: &mut impl Write, settings: &[Setting]) -> io::Result<()> {
    let entry = |Setting { name, value, origin }: &Setting| {
        (name.clone(), json!({ "value": value, "origin": origin }))
    };
    let object: Map<String, Value> = settings.iter().map(entry).collect();
    writeln!(out, "{:#}", Value::Object(object))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Array(words) if words.is_empty() => "-".to_owned(),
        Value::Array(words) => command(words.iter().filter_map(Value::as_str)),
        Value::String(text) => printable(text),
        other => other.to_string(),
    }
}
