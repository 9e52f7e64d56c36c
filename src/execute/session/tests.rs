//! The player with a server that is a function.

use std::time::{Duration, Instant};

use super::Player;
use crate::model::{Ending, Message, Piece, Reached, Request, Script, Step};

fn send(text: &str) -> Step {
    Step::Send(Message(vec![Piece::Text(text.to_owned())]))
}

fn script(steps: Vec<Step>) -> Script {
    Script { steps, exit_within: Duration::from_secs(2) }
}

/// All that is due now, as if it was written at once.
fn taken(player: &mut Player<'_>, now: Instant) -> String {
    player.go_on(now);
    let due = player.due().to_vec();
    player.wrote(due.len());
    String::from_utf8(due).unwrap()
}

fn told(player: &Player<'_>) -> String {
    String::from_utf8(player.document(Ending::Exited(0))).unwrap()
}

#[test]
fn replies_stand_in_the_order_of_their_requests_and_belong_to_an_id_and_its_type() {
    let ids = ["1", "\"1\"", "\"\\u0031x\"", "0", "-5", "9007199254740993"];
    let asks = |id: &&str| send(&format!("{{\"id\":{id},\"method\":\"m\"}}"));
    let script = script(ids.iter().map(asks).collect());
    let mut player = Player::new(&script);
    assert_eq!(taken(&mut player, Instant::now()).lines().count(), ids.len());
    for id in ["9007199254740993", "\"1x\"", "0", "\"1\"", "-5", "1"] {
        player.came(format!("{{\"id\":{id},\"result\":{{}}}}\n").as_bytes());
    }
    let replies = ["1", "\"1\"", "\"1x\"", "0", "-5", "9007199254740993"];
    let replies = replies.map(|id| format!("{{\"id\":{id},\"result\":{{}}}}")).join(",");
    let rest = "\"unsolicited\":[],\"not_messages\":[],\"exit\":0}";
    assert_eq!(told(&player), format!("{{\"replies\":[{replies}],{rest}"));
}

#[test]
fn what_was_not_asked_for_and_what_is_no_message_stands_apart() {
    let script = script(vec![send(r#"{"id":1,"method":"m"}"#), send(r#"{"id":2,"method":"m"}"#)]);
    let mut player = Player::new(&script);
    taken(&mut player, Instant::now());
    let lines = [
        "Server started",
        r#"{"id":"2","result":1}"#,
        r#"{"method":"notifications/message"}"#,
        r#"{"id":1,"result":{}}"#,
        r#"{"id":1,"result":{}}"#,
        "",
        r#"[{"id":2,"result":1}]"#,
        "{\"id\":null,\"error\":{}}\r",
        "{\"id\":3}",
    ];
    player.came(lines.join("\n").as_bytes());
    let expected = concat!(
        r#"{"replies":[{"id":1,"result":{}},null],"#,
        r#""unsolicited":[{"id":"2","result":1},{"method":"notifications/message"},"#,
        r#"{"id":1,"result":{}},{"id":null,"error":{}}],"#,
        r#""not_messages":[{"line":1,"text":"Server started"},{"line":6,"text":""},"#,
        r#"{"line":7,"text":"[{\"id\":2,\"result\":1}]"},{"line":9,"text":"{\"id\":3}"}],"exit":0}"#,
    );
    assert_eq!(told(&player), expected);
}

#[test]
fn lines_end_with_a_line_feed_alone_and_may_come_in_any_pieces() {
    let script = script(vec![send(r#"{"id":1,"method":"m"}"#), Step::Await("1".to_owned())]);
    let line = "{\"id\":1,\"result\":\"\u{2028}\u{85}\r\u{c}é😀\"}\n".replace(['\r', '\u{c}'], "");
    for size in 1..=line.len() {
        let mut player = Player::new(&script);
        taken(&mut player, Instant::now());
        for piece in line.as_bytes().chunks(size) {
            assert_eq!(
                player.reached(Ending::TimedOut(Duration::ZERO)),
                Reached::Reply(Request { id: "1".into(), method: "m".into() })
            );
            player.came(piece);
            player.go_on(Instant::now());
        }
        assert_eq!(
            player.reached(Ending::TimedOut(Duration::ZERO)),
            Reached::End,
            "in pieces of {size}"
        );
        assert!(told(&player).starts_with(&format!("{{\"replies\":[{}]", line.trim_end())));
    }
}

#[test]
fn nothing_is_sent_before_its_step_and_stdin_is_closed_after_the_last() {
    let steps = vec![
        send(r#"{"id":1,"method":"m"}"#),
        Step::Await("1".into()),
        Step::Capture { of: "1".into(), pointer: "/result/0/a".into(), name: "a".into() },
        Step::Send(Message(vec![Piece::Text("[".into()), Piece::Captured("a".into())])),
    ];
    let script = script(steps);
    let (mut player, now) = (Player::new(&script), Instant::now());
    assert_eq!(taken(&mut player, now), "{\"id\":1,\"method\":\"m\"}\n");
    assert_eq!(taken(&mut player, now), "");
    assert!(!player.is_finished());
    player.came(b"{\"id\":1,\"result\":[{\"a\": 1.50}]}\n");
    assert_eq!(taken(&mut player, now), "[1.50\n");
    player.go_on(now);
    assert!(player.is_finished());
    assert_eq!(player.outstayed(now), None);
    assert_eq!(player.next(now), Some(Duration::from_secs(2)));
    assert_eq!(player.outstayed(now + Duration::from_secs(2)), Some(Duration::from_secs(2)));
}

#[test]
fn chunks_are_sent_with_a_pause_between_them() {
    let pause = Duration::from_millis(20);
    let chunks = vec![b"{\"id\":1,\"me".to_vec(), b"thod\":\"m\"}\n{}".to_vec(), b"\n".to_vec()];
    let script = script(vec![Step::Raw { chunks, pause }, Step::Await("1".into())]);
    let (mut player, now) = (Player::new(&script), Instant::now());
    assert_eq!(taken(&mut player, now), "{\"id\":1,\"me");
    assert_eq!(taken(&mut player, now), "");
    assert_eq!(player.next(now), Some(pause));
    assert_eq!(taken(&mut player, now + pause), "thod\":\"m\"}\n{}");
    assert_eq!(taken(&mut player, now + pause * 2), "\n");
    player.go_on(now + pause * 2);
    assert_eq!(
        player.reached(Ending::TimedOut(Duration::ZERO)),
        Reached::Reply(Request { id: "1".into(), method: "m".into() })
    );
}

#[test]
fn silence_is_seen_by_a_reply_that_comes_after_it() {
    let script = script(vec![send(r#"{"method":"n"}"#), Step::Quiet, Step::Quiet]);
    let (mut player, now) = (Player::new(&script), Instant::now());
    let sent = taken(&mut player, now);
    let fence = sent.lines().last().unwrap();
    assert_eq!(fence, r#"{"jsonrpc":"2.0","id":"theinference-fence-1","method":"ping"}"#);
    player.came(b"{\"result\":\"to a notification\",\"id\":null}\n");
    assert_eq!(taken(&mut player, now), "");
    player.came(b"{\"id\":\"theinference-fence-1\",\"error\":{}}\n");
    assert!(taken(&mut player, now).contains("theinference-fence-2"));
    player.came(b"{\"id\":\"theinference-fence-2\",\"result\":{}}\n");
    player.go_on(now);
    assert!(player.is_finished());
    let expected = r#"{"replies":[],"unsolicited":[{"result":"to a notification","id":null}],"not_messages":[],"exit":0}"#;
    assert_eq!(told(&player), expected);
}

#[test]
fn a_server_that_reads_no_more_is_sent_no_more_and_still_heard() {
    let script = script(vec![send(r#"{"id":1,"method":"m"}"#), Step::Await("1".into())]);
    let mut player = Player::new(&script);
    player.go_on(Instant::now());
    player.refused();
    assert_eq!(player.due(), b"");
    player.came(b"{\"id\":1,\"result\":{}}\n");
    player.go_on(Instant::now());
    assert!(player.is_finished());
}

#[test]
fn an_ending_is_told_as_a_code_a_signal_or_nothing() {
    let script = script(Vec::new());
    let player = Player::new(&script);
    for (ending, expected) in [
        (Ending::Exited(3), "\"exit\":3}"),
        (Ending::Signaled(9), "\"exit\":{\"signal\":9}}"),
        (Ending::TimedOut(Duration::ZERO), "\"exit\":null}"),
    ] {
        let document = String::from_utf8(player.document(ending)).unwrap();
        assert!(document.ends_with(expected), "{document}");
    }
}
