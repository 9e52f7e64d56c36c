//! What is written, and what of it is cleared again.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use crate::cli::args::{ColorArgs, Format, TestArgs};
use crate::cli::output::{as_stdout, page, tell_warning};
use crate::cli::test::reporter;
use crate::model::Event;
use crate::report::style::DIM;
use crate::report::{Editor, Reporter, printable};

/// Clears what is seen and leaves what was scrolled away.
const CLEAR: &str = "\x1b[2J\x1b[H";
/// Clears the line that the cursor is in.
const CLEAR_LINE: &str = "\r\x1b[K";
/// A blank at which no line is broken.
pub(super) const NO_BREAK: &str = "\u{a0}";
/// So many warnings are shown again after each clearing.
const KEPT: usize = 5;

/// The terminal as something to write on, or a file or pipe that is only added to.
pub(super) struct Screen {
    args: TestArgs,
    is_screen: bool,
    /// Whether there is text above which the next run is not to be written.
    is_dirty: bool,
    /// What the line that the cursor is in says, when it is only for the moment.
    status: Option<String>,
    warnings: Vec<String>,
    buffer: Buffer,
    reporter: Box<dyn Reporter>,
    editor: Editor<Box<dyn Write>>,
}

/// What was written and is not on the screen yet.
#[derive(Clone, Debug, Default)]
struct Buffer(Rc<RefCell<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Screen {
    pub(super) fn new(args: &TestArgs, is_screen: bool) -> Self {
        let buffer = Buffer::default();
        Self {
            reporter: reporter(args, as_stdout(&args.color, buffer.clone())),
            editor: editor(&args.color, &buffer),
            args: args.clone(),
            is_screen: is_screen && args.format == Format::Human,
            is_dirty: false,
            status: None,
            warnings: Vec::new(),
            buffer,
        }
    }

    /// Whether people read it.
    fn is_for_people(&self) -> bool {
        self.args.format == Format::Human
    }

    /// A run begins. What the one before left is cleared with the first thing that is written.
    pub(super) fn run_started(&mut self) {
        self.is_dirty = true;
        self.reporter = reporter(&self.args, as_stdout(&self.args.color, self.buffer.clone()));
        self.editor = editor(&self.args.color, &self.buffer);
        if self.is_for_people() {
            self.note(|screen| screen.editor.started());
        }
    }

    /// A run is over, in which so many cases failed.
    pub(super) fn run_finished(&mut self, failed: usize) {
        if self.is_for_people() {
            self.note(|screen| screen.editor.finished(failed));
        }
        self.show();
    }

    pub(super) fn event(&mut self, event: &Event) {
        self.note(|screen| screen.reporter.on_event(event));
        if matches!(
            event,
            Event::StageFinished(_) | Event::RunFinished(_) | Event::BuildFailed { .. }
        ) {
            self.show();
        }
    }

    /// The lines that editors read, of the cases that failed.
    pub(super) fn for_editors<'e>(&mut self, events: impl Iterator<Item = &'e Event>) {
        if self.is_for_people() {
            events.for_each(|event| self.note(|screen| screen.editor.on_event(event)));
        }
    }

    /// Shows something else than a run: cleared before, and not kept.
    pub(super) fn replace<'e>(&mut self, events: impl Iterator<Item = &'e Event>) {
        self.is_dirty = true;
        self.reporter = reporter(&self.args, as_stdout(&self.args.color, self.buffer.clone()));
        events.for_each(|event| self.note(|screen| screen.reporter.on_event(event)));
    }

    /// A line for people.
    pub(super) fn line(&mut self, text: &str) {
        self.styled_line(&printable(text));
    }

    /// The same, less important, and broken between words; not at a blank that forbids it.
    pub(super) fn dim_line(&mut self, text: &str) {
        for line in page().wrapped(&printable(text)) {
            let line = line.replace(NO_BREAK, " ");
            self.styled_line(&format!("{DIM}{line}{DIM:#}"));
        }
    }

    fn styled_line(&mut self, text: &str) {
        if self.is_for_people() {
            let mut out = as_stdout(&self.args.color, self.buffer.clone());
            self.note(|_| writeln!(out, "{text}"));
        }
    }

    /// A line between two runs, where nothing is cleared.
    pub(super) fn separator(&mut self, text: &str) {
        self.show();
        if self.is_for_people() {
            // When stderr is gone there is nobody left to tell.
            let _ = writeln!(io::stderr(), "\n--- {} ---\n", printable(text));
        }
    }

    /// Lets somebody write.
    pub(super) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let mut out = as_stdout(&self.args.color, self.buffer.clone());
        self.note(|_| write(&mut out));
    }

    /// Something to know, which is never cleared away.
    pub(super) fn warn(&mut self, warning: String) {
        if self.warnings.contains(&warning) {
            return;
        }
        self.show();
        self.clear_status();
        tell_warning(&warning);
        self.warnings.push(warning);
        if self.warnings.len() > KEPT {
            self.warnings.remove(0);
        }
    }

    /// Before somebody else writes.
    pub(super) fn make_way(&mut self) {
        self.show();
        self.clear_status();
    }

    /// Writes what is there to write.
    pub(super) fn show(&mut self) {
        let bytes = std::mem::take(&mut *self.buffer.0.borrow_mut());
        if bytes.is_empty() {
            return;
        }
        self.clear_status();
        self.clear();
        self.out(&bytes);
    }

    fn clear(&mut self) {
        if !std::mem::take(&mut self.is_dirty) || !self.is_screen {
            return;
        }
        self.out(CLEAR.as_bytes());
        self.warnings.iter().for_each(|warning| tell_warning(warning));
    }

    /// What is true at this moment, in the last line of a screen.
    pub(super) fn status(&mut self, text: &str) {
        if !self.is_screen || self.status.as_deref() == Some(text) {
            return;
        }
        self.show();
        self.clear();
        let width = page().width.unwrap_or(80).saturating_sub(1);
        let shown: String = printable(text).chars().take(width).collect();
        self.out(format!("{CLEAR_LINE}{shown}").as_bytes());
        self.status = Some(text.to_owned());
    }

    fn clear_status(&mut self) {
        if self.status.take().is_some() {
            self.out(CLEAR_LINE.as_bytes());
        }
    }

    /// Keeps the first error for nobody: who reads may be gone, and the watch goes on.
    fn note(&mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) {
        let _ = write(self);
    }

    fn out(&mut self, bytes: &[u8]) {
        let mut stdout = io::stdout().lock();
        let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
    }
}

fn editor(color: &ColorArgs, buffer: &Buffer) -> Editor<Box<dyn Write>> {
    Editor::new(Box::new(as_stdout(color, buffer.clone())))
}
