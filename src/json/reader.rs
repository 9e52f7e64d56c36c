//! The reader: one pass over the text, with the open containers on a stack of its own, so that no
//! depth of nesting can overflow ours.

use super::tape::Entry;
use super::token::{StringFault, literal, number_end, string_end};

/// Levels of nesting that are read; deeper documents are refused.
pub const MAX_DEPTH: usize = 10_000;

/// Where reading stopped, and what could have stood there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    pub at: usize,
    pub expecting: Expecting,
    /// The bracket that was opened last and is still open.
    pub open: Option<usize>,
}

/// What could have stood where reading stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expecting {
    Value,
    FirstElement,
    NextElement {
        comma: usize,
    },
    FirstName,
    NextName {
        comma: usize,
    },
    Colon,
    CommaOrClose,
    /// A character of the string that starts at `quote`.
    Character {
        quote: usize,
    },
    /// An escape in the string that starts at `quote`.
    Escape {
        quote: usize,
    },
    /// A digit of the number that starts at `number`.
    Digit {
        number: usize,
    },
    /// One level less.
    LessDepth,
    /// Nothing: the document is complete.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    Array,
    Object,
}

/// A container whose end has not been read.
struct Open {
    entry: u32,
    children: u32,
    container: Container,
}

/// What comes next. Each step starts at a character that is not white space.
enum Step {
    Value(Expecting),
    FirstElement,
    Name(Expecting),
    FirstName,
    AfterValue,
}

/// One pass over a text. The stack of open containers takes the place of recursion.
pub(super) struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    tape: Vec<Entry>,
    open: Vec<Open>,
}

impl<'t> Reader<'t> {
    /// `text` must be at most `u32::MAX` bytes of valid UTF-8.
    pub(super) fn new(text: &'t [u8], start: usize) -> Reader<'t> {
        Reader { text, at: start, tape: Vec::new(), open: Vec::new() }
    }

    /// The tape of the one document that the text holds.
    pub(super) fn document(mut self) -> Result<Vec<Entry>, Failure> {
        self.value()?;
        self.end()?;
        Ok(self.tape)
    }

    /// Reads one value and the white space after it; says where it stopped.
    pub(super) fn next_value(&mut self) -> Result<usize, Failure> {
        self.tape.clear();
        self.value()?;
        self.skip_white_space();
        Ok(self.at)
    }

    fn end(&mut self) -> Result<(), Failure> {
        self.skip_white_space();
        if self.at < self.text.len() { Err(self.failure(Expecting::End)) } else { Ok(()) }
    }

    fn value(&mut self) -> Result<(), Failure> {
        let mut step = Step::Value(Expecting::Value);
        loop {
            self.skip_white_space();
            step = match step {
                Step::Value(expecting) => self.begin_value(expecting)?,
                Step::FirstElement if self.peek() == Some(b']') => self.close(),
                Step::FirstElement => self.begin_value(Expecting::FirstElement)?,
                Step::FirstName if self.peek() == Some(b'}') => self.close(),
                Step::FirstName => self.name(Expecting::FirstName)?,
                Step::Name(expecting) => self.name(expecting)?,
                Step::AfterValue => match self.open.last() {
                    None => return Ok(()),
                    Some(open) => self.after_value(open.container)?,
                },
            };
        }
    }

    fn begin_value(&mut self, expecting: Expecting) -> Result<Step, Failure> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'-' | b'0'..=b'9') => match number_end(self.text, start) {
                Ok(end) => self.push(start, end),
                Err(at) => return Err(self.failure_at(at, Expecting::Digit { number: start })),
            },
            Some(b'{') => return self.open(Container::Object),
            Some(b'[') => return self.open(Container::Array),
            first => match first.and_then(literal) {
                Some(word) if self.text[start..].starts_with(word) => {
                    self.push(start, start + word.len());
                }
                _ => return Err(self.failure(expecting)),
            },
        }
        Ok(Step::AfterValue)
    }

    fn string(&mut self) -> Result<(), Failure> {
        let quote = self.at;
        match string_end(self.text, quote) {
            Ok(end) => {
                self.push(quote, end);
                Ok(())
            }
            Err(StringFault::Character(at)) => {
                Err(self.failure_at(at, Expecting::Character { quote }))
            }
            Err(StringFault::Escape(at)) => Err(self.failure_at(at, Expecting::Escape { quote })),
        }
    }

    fn name(&mut self, expecting: Expecting) -> Result<Step, Failure> {
        if self.peek() != Some(b'"') {
            return Err(self.failure(expecting));
        }
        self.string()?;
        self.skip_white_space();
        if self.peek() != Some(b':') {
            return Err(self.failure(Expecting::Colon));
        }
        self.at += 1;
        Ok(Step::Value(Expecting::Value))
    }

    fn open(&mut self, container: Container) -> Result<Step, Failure> {
        if self.open.len() == MAX_DEPTH {
            return Err(self.failure(Expecting::LessDepth));
        }
        self.open.push(Open { entry: self.tape.len() as u32, children: 0, container });
        self.push(self.at, self.at + 1);
        Ok(match container {
            Container::Array => Step::FirstElement,
            Container::Object => Step::FirstName,
        })
    }

    fn after_value(&mut self, container: Container) -> Result<Step, Failure> {
        if let Some(open) = self.open.last_mut() {
            open.children += 1;
        }
        let comma = self.at;
        match (self.peek(), container) {
            (Some(b','), Container::Array) => {
                self.at += 1;
                Ok(Step::Value(Expecting::NextElement { comma }))
            }
            (Some(b','), Container::Object) => {
                self.at += 1;
                Ok(Step::Name(Expecting::NextName { comma }))
            }
            (Some(b']'), Container::Array) | (Some(b'}'), Container::Object) => Ok(self.close()),
            _ => Err(self.failure(Expecting::CommaOrClose)),
        }
    }

    /// Ends the innermost container at the bracket that stands here.
    fn close(&mut self) -> Step {
        if let Some(open) = self.open.pop() {
            let start = self.at as u32;
            self.tape.push(Entry { start, end: open.children });
            self.tape[open.entry as usize].end = self.tape.len() as u32;
        }
        self.at += 1;
        Step::AfterValue
    }

    /// Adds an entry and goes on behind it.
    fn push(&mut self, start: usize, end: usize) {
        self.tape.push(Entry { start: start as u32, end: end as u32 });
        self.at = end;
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_white_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn failure(&self, expecting: Expecting) -> Failure {
        self.failure_at(self.at, expecting)
    }

    fn failure_at(&self, at: usize, expecting: Expecting) -> Failure {
        let open = self.open.last();
        let open = open.map(|open| self.tape[open.entry as usize].start as usize);
        Failure { at, expecting, open }
    }
}

/// Whether a part of a text is a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// It is exactly one document.
    Complete,
    /// It is not.
    Incomplete {
        /// Byte offset in the whole text where reading stopped: what the answer cost.
        stopped: usize,
    },
}

/// Whether `text` from the byte offset `start` to its end is exactly one document. Stops
/// at the first character that cannot be part of one.
pub fn completeness_from(text: &str, start: usize) -> Completeness {
    if u32::try_from(text.len()).is_err() {
        return Completeness::Incomplete { stopped: start };
    }
    match Reader::new(text.as_bytes(), start).document() {
        Ok(_) => Completeness::Complete,
        Err(failure) => Completeness::Incomplete { stopped: failure.at },
    }
}
