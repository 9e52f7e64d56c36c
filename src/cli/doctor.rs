//! `theinference doctor`: versions, platform, tools, settings, and whether a test could begin.

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;

use super::args::{ConfigArgs, DiffFormat};
use super::config;
use super::course::{self, Loaded};
use super::exit::{Exit, Stop};
use super::found::Place;
use super::output::{own_name, stdout, unwritten};
use super::settings::{self, Setting, setting, settings};
use super::start::{self, Typed};
use super::tools::Tool;
use crate::execute::{check_start, mechanisms, offers};
use crate::model::Isolation;
use crate::report::style::GOOD;

/// Ends as a test would that cannot begin, with its code and its message; else with 0.
pub(super) fn doctor(args: &ConfigArgs) -> Result<Exit, Stop> {
    let found = settings::find(args);
    let mut rows = versions();
    if let Ok((place, loaded)) = &found {
        rows.extend(settings(args, place, Some(loaded)).into_iter().map(without_secret));
    }
    let ready = found.and_then(|(place, loaded)| check(args, &place, &loaded));
    write(args, &rows, ready.is_ok()).map_err(unwritten)?;
    ready.map(|()| Exit::Passed)
}

fn versions() -> Vec<Setting> {
    let binary = std::env::current_exe();
    let binary = binary.as_deref().unwrap_or(Path::new("")).display().to_string();
    let platform = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let mut rows = vec![
        setting("theinference", env!("CARGO_PKG_VERSION"), binary),
        setting("platform", platform, "of this binary"),
        setting("course built in", course::built_in(), "of this binary"),
    ];
    rows.extend(mechanisms().into_iter().map(mechanism));
    rows.push(isolation());
    rows.extend(Tool::ALL.into_iter().map(tool));
    rows
}

fn mechanism((name, known): (&'static str, Result<String, String>)) -> Setting {
    match known {
        Ok(known) => setting(name, known, "this machine"),
        Err(why) => setting(name, Value::Null, why),
    }
}

/// The levels that can be had here, and why not the others.
fn isolation() -> Setting {
    let mut offered = Vec::new();
    for level in Isolation::ALL {
        match offers(level) {
            Ok(()) => offered.push(level.as_str()),
            // Nor any further one, which takes the same and more.
            Err(why) => {
                let why = format!("no `{}`: {why}", level.as_str());
                return setting("isolation offered", offered.join(", "), why);
            }
        }
    }
    setting("isolation offered", offered.join(", "), "what this machine has")
}

fn tool(tool: Tool) -> Setting {
    match tool.tells() {
        Some(version) => setting(tool.name, version, "PATH"),
        None => setting(tool.name, Value::Null, "not found in PATH"),
    }
}

/// What `env` holds is not for a report that is passed on.
fn without_secret(row: Setting) -> Setting {
    if row.name.starts_with("env.") { Setting { value: "(set)".into(), ..row } } else { row }
}

/// Whether a test could begin: the course can be used, and the program can be started, where no
/// build step makes it first.
fn check(args: &ConfigArgs, place: &Place, loaded: &Loaded) -> Result<(), Stop> {
    let typed = Typed { course: &args.course, program: &args.program };
    let setup = start::setup(typed, place, &loaded.course)?;
    if !loaded.problems.is_empty() {
        return Err(Stop::Problems(loaded.problems.clone()));
    }
    if setup.build.is_some() {
        return Ok(());
    }
    check_start(&setup.program, &setup.directory, &setup.environment).map_err(|problem| {
        Stop::NoProgram(format!(
            "the program cannot be started: {}\n  To mend it: {}",
            problem.sentence, problem.remedy
        ))
    })
}

fn write(args: &ConfigArgs, rows: &[Setting], ready: bool) -> io::Result<()> {
    let mut out = stdout(&args.color);
    if args.format == DiffFormat::Json {
        config::write_json(&mut out, rows)?;
        return out.flush();
    }
    config::write(&mut out, rows)?;
    if ready {
        let name = own_name();
        writeln!(out, "\n{GOOD}ready{GOOD:#}: `{name} test` can begin")?;
    }
    out.flush()
}
