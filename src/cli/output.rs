//! Where text goes: stdout for results, stderr for everything about them.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;

use anstream::{AutoStream, ColorChoice};

use super::args::ColorArgs;
use super::exit::Stop;
use super::surroundings::{self, Alphabet, Real, Terminal, alphabet, columns, decide};
use crate::model::Event;
use crate::report::{Ascii, Detail, Human, Page, Reporter, printable};

/// Stdout with or without colours, where a reader that went away (`| head`) changes nothing.
pub(super) fn stdout(color: &ColorArgs) -> AutoStream<Box<dyn Write>> {
    as_stdout(color, Quiet(io::BufWriter::new(io::stdout())))
}

/// What ends up on stdout by another way: the same colours and letters.
pub(super) fn as_stdout(
    color: &ColorArgs,
    out: impl Write + 'static,
) -> AutoStream<Box<dyn Write>> {
    let choice = colours(color);
    match alphabet(&Real) {
        Alphabet::Unicode => stream(Box::new(out), choice),
        Alphabet::Ascii => stream(Box::new(Ascii::new(out)), choice),
    }
}

/// Whether stdout gets colours, and what decided that.
pub(super) fn colour_decision(color: &ColorArgs) -> (bool, &'static str) {
    surroundings::colour_decision(color.color, &Real, terminal(io::stdout().is_terminal()))
}

/// Whether stdout gets colours.
pub(super) fn colours(color: &ColorArgs) -> ColorChoice {
    decide(color.color, &Real, terminal(io::stdout().is_terminal()))
}

/// The page that stdout is; endless where it is no terminal and `COLUMNS` does not say otherwise.
pub(super) fn page() -> Page {
    Page { width: width().0 }
}

/// How many columns stdout has, and who says so.
pub(super) fn width() -> (Option<usize>, &'static str) {
    let of_terminal = || terminal_size::terminal_size_of(io::stdout());
    match (columns(&Real), of_terminal()) {
        (Some(columns), _) => (Some(columns), "COLUMNS"),
        (None, Some((width, _))) => (Some(usize::from(width.0)), "the terminal"),
        (None, None) => (None, "stdout is no terminal"),
    }
}

fn stream(out: Box<dyn Write>, choice: ColorChoice) -> AutoStream<Box<dyn Write>> {
    if choice == ColorChoice::Never { AutoStream::never(out) } else { AutoStream::always_ansi(out) }
}

pub(super) fn terminal(is_terminal: bool) -> Terminal {
    if is_terminal { Terminal::Yes } else { Terminal::No }
}

/// How a person types this command.
pub(super) fn own_name() -> &'static str {
    let binary = std::env::current_exe().unwrap_or_default();
    surroundings::own_name(&Real, &binary)
}

/// Says what went wrong.
pub(super) fn tell_error(message: &str) {
    tell("error", message);
}

/// Says what should be known.
pub(super) fn tell_warning(message: &str) {
    tell("warning", message);
}

fn tell(word: &str, message: &str) {
    // A message may quote a file or a path of which a program is the author.
    let lines: Vec<_> = message.lines().map(printable).collect();
    let typed = format!("`{} ", own_name());
    let message = lines.join("\n").replace("`theinference ", &typed);
    // When stderr is gone there is nobody left to tell.
    let _ = writeln!(io::stderr(), "{word}: {message}");
}

/// Says on stderr how the build step goes, for commands without a report.
pub(super) fn tell_build(event: &Event) {
    let mut human = Human::new(AutoStream::never(io::stderr()), Detail::Normal, Page::default());
    if matches!(event, Event::BuildStarted { .. } | Event::BuildFailed { .. }) {
        // When stderr is gone there is nobody left to tell.
        let _ = human.on_event(event);
    }
}

/// A writer that takes the end of its reader for a quiet end.
#[derive(Debug)]
pub(super) struct Quiet<W>(pub(super) W);

impl<W: Write> Write for Quiet<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            other => other,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}

/// Remembers the first error of a writer, for callers that cannot return one.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstError(Rc<RefCell<Option<io::Error>>>);

impl FirstError {
    pub(super) fn note(&self, result: io::Result<()>) {
        if let Err(error) = result {
            self.0.borrow_mut().get_or_insert(error);
        }
    }

    /// A result that cannot be written is not a result.
    pub(super) fn check(&self) -> Result<(), Stop> {
        match self.0.borrow_mut().take() {
            None => Ok(()),
            Some(error) => Err(unwritten(error)),
        }
    }
}

/// What a failing stdout means for a command.
pub(super) fn unwritten(error: io::Error) -> Stop {
    Stop::Harness(anyhow::Error::new(error).context("the result could not be written"))
}
