//! `explain`: half a page about a topic, or the list of them.

use crate::ran::Ran;
use crate::world::World;

fn explain(words: &[&str]) -> Ran {
    World::empty().run(&[&["explain"], words].concat())
}

#[test]
fn a_page_says_what_a_topic_means_and_what_to_do() {
    let ran = explain(&["isError"]).ends_with(0);
    let ran = ran.says("isError: says that a tool ran and failed\n\n");
    let ran = ran.says("\n\nWhat to do\n- Server: ").says("\n\nSee also: content, error-frame, ");
    let lines = ran.out.lines().count();
    assert!((8..=30).contains(&lines), "{ran}");
    assert!(ran.out.is_ascii() && ran.err.is_empty(), "{ran}");
}

#[test]
fn a_topic_is_found_by_its_other_names_too() {
    for (typed, title) in [
        (&["is_error"][..], "isError: "),
        (&["32601"], "-32601: "),
        (&["-32601"], "-32601: "),
        (&["SIGSEGV"], "signal: "),
        (&["bom"], "byte-order-mark: "),
        (&["unknown", "tool"], "unknown-tool: "),
        (&["TOOLS/CALL"], "tools/call: "),
    ] {
        let ran = explain(typed).ends_with(0);
        assert!(ran.out.starts_with(title), "{ran}");
    }
}

#[test]
fn without_a_topic_all_are_listed_by_group() {
    let ran = explain(&[]).ends_with(0).says("Why a case failed\n  build-failed ");
    let ran = ran
        .says("\n\nWhy an answer is not JSON\n")
        .says("\n\nWhat goes wrong in a session\n")
        .says("\n\nWords of the protocol\n");
    ran.says("\n  mismatch               the answer is JSON, but not the expected one\n")
        .says("\n  -32601                 method not found\n")
        .says("`theinference explain TOPIC`");
}

#[test]
fn every_topic_that_is_listed_can_be_read() {
    let list = explain(&[]).ends_with(0).out;
    let entries = list.lines().filter_map(|line| line.strip_prefix("  "));
    let names: Vec<_> = entries.filter_map(|entry| entry.split_whitespace().next()).collect();
    assert!(names.len() >= 50, "{names:?}");
    let world = World::empty();
    for name in names {
        let ran = world.run(&["explain", name]).ends_with(0);
        assert!(ran.out.starts_with(&format!("{name}: ")), "{ran}");
    }
}

#[test]
fn an_unknown_topic_is_refused_with_the_nearest_names() {
    explain(&["mismach"]).ends_with(2).warns("no topic `mismach`; did you mean mismatch?");
    let ran = explain(&["kangaroo"]).ends_with(2);
    ran.warns("no topic `kangaroo`; see them all with `theinference explain`");
    let ran = explain(&["\u{1b}[2J"]).ends_with(2).warns("no topic `\\x1b[2J`");
    assert!(ran.out.is_empty(), "{ran}");
}

#[test]
fn headings_are_bold_when_colours_are_asked_for() {
    explain(&["timeout", "--color", "always"]).ends_with(0).says("\u{1b}[1mWhat to do\u{1b}[0m");
    explain(&["timeout", "--color", "never"]).ends_with(0).never_says("\u{1b}");
}

#[test]
fn a_reader_that_goes_away_changes_nothing() {
    let world = World::empty();
    let ran = Ran::of(world.shell("(theinference explain; echo code $? >&2) | head -n 1"));
    ran.ends_with(0).says("Why a case failed\n").warns("code 0\n");
}

#[test]
fn a_failure_ends_with_the_command_that_shows_its_page() {
    for (program, topic) in [
        ("log-before.sh", "log-on-stdout"),
        ("python-repr.py", "single-quotes"),
        ("nan.sh", "nan"),
        ("nothing.sh", "no-output"),
        ("exit-3.sh", "exit-code"),
        ("id-as-float.sh", "other-spelling"),
        ("wrong-text.sh", "mismatch"),
        ("duplicate-member.sh", "duplicate-member"),
    ] {
        let world = World::small_with(program);
        let ran = world.run(&["test"]).ends_with(1);
        let line = format!("  more     theinference explain {topic}\n");
        assert!(ran.out.contains(&line), "{program}: {ran}");
        explain(&[topic]).ends_with(0);
    }
}
