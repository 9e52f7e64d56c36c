//! The script of a live session, as `case.json` has it for a stage whose driver is `stdio-server`.

use std::time::Duration;

use crate::json::decode::{Field, FileProblems, Object, UP_TO_A_TRILLION, quoted};
use crate::json::{Document, Kind, Value};
use crate::model::{Message, Piece, Script, Step};

use super::settings;

/// How long a server may go on after the end of its stdin, where the script does not say.
const EXIT_WITHIN: Duration = Duration::from_secs(2);

/// What names a step; the others belong to one of these.
const STEPS: [&str; 6] = ["send", "send_raw", "await", "quiet", "capture", "close_stdin"];
const KEYS: [&str; 9] =
    ["send", "send_raw", "await", "quiet", "capture", "close_stdin", "pause_ms", "of", "as"];

/// Reads the document of a `case.json`.
pub(super) fn decode(root: &Field<'_>, problems: &mut FileProblems) -> Option<Script> {
    let script = root.object(&["$schema", "steps", "exit_within_ms"], problems)?;
    script.line("$schema", problems);
    script.required("steps", "[{\"send\": {…}}, {\"await\": 1}]", problems)?;
    let mut sent = Vec::new();
    let entries = script.elements("steps", problems);
    let steps = entries.iter().filter_map(|entry| step(entry, &mut sent, problems)).collect();
    let exit_within = script.whole("exit_within_ms", UP_TO_A_TRILLION, problems);
    Some(Script { steps, exit_within: exit_within.map_or(EXIT_WITHIN, Duration::from_millis) })
}

fn step(entry: &Field<'_>, sent: &mut Vec<String>, problems: &mut FileProblems) -> Option<Step> {
    let step = entry.object(&KEYS, problems)?;
    let named: Vec<_> = STEPS.iter().filter(|name| step.field(name).is_some()).collect();
    let [name] = named[..] else {
        let message = "a step is named by one of its keys".to_owned();
        problems.at(entry.position(), message, format!("name one of `{}`", STEPS.join("`, `")));
        return None;
    };
    let field = step.field(name)?;
    check_belonging(&step, name, problems);
    match *name {
        "send" => send(&field, sent, problems),
        "send_raw" => Some(Step::Raw {
            chunks: chunks(&field, sent, problems)?,
            pause: Duration::from_millis(
                step.whole("pause_ms", UP_TO_A_TRILLION, problems).unwrap_or_default(),
            ),
        }),
        "await" => asked(&field, sent, problems).map(Step::Await),
        "capture" => capture(&step, &field, sent, problems),
        "quiet" => is_true(&field, problems).then_some(Step::Quiet),
        _ => is_true(&field, problems).then_some(Step::CloseStdin),
    }
}

/// Keys that mean something in one kind of step alone.
fn check_belonging(step: &Object<'_>, name: &str, problems: &mut FileProblems) {
    for (key, owner) in [("pause_ms", "send_raw"), ("of", "capture"), ("as", "capture")] {
        if let Some(field) = step.field(key).filter(|_| name != owner) {
            let message = format!("{} belongs to `{owner}`", field.label());
            problems.at(field.position(), message, "take it out");
        }
    }
}

/// A key whose only value is `true`, so that a step can be named by it.
fn is_true(field: &Field<'_>, problems: &mut FileProblems) -> bool {
    let flag = field.flag(problems);
    if flag == Some(false) {
        problems.at(field.position(), "`false` names no step", "write `true`, or take it out");
    }
    flag == Some(true)
}

fn send(field: &Field<'_>, sent: &mut Vec<String>, problems: &mut FileProblems) -> Option<Step> {
    if field.kind() != Kind::Object {
        let help = "write the message as an object; `send_raw` sends anything else";
        problems.at(field.position(), format!("{} is no message", field.label()), help);
        return None;
    }
    let document = Document::parse(field.source().as_bytes()).ok()?;
    note(&document, sent);
    Some(Step::Send(Message(pieces(document.root()))))
}

/// Notes the id of a request, so that a step that waits for another one is seen to be wrong.
fn note(message: &Document<'_>, sent: &mut Vec<String>) {
    sent.extend(message.root().get("id").map(|id| id.source().to_owned()));
}

fn chunks(
    field: &Field<'_>,
    sent: &mut Vec<String>,
    problems: &mut FileProblems,
) -> Option<Vec<Vec<u8>>> {
    let chunks = field.elements(problems)?;
    let chunks = chunks.iter().map(|chunk| chunk.string(problems).map(String::into_bytes));
    let chunks = chunks.collect::<Option<Vec<_>>>()?;
    for line in chunks.concat().split(|byte| *byte == b'\n') {
        if let Ok(document) = Document::parse(line) {
            note(&document, sent);
        }
    }
    Some(chunks)
}

/// The id of a request that was sent before, spelled as it is there.
fn asked(field: &Field<'_>, sent: &[String], problems: &mut FileProblems) -> Option<String> {
    let id = field.source();
    if !sent.iter().any(|known| known == id) {
        let message = format!("no request with the id {id} is sent before");
        problems.at(field.position(), message, "send it in an earlier step, with the same type");
        return None;
    }
    Some(id.to_owned())
}

fn capture(
    step: &Object<'_>,
    field: &Field<'_>,
    sent: &[String],
    problems: &mut FileProblems,
) -> Option<Step> {
    let pointer = settings::pointer(field, problems);
    let of = step.required("of", "1, the id of a request", problems);
    let of = of.and_then(|of| asked(&of, sent, problems));
    let name = step.required("as", "\"…\", the name to send it by", problems);
    let name = name.and_then(|name| name.line(problems));
    Some(Step::Capture { of: of?, pointer: pointer?, name: name? })
}

/// The message without white space between tokens, cut where a captured value stands.
fn pieces(message: Value<'_>) -> Vec<Piece> {
    let source = message.source();
    let begins = message.span().start;
    let mut pieces = Vec::new();
    let mut from = 0;
    for (value, name) in captured(message) {
        let span = value.span();
        pieces.push(Piece::Text(compact(&source[from..span.start - begins])));
        pieces.push(Piece::Captured(name));
        from = span.end - begins;
    }
    pieces.push(Piece::Text(compact(&source[from..])));
    pieces
}

/// Every `{"$captured": "NAME"}`, in order.
fn captured(message: Value<'_>) -> Vec<(Value<'_>, String)> {
    let mut found = Vec::new();
    let mut left = vec![message];
    while let Some(value) = left.pop() {
        let name = value.get("$captured").filter(|_| value.len() == 1);
        if let Some(name) = name.and_then(Value::string) {
            found.push((value, name.to_string_lossy().into_owned()));
            continue;
        }
        let members: Vec<_> = value.members().map(|member| member.value).collect();
        left.extend(members);
        left.extend(value.elements());
    }
    found.sort_by_key(|(value, _)| value.span().start);
    found
}

/// JSON without white space between its tokens: a message is one line.
fn compact(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    let (mut in_string, mut is_escaped) = (false, false);
    for letter in json.chars() {
        if in_string || !matches!(letter, ' ' | '\t' | '\n' | '\r') {
            compact.push(letter);
        }
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = in_string,
            '"' => in_string = !in_string,
            _ => {}
        }
    }
    compact
}

/// What a person reads where a script refers to something that is not captured before.
pub(super) fn unknown_capture(script: &Script) -> Option<String> {
    let mut known: Vec<&str> = Vec::new();
    for step in &script.steps {
        match step {
            Step::Capture { name, .. } => known.push(name),
            Step::Send(Message(pieces)) => {
                let unknown = pieces.iter().find_map(|piece| match piece {
                    Piece::Captured(name) if !known.contains(&name.as_str()) => Some(name),
                    Piece::Captured(_) | Piece::Text(_) => None,
                });
                if let Some(name) = unknown {
                    return Some(format!("{} is not captured before it is sent", quoted(name)));
                }
            }
            _ => {}
        }
    }
    None
}
