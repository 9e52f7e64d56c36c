//! What a program in `tests/programs/hostile/` says of itself in the comment at its beginning:
//!
//! - `LEVELS: VERDICT [REASON] [WORD...]`, where LEVELS is `anywhere` or names of levels; the verdict
//!   `any` promises nothing, and `ends` not even that the harness lives, only that nothing hangs.
//!   Words: `left N` and `left?` (that many processes, or perhaps some, were left and killed),
//!   `changed` (it may have changed files), `spoils` (the next case may fail), `reaches` and
//!   `reaches?` (it writes to the terminal, when it is of the same user, or perhaps).
//! - `options:` for the command; `tells:` what a sentence of the report has; `case:` and `expected:`
//!   the size of the document; `runs:` how often it is run, if not once; `terminal: yes` for a
//!   harness on one; `next: the same` for a program that is also run for the next case; `user: thrown
//!   away` for one that no other process has, and `user: any` where one is as good as another.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::world::{World, repository};

/// The wrapper that answers the next case at once. It names what runs the program: a file that was
/// just written cannot be started while another test starts something.
fn wrapper(interpreter: &str) -> String {
    format!(
        "#!/bin/sh\n\
         if grep -qx '\"next\"' \"$2\"; then echo 1; else exec {interpreter} ./program \"$@\"; fi\n"
    )
}

/// What lines may begin with beside levels.
const KEYS: [&str; 8] =
    ["case", "expected", "next", "options", "runs", "tells", "terminal", "user"];
const LEVELS: [&str; 4] = ["anywhere", "none", "standard", "strict"];

/// What a program's comment says.
pub(crate) struct Misbehaviour {
    file: PathBuf,
    lines: BTreeMap<String, String>,
}

/// What is promised at one level.
#[derive(Debug, Default)]
pub(crate) struct Promise {
    pub(crate) verdict: String,
    pub(crate) reason: Option<String>,
    pub(crate) left: Left,
    pub(crate) changed: bool,
    pub(crate) spoils: bool,
    pub(crate) reaches: Reaches,
}

#[derive(Debug, Default, PartialEq)]
pub(crate) enum Reaches {
    #[default]
    Never,
    Perhaps,
    Always,
}

#[derive(Debug, Default, PartialEq)]
pub(crate) enum Left {
    #[default]
    None,
    Perhaps,
    Some(usize),
}

impl Misbehaviour {
    pub(crate) fn named(name: &str) -> Self {
        let name = name.replace('_', "-");
        let folder = repository().join("tests/programs/hostile");
        let file = ["py", "sh"].iter().map(|ending| folder.join(format!("{name}.{ending}")));
        let file = file.into_iter().find(|file| file.is_file()).expect("the program is there");
        let source = fs::read_to_string(&file).expect("it can be read");
        let comment = source.lines().skip(1).map_while(|line| line.strip_prefix("# "));
        // Sentences begin with a capital.
        let lines = comment.filter_map(|line| line.split_once(": "));
        let lines = lines.filter(|(key, _)| key.starts_with(|it: char| it.is_lowercase()));
        let mut told = BTreeMap::new();
        for (key, value) in lines {
            let is_level = key.split(", ").all(|level| LEVELS.contains(&level));
            assert!(is_level || KEYS.contains(&key), "{key:?} means nothing in {}", file.display());
            let before = told.insert(key.to_owned(), value.to_owned());
            assert_eq!(before, None, "{key:?} is there twice in {}", file.display());
        }
        Self { file, lines: told }
    }

    pub(crate) fn name(&self) -> &OsStr {
        self.file.file_stem().unwrap_or_default()
    }

    pub(crate) fn options(&self) -> impl Iterator<Item = &str> {
        self.line("options").unwrap_or_default().split_whitespace()
    }

    pub(crate) fn line(&self, key: &str) -> Option<&str> {
        self.lines.get(key).map(String::as_str)
    }

    pub(crate) fn size(&self, key: &str) -> Option<usize> {
        self.line(key).map(|size| size.parse().expect("a size"))
    }

    /// What is promised at a level, of which there must be one line.
    pub(crate) fn promise(&self, level: &str) -> Promise {
        let is_of = |levels: &str| levels == "anywhere" || levels.split(", ").any(|it| it == level);
        let mut lines = self.lines.iter().filter(|(levels, _)| is_of(levels));
        let (Some((_, line)), None) = (lines.next(), lines.next()) else {
            panic!("{}: not one line of `{level}`", self.file.display());
        };
        let mut words = line.split(' ');
        let verdict = words.next().expect("a verdict").to_owned();
        assert!(["pass", "fail", "error", "any", "ends"].contains(&verdict.as_str()), "{line:?}");
        let reason = (verdict == "fail").then(|| words.next().expect("a reason").to_owned());
        let mut promise = Promise { verdict, reason, ..Promise::default() };
        while let Some(word) = words.next() {
            match word {
                "changed" => promise.changed = true,
                "spoils" => promise.spoils = true,
                "reaches" => promise.reaches = Reaches::Always,
                "reaches?" => promise.reaches = Reaches::Perhaps,
                "left?" => promise.left = Left::Perhaps,
                "left" => {
                    let count = words.next().and_then(|count| count.parse().ok());
                    promise.left = Left::Some(count.expect("a number"));
                }
                word => panic!("{word:?} means nothing in {line:?}"),
            }
        }
        promise
    }

    /// A world with the misbehaviour, the case after it, and everything that it may want to know.
    pub(crate) fn world(&self, mark: &str) -> World {
        let source = fs::read(&self.file).expect("it can be read");
        let is_python = self.file.extension().is_some_and(|it| it == "py");
        let wrapper = wrapper(if is_python { "python3" } else { "sh" });
        let program = if self.line("next").is_some() { &source[..] } else { wrapper.as_bytes() };
        let case = self.size("case").map_or_else(|| "main".to_owned(), |size| "x".repeat(size));
        let expected =
            self.size("expected").map_or_else(|| json!(1), |size| json!("x".repeat(size - 2)));
        let world = World::small()
            .with_script(program)
            .with_case("hello", &json!(case).to_string(), &expected.to_string())
            .with_case("hello/next", "\"next\"", "1")
            .with("ws/program", &source)
            .with_mode("ws/program", 0o755);
        let course = world.path("course");
        let answer = course.join("fixtures/hello/expected.json");
        let env = json!({"MARK": mark, "COURSE": course, "ANSWER": answer});
        world.with("ws/theinference.json", json!({"env": env}).to_string())
    }
}
