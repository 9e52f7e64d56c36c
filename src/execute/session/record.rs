//! What was exchanged: requests with their replies, what came unasked, what was no message.

use std::collections::{HashMap, VecDeque};

use super::id::{Id, Line};
use crate::json::quote;
use crate::model::{Ending, Request};

/// How much of a line is told that is no message.
const TOLD: usize = 1_000;

/// A request of the script, and what came of it.
#[derive(Debug)]
struct Asked {
    request: Request,
    /// The line, as it came.
    reply: Option<String>,
}

/// The record of one session.
#[derive(Debug, Default)]
pub(super) struct Record {
    asked: Vec<Asked>,
    /// The request that was last sent with an id.
    last: HashMap<Id, usize>,
    /// Requests with an id that are not replied to, the first one first.
    open: HashMap<Id, VecDeque<usize>>,
    /// The harness's own request, whose reply is no part of the record.
    fence: Option<Id>,
    unsolicited: Vec<String>,
    not_messages: Vec<(u64, String)>,
    lines: u64,
    /// What came after the last end of a line.
    rest: Vec<u8>,
    /// How much of it holds no end of a line.
    searched: usize,
}

impl Record {
    /// Notes a line that is sent.
    pub(super) fn sent(&mut self, line: &[u8]) {
        let Line::Asks(Some((id, spelled)), method) = Line::of(line) else { return };
        self.last.insert(id.clone(), self.asked.len());
        self.open.entry(id).or_default().push_back(self.asked.len());
        self.asked.push(Asked { request: Request { id: spelled, method }, reply: None });
    }

    /// Notes the harness's own request.
    pub(super) fn fenced(&mut self, id: Id) {
        self.fence = Some(id);
    }

    pub(super) const fn is_fenced(&self) -> bool {
        self.fence.is_some()
    }

    /// Notes what came, whatever it ends with.
    pub(super) fn came(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        let mut start = 0;
        let bytes = std::mem::take(&mut self.rest);
        while let Some(end) = bytes[self.searched..].iter().position(|byte| *byte == b'\n') {
            let end = self.searched + end;
            self.line(&bytes[start..end]);
            start = end + 1;
            self.searched = start;
        }
        self.rest = if start == 0 { bytes } else { bytes[start..].to_vec() };
        self.searched = self.rest.len();
    }

    fn line(&mut self, line: &[u8]) {
        self.lines += 1;
        let text = || String::from_utf8_lossy(line).trim_ascii().to_owned();
        match Line::of(line) {
            Line::Reply(id) if self.fence.as_ref() == Some(&id) => self.fence = None,
            Line::Reply(id) => match self.open.get_mut(&id).and_then(|open| open.pop_front()) {
                Some(index) => self.asked[index].reply = Some(text()),
                None => self.unsolicited.push(text()),
            },
            Line::Asks(..) => self.unsolicited.push(text()),
            Line::Other => self.not_messages.push((self.lines, told(line))),
        }
    }

    /// The request that was last sent with this id, and its reply.
    pub(super) fn asked(&self, id: &Id) -> Option<(&Request, Option<&str>)> {
        let asked = &self.asked[*self.last.get(id)?];
        Some((&asked.request, asked.reply.as_deref()))
    }

    /// The first request that has no reply.
    pub(super) fn first_open(&self) -> Option<&Request> {
        let mut open = self.asked.iter().filter(|asked| asked.reply.is_none());
        open.next().map(|asked| &asked.request)
    }

    /// All of it as one JSON document, with the end of the server.
    pub(super) fn document(&self, ending: Ending) -> Vec<u8> {
        let replies = self.asked.iter().map(|asked| asked.reply.as_deref().unwrap_or("null"));
        let strays = self.not_messages.iter().map(|(line, text)| stray(*line, text));
        let unended = (!self.rest.is_empty()).then(|| stray(self.lines + 1, &told(&self.rest)));
        let strays: Vec<_> = strays.chain(unended).collect();
        let exit = match ending {
            Ending::Exited(code) => code.to_string(),
            Ending::Signaled(signal) => format!("{{\"signal\":{signal}}}"),
            _ => "null".to_owned(),
        };
        format!(
            "{{\"replies\":[{}],\"unsolicited\":[{}],\"not_messages\":[{}],\"exit\":{exit}}}",
            replies.collect::<Vec<_>>().join(","),
            self.unsolicited.join(","),
            strays.join(","),
        )
        .into_bytes()
    }
}

fn told(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().take(TOLD).collect()
}

fn stray(line: u64, text: &str) -> String {
    format!("{{\"line\":{line},\"text\":{}}}", quote(text))
}
