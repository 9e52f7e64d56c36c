//! The situations.

use super::pairs::{Pair, array, pair, tool};
use super::values::{numbers, strings, types};

/// All of them.
pub(crate) fn all() -> Vec<Pair> {
    [names(), types(), elements(), strings(), numbers(), members(), large(), whole()]
        .into_iter()
        .flatten()
        .collect()
}

/// Members under another name.
fn names() -> Vec<Pair> {
    let call = |params: &str| {
        format!(
            r#"{{"toolsListRequest": {{"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {{}}}}, "toolsCallRequest": {{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {params}}}, "toolNames": ["echo"]}}"#
        )
    };
    vec![
        pair(
            "renamed-member",
            call(r#"{"name": "echo", "arguments": {"message": "hi"}}"#),
            call(r#"{"name": "echo", "args": {"message": "hi"}}"#),
            "/toolsCallRequest/params/arguments is missing: you have `args` with the same value.",
        ),
        pair(
            "renamed-in-another-case",
            r#"{"content": [], "isError": false}"#,
            r#"{"content": [], "is_error": false}"#,
            "/isError is missing: you have `is_error` with the same value.",
        ),
        pair(
            "renamed-and-changed",
            r#"{"content": [], "isError": true}"#,
            r#"{"content": [], "is_error": "true"}"#,
            "/isError is missing: you have `is_error`, nearly the same name, and its value differs too.",
        ),
        pair(
            "renamed-to-a-part",
            r#"{"tools": [], "nextCursor": "page-2"}"#,
            r#"{"tools": [], "cursor": "page-2"}"#,
            "/nextCursor is missing: you have `cursor`",
        ),
        pair(
            "renamed-to-something-else",
            r#"{"content": [{"type": "text", "text": "sunny"}]}"#,
            r#"{"output": [{"type": "text", "text": "sunny"}]}"#,
            "/content is missing: you have `output` with the same value.",
        ),
        pair(
            "renamed-with-a-slip",
            r#"{"protocolVersion": "2025-06-18", "capabilities": {}}"#,
            r#"{"protocolVerison": "2025-06-18", "capabilities": {}}"#,
            "you have `protocolVerison` with the same value",
        ),
        pair(
            "renamed-in-forty-elements",
            format!(r#"{{"tools": {}}}"#, array(40, |n| tool(&format!("tool-{n}"), "inputSchema"))),
            format!(r#"{{"tools": {}}}"#, array(40, |n| tool(&format!("tool-{n}"), "input_schema"))),
            "you have `input_schema` with the same value. The same 39 more times, at /tools/*/inputSchema.",
        )
        .differences(40),
        pair(
            "renamed-by-an-invisible-character",
            r#"{"id": 7}"#,
            "{\"id\u{200b}\": 7}",
            "/id is missing: you have `id\\u200b` with the same value.",
        ),
        pair(
            "two-members-swapped-names",
            r#"{"name": "echo", "title": "Echo"}"#,
            r#"{"name": "Echo", "title": "echo"}"#,
            "/name is \"Echo\" where \"echo\" is expected: they differ in upper and lower case only.",
        )
        .differences(2),
    ]
}

/// Elements that were put in, left out, moved or repeated.
fn elements() -> Vec<Pair> {
    let names = |names: &[&str]| format!(r#"{{"toolNames": {names:?}}}"#);
    let tools = |names: &[&str]| {
        let tools: Vec<_> = names.iter().map(|name| tool(name, "inputSchema")).collect();
        format!(r#"{{"tools": [{}]}}"#, tools.join(", "))
    };
    vec![
        pair(
            "inserted-element",
            names(&["echo", "add", "now"]),
            names(&["log", "echo", "add", "now"]),
            "/toolNames: extra element 0, \"log\"; you have 4 elements where 3 are expected.",
        ),
        pair(
            "inserted-in-the-middle",
            tools(&["echo", "add"]),
            tools(&["echo", "log", "add"]),
            "/tools: extra element 1, with the name \"log\"; you have 3 elements",
        ),
        pair(
            "appended-element",
            names(&["echo"]),
            names(&["echo", "add"]),
            "/toolNames: extra element 1, \"add\"",
        ),
        pair(
            "removed-element",
            names(&["echo", "add", "now"]),
            names(&["add", "now"]),
            "/toolNames: element 0, \"echo\", is missing; you have 2 elements where 3 are expected.",
        ),
        pair(
            "removed-object",
            tools(&["echo", "add", "now"]),
            tools(&["echo", "now"]),
            "/tools: element 1, with the name \"add\", is missing",
        ),
        pair(
            "moved-element",
            names(&["echo", "add", "now"]),
            names(&["add", "now", "echo"]),
            "/toolNames/0, \"echo\", moved from 0 to 2.",
        ),
        pair("swapped-objects", tools(&["echo", "add"]), tools(&["add", "echo"]), "moved from"),
        pair(
            "another-order",
            names(&["echo", "add", "now", "log", "sum"]),
            names(&["sum", "log", "now", "add", "echo"]),
            "/toolNames has the same 5 elements in another order",
        ),
        pair(
            "sorted-by-the-program",
            names(&["now", "echo", "sum", "add", "log"]),
            names(&["add", "echo", "log", "now", "sum"]),
            "Yours are sorted.",
        ),
        pair(
            "repeated-element",
            names(&["echo", "add"]),
            names(&["echo", "add", "echo"]),
            "extra element 2, \"echo\", the same as element 0",
        ),
        pair(
            "inserted-and-changed",
            tools(&["echo", "add"]),
            tools(&["log", "echo", "add"]).replace("Does add", "Adds"),
            "extra element 0, with the name \"log\"",
        )
        .differences(2),
        pair(
            "moved-and-changed",
            tools(&["echo", "add", "now"]),
            tools(&["add", "now", "echo"]).replace("Does echo", "Echoes"),
            "/tools/0, with the name \"echo\", moved from 0 to 2.",
        )
        .differences(2),
        pair(
            "all-elements-missing",
            names(&["echo", "add"]),
            names(&[]),
            "element 0, \"echo\", is missing",
        )
        .differences(2),
        pair(
            "all-elements-other",
            names(&["echo", "add"]),
            names(&["foo", "bar"]),
            "/toolNames/0 is \"foo\" where \"echo\" is expected.",
        )
        .differences(2),
        pair(
            "numbers-shifted-by-one",
            "[1, 2, 3, 4]",
            "[0, 1, 2, 3, 4]",
            "the answer: extra element 0, the number 0; you have 5 elements",
        ),
        pair(
            "equal-elements-less-one",
            "[7, 7, 7, 8]",
            "[7, 7, 8]",
            "is missing; you have 3 elements where 4 are expected.",
        ),
        pair(
            "array-in-an-array",
            "[[1, 2], [3, 4]]",
            "[[1, 2], [9, 3, 4]]",
            "/1: extra element 0, the number 9; you",
        ),
        pair(
            "responses-in-another-order",
            r#"{"responses": [{"id": 1, "result": {"a": 1}}, {"id": 2, "result": {"b": 2}}, {"id": 3, "result": {"c": 3}}]}"#,
            r#"{"responses": [{"id": 3, "result": {"c": 3}}, {"id": 1, "result": {"a": 1}}, {"id": 2, "result": {"b": 2}}]}"#,
            "/responses/2, with the id 3, moved from 2 to 0.",
        ),
    ]
}

/// Members that are missing, extra, repeated or in another order.
fn members() -> Vec<Pair> {
    vec![
        pair("missing-member", r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}"#, r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list"}"#, "/params is missing: an empty object is expected."),
        pair("extra-member", r#"{"jsonrpc": "2.0", "id": 2}"#, r#"{"jsonrpc": "2.0", "id": 2, "debug": true}"#, "/debug is extra: you have the boolean true, nothing is expected."),
        pair("repeated-member", r#"{"id": 1, "ok": true}"#, r#"{"id": 1, "ok": true, "id": 2}"#, "`id` appears more than once in one object of your answer"),
        pair("member-order", r#"{"a": 1, "b": 2, "c": 3}"#, r#"{"a": 1, "c": 3, "b": 2}"#, "the answer has its members in another order: `c` stands where `b` is expected.").in_exact_order(),
        pair("member-order-inside", r#"{"x": {"a": 1, "b": [2]}}"#, r#"{"x": {"b": [3], "a": 1}}"#, "/x has its members in another order").in_exact_order().differences(2),
        pair("error-for-result", r#"{"id": 2, "result": {"content": [{"type": "text", "text": "unknown tool: nope"}], "isError": true}}"#, r#"{"id": 2, "error": {"code": -32602, "message": "unknown tool: nope"}}"#, "/result is missing: an object of 2 members is expected.").differences(2),
        pair("ignored-member-missing", r#"{"serverInfo": {"name": "s", "version": "1"}}"#, r#"{"serverInfo": {"name": "s"}}"#, "/serverInfo/version is missing").ignoring("/serverInfo/version"),
        pair("name-with-a-slash", r#"{"a/b": {"c~d": 1}}"#, r#"{"a/b": {"c~d": 2}}"#, "/a~1b/c~0d is 2 where 1 is expected."),
        pair("empty-name", r#"{"": 1}"#, r#"{"": 2}"#, "/ is 2 where 1 is expected."),
    ]
}

/// Large documents and many differences.
fn large() -> Vec<Pair> {
    let row = |n: usize, name: &str| format!(r#"{{"id": {n}, "name": "{name}{n}"}}"#);
    let deep = |leaf: &str| format!("{}{leaf}{}", r#"{"a": ["#.repeat(30), "]}".repeat(30));
    vec![
        pair("one-in-five-thousand", array(5_000, |n| row(n, "n")), array(5_000, |n| row(n, if n == 3_210 { "m" } else { "n" })), "/3210/name is \"m3210\" where \"n3210\" is expected."),
        pair("one-more-in-five-thousand", array(5_000, |n| row(n + 1, "n")), array(5_001, |n| row(n, "n")), "the answer: extra element 0, with the name \"n0\"; you have 5001 elements where 5000 are expected."),
        pair("more-than-ten", array(30, |n| row(n, "n")), array(30, |n| row(n, if n % 2 == 0 { "m" } else { "n" })), "/0/name is \"m0\" where \"n0\" is expected.").differences(15),
        pair("same-change-everywhere", array(40, |n| format!(r#"{{"id": {n}, "isError": false}}"#)), array(40, |n| format!(r#"{{"id": {n}, "isError": true}}"#)), "The same 39 more times, at /*/isError.").differences(40),
        pair("many-extra-elements", array(5, |n| n.to_string()), array(45, |n| n.to_string()), "extra element 5, the number 5; you have 45 elements where 5 are expected. 39 more are extra, at /*.").differences(40),
        pair("thirty-levels-deep", deep("1"), deep("2"), "is 2 where 1 is expected."),
        pair("large-missing-part", format!(r#"{{"id": 1, "tools": {}}}"#, array(30, |n| row(n, "n"))), r#"{"id": 1}"#, "/tools is missing: an array of 30 elements is expected."),
    ]
}

/// Documents that differ as a whole.
fn whole() -> Vec<Pair> {
    vec![
        pair(
            "another-type-as-a-whole",
            "[1, 2]",
            "{}",
            "the answer is an empty object where an array of 2 elements is expected.",
        ),
        pair(
            "encoded-twice-as-a-whole",
            r#"{"id": 1}"#,
            r#""{\"id\": 1}""#,
            "the answer is the string",
        ),
        pair(
            "wrapped-as-a-whole",
            r#"{"id": 1, "ok": true}"#,
            r#"{"answer": {"id": 1, "ok": true}}"#,
            "the answer is not at the right level: the right value is one level too deep, under `answer`.",
        ),
        pair(
            "null-as-a-whole",
            r#"{"id": 1}"#,
            "null",
            "the answer is null where an object of 1 member is expected.",
        ),
    ]
}
