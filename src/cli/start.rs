//! Everything that a run needs, from what was typed and found.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::Context;

use super::SUPERVISE;
use super::args::{CourseArgs, ProgramArgs};
use super::exit::Stop;
use super::found::{Place, Program};
use super::output::own_name;
use crate::execute::{self, Executor, Pool, SupervisorCommand};
use crate::judge::Budget;
use crate::model::{Course, Invocation, Isolation, Origin};
use crate::runner::{AfterFailure, Build, CountFailures, Given, Keep, Present, Setup};
use crate::workspace::{self, Config};

/// What was typed, as far as a run needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Typed<'a> {
    pub(super) course: &'a CourseArgs,
    pub(super) program: &'a ProgramArgs,
}

/// The setup of a run that stops at nothing, shows no hidden case and has no next stage.
pub(super) fn setup(typed: Typed<'_>, place: &Place, course: &Course) -> Result<Setup, Stop> {
    let program = place.program(typed.program)?;
    let config = &place.config;
    let isolation = typed.program.isolation.level();
    check_level(isolation)?;
    Ok(Setup {
        invocation: invocation(typed, place, course, &program),
        environment: environment(config, isolation),
        isolation,
        network: typed.program.isolation.network(),
        hidden: hidden(typed, course, &program)?,
        build: build(config, typed.program),
        asked: typed.program.limits.limits(),
        workspace: config.limits,
        repeat: 1,
        after_failure: AfterFailure::GoOn,
        budget: Budget::default(),
        keep: Keep::InWorkspace,
        sources: place.workspace.clone(),
        count_failures: CountFailures::Never,
        next: None,
        warnings: Vec::new(),
        present: Present::default(),
        given: match typed.program.command.is_empty() {
            true => Given::Program,
            false => Given::Command,
        },
        program: program.argv,
        directory: program.workspace,
    })
}

fn invocation(typed: Typed<'_>, place: &Place, course: &Course, program: &Program) -> Invocation {
    Invocation {
        name: own_name(),
        course: course.title.clone(),
        course_version: course.version.clone(),
        workspace: program.workspace.clone(),
        elsewhere: place.way_to(&program.workspace),
        program: program.shown.clone(),
        options: options(typed),
        trailing: trailing(typed.program),
        isolation: typed.program.isolation.level(),
        started: SystemTime::now(),
    }
}

fn options(typed: Typed<'_>) -> Vec<String> {
    let paths = [
        ("--course", &typed.course.course),
        ("--fixtures", &typed.course.fixtures),
        ("--program", &typed.program.program),
    ];
    let mut words = Vec::new();
    for (option, path) in paths {
        if let Some(path) = path {
            words.extend([option.to_owned(), path.display().to_string()]);
        }
    }
    words.extend(typed.program.limits.words());
    words.extend(typed.program.isolation.words());
    words
}

fn trailing(args: &ProgramArgs) -> Vec<String> {
    let words = args.command.iter().map(|word| word.to_string_lossy().into_owned());
    let dashes = (!args.command.is_empty()).then(|| "--".to_owned());
    dashes.into_iter().chain(words).collect()
}

/// A level that was asked for and cannot be had is never replaced by a lower one.
fn check_level(level: Isolation) -> Result<(), Stop> {
    execute::offers(level).map_err(|why| {
        let level = level.as_str();
        Stop::Usage(format!("isolation `{level}` cannot be had on this machine: {why}"))
    })
}

/// Where the expected answers are: the fixtures, what was kept of failed cases, and this binary,
/// which holds the built-in course.
fn hidden(typed: Typed<'_>, course: &Course, program: &Program) -> Result<Vec<PathBuf>, Stop> {
    let current = std::env::current_dir().context("the current folder")?;
    let mut hidden = vec![program.workspace.join(".theinference"), own_binary()?];
    hidden.extend(typed.course.fixtures.as_ref().map(|fixtures| current.join(fixtures)));
    if let Origin::Folder(folder) = &course.origin {
        hidden.push(folder.join("fixtures"));
        // What was committed is there once more.
        let repository = folder.ancestors().map(|folder| folder.join(".git"));
        hidden.extend(repository.into_iter().find(|git| git.exists()));
    }
    Ok(hidden)
}

fn own_binary() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("the path of this program")
}

/// What a program that is held in sees of our own environment: where programs are, and whom to trust
/// in the network.
const SEEN: [&str; 4] = ["PATH", "NODE_EXTRA_CA_CERTS", "SSL_CERT_DIR", "SSL_CERT_FILE"];

/// Where tools look for what belongs to them, and where below HOME that is unless a variable says
/// otherwise. A program that is held in has another HOME, and would not find it.
const TOOLS: [(&str, &str); 8] = [
    ("ASDF_DATA_DIR", ".asdf"),
    ("CARGO_HOME", ".cargo"),
    ("GOMODCACHE", "go/pkg/mod"),
    ("NVM_DIR", ".nvm"),
    ("PYENV_ROOT", ".pyenv"),
    ("RBENV_ROOT", ".rbenv"),
    ("RUSTUP_HOME", ".rustup"),
    ("VOLTA_HOME", ".volta"),
];

type Variable = (OsString, OsString);

/// Our own environment and what the workspace adds to it. A program that is held in gets little of
/// ours, and nothing that could be a secret.
fn environment(config: &Config, isolation: Isolation) -> Vec<Variable> {
    let ours = match isolation {
        Isolation::None => std::env::vars_os().collect(),
        Isolation::Standard | Isolation::Strict => held_in(),
    };
    let is_added = |name: &OsString| config.env.iter().any(|(added, _)| name == added.as_str());
    let added = config.env.iter().map(|(name, value)| (name.into(), value.into()));
    ours.into_iter().filter(|(name, _)| !is_added(name)).chain(added).collect()
}

fn held_in() -> Vec<Variable> {
    let seen = SEEN.iter().filter_map(|name| Some((name.into(), std::env::var_os(name)?)));
    let fixed =
        [("LANG", "C.UTF-8"), ("TZ", "UTC")].map(|(name, value)| (name.into(), value.into()));
    seen.chain(fixed).chain(TOOLS.into_iter().filter_map(of_tool)).collect()
}

fn of_tool((name, below_home): (&str, &str)) -> Option<Variable> {
    let usual = || std::env::home_dir().map(|home| home.join(below_home).into_os_string());
    let folder = std::env::var_os(name).or_else(usual)?;
    std::path::Path::new(&folder).is_dir().then(|| (name.into(), folder))
}

/// The workspace's build step; a command typed after `--` is not what it builds.
fn build(config: &Config, args: &ProgramArgs) -> Option<Build> {
    if !args.command.is_empty() {
        return None;
    }
    let argv = match config.build.as_ref()? {
        workspace::Build::Shell(line) => vec!["/bin/sh".into(), "-c".into(), line.into()],
        workspace::Build::Argv(words) => words.iter().map(OsString::from).collect(),
    };
    Some(Build { argv, environment: Vec::new(), timeout: config.build_timeout })
}

/// Has the compilers of a build step show their colours, although they write into a pipe.
pub(super) fn with_colours(build: &mut Build) {
    let wanted = [("CLICOLOR_FORCE", "1"), ("FORCE_COLOR", "1"), ("CARGO_TERM_COLOR", "always")];
    build.environment.extend(wanted.map(|(name, value)| (name.into(), value.into())));
}

/// What keeps the supervisors of all runs of this process.
pub(super) fn pool() -> anyhow::Result<Arc<Pool>> {
    Pool::new(supervisor()?).context("orphans cannot be adopted")
}

/// One executor for each worker.
pub(super) fn executors(pool: &Arc<Pool>, count: usize) -> Vec<Box<dyn Executor + Send>> {
    (0..count).map(|_| Box::new(pool.executor()) as Box<dyn Executor + Send>).collect()
}

/// This binary. On Linux through `/proc`, which still leads to it when it is replaced meanwhile.
fn supervisor() -> anyhow::Result<SupervisorCommand> {
    let program =
        if cfg!(target_os = "linux") { PathBuf::from("/proc/self/exe") } else { own_binary()? };
    Ok(SupervisorCommand { program, arguments: vec![SUPERVISE.into()] })
}
