//! `theinference.json`: what a workspace says of itself. Every key is optional.

use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::find::CONFIG_FILE;
use crate::json::Kind;
use crate::json::decode::{self, Entry, Field, FileProblems, Object, UP_TO_A_TRILLION, quoted};
use crate::model::{Limits, Problem};

/// What a workspace says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The program and its first arguments, at least one word.
    pub program: Option<Vec<String>>,
    /// What to run before the program.
    pub build: Option<Build>,
    /// How long that may take; 5 minutes where nothing is said.
    pub build_timeout: Duration,
    /// The folder of the course, relative ones below the workspace.
    pub course: Option<PathBuf>,
    /// How much one case may use; what `timeout_ms` says is in it.
    pub limits: Limits,
    /// Variables for the program, in the order of the file.
    pub env: Vec<(String, String)>,
    /// What to look at and what not while watching.
    pub watch: WatchGlobs,
}

/// How the build step is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Build {
    /// A line for `/bin/sh -c`.
    Shell(String),
    /// A program and its arguments, at least one word.
    Argv(Vec<String>),
}

/// What a workspace says of watching; all globs are well-formed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WatchGlobs {
    /// Files whose change starts nothing.
    pub ignore: Vec<String>,
    /// Files that are watched although they are ignored otherwise.
    pub include: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            program: None,
            build: None,
            build_timeout: Duration::from_secs(300),
            course: None,
            limits: Limits::default(),
            env: Vec::new(),
            watch: WatchGlobs::default(),
        }
    }
}

/// Far more than anybody writes into it.
const LARGEST_CONFIG: u64 = 1 << 20;

const KEYS: [&str; 9] = [
    "$schema",
    "program",
    "build",
    "build_timeout_ms",
    "course",
    "timeout_ms",
    "limits",
    "env",
    "watch",
];

/// Reads the `theinference.json` of the folder `workspace`; the defaults when it has none.
///
/// # Errors
/// Everything that is wrong with the file.
pub fn load_config(workspace: &Path) -> Result<Config, Vec<Problem>> {
    let path = workspace.join(CONFIG_FILE);
    let mut problems = FileProblems::new(&path, None);
    let bytes = match read_plain(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Config::default()),
        Err(error) => {
            let help = "make it a readable file, or remove it";
            problems.whole(format!("`{CONFIG_FILE}` cannot be read: {error}"), help);
            return Err(problems.into_sorted());
        }
    };
    let document = decode::read(&bytes, &mut problems);
    let object = document.as_ref().map(Field::root);
    let object = object.and_then(|root| root.object(&KEYS, &mut problems));
    let config = object.map(|object| decode(&object, workspace, &mut problems));
    if problems.is_empty() { Ok(config.unwrap_or_default()) } else { Err(problems.into_sorted()) }
}

/// The bytes of a plain file of a sensible size: a pipe or a device of this name, which a program
/// may have left, would never end.
fn read_plain(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_CONFIG + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_CONFIG {
        return Err(io::Error::other("it is larger than 1 MiB"));
    }
    Ok(bytes)
}

fn decode(config: &Object<'_>, workspace: &Path, problems: &mut FileProblems) -> Config {
    config.line("$schema", problems);
    let defaults = Config::default();
    let mut time = |name| config.whole(name, UP_TO_A_TRILLION, problems).map(Duration::from_millis);
    let build_timeout = time("build_timeout_ms").unwrap_or(defaults.build_timeout);
    let timeout = Limits { timeout: time("timeout_ms"), ..Limits::default() };
    Config {
        build_timeout,
        limits: decode::limits(config, problems).tightest(timeout),
        program: config.field("program").and_then(|field| program(&field, problems)),
        build: config.field("build").and_then(|field| build(&field, problems)),
        course: config.line("course", problems).map(|course| workspace.join(course)),
        env: env(config, problems),
        watch: watch(config, problems),
    }
}

/// A command line without a shell, or the words of one.
fn program(field: &Field<'_>, problems: &mut FileProblems) -> Option<Vec<String>> {
    if field.kind() == Kind::Array {
        return argv(field, problems);
    }
    let line = field.text(problems)?;
    let words = shlex::split(&line);
    if words.is_none() {
        let message = format!("{} has a quote that is not closed", field.label());
        problems.at(field.position(), message, "close the quote, or write a list of words");
    }
    not_empty(field, words?, problems)
}

fn build(field: &Field<'_>, problems: &mut FileProblems) -> Option<Build> {
    if field.kind() == Kind::Array {
        return argv(field, problems).map(Build::Argv);
    }
    let line = field.text(problems)?;
    without_nul(field, line, problems).map(Build::Shell)
}

fn argv(field: &Field<'_>, problems: &mut FileProblems) -> Option<Vec<String>> {
    let elements = field.elements(problems)?;
    let word = |element: &Field<'_>, problems: &mut FileProblems| {
        let word = element.string(problems)?;
        without_nul(element, word, problems)
    };
    let words: Vec<_> = elements.iter().filter_map(|element| word(element, problems)).collect();
    if words.len() < elements.len() {
        return None;
    }
    not_empty(field, words, problems)
}

fn not_empty(
    field: &Field<'_>,
    words: Vec<String>,
    problems: &mut FileProblems,
) -> Option<Vec<String>> {
    if words.first().is_none_or(String::is_empty) {
        let message = format!("{} names no program", field.label());
        problems.at(field.position(), message, "write the program first");
        return None;
    }
    if words.iter().any(|word| word.contains('\0')) {
        return report_nul(field, problems);
    }
    Some(words)
}

fn without_nul(field: &Field<'_>, text: String, problems: &mut FileProblems) -> Option<String> {
    if text.contains('\0') { report_nul(field, problems) } else { Some(text) }
}

/// No argument and no variable of a process can hold one.
fn report_nul<T>(field: &Field<'_>, problems: &mut FileProblems) -> Option<T> {
    let message = format!("{} holds a NUL character", field.label());
    problems.at(field.position(), message, "remove the \\u0000");
    None
}

fn env(config: &Object<'_>, problems: &mut FileProblems) -> Vec<(String, String)> {
    let variables = config.field("env").and_then(|field| field.map(problems));
    let entries = variables.map(|variables| variables.entries()).unwrap_or_default();
    entries.into_iter().filter_map(|entry| variable(entry, problems)).collect()
}

fn variable(entry: Entry<'_>, problems: &mut FileProblems) -> Option<(String, String)> {
    if entry.name.is_empty() || entry.name.contains(['=', '\0']) {
        let message = format!("{} is no name of a variable", quoted(&entry.name));
        problems.at(entry.position, message, "write a name such as `LANG`");
        return None;
    }
    let value = entry.field.string(problems)?;
    Some((entry.name, without_nul(&entry.field, value, problems)?))
}

fn watch(config: &Object<'_>, problems: &mut FileProblems) -> WatchGlobs {
    let field = config.field("watch");
    let Some(watch) = field.and_then(|field| field.object(&["ignore", "include"], problems)) else {
        return WatchGlobs::default();
    };
    WatchGlobs {
        ignore: globs(&watch, "ignore", problems),
        include: globs(&watch, "include", problems),
    }
}

fn globs(watch: &Object<'_>, name: &str, problems: &mut FileProblems) -> Vec<String> {
    let elements = watch.elements(name, problems);
    elements.iter().filter_map(|element| glob(element, problems)).collect()
}

fn glob(element: &Field<'_>, problems: &mut FileProblems) -> Option<String> {
    let glob = element.line(problems)?;
    if let Err(error) = globset::Glob::new(&glob) {
        let message = format!("{} is no glob: {}", quoted(&glob), error.kind());
        problems.at(element.position(), message, "write a glob such as `dist/**`");
        return None;
    }
    Some(glob)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_no_plain_file_or_far_too_large_is_refused_and_not_waited_for() {
        let workspace = tempfile::tempdir().unwrap();
        let path = workspace.path().join(CONFIG_FILE);
        let refusal = || load_config(workspace.path()).unwrap_err().remove(0).message;
        for device in ["/dev/zero", "/dev/tty"] {
            std::os::unix::fs::symlink(device, &path).unwrap();
            assert!(refusal().starts_with("`theinference.json` cannot be read: "));
            fs::remove_file(&path).unwrap();
        }
        fs::write(&path, vec![b' '; 2 << 20]).unwrap();
        let told = "`theinference.json` cannot be read: it is larger than 1 MiB";
        assert_eq!(refusal(), told);
    }

    fn load(text: &str) -> Result<Config, Vec<String>> {
        let workspace = tempfile::tempdir().unwrap();
        fs::write(workspace.path().join(CONFIG_FILE), text).unwrap();
        let told = |problem: Problem| {
            assert_eq!(problem.path, workspace.path().join(CONFIG_FILE));
            let place = problem.position.map_or_else(String::new, |p| p.to_string());
            format!("{place}: {} | {}", problem.message, problem.help)
        };
        let config = load_config(workspace.path());
        config.map_err(|problems| problems.into_iter().map(told).collect())
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn no_file_and_no_key_mean_the_defaults() {
        let workspace = tempfile::tempdir().unwrap();
        assert_eq!(load_config(workspace.path()), Ok(Config::default()));
        assert_eq!(load("{}"), Ok(Config::default()));
    }

    #[test]
    fn all_keys_are_read() {
        let config = load(
            r#"{"$schema": "s.json", "program": "node --no-warnings 'my program.js'",
                "build": "npm ci && npm run build", "build_timeout_ms": 1000, "course": "/course",
                "timeout_ms": 2000, "limits": {"timeout_ms": 3000, "processes": 8}, "env": {"LANG": "C", "EMPTY": ""},
                "watch": {"ignore": ["out/**"], "include": ["dist/*.js"]}}"#,
        )
        .unwrap();
        let expected = Config {
            program: Some(words(&["node", "--no-warnings", "my program.js"])),
            build: Some(Build::Shell("npm ci && npm run build".to_owned())),
            build_timeout: Duration::from_secs(1),
            course: Some("/course".into()),
            limits: Limits {
                timeout: Some(Duration::from_secs(2)),
                processes: Some(8),
                ..Limits::default()
            },
            env: vec![("LANG".into(), "C".into()), ("EMPTY".into(), String::new())],
            watch: WatchGlobs { ignore: words(&["out/**"]), include: words(&["dist/*.js"]) },
        };
        assert_eq!(config, expected);
    }

    #[test]
    fn commands_may_be_lists_of_words() {
        let config = load(r#"{"program": ["./a b", ""], "build": ["make", "all"]}"#).unwrap();
        assert_eq!(config.program, Some(words(&["./a b", ""])));
        assert_eq!(config.build, Some(Build::Argv(words(&["make", "all"]))));
    }

    #[test]
    fn every_problem_is_told_at_once() {
        let found = load(
            r#"{"progam": "x", "program": "node 'a", "build": [], "build_timeout_ms": 0,
"course": 1, "timeout_ms": -1, "env": {"A=B": "c", "D": 1, "E": "\u0000"},
"watch": {"ignore": ["[a"], "incldue": []}}"#,
        );
        let whole = "a whole number from 1 to 1000000000000";
        assert_eq!(
            found.unwrap_err(),
            [
                "1:2: unknown key `progam` | did you mean `program`?".to_owned(),
                "1:28: `program` has a quote that is not closed | \
                 close the quote, or write a list of words"
                    .to_owned(),
                "1:48: `build` names no program | write the program first".to_owned(),
                format!(
                    "1:72: `build_timeout_ms` must be {whole}, not `0` | write {whole}, without quotes"
                ),
                "2:11: `course` must be a string, not a number | put it in double quotes"
                    .to_owned(),
                format!(
                    "2:28: `timeout_ms` must be {whole}, not `-1` | write {whole}, without quotes"
                ),
                "2:40: `A=B` is no name of a variable | write a name such as `LANG`".to_owned(),
                "2:57: `D` must be a string, not a number | put it in double quotes".to_owned(),
                "2:65: `E` holds a NUL character | remove the \\u0000".to_owned(),
                "3:22: `[a` is no glob: unclosed character class; missing ']' | \
                 write a glob such as `dist/**`"
                    .to_owned(),
                "3:29: unknown key `incldue` | did you mean `include`?".to_owned(),
            ]
        );
    }

    #[test]
    fn a_file_that_cannot_be_read_is_a_problem() {
        let workspace = tempfile::tempdir().unwrap();
        fs::create_dir(workspace.path().join(CONFIG_FILE)).unwrap();
        let problems = load_config(workspace.path()).unwrap_err();
        assert!(problems[0].message.starts_with("`theinference.json` cannot be read: "));
        assert_eq!(
            load("{").unwrap_err(),
            ["1:2: not JSON: the text ends inside the document | close the brace opened at 1:1"]
        );
    }
}
