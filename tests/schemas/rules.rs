//! Files that are wrong or odd in one way each, and what both sides say of them. A text that is no
//! object stands for the members of one that has all that is required.

use crate::decoder::told;
use crate::{refusals, validator};

/// What both refuse: the schema's name, and the file.
const REFUSED: &[(&str, &str)] = &[
    ("theinference", "[]"),
    ("theinference", "null"),
    ("theinference", r#""$schema": 1"#),
    ("theinference", r#""$schema": " ""#),
    ("theinference", r#""progam": "x""#),
    ("theinference", r#""Program": "x""#),
    ("theinference", r#""program": 1"#),
    ("theinference", r#""program": null"#),
    ("theinference", r#""program": {}"#),
    ("theinference", r#""program": """#),
    ("theinference", r#""program": " \n""#),
    ("theinference", r#""program": "a\u0000""#),
    ("theinference", r#""program": []"#),
    ("theinference", r#""program": [""]"#),
    ("theinference", r#""program": ["", "a"]"#),
    ("theinference", r#""program": ["a", 1]"#),
    ("theinference", r#""program": [["a"]]"#),
    ("theinference", r#""program": ["a\u0000"]"#),
    ("theinference", r#""program": ["a", "\u0000"]"#),
    ("theinference", r#""build": true"#),
    ("theinference", r#""build": " ""#),
    ("theinference", r#""build": "a\u0000b""#),
    ("theinference", r#""build": []"#),
    ("theinference", r#""build": [""]"#),
    ("theinference", r#""build": ["a", "b\u0000"]"#),
    ("theinference", r#""build_timeout_ms": 0"#),
    ("theinference", r#""build_timeout_ms": "1""#),
    ("theinference", r#""build_timeout_ms": 1000000000001"#),
    ("theinference", r#""limits": {"timeout_ms": 0}"#),
    ("theinference", r#""limits": {"memory": 1}"#),
    ("theinference", r#""limits": []"#),
    ("theinference", r#""timeout_ms": 0"#),
    ("theinference", r#""timeout_ms": -1"#),
    ("theinference", r#""timeout_ms": 1.5"#),
    ("theinference", r#""timeout_ms": null"#),
    ("theinference", r#""timeout_ms": 1000000000001"#),
    ("theinference", r#""timeout_ms": 100000000000000000000000"#),
    ("theinference", r#""course": 1"#),
    ("theinference", r#""course": """#),
    ("theinference", r#""course": "a\nb""#),
    ("theinference", r#""env": []"#),
    ("theinference", r#""env": {"": "a"}"#),
    ("theinference", r#""env": {"A=B": "a"}"#),
    ("theinference", r#""env": {"A\u0000": "a"}"#),
    ("theinference", r#""env": {"A": 1}"#),
    ("theinference", r#""env": {"A": null}"#),
    ("theinference", r#""env": {"A": "\u0000"}"#),
    ("theinference", r#""watch": []"#),
    ("theinference", r#""watch": {"ignroe": []}"#),
    ("theinference", r#""watch": {"ignore": "a"}"#),
    ("theinference", r#""watch": {"ignore": [1]}"#),
    ("theinference", r#""watch": {"ignore": [""]}"#),
    ("theinference", r#""watch": {"include": "a"}"#),
    ("theinference", r#""watch": {"include": ["a\tb"]}"#),
    ("course", "[]"),
    ("course", r#"{"title": "T"}"#),
    ("course", r#"{"stages": ["hello"]}"#),
    ("course", r#"{"title": "", "stages": ["hello"]}"#),
    ("course", r#"{"title": 1, "stages": ["hello"]}"#),
    ("course", r#"{"title": "a\nb", "stages": ["hello"]}"#),
    ("course", r#"{"title": "T", "stages": []}"#),
    ("course", r#"{"title": "T", "stages": "hello"}"#),
    ("course", r#"{"title": "T", "stages": [1]}"#),
    ("course", r#"{"title": "T", "stages": ["hello", "hello"]}"#),
    ("course", r#"{"title": "T", "stages": ["Hello"]}"#),
    ("course", r#"{"title": "T", "stages": ["-hello"]}"#),
    ("course", r#"{"title": "T", "stages": [""]}"#),
    ("course", r#"{"title": "T", "stages": ["../hello"]}"#),
    ("course", r#""stage": []"#),
    ("course", r#""$schema": null"#),
    ("course", r#""version": 2"#),
    ("course", r#""version": "1\n2""#),
    ("course", r#""format_version": 0"#),
    ("course", r#""format_version": 2"#),
    ("course", r#""format_version": "1""#),
    ("course", r#""limits": 1"#),
    ("course", r#""limits": {"timeout": 1}"#),
    ("course", r#""limits": {"timeout_ms": 0}"#),
    ("course", r#""limits": {"timeout_ms": 1000000000001}"#),
    ("course", r#""limits": {"output_bytes": 0}"#),
    ("course", r#""limits": {"cpu_ms": 0}"#),
    ("course", r#""limits": {"memory_bytes": "1 GiB"}"#),
    ("stage", "1"),
    ("stage", r#"{"title": "T"}"#),
    ("stage", r#"{"mode": "m"}"#),
    ("stage", r#"{"title": " ", "mode": "m"}"#),
    ("stage", r#"{"title": "T", "mode": ""}"#),
    ("stage", r#"{"title": "T", "mode": "a b"}"#),
    ("stage", r#"{"title": "T", "mode": "a\tb"}"#),
    ("stage", r#"{"title": "T", "mode": 1}"#),
    ("stage", r#""$schema": []"#),
    ("stage", r#""minuts": 1"#),
    ("stage", r#""chapter": """#),
    ("stage", r#""chapter": 1"#),
    ("stage", r#""minutes": 0"#),
    ("stage", r#""minutes": "1""#),
    ("stage", r#""minutes": 1.5"#),
    ("stage", r#""driver": "stdio-server""#),
    ("stage", r#""driver": "stdio-client""#),
    ("stage", r#""driver": "Process""#),
    ("stage", r#""driver": null"#),
    ("stage", r#""requires": "other""#),
    ("stage", r#""requires": [1]"#),
    ("stage", r#""requires": ["Other"]"#),
    ("stage", r#""references": "a""#),
    ("stage", r#""references": [""]"#),
    ("stage", r#""spec": {}"#),
    ("stage", r#""spec": [1]"#),
    ("stage", r#""limits": []"#),
    ("stage", r#""limits": {"timeout_ms": -1}"#),
    ("stage", r#""limits": {"output_bytes": "1"}"#),
    ("stage", r#""limits": {"file_bytes": 0}"#),
    ("stage", r#""limits": {"processes": 0.5}"#),
    ("stage", r#""limits": {"disk_bytes": -1}"#),
    ("stage", r#""points": -1"#),
    ("stage", r#""points": 1000001"#),
    ("stage", r#""points": "1""#),
    ("stage", r#""compare": []"#),
    ("stage", r#""compare": {"number": "exact"}"#),
    ("stage", r#""compare": {"numbers": "exakt"}"#),
    ("stage", r#""compare": {"order": "value"}"#),
    ("stage", r#""compare": {"ignore": "/a"}"#),
    ("stage", r#""compare": {"ignore": [""]}"#),
    ("stage", r#""compare": {"ignore": ["a"]}"#),
    ("stage", r#""compare": {"ignore": ["/a~"]}"#),
    ("stage", r#""compare": {"ignore": ["/~2"]}"#),
    ("stage", r#""compare": {"ignore": [1]}"#),
    ("stage", r#""touches": []"#),
    ("stage", r#""touches": {"a": "f"}"#),
    ("stage", r#""touches": {"/~": "f"}"#),
    ("stage", r#""touches": {"/a": ""}"#),
    ("stage", r#""touches": {"/a": 1}"#),
    ("stage", r#""cases": {}"#),
    ("stage", r#""cases": ["main"]"#),
    ("stage", r#""cases": [{}]"#),
    ("stage", r#""cases": [{"name": 1}]"#),
    ("stage", r#""cases": [{"name": ""}]"#),
    ("stage", r#""cases": [{"name": "../main"}]"#),
    ("stage", r#""cases": [{"name": "/main"}]"#),
    ("stage", r#""cases": [{"name": "main/"}]"#),
    ("stage", r#""cases": [{"name": "-main"}]"#),
    ("stage", r#""cases": [{"name": "main", "sumary": "a"}]"#),
    ("stage", r#""cases": [{"name": "main", "summary": ""}]"#),
    ("stage", r#""cases": [{"name": "main", "summary": "a\nb"}]"#),
    ("stage", r#""cases": [{"name": "main", "hint": " "}]"#),
    ("stage", r#""cases": [{"name": "main", "hidden": "yes"}]"#),
    ("stage", r#""cases": [{"name": "main", "hidden": null}]"#),
    ("stage", r#""cases": [{"name": "main", "exit": -1}]"#),
    ("stage", r#""cases": [{"name": "main", "exit": 256}]"#),
    ("stage", r#""cases": [{"name": "main", "points": 1000001}]"#),
    ("stage", r#""mistakes": {}"#),
    ("stage", r#""mistakes": [1]"#),
    ("stage", r#""mistakes": [{"case": "main", "hint": "h", "cause": "nan"}]"#),
    ("stage", r#""mistakes": [{"name": "n", "hint": "h", "cause": "nan"}]"#),
    ("stage", r#""mistakes": [{"name": "n", "case": "main", "cause": "nan"}]"#),
    ("stage", r#""mistakes": [{"name": "n", "case": "main", "hint": "h"}]"#),
    ("stage", r#""mistakes": [{"name": "", "case": "main", "hint": "h", "cause": "nan"}]"#),
    ("stage", r#""mistakes": [{"name": "n", "case": "..", "hint": "h", "cause": "nan"}]"#),
    ("stage", r#""mistakes": [{"name": "n", "case": "main", "hint": "", "cause": "nan"}]"#),
    ("stage", r#""mistakes": [{"name": "n", "case": "main", "hint": "h", "cause": "none"}]"#),
    (
        "stage",
        r#""mistakes": [{"name": "n", "case": "main", "hint": "h", "cause": "nan", "exit": 1}]"#,
    ),
    (
        "stage",
        r#""mistakes": [{"name": "n", "case": "main", "hint": "h", "cause": "nan",
                  "patch": [{"op": "remove", "path": "/id"}]}]"#,
    ),
    ("stage", r#"patch []"#),
    ("stage", r#"patch {}"#),
    ("stage", r#"patch [1]"#),
    ("stage", r#"patch [{"path": "/id"}]"#),
    ("stage", r#"patch [{"op": "remove"}]"#),
    ("stage", r#"patch [{"op": "delete", "path": "/id"}]"#),
    ("stage", r#"patch [{"op": "remove", "path": "id"}]"#),
    ("stage", r#"patch [{"op": "remove", "path": "/id", "form": "/id"}]"#),
    ("stage", r#"patch [{"op": "remove", "path": "/id", "from": "id"}]"#),
    ("stage", r#"patch [{"op": "add", "path": "/a"}]"#),
    ("stage", r#"patch [{"op": "replace", "path": "/id"}]"#),
    ("stage", r#"patch [{"op": "test", "path": "/id"}]"#),
    ("stage", r#"patch [{"op": "move", "path": "/a"}]"#),
    ("stage", r#"patch [{"op": "copy", "path": "/a"}]"#),
    ("stage", r#"patch [{"op": "copy", "path": "/a", "from": 1}]"#),
    ("stage", r#""validate": []"#),
    ("stage", r#""validate": {"alow": []}"#),
    ("stage", r#""validate": {"allow": {}}"#),
    ("stage", r#""validate": {"allow": [{"hole": "h"}]}"#),
    ("stage", r#""validate": {"allow": [{"reason": "r"}]}"#),
    ("stage", r#""validate": {"allow": [{"hole": "", "reason": "r"}]}"#),
    ("stage", r#""validate": {"allow": [{"hole": "h", "reason": 1}]}"#),
    ("stage", r#""validate": {"allow": [{"hole": "h", "reason": "r", "case": "main"}]}"#),
];

/// What both take.
const TAKEN: &[(&str, &str)] = &[
    ("theinference", "{}"),
    ("theinference", r#""$schema": "x", "program": "a", "build": "b", "env": {}, "watch": {}"#),
    ("theinference", r#""program": "a 'b c' \"d\"""#),
    ("theinference", r#""program": "a\nb""#),
    ("theinference", r#""program": ["a", "", " ", "\n", "'"]"#),
    ("theinference", r#""program": [" "]"#),
    ("theinference", r#""build": "a 'b""#),
    ("theinference", r#""build": "a\n\nb\t&& c""#),
    ("theinference", r#""build": ["a"]"#),
    (
        "theinference",
        r#""limits": {"timeout_ms": 1, "cpu_ms": 2, "memory_bytes": 3, "output_bytes": 4,
            "file_bytes": 5, "processes": 6, "disk_bytes": 7}"#,
    ),
    ("theinference", r#""build_timeout_ms": 1, "timeout_ms": 1000000000000"#),
    ("theinference", r#""course": " ../ä ""#),
    ("theinference", r#""env": {" ": "", "ä": "a=b\nc", "1": "2"}"#),
    ("theinference", r#""watch": {"ignore": [], "include": ["**/*.{js,ts}", "ä"]}"#),
    ("course", r#"{"title": "T", "stages": ["hello"]}"#),
    ("course", r#"{"stages": ["other", "hello"], "title": " ä 'b' "}"#),
    ("course", r#""$schema": "x", "format_version": 1, "version": "1.0", "limits": {}"#),
    ("course", r#""limits": {"timeout_ms": 1, "output_bytes": 1000000000000}"#),
    ("stage", r#"{"title": "T", "mode": "m"}"#),
    ("stage", r#"{"title": "T", "mode": "--ä/b"}"#),
    ("stage", r#""$schema": "x", "chapter": "c", "minutes": 1, "driver": "process""#),
    ("stage", r#""minutes": 1000000000000, "points": 0"#),
    (
        "stage",
        r#""points": 1000000, "requires": ["other", "other"], "references": [], "spec": ["x"]"#,
    ),
    ("stage", r#""requires": [], "references": ["Anything else"], "limits": {"timeout_ms": 1}"#),
    ("stage", r#""compare": {}"#),
    ("stage", r#""compare": {"numbers": "value", "order": "exact", "ignore": []}"#),
    ("stage", r#""compare": {"ignore": ["/", "/a~0~1/*/0//", "/a", "/a", "/ä\n"]}"#),
    ("stage", r#""touches": {"": "f", "/": "g", "/a~1/*": "h: why"}"#),
    ("stage", r#""cases": []"#),
    (
        "stage",
        r#""cases": [{"name": "second", "summary": "s", "hint": "a\nb", "hidden": true,
                "exit": 255, "points": 0}, {"name": "main", "hidden": false, "exit": 0}]"#,
    ),
    (
        "stage",
        r#""mistakes": [{"name": "Any name!", "case": "main", "hint": "a\nb", "cause": "nan"}]"#,
    ),
    ("stage", r#"patch [{"op": "remove", "path": "/id", "value": 1}]"#),
    ("stage", r#"patch [{"op": "add", "path": "/a~1b", "value": null, "from": "/id"}]"#),
    ("stage", r#"patch [{"op": "replace", "path": "", "value": []}]"#),
    (
        "stage",
        r#"patch [{"op": "test", "path": "/id", "value": 1}, {"op": "remove", "path": "/id"}]"#,
    ),
    ("stage", r#"patch [{"op": "move", "path": "/b", "from": "/id"}]"#),
    ("stage", r#"patch [{"op": "copy", "path": "/b", "from": "", "value": 1}]"#),
    ("stage", r#""validate": {}"#),
    ("stage", r#""validate": {"allow": [{"hole": "a\nb", "reason": "r"}]}"#),
    ("case", "null"),
    ("case", "1e400"),
    ("case", r#""text""#),
    ("case", r#"[{"$schema": 1}, []]"#),
    ("case", r#"{"$schema": 1}"#),
];

/// What only the decoder can know, and why a schema cannot.
const BEYOND_A_SCHEMA: &[(&str, &str, &str)] = &[
    ("theinference", r#""timeout_ms": 1.0"#, "1.0 is an integer to a schema"),
    ("stage", r#""minutes": 2e1"#, "2e1 is an integer to a schema"),
    (
        "theinference",
        r#""program": "a 'b""#,
        "how a line is parted into words is no matter of form",
    ),
    ("theinference", r#""program": "''""#, "the first word is empty once the quotes are gone"),
    ("theinference", r##""program": "# a""##, "the words of a comment are none"),
    ("theinference", r#""watch": {"ignore": ["[a"]}"#, "the grammar of globs"),
    ("theinference", r#""timeout_ms": 1, "timeout_ms": 2"#, "repeated members are gone once read"),
    ("course", r#"{"title": "T", "stages": ["elsewhere"]}"#, "which folders there are"),
    ("stage", r#""requires": ["hello"]"#, "which stage this is"),
    ("stage", r#""requires": ["elsewhere"]"#, "which stages there are"),
    ("stage", r#""cases": [{"name": "third"}]"#, "which cases there are"),
    (
        "stage",
        r#""cases": [{"name": "main"}, {"name": "main", "exit": 1}]"#,
        "names alone repeated",
    ),
    ("stage", r#"patch [{"op": "remove", "path": "/b"}]"#, "what the expected answer holds"),
    ("stage", r#"patch [{"op": "replace", "path": "/id", "value": 1}]"#, "what it changes"),
];

/// The whole file.
fn complete(name: &str, text: &str) -> String {
    if let Some(patch) = text.strip_prefix("patch ") {
        let mistake = r#"{"name": "n", "case": "main", "hint": "h", "patch": "#;
        return format!(r#"{{"title": "T", "mode": "m", "mistakes": [{mistake}{patch}}}]}}"#);
    }
    let required = match name {
        _ if !text.starts_with('"') => return text.to_owned(),
        "course" => r#""title": "T", "stages": ["hello"], "#,
        "stage" => r#""title": "T", "mode": "m", "#,
        "theinference" => "",
        _ => return text.to_owned(),
    };
    format!("{{{required}{text}}}")
}

#[test]
fn what_the_decoder_refuses_the_schema_refuses_too() {
    for (name, text) in REFUSED {
        let text = complete(name, text);
        let (decoder, schema) = (told(name, &text), refusals(&validator(name), &text));
        assert_eq!(decoder.len(), 1, "{text}: {decoder:?}");
        assert!(
            !schema.is_empty(),
            "the schema of {name} takes {text}; not so the decoder: {decoder:?}"
        );
    }
}

#[test]
fn what_the_decoder_takes_the_schema_takes_too() {
    for (name, text) in TAKEN {
        let text = complete(name, text);
        let (decoder, schema) = (told(name, &text), refusals(&validator(name), &text));
        assert_eq!(decoder, [""; 0], "{text}");
        assert_eq!(schema, [""; 0], "{text}");
    }
}

#[test]
fn what_only_the_decoder_can_know_is_this() {
    for (name, text, why) in BEYOND_A_SCHEMA {
        let text = complete(name, text);
        assert!(!told(name, &text).is_empty(), "the decoder takes {text}");
        let schema = refusals(&validator(name), &text);
        assert_eq!(schema, [""; 0], "{text}: a schema can know {why} after all: move it up");
    }
}
