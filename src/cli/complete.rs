//! What a shell offers for a word that is being typed: stages, cases and topics, read from the
//! course that the command would use. Nothing but candidates is ever printed: where there is no
//! course, or a broken one, there are none.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Write;

use clap::CommandFactory;
use clap::builder::StyledStr;
use clap_complete::engine::CompletionCandidate;
use clap_complete::env::{Bash, CompleteEnv, EnvCompleter, Fish, Shells, Zsh};

use super::args::{Cli, CompletionsArgs, CourseArgs, Shell};
use super::course::{self, Loaded};
use super::exit::{Exit, Stop};
use super::found::Place;
use super::output::{Quiet, unwritten};
use crate::model::{Case, Stage, Visibility};
use crate::plan::resolve_stage;
use crate::schemas::SCHEMAS;
use crate::topics;

/// The variable in which a shell's script names the shell.
const VARIABLE: &str = "THEINFERENCE_COMPLETE";
/// This command's name.
const NAME: &str = "theinference";

/// Prints the script that has a shell ask this binary for candidates.
pub(super) fn completions(args: &CompletionsArgs) -> Result<Exit, Stop> {
    let shell: &dyn EnvCompleter = match args.shell {
        Shell::Bash => &Bash,
        Shell::Zsh => &Zsh,
        Shell::Fish => &Fish,
    };
    let mut script = Vec::new();
    let written = shell.write_registration(VARIABLE, NAME, NAME, NAME, &mut script);
    let mut out = Quiet(std::io::stdout());
    written.and_then(|()| out.write_all(&script)).and_then(|()| out.flush()).map_err(unwritten)?;
    Ok(Exit::Passed)
}

/// Answers a shell's script, where it is one that asks.
pub(super) fn answered() -> bool {
    // The scripts put the words of the line behind `--`.
    if std::env::var_os(VARIABLE).is_none() || typed().is_empty() {
        return false;
    }
    let current = std::env::current_dir().ok();
    let shells = Shells(&[&Bash, &Zsh, &Fish]);
    let asked = CompleteEnv::with_factory(Cli::command).var(VARIABLE).shells(shells);
    // A shell has no use for an error.
    asked.try_complete(std::env::args_os(), current.as_deref()).unwrap_or(true)
}

/// Every stage, with its title.
pub(super) fn stages() -> Vec<CompletionCandidate> {
    let Some(loaded) = loaded() else { return Vec::new() };
    let candidate = |stage: &Stage| candidate(&stage.slug, Some(&stage.title));
    loaded.course.stages.iter().map(candidate).collect()
}

/// The cases of the stages that were typed, else of all.
pub(super) fn cases() -> Vec<CompletionCandidate> {
    cases_with(|_| true)
}

/// The same, of those that may be shown.
pub(super) fn visible_cases() -> Vec<CompletionCandidate> {
    cases_with(|case| case.visibility == Visibility::Visible)
}

/// The same, of those that may be revealed; reports tell of them by these names.
pub(super) fn hidden_cases() -> Vec<CompletionCandidate> {
    cases_with(|case| case.visibility == Visibility::Hidden)
}

/// The name of every page, with what it is about.
pub(super) fn topics() -> Vec<CompletionCandidate> {
    let topics = topics::topics();
    topics.iter().map(|topic| candidate(topic.name, Some(topic.summary))).collect()
}

/// The name of every schema, with what it describes.
pub(super) fn schemas() -> Vec<CompletionCandidate> {
    SCHEMAS.iter().map(|schema| candidate(schema.name, Some(schema.summary))).collect()
}

fn cases_with(is_wanted: fn(&Case) -> bool) -> Vec<CompletionCandidate> {
    let Some(loaded) = loaded() else { return Vec::new() };
    let typed = typed_stages(&loaded);
    let is_typed = |stage: &&Stage| typed.is_empty() || typed.contains(stage.slug.as_str());
    let stages = loaded.course.stages.iter().filter(is_typed);
    let cases = stages.flat_map(|stage| &stage.cases).filter(|case| is_wanted(case));
    let mut seen = BTreeSet::new();
    cases
        .filter(|case| seen.insert(&case.name))
        .map(|case| candidate(&case.name, case.summary.as_deref()))
        .collect()
}

fn candidate(name: &str, help: Option<&str>) -> CompletionCandidate {
    CompletionCandidate::new(name).help(help.map(|help| StyledStr::from(help.to_owned())))
}

/// The course that is meant by what was typed so far.
fn loaded() -> Option<Loaded> {
    let words = typed();
    let course = words.iter().enumerate().find_map(|(at, word)| {
        let word = word.to_str()?;
        match word.strip_prefix("--course=") {
            Some(folder) => Some(folder.into()),
            None if word == "--course" => words.get(at + 1).map(Into::into),
            None => None,
        }
    });
    let place = Place::find(None).ok()?;
    course::load(&CourseArgs { course, fixtures: None }, &place).ok()
}

/// The slugs of the stages that were named, in whatever way.
fn typed_stages(loaded: &Loaded) -> BTreeSet<String> {
    // Behind this binary and the command.
    let words = typed().into_iter().skip(2);
    let words = words.filter_map(|word| word.into_string().ok());
    let stage = |word: String| resolve_stage(&loaded.course, &loaded.slugs, &word).ok();
    words.filter(|word| !word.is_empty()).filter_map(stage).map(|it| it.slug.clone()).collect()
}

/// The command line that the shell hands over, behind `--`.
fn typed() -> Vec<OsString> {
    std::env::args_os().skip_while(|word| word != "--").skip(1).collect()
}
