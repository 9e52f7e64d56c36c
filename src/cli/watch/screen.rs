//! What is written, and what of it is cleared again.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use anstream::AutoStream;

use crate::cli::args::{Format, TestArgs};
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
    editor: Editor<AutoStream<Box<dyn Write>>>,
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
        let on_buffer = || as_stdout(&args.color, buffer.clone());
        Self {
            reporter: reporter(args, on_buffer()),
            editor: Editor::new(on_buffer()),
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
        self.begin_anew();
        if self.is_for_people() {
            in_memory(self.editor.started());
        }
    }

    /// What follows is no continuation of what was written.
    fn begin_anew(&mut self) {
        self.is_dirty = true;
        self.reporter = reporter(&self.args, self.on_buffer());
    }

    /// The buffer with the colours and letters of stdout.
    fn on_buffer(&self) -> AutoStream<Box<dyn Write>> {
        as_stdout(&self.args.color, self.buffer.clone())
    }

    /// A run is over, in which so many cases failed.
    pub(super) fn run_finished(&mut self, failed: usize) {
        if self.is_for_people() {
            in_memory(self.editor.finished(failed));
        }
        self.show();
    }

    pub(super) fn event(&mut self, event: &Event) {
        in_memory(self.reporter.on_event(event));
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
            in_memory(self.editor.failures(events));
        }
    }

    /// Shows something else than a run: cleared before, and not kept.
    pub(super) fn replace<'e>(&mut self, events: impl Iterator<Item = &'e Event>) {
        self.begin_anew();
        events.for_each(|event| in_memory(self.reporter.on_event(event)));
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
            in_memory(writeln!(self.on_buffer(), "{text}"));
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
        in_memory(write(&mut self.on_buffer()));
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

    /// Who reads may be gone, and the watch goes on.
    fn out(&mut self, bytes: &[u8]) {
        let mut stdout = io::stdout().lock();
        let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
    }
}

/// What is written into memory arrives.
fn in_memory(written: io::Result<()>) {
    debug_assert!(written.is_ok());
}
