//! Colours, and the small pieces of text that several lines share.

use std::time::Duration;

use anstyle::AnsiColor;
pub use anstyle::Style;

use crate::model::{CaseTitle, HIDDEN_HEADING, Invocation, Tally, Visibility};
use crate::report::printable;

/// For what passed.
pub const GOOD: Style = AnsiColor::Green.on_default().bold();
/// For what failed.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// For what should be known.
pub const WARN: Style = AnsiColor::Yellow.on_default().bold();
/// For what may be read later.
pub const DIM: Style = Style::new().dimmed();
/// For names.
pub const STRONG: Style = Style::new().bold();
/// For the expected side of a difference.
pub const EXPECTED: Style = AnsiColor::Red.on_default();
/// For the program's side of it.
pub const YOURS: Style = AnsiColor::Green.on_default();

/// `2 / 3`, in the colour of what it means.
#[must_use]
pub fn tally(tally: Tally) -> String {
    let style = if tally.passed == tally.total { GOOD } else { BAD };
    format!("{style}{} / {}{style:#}", tally.passed, tally.total)
}

/// `stage / case`, and whether it is a hidden one.
#[must_use]
pub fn case(case: &CaseTitle) -> String {
    let hidden = match case.visibility {
        Visibility::Visible => String::new(),
        Visibility::Hidden => format!(" ({HIDDEN_HEADING})"),
        Visibility::Revealed => format!(" ({HIDDEN_HEADING}, revealed)"),
    };
    format!("{} / {}{hidden}", printable(&case.stage), printable(&case.name))
}

/// The title of a course with its version, where it has one.
#[must_use]
pub fn titled(course: &str, version: Option<&str>) -> String {
    let version = version.map_or_else(String::new, |version| format!(" {version}"));
    printable(&format!("{course}{version}"))
}

/// `12 ms`, `1.52 s`.
#[must_use]
pub fn elapsed(elapsed: Duration) -> String {
    if elapsed < Duration::from_secs(1) {
        format!("{} ms", elapsed.as_millis())
    } else {
        format!("{:.2} s", elapsed.as_secs_f64())
    }
}

/// Words as a person types them in a shell.
#[must_use]
pub fn command<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let quoted: Vec<_> = words.into_iter().map(quote).collect();
    quoted.join(" ")
}

fn quote(word: &str) -> String {
    let word = shlex::try_quote(word).map_or_else(|_| word.to_owned(), |word| word.into_owned());
    printable(&word)
}

/// The command that shows the lesson of a stage.
#[must_use]
pub fn show_command(invocation: &Invocation, slug: &str) -> String {
    let pairs = invocation.options.chunks(2).filter(|pair| pair[0] == "--course");
    let words = ["show", slug].into_iter().chain(pairs.flatten().map(String::as_str));
    format!("{} {}", invocation.name, command(words))
}

/// The command that tests with the same course and program as this run.
#[must_use]
pub fn test_command(invocation: &Invocation, selection: &[&str]) -> String {
    let options = invocation.options.iter().map(String::as_str);
    let trailing = invocation.trailing.iter().map(String::as_str);
    let words = ["test"].into_iter().chain(selection.iter().copied());
    format!("{} {}", invocation.name, command(words.chain(options).chain(trailing)))
}
