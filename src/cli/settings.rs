//! Every setting that a test would have, and where it comes from.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::args::ConfigArgs;
use super::course::{self, Loaded};
use super::exit::Stop;
use super::found::Place;
use super::output;
use super::surroundings::{Alphabet, Real, alphabet_decision};
use crate::model::{Isolation, Limits, Origin};
use crate::runner::DEFAULT_LIMITS;
use crate::workspace::{self, Build};

/// The origin of what nobody set.
const DEFAULT: &str = "default";
/// The origin of what stands in the workspace's settings.
const FILE: &str = "theinference.json";

/// A setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The key, as it is spelled in `theinference.json` where it can stand there.
    pub(super) name: String,
    /// Null where there is none.
    pub(super) value: Value,
    /// An option, a file, a variable, or how it was found.
    pub(super) origin: String,
}

pub(super) fn setting(name: &str, value: impl Into<Value>, origin: impl Into<String>) -> Setting {
    Setting { name: name.to_owned(), value: value.into(), origin: origin.into() }
}

/// All of them, those that say where we are first.
pub(super) fn settings(args: &ConfigArgs, place: &Place, course: Option<&Loaded>) -> Vec<Setting> {
    let mut settings = vec![workspace(args, place), program(args, place)];
    settings.extend(build(args, place));
    settings.extend(course.iter().flat_map(|loaded| course_settings(args, place, loaded)));
    settings.extend(limits(args, place));
    settings.push(isolation(args));
    settings.extend(of_environment(place));
    settings.extend(of_watch(place));
    settings.extend(of_output(args));
    settings
}

fn workspace(args: &ConfigArgs, place: &Place) -> Setting {
    let has = |folder: &Path, name: &str| folder.join(name).is_file();
    let origin = match &place.workspace {
        Some(_) if args.program.program.is_some() => "the folder of --program".to_owned(),
        Some(folder) if has(folder, FILE) => format!("the nearest {FILE}"),
        Some(_) => format!("the nearest {}", super::found::PROGRAM),
        None => "there is none here or above".to_owned(),
    };
    setting("workspace", path(place.workspace.as_deref()), origin)
}

fn program(args: &ConfigArgs, place: &Place) -> Setting {
    let origin = match () {
        () if !args.program.command.is_empty() => "the command after --",
        () if args.program.program.is_some() => "--program",
        () if place.config.program.is_some() => FILE,
        () => DEFAULT,
    };
    let words = place.program(&args.program).map(|program| program.shown);
    setting("program", words.map_or(Value::Null, Value::from), origin)
}

fn build(args: &ConfigArgs, place: &Place) -> [Setting; 2] {
    let config = &place.config;
    let (build, origin) = match &config.build {
        Some(_) if !args.program.command.is_empty() => (Value::Null, "not for a command after --"),
        Some(Build::Shell(line)) => (json!(line), FILE),
        Some(Build::Argv(words)) => (json!(words), FILE),
        None => (Value::Null, DEFAULT),
    };
    let usual = workspace::Config::default().build_timeout;
    let changed = if config.build_timeout == usual { DEFAULT } else { FILE };
    [
        setting("build", build, origin),
        setting("build_timeout_ms", millis(config.build_timeout), changed),
    ]
}

fn course_settings(args: &ConfigArgs, place: &Place, loaded: &Loaded) -> Vec<Setting> {
    let origin = match &loaded.course.origin {
        _ if args.course.course.is_some() => "--course",
        Origin::Embedded => "built in",
        Origin::Folder(_) if place.config.course.is_some() => FILE,
        Origin::Folder(_) => "the nearest stages/course.json",
    };
    let folder = match &loaded.course.origin {
        Origin::Embedded => Value::Null,
        Origin::Folder(folder) => path(Some(folder)),
    };
    let fixtures = args.course.fixtures.as_ref().map(|typed| place.current.join(typed));
    let whose = if fixtures.is_some() { "--fixtures" } else { "the course" };
    vec![
        setting("course", folder, origin),
        setting("course.title", course::titled(&loaded.course), "course.json"),
        setting("fixtures", path(fixtures.as_deref()), whose),
    ]
}

/// Without those of the course, which may be tighter.
fn limits(args: &ConfigArgs, place: &Place) -> [Setting; 7] {
    let (typed, told) = (args.program.limits.limits(), place.config.limits);
    let time = |name, of: fn(&Limits) -> Option<Duration>| {
        limit(name, [&typed, &told, &DEFAULT_LIMITS].map(|limits| of(limits).map(millis)))
    };
    let count = |name, of: fn(&Limits) -> Option<u64>| {
        limit(name, [&typed, &told, &DEFAULT_LIMITS].map(|limits| of(limits).map(Value::from)))
    };
    [
        time("timeout_ms", |limits| limits.timeout),
        time("limits.cpu_ms", |limits| limits.cpu),
        count("limits.memory_bytes", |limits| limits.memory_bytes),
        count("limits.output_bytes", |limits| limits.output_bytes),
        count("limits.file_bytes", |limits| limits.file_bytes),
        count("limits.processes", |limits| limits.processes),
        count("limits.disk_bytes", |limits| limits.disk_bytes),
    ]
}

/// What was typed, else what the workspace says, else the default.
fn limit(name: &str, [typed, told, usual]: [Option<Value>; 3]) -> Setting {
    match (typed, told, usual) {
        (Some(typed), ..) => setting(name, typed, "an option"),
        (None, Some(told), _) => setting(name, told, FILE),
        (None, None, usual) => setting(name, usual.unwrap_or_default(), "default, or the course's"),
    }
}

fn isolation(args: &ConfigArgs) -> Setting {
    let level = args.program.isolation.level();
    let origin = if level == Isolation::None { DEFAULT } else { "--isolate" };
    setting("isolation", level.as_str(), origin)
}

fn of_environment(place: &Place) -> impl Iterator<Item = Setting> {
    let variables = place.config.env.iter();
    variables.map(|(name, value)| setting(&format!("env.{name}"), value.as_str(), FILE))
}

fn of_watch(place: &Place) -> [Setting; 2] {
    let globs = |name: &str, globs: &[String]| {
        setting(name, globs, if globs.is_empty() { DEFAULT } else { FILE })
    };
    let watch = &place.config.watch;
    [globs("watch.ignore", &watch.ignore), globs("watch.include", &watch.include)]
}

fn of_output(args: &ConfigArgs) -> [Setting; 3] {
    let (coloured, why) = output::colour_decision(&args.color);
    let (alphabet, variable) = alphabet_decision(&Real);
    let letters = match alphabet {
        Alphabet::Unicode => "Unicode",
        Alphabet::Ascii => "ASCII",
    };
    let (width, origin) = output::width();
    [
        setting("color", if coloured { "on" } else { "off" }, why),
        setting("letters", letters, variable),
        setting("width", width.map_or(Value::Null, Value::from), origin),
    ]
}

fn path(path: Option<&Path>) -> Value {
    path.map_or(Value::Null, |path| path.display().to_string().into())
}

fn millis(time: Duration) -> Value {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).into()
}

/// What a test with these options would find.
pub(super) fn find(args: &ConfigArgs) -> Result<(Place, Loaded), Stop> {
    let place = Place::find(args.program.program.as_deref())?;
    let loaded = course::load(&args.course, &place)?;
    Ok((place, loaded))
}
