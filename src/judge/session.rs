//! What a server did wrong in a live session, where it has a name.
//!
//! Read from what was exchanged, as `execute::session` tells it. The first that is found is told: what
//! is wrong with lines comes before what is wrong with messages, which may follow from it.

use crate::json::{Completeness, Document, Kind, SyntaxKind, Value, completeness_from};
use crate::model::{Fault, LineFault, Message, Piece, Script, Step};

/// So many lines may belong to one message that is spread over them.
const SPREAD: usize = 10_000;
/// How much of a line is told.
const TOLD: usize = 200;

/// What is wrong with what was exchanged.
pub(super) fn diagnose(exchanged: &[u8], script: &Script) -> Option<Fault> {
    let document = Document::parse(exchanged).ok()?;
    let root = document.root();
    let lines: Vec<_> = root.get("not_messages")?.elements().filter_map(Line::of).collect();
    in_lines(&lines).or_else(|| in_replies(root, script))
}

/// A line that is no message.
struct Line {
    number: u64,
    text: String,
}

impl Line {
    fn of(entry: Value<'_>) -> Option<Self> {
        let number = entry.get("line")?.number()?.spelling().parse().ok()?;
        let text = entry.get("text")?.string()?.to_string_lossy().into_owned();
        Some(Self { number, text })
    }
}

fn in_lines(lines: &[Line]) -> Option<Fault> {
    let first = lines.first()?;
    let text = first.text.chars().take(TOLD).collect();
    Some(Fault::Line { kind: kind(lines, &first.text), line: first.number, text })
}

fn kind(lines: &[Line], first: &str) -> LineFault {
    if first.starts_with('\u{feff}') {
        return LineFault::ByteOrderMark;
    }
    if first.get(..15).is_some_and(|start| start.eq_ignore_ascii_case("content-length:")) {
        return LineFault::ContentLength;
    }
    match Document::parse(first.as_bytes()) {
        Ok(document) if is_message(document.root()) => LineFault::Unended,
        Err(error) if error.kind == SyntaxKind::SecondDocument && first.starts_with('{') => {
            LineFault::TwoMessages
        }
        Err(_) if is_spread(lines) => LineFault::PrettyPrinted,
        _ => LineFault::Log,
    }
}

fn is_message(value: Value<'_>) -> bool {
    value.kind() == Kind::Object
        && ["method", "result", "error"].iter().any(|name| value.get(name).is_some())
}

/// Whether the lines that follow one another from the first on begin with one message.
fn is_spread(lines: &[Line]) -> bool {
    let follow = lines.windows(2).take_while(|pair| pair[1].number == pair[0].number + 1).count();
    let texts = lines[..=follow].iter().take(SPREAD).map(|line| line.text.as_str());
    let whole = texts.collect::<Vec<_>>().join("\n");
    let end = match completeness_from(&whole, 0) {
        Completeness::Complete => whole.len(),
        Completeness::Incomplete { stopped } => stopped,
    };
    let message = whole.get(..end).map(|text| Document::parse(text.as_bytes()));
    message.is_some_and(|read| read.is_ok_and(|document| is_message(document.root())))
}

fn in_replies(exchanged: Value<'_>, script: &Script) -> Option<Fault> {
    let replies: Vec<_> = exchanged.get("replies")?.elements().collect();
    let stray = exchanged.get("unsolicited")?.elements().find(|it| it.get("method").is_none())?;
    let Some(id) = stray.get("id").filter(|id| !id.is_null()) else {
        return Some(Fault::ReplyToNotification);
    };
    if replies.iter().any(|reply| reply.get("id").is_some_and(|known| is_same(known, id))) {
        return Some(Fault::SecondReply { id: id.source().to_owned() });
    }
    let spelled = bare(id.source());
    let request = requests(script).into_iter().find(|request| bare(request) == spelled)?;
    Some(Fault::IdChanged { request, reply: id.source().to_owned() })
}

fn is_same(one: Value<'_>, other: Value<'_>) -> bool {
    one.kind() == other.kind() && one.source() == other.source()
}

/// The id whatever its type.
fn bare(id: &str) -> String {
    id.trim_matches('"').to_owned()
}

/// The ids of the requests of a script, as in JSON.
fn requests(script: &Script) -> Vec<String> {
    let id = |step: &Step| {
        let Step::Send(Message(pieces)) = step else { return None };
        // What is captured does not matter for the id.
        let text: String = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.as_str(),
                Piece::Captured(_) => "null",
            })
            .collect();
        let document = Document::parse(text.as_bytes()).ok()?;
        document.root().get("id").map(|id| id.source().to_owned())
    };
    script.steps.iter().filter_map(id).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn fault(unsolicited: &str, lines: &[&str]) -> Option<Fault> {
        let request = r#"{"id":7,"method":"m"}"#.to_owned();
        let steps = vec![Step::Send(Message(vec![Piece::Text(request)]))];
        let script = Script { steps, exit_within: Duration::ZERO };
        let lines = lines.iter().enumerate().map(|(index, text)| {
            format!("{{\"line\":{},\"text\":{}}}", index + 1, crate::json::quote(text))
        });
        let lines = lines.collect::<Vec<_>>().join(",");
        let replies = r#"{"id":1,"result":{}},null"#;
        let exchanged = format!(
            "{{\"replies\":[{replies}],\"unsolicited\":[{unsolicited}],\"not_messages\":[{lines}],\"exit\":0}}"
        );
        diagnose(exchanged.as_bytes(), &script)
    }

    #[test]
    fn a_line_that_is_no_message_is_named_by_what_it_is() {
        let kind = |lines: &[&str]| match fault("", lines) {
            Some(Fault::Line { kind, line: 1, .. }) => kind,
            other => panic!("{other:?}"),
        };
        assert_eq!(kind(&["Server started"]), LineFault::Log);
        assert_eq!(kind(&[""]), LineFault::Log);
        assert_eq!(kind(&["42"]), LineFault::Log);
        assert_eq!(kind(&["\u{feff}{}"]), LineFault::ByteOrderMark);
        assert_eq!(kind(&["content-length: 3", ""]), LineFault::ContentLength);
        assert_eq!(kind(&[r#"{"id":1,"result":1}{"id":2,"result":1}"#]), LineFault::TwoMessages);
        assert_eq!(kind(&[r#"{"id":1,"result":1}"#]), LineFault::Unended);
        assert_eq!(
            kind(&["{", r#"  "id": 1, "t": "}\"","#, r#"  "result": [{"#, "  }]", "}"]),
            LineFault::PrettyPrinted
        );
        assert_eq!(kind(&["{", "never ended"]), LineFault::Log);
    }

    #[test]
    fn a_reply_that_belongs_to_no_request_is_named_by_its_id() {
        let id = |id: &str| fault(&format!("{{\"id\":{id},\"result\":{{}}}}"), &[]);
        assert_eq!(id("null"), Some(Fault::ReplyToNotification));
        assert_eq!(fault(r#"{"result":{}}"#, &[]), Some(Fault::ReplyToNotification));
        assert_eq!(id("1"), Some(Fault::SecondReply { id: "1".to_owned() }));
        let changed = Fault::IdChanged { request: "7".to_owned(), reply: "\"7\"".to_owned() };
        assert_eq!(id("\"7\""), Some(changed));
        assert_eq!(id("8"), None);
        assert_eq!(fault(r#"{"method":"notifications/message"}"#, &[]), None);
    }
}
