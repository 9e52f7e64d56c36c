//! Carries out the steps of a script, one after another.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::id::Id;
use super::record::Record;
use crate::json::{Document, pointer};
use crate::model::{Ending, Message, Piece, Reached, Request, Script, Step};

/// So much may wait to be written before the next message is made.
const AHEAD: usize = 64 << 10;

/// A script under way.
#[derive(Debug)]
pub(in crate::execute) struct Player<'s> {
    script: &'s Script,
    /// The step that is under way.
    at: usize,
    /// Of a step that sends chunks: how many of them are on their way.
    chunks: usize,
    not_before: Option<Instant>,
    outgoing: Vec<u8>,
    written: usize,
    /// What was sent of a line whose end is still to be sent.
    unended: Vec<u8>,
    captured: HashMap<&'s str, String>,
    fences: usize,
    /// Whether the last fence belongs to the step that is under way.
    is_fencing: bool,
    closes: bool,
    closed_at: Option<Instant>,
    record: Record,
}

/// Whether a step is over.
#[derive(PartialEq, Eq)]
enum Taken {
    Over,
    UnderWay,
}

impl<'s> Player<'s> {
    pub(in crate::execute) fn new(script: &'s Script) -> Self {
        Self {
            script,
            at: 0,
            chunks: 0,
            not_before: None,
            outgoing: Vec::new(),
            written: 0,
            unended: Vec::new(),
            captured: HashMap::new(),
            fences: 0,
            is_fencing: false,
            closes: false,
            closed_at: None,
            record: Record::default(),
        }
    }

    /// What is to be written now.
    pub(in crate::execute) fn due(&self) -> &[u8] {
        &self.outgoing[self.written..]
    }

    /// So much of it was written.
    pub(in crate::execute) fn wrote(&mut self, count: usize) {
        self.written += count;
        if self.written == self.outgoing.len() {
            self.outgoing.clear();
            self.written = 0;
        }
    }

    /// The server reads no more, so nothing can be sent.
    pub(in crate::execute) fn refused(&mut self) {
        self.outgoing.clear();
        self.written = 0;
    }

    /// The server wrote this.
    pub(in crate::execute) fn came(&mut self, bytes: &[u8]) {
        self.record.came(bytes);
    }

    /// Carries out all steps that can be carried out now.
    pub(in crate::execute) fn go_on(&mut self, now: Instant) {
        while let Some(step) = self.script.steps.get(self.at) {
            if self.not_before.is_some_and(|then| now < then) || self.due().len() > AHEAD {
                return;
            }
            if self.take(step, now) == Taken::UnderWay {
                return;
            }
            self.at += 1;
        }
        self.closes = true;
        if self.is_finished() && self.closed_at.is_none() {
            self.closed_at = Some(now);
        }
    }

    fn take(&mut self, step: &'s Step, now: Instant) -> Taken {
        match step {
            Step::Send(message) => self.send(message),
            Step::Raw { chunks, pause } => return self.send_chunk(chunks, *pause, now),
            Step::Await(id) => return self.is_replied(id),
            Step::Quiet => return self.fence(),
            Step::Capture { of, pointer, name } => return self.capture(of, pointer, name),
            Step::CloseStdin => self.closes = true,
        }
        Taken::Over
    }

    fn send(&mut self, message: &Message) {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            // What was to be captured and did not come is told where it was looked for.
            Piece::Captured(name) => {
                self.captured.get(name.as_str()).cloned().unwrap_or_else(|| "null".to_owned())
            }
        };
        let line: String = message.0.iter().map(piece).collect();
        self.write(line.as_bytes());
        self.write(b"\n");
    }

    fn send_chunk(&mut self, chunks: &[Vec<u8>], pause: Duration, now: Instant) -> Taken {
        // A pause begins when everything before it was written.
        if !self.due().is_empty() {
            return Taken::UnderWay;
        }
        let Some(chunk) = chunks.get(self.chunks) else {
            self.chunks = 0;
            self.not_before = None;
            return Taken::Over;
        };
        self.write(chunk);
        self.chunks += 1;
        self.not_before = (self.chunks < chunks.len()).then(|| now + pause);
        Taken::UnderWay
    }

    fn write(&mut self, bytes: &[u8]) {
        self.outgoing.extend_from_slice(bytes);
        let mut parts = bytes.split(|byte| *byte == b'\n');
        let mut part = parts.next();
        while let Some(text) = part {
            self.unended.extend_from_slice(text);
            part = parts.next();
            if part.is_some() {
                self.record.sent(&std::mem::take(&mut self.unended));
            }
        }
    }

    fn is_replied(&self, id: &str) -> Taken {
        let is_replied = self.record.asked(&Id::spelled(id)).is_some_and(|(_, it)| it.is_some());
        if is_replied { Taken::Over } else { Taken::UnderWay }
    }

    fn fence(&mut self) -> Taken {
        if self.is_fencing {
            self.is_fencing = self.record.is_fenced();
            return if self.is_fencing { Taken::UnderWay } else { Taken::Over };
        }
        self.is_fencing = true;
        self.fences += 1;
        let Request { id, method } = self.last_fence();
        let line = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"{method}\"}}\n");
        self.record.fenced(Id::spelled(&id));
        self.outgoing.extend_from_slice(line.as_bytes());
        Taken::UnderWay
    }

    fn last_fence(&self) -> Request {
        let id = format!("\"theinference-fence-{}\"", self.fences);
        Request { id, method: "ping".to_owned() }
    }

    fn capture(&mut self, of: &str, place: &str, name: &'s str) -> Taken {
        let reply = self.record.asked(&Id::spelled(of)).and_then(|(_, reply)| reply);
        let Some(reply) = reply else { return Taken::UnderWay };
        if let Some(found) = found(reply, place) {
            self.captured.insert(name, found);
        }
        Taken::Over
    }

    /// Whether stdin is to be closed: there is nothing more to come, and all of it was written.
    pub(in crate::execute) fn is_finished(&self) -> bool {
        self.closes && self.due().is_empty()
    }

    /// How long nothing can happen by itself.
    pub(in crate::execute) fn next(&self, now: Instant) -> Option<Duration> {
        let grace = self.closed_at.map(|since| since + self.script.exit_within);
        let next = self.not_before.into_iter().chain(grace).min()?;
        Some(next.saturating_duration_since(now))
    }

    /// How long the server had to end, where it has not in that time.
    pub(in crate::execute) fn outstayed(&self, now: Instant) -> Option<Duration> {
        let grace = self.script.exit_within;
        self.closed_at.filter(|since| now.duration_since(*since) >= grace).map(|_| grace)
    }

    /// How far it came. Where the server ended, the first reply that it owed is what is missing.
    pub(in crate::execute) fn reached(&self, ending: Ending) -> Reached {
        let has_ended = matches!(ending, Ending::Exited(_) | Ending::Signaled(_));
        let awaited = match self.script.steps.get(self.at) {
            None => return Reached::End,
            Some(_) if has_ended => self.record.first_open(),
            Some(Step::Await(id) | Step::Capture { of: id, .. }) => {
                self.record.asked(&Id::spelled(id)).map(|(request, _)| request)
            }
            Some(Step::Quiet) if self.is_fencing => return Reached::Reply(self.last_fence()),
            Some(_) => self.record.first_open(),
        };
        awaited.cloned().map_or(Reached::Step, Reached::Reply)
    }

    /// What was exchanged, as one JSON document.
    pub(in crate::execute) fn document(&self, ending: Ending) -> Vec<u8> {
        self.record.document(ending)
    }
}

/// What stands there in a reply, spelled as it came.
fn found(reply: &str, place: &str) -> Option<String> {
    let document = Document::parse(reply.as_bytes()).ok()?;
    pointer::resolve(document.root(), place).map(|found| found.source().to_owned())
}
