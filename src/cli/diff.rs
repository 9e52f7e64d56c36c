//! `theinference diff`: two JSON files, compared as the answer of a case is.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use super::args::{DiffArgs, DiffFormat, NumbersWhen, OrderOption};
use super::exit::{Exit, Stop};
use super::output::{page, stdout, unwritten};
use crate::json::Document;
use crate::judge::{Budget, compare, explain, read_answer, sentence_about};
use crate::model::{CompareRules, Explanation, MemberOrder, Numbers};
use crate::report::{Comparison, printable};

/// What stands for standard input.
const STDIN: &str = "-";

/// A byte more than a document may have, so that a larger one is noticed.
const MOST_BYTES: u64 = 1 << 32;

/// Compares two files. Ends with 0 when they are equal, with 1 when they differ.
pub(super) fn diff(args: &DiffArgs) -> Result<Exit, Stop> {
    if is_stdin(&args.expected) && is_stdin(&args.actual) {
        let both = "standard input can be one of the two files; name the other one";
        return Err(Stop::Usage(both.to_owned()));
    }
    let (expected, actual) = (name(&args.expected), name(&args.actual));
    let texts = (read(&args.expected)?, read(&args.actual)?);
    let documents = (document(&expected, &texts.0)?, document(&actual, &texts.1)?);
    let differences = compare(documents.0.root(), documents.1.root(), &rules(args));
    let exit = if differences.is_empty() { Exit::Passed } else { Exit::Failed };
    if args.quiet {
        return Ok(exit);
    }
    let told = match exit {
        Exit::Passed => Explanation::default(),
        _ if args.all => explain(&differences, &Budget::ALL),
        _ => explain(&differences, &Budget::default()),
    };
    let comparison = Comparison { expected: &expected, actual: &actual, told: &told };
    write(args, &comparison).map_err(unwritten)?;
    Ok(exit)
}

fn write(args: &DiffArgs, comparison: &Comparison<'_>) -> io::Result<()> {
    let mut out = stdout(&args.color);
    match args.format {
        DiffFormat::Human => comparison.write_human(&mut out, page())?,
        DiffFormat::Json => comparison.write_json(&mut out)?,
    }
    out.flush()
}

fn rules(args: &DiffArgs) -> CompareRules {
    CompareRules {
        numbers: match args.numbers {
            NumbersWhen::Exact => Numbers::Exact,
            NumbersWhen::Value => Numbers::Value,
        },
        order: match args.order {
            OrderOption::Ignore => MemberOrder::Ignore,
            OrderOption::Exact => MemberOrder::Exact,
        },
        ignore: args.ignore.clone(),
    }
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == STDIN
}

/// What a file is called on the screen.
fn name(file: &Path) -> String {
    if is_stdin(file) { "stdin".to_owned() } else { printable(&file.to_string_lossy()) }
}

fn read(file: &Path) -> Result<Vec<u8>, Stop> {
    let mut text = Vec::new();
    let read = if is_stdin(file) {
        io::stdin().lock().take(MOST_BYTES).read_to_end(&mut text)
    } else {
        File::open(file).and_then(|open| open.take(MOST_BYTES).read_to_end(&mut text))
    };
    match read {
        Ok(_) => Ok(text),
        Err(error) => Err(Stop::Usage(unreadable(&name(file), &error))),
    }
}

fn unreadable(name: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            format!("there is no file {name}; check its spelling and the folder that you are in")
        }
        io::ErrorKind::IsADirectory => {
            format!("{name} is a folder; name the JSON file in it that you mean")
        }
        _ => format!("{name} cannot be read: {error}"),
    }
}

fn document<'t>(name: &str, text: &'t [u8]) -> Result<Document<'t>, Stop> {
    read_answer(text).map_err(|problem| Stop::Usage(sentence_about(name, &problem)))
}
