//! Live sessions with servers: the driver `stdio-server`.

use std::fmt::Write;

use serde_json::json;

use crate::ran::{Ran, pointers, sentences, text, texts};
use crate::world::{World, repository};

const HANDSHAKE: &str = r#"{"steps": [
    {"send": {"jsonrpc": "2.0", "id": 1, "method": "initialize",
              "params": {"protocolVersion": "2025-06-18"}}},
    {"await": 1},
    {"send": {"jsonrpc": "2.0", "method": "notifications/initialized"}},
    {"quiet": true},
    {"capture": "/result/serverInfo/name", "of": 1, "as": "name"},
    {"send": {"jsonrpc": "2.0", "id": "b", "method": "echo",
              "params": {"name": {"$captured": "name"}, "big": 1.50}}},
    {"send_raw": ["{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ec", "ho\"}\n"], "pause_ms": 10},
    {"await": 3},
    {"await": "b"}]}"#;
const EXCHANGED: &str = r#"{"replies": [
    {"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {"name": "s"}}},
    {"jsonrpc": "2.0", "id": "b", "result": {"name": "s", "big": 1.5}},
    {"jsonrpc": "2.0", "id": 3, "result": {}}],
    "unsolicited": [], "not_messages": [], "exit": 0}"#;

fn live(case: &str, expected: &str) -> World {
    World::small()
        .with_stage(
            "hello",
            "Hello",
            r#", "driver": "stdio-server", "limits": {"timeout_ms": 60000}"#,
        )
        .with_case("hello", case, expected)
        .with_program("live-server.py")
}

/// The server with a fault, in the session that the right one passes.
fn with_fault(fault: &str) -> World {
    let settings = json!({"env": {"FAULT": fault, "PYTHONUNBUFFERED": ""}}).to_string();
    live(HANDSHAKE, EXCHANGED).with("ws/theinference.json", settings)
}

#[test]
fn a_right_server_passes_at_every_level_however_it_is_started() {
    let world = with_fault("");
    for level in ["none"].into_iter().chain(crate::isolation::offered()) {
        world.run(&["test", "--isolate", level]).ends_with(0).says("1 passed");
    }
    let server = repository().join("tests/programs/live-server.py").display().to_string();
    let world = world.without("ws/your_program.sh").without("ws/theinference.json");
    world.run(&["test", "--", &server]).ends_with(0);
    // A server that is named by a command is told no mode.
    let says = "#!/bin/sh\necho \"$#\" >&2\nexec 3<&0; cat > /dev/null\n";
    let world = world.with("ws/says.sh", says).with_mode("ws/says.sh", 0o755);
    let ran = world.run(&["test", "--format", "json", "--timeout", "500ms", "--", "./says.sh"]);
    assert_eq!(text(&ran.ends_with(1).case("main")["stderr"]["text"]), "0\n");
}

#[test]
fn a_server_that_is_slow_talkative_or_leaves_another_process_is_judged_by_its_messages() {
    for fault in ["slow-start", "floods-stderr"] {
        with_fault(fault).run(&["test"]).ends_with(0);
    }
    let ran = with_fault("grandchild").run(&["test", "--format", "json"]).ends_with(0);
    let warnings = texts(&ran.case("main")["warnings"]);
    assert_eq!(warnings, ["one background process was left running, and was killed"]);
}

/// The reason, the first sentence and the pointers of what differs.
fn failed(fault: &str, words: &[&str]) -> (String, String, Vec<String>) {
    let words = [&["test", "--format", "json"], words].concat();
    let case = with_fault(fault).run(&words).ends_with(1).case("main");
    (text(&case["reason"]), sentences(&case).remove(0), pointers(&case))
}

#[test]
fn what_a_session_cannot_go_on_with_is_named() {
    let (reason, sentence, _) = failed("initialize", &["--timeout", "700ms"]);
    let expected = "no reply to request 1 (`initialize`) came within 700 ms, so the session was \
                    ended. Does the server write each message as one line, and flush it while \
                    stdin is still open?";
    assert_eq!((reason.as_str(), sentence.as_str()), ("protocol", expected));
    let (reason, sentence, _) = failed("no-flush", &["--timeout", "700ms"]);
    assert_eq!((reason.as_str(), sentence.as_str()), ("protocol", expected));
    let case = with_fault("dies").patched("ws/your_program.sh", "dies-at {FAULT}", "echo");
    let case = case.run(&["test", "--format", "json"]).ends_with(1).case("main");
    let expected = "the server ended with exit code 4 before it replied to request \"b\" (`echo`).";
    assert_eq!(
        (text(&case["reason"]), sentences(&case)[0].as_str()),
        ("protocol".into(), expected)
    );
    let (reason, sentence, differing) = failed("stays", &[]);
    let expected = "the server was still running 2 s after its stdin was closed, so it was \
                    stopped. Let it end when its stdin ends.";
    assert_eq!((reason.as_str(), sentence.as_str()), ("protocol", expected));
    assert_eq!(differing, ["/exit"]);
}

/// The sentence and the page about a fault that has a name.
#[track_caller]
fn is_named(fault: &str, sentence: &str, page: &str) {
    let (reason, told, _) = failed(fault, &["--timeout", "700ms"]);
    assert_eq!((reason.as_str(), told.as_str()), ("protocol", sentence), "{fault}");
    let human = with_fault(fault).run(&["test", "--timeout", "700ms"]).ends_with(1);
    let human = human.says(&format!("  more     theinference explain {page}\n"));
    let commands = human.out.chars().any(|it| (it.is_control() && it != '\n') || it == '\u{202e}');
    assert!(!commands, "{human}");
}

#[test]
fn what_goes_wrong_often_has_a_name_and_a_page() {
    let line = |what: &str| format!("line 1 of stdout {what}");
    let log = line("is no message; logs belong on stderr: `Server started`.");
    is_named("banner", &log, "log-on-stdout");
    let reply = r#"{"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {"name": "#;
    let two = line(&format!("has two messages; end each with a line break: `{}…`.", &reply[..60]));
    is_named("one-line", &two, "two-on-a-line");
    let spread =
        "begins a message that is spread over several lines; each message is one line: `{`.";
    is_named("pretty", &line(spread), "pretty-printed");
    let header =
        "is a header; a message is one line, with nothing before it: `Content-Length: 68`.";
    is_named("header", &line(header), "content-length");
    let unended =
        format!("has no end: write a line break after each message: `{}…`.", &reply[..60]);
    is_named("no-newline", &line(&unended), "missing-newline");
    let mark = format!(
        "begins with a byte order mark, which no message does: `\u{feff}{}…`.",
        &reply[..59]
    );
    is_named("mark", &line(&mark), "byte-order-mark");
    let sentence = "a reply has the id \"1\" where its request has 1: copy the id as it came, with \
                    its type.";
    is_named("text-ids", sentence, "id-changed");
    is_named("twice", "request 1 was replied to twice: once is enough.", "second-reply");
    let sentence =
        "a message without an id was replied to: it is a notification, and has no reply.";
    is_named("replies-to-notification", sentence, "reply-to-notification");
    let commands = line("is no message; logs belong on stderr: `\x1b[2J\u{202e}::error::x`.");
    is_named("commands", &commands, "log-on-stdout");
}

#[test]
fn a_failure_tells_how_to_start_the_server_by_hand() {
    let ran = with_fault("banner").run(&["test"]).ends_with(1);
    ran.says("\n  by hand  ./your_program.sh greet\n");
}

/// A session of many requests, and what a right server makes of it; `method` says when it replies.
fn many(count: usize, method: &str, text: &str) -> World {
    let (mut steps, mut replies) = (String::new(), String::new());
    for number in 0..count {
        let last = number + 1 == count;
        let method = if last { "echo" } else { method };
        let message =
            json!({"jsonrpc": "2.0", "id": number, "method": method, "params": {"t": text}});
        let result = if method == "echo" { json!({"t": text}) } else { json!({}) };
        let reply = json!({"jsonrpc": "2.0", "id": number, "result": result});
        let comma = if last { "" } else { "," };
        write!(steps, "{{\"send\": {message}}},").expect("a string");
        write!(replies, "{reply}{comma}").expect("a string");
    }
    let case = format!("{{\"steps\": [{steps} {{\"await\": {}}}]}}", count - 1);
    let rest = r#""unsolicited": [], "not_messages": [], "exit": 0"#;
    live(&case, &format!("{{\"replies\": [{replies}], {rest}}}"))
}

#[test]
fn many_requests_long_messages_and_replies_in_reverse_are_all_right() {
    many(10_000, "echo", "").run(&["test"]).ends_with(0);
    many(100, "later", "").run(&["test"]).ends_with(0);
    many(3, "echo", &"é😀\u{2028}x".repeat(120_000)).run(&["test"]).ends_with(0);
}

#[test]
fn a_script_that_cannot_be_understood_is_a_problem_of_the_course() {
    let wrong = |case: &str, message: &str, help: &str| {
        let ran: Ran = live(case, EXCHANGED).run(&["test"]).ends_with(2);
        ran.warns(message).warns(help);
    };
    wrong(r#"{"steps": [{"sned": {}}]}"#, "unknown key `sned`", "did you mean `send`?");
    wrong(r#"{"steps": [{}]}"#, "a step is named by one of its keys", "`close_stdin`");
    wrong(r#"{"steps": [{"await": 1}]}"#, "no request with the id 1 is sent", "an earlier step");
    wrong(
        r#"{"steps": [{"send": {"id": "1", "method": "m"}}, {"await": 1}]}"#,
        "no request with the id 1 is sent before",
        "with the same type",
    );
    wrong(r#"{"steps": [{"send": 1}]}"#, "`send` is no message", "`send_raw` sends anything else");
    wrong(r#"{"steps": [{"quiet": false}]}"#, "`false` names no step", "write `true`");
    wrong(
        r#"{"steps": [{"send": {"a": {"$captured": "b"}}}]}"#,
        "`b` is not captured before it is sent",
        "add a step `capture` before it",
    );
    wrong("{}", "`steps` is missing", "add \"steps\"");
}
