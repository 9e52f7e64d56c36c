//! The situations in which a value is another one.

use super::pairs::{Pair, pair};

/// Values of another type.
pub(crate) fn types() -> Vec<Pair> {
    let id = |value: &str| format!(r#"{{"jsonrpc": "2.0", "id": {value}, "result": {{}}}}"#);
    vec![
        pair(
            "string-for-number",
            id("1"),
            id("\"1\""),
            "is the string \"1\" where the number 1 is expected: leave the quotes out.",
        ),
        pair(
            "number-for-string",
            id("\"7\""),
            id("7"),
            "is the number 7 where the string \"7\" is expected: put it in quotes.",
        ),
        pair(
            "string-for-boolean",
            r#"{"isError": true}"#,
            r#"{"isError": "true"}"#,
            "is the string \"true\" where the boolean true is expected: leave the quotes out.",
        ),
        pair(
            "null-for-a-value",
            id("1"),
            id("null"),
            "/id is null where the number 1 is expected.",
        ),
        pair(
            "null-for-missing",
            r#"{"tools": []}"#,
            r#"{"tools": [], "nextCursor": null}"#,
            "/nextCursor is null where no member is expected: leave it out.",
        ),
        pair(
            "missing-for-null",
            r#"{"id": null, "error": {}}"#,
            r#"{"error": {}}"#,
            "/id is missing: null is expected.",
        ),
        pair(
            "array-for-object",
            r#"{"params": {}}"#,
            r#"{"params": []}"#,
            "/params is an empty array where an empty object is expected.",
        ),
        pair(
            "object-for-array",
            r#"{"content": []}"#,
            r#"{"content": {}}"#,
            "/content is an empty object where an empty array is expected.",
        ),
        pair(
            "encoded-twice",
            r#"{"params": {"name": "echo", "arguments": {"message": "hi"}}}"#,
            r#"{"params": {"name": "echo", "arguments": "{\"message\": \"hi\"}"}}"#,
            "/params/arguments is the string \"{\\\"message\\\": \\\"hi\\\"}\" where an object of 1 member is expected: it holds JSON text, so it is encoded twice.",
        ),
        pair(
            "string-encoded-twice",
            r#"{"text": "hi"}"#,
            r#"{"text": "\"hi\""}"#,
            "it is encoded twice: quotes belong to the JSON around a string",
        ),
        pair(
            "wrapped-in-an-array",
            r#"{"result": {"ok": 1}}"#,
            r#"{"result": [{"ok": 1}]}"#,
            "it is the right value in an array: take it out.",
        ),
        pair(
            "not-wrapped-in-an-array",
            r#"{"content": [{"type": "text"}]}"#,
            r#"{"content": {"type": "text"}}"#,
            "it is the right value: put it into an array.",
        ),
        pair(
            "list-in-a-list",
            r#"{"tools": ["echo", "add"]}"#,
            r#"{"tools": [["echo", "add"]]}"#,
            "/tools is not at the right level: it is the right value in an array: take it out.",
        ),
        pair(
            "a-level-too-deep",
            r#"{"result": ["a", "b"]}"#,
            r#"{"result": {"tools": ["a", "b"]}}"#,
            "the right value is one level too deep, under `tools`.",
        ),
        pair(
            "a-level-too-high",
            r#"{"result": {"tools": ["a", "b"]}}"#,
            r#"{"result": ["a", "b"]}"#,
            "it is the right value: put it one level deeper, under `tools`.",
        ),
        pair(
            "boolean-for-boolean",
            r#"{"isError": true}"#,
            r#"{"isError": false}"#,
            "/isError is false where true is expected.",
        ),
    ]
}

/// Strings that are nearly the same.
pub(crate) fn strings() -> Vec<Pair> {
    let text = |text: &str| format!(r#"{{"text": {}}}"#, theinference::json::quote(text));
    let long = |spot: char| format!("{}{spot}{}", "abcdefghi ".repeat(29), " jklmnopqr".repeat(20));
    let poem = "roses are red\nviolets are blue\nsugar is sweet\nand so are you\n";
    vec![
        pair(
            "long-string",
            text(&long('x')),
            text(&long('y')),
            "they first differ at character 291",
        ),
        pair(
            "long-string-with-a-part-more",
            text(&long('x')),
            text(&long('x').replace("x j", "x and more j")),
            "they first differ at character",
        ),
        pair(
            "trailing-blank",
            text("done"),
            text("done "),
            "they differ at the end only; character 5 is a space where the end is expected.",
        ),
        pair(
            "trailing-line-break",
            text("done"),
            text("done\n"),
            "character 5 is a line break (\\n) where the end is expected.",
        ),
        pair("leading-blank", text("done"), text(" done"), "they differ at the beginning only"),
        pair(
            "blanks-in-json",
            text(r#"echo({"x":1})"#),
            text(r#"echo({"x": 1})"#),
            "they differ in blanks only; character 11 is a space where `1` is expected.",
        ),
        pair(
            "crlf",
            text("one\ntwo\n"),
            text("one\r\ntwo\r\n"),
            "its lines end in \\r\\n where \\n is expected.",
        ),
        pair(
            "unicode-form",
            text("café"),
            text("cafe\u{301}"),
            "they look alike, in another Unicode form",
        ),
        pair(
            "zero-width-space",
            text("echo"),
            text("ec\u{200b}ho"),
            "they look alike; character 3 is a zero width space (U+200B) where `h` is expected.",
        ),
        pair(
            "no-break-space",
            text("a b"),
            text("a\u{a0}b"),
            "character 2 is a no-break space (U+00A0) where a space is expected.",
        ),
        pair(
            "tab-for-blank",
            text("a b"),
            text("a\tb"),
            "character 2 is a tab (\\t) where a space is expected.",
        ),
        pair(
            "upper-case",
            text("unknown tool: nope"),
            text("Unknown tool: nope"),
            "they differ in upper and lower case only.",
        ),
        pair(
            "cyrillic-letter",
            text("echo"),
            text("ech\u{43e}"),
            "character 4 is U+043E where `o` is expected.",
        ),
        pair("escaped-twice", text("a\nb"), text("a\\nb"), "it is escaped twice"),
        pair("empty-string", text(""), text("hello"), "/text is \"hello\" where \"\" is expected."),
        pair(
            "several-lines",
            text(poem),
            text(&poem.replace("blue", "green")),
            "/text first differs in line",
        ),
        pair(
            "a-line-more",
            text(poem),
            text(&poem.replace("sugar", "honey is too\nsugar")),
            "/text first differs in line",
        ),
        pair(
            "emoji",
            text("ok 👍"),
            text("ok 👎"),
            "character 4 is U+1F44E where U+1F44D is expected.",
        ),
        pair(
            "terminal-commands",
            text("plain"),
            text("\u{1b}[31mplain\u{1b}[0m"),
            "/text is \"\\u001b[31mplain\\u001b[0m\"",
        ),
        pair(
            "lone-surrogate",
            r#"{"text": "\ud83d\ude00"}"#,
            r#"{"text": "\ud83d"}"#,
            "the lone surrogate U+D83D",
        ),
        pair(
            "reading-direction",
            text("abc"),
            text("ab\u{202e}c"),
            "a mark of the reading direction (U+202E)",
        ),
    ]
}

/// Numbers that are nearly the same.
pub(crate) fn numbers() -> Vec<Pair> {
    let id = |id: &str| format!(r#"{{"id": {id}}}"#);
    vec![
        pair("other-number", id("2"), id("3"), "/id is 3 where 2 is expected."),
        pair(
            "fraction-for-integer",
            id("1"),
            id("1.0"),
            "/id: same number, other spelling: 1.0 where 1 is expected.",
        ),
        pair("exponent-for-integer", id("100"), id("1e2"), "same number, other spelling"),
        pair(
            "rounded-number",
            id("9007199254740993"),
            id("9007199254740992"),
            "it looks rounded (a 64-bit float keeps 15 to 17 digits).",
        ),
        pair("another-value-by-value", id("1"), id("1.5"), "/id is 1.5 where 1 is expected.")
            .numbers_by_value(),
        pair(
            "long-number",
            id(&format!("{}4{}", "1".repeat(150), "2".repeat(150))),
            id(&format!("{}5{}", "1".repeat(150), "2".repeat(150))),
            "/id is …1111111111111111111152222",
        ),
        pair("huge-exponent", id("1e400"), id("1e401"), "/id is 1e401 where 1e400 is expected."),
    ]
}
