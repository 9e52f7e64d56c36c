//! What came of a command, and what a test says of it.

use std::process::Command;

use serde_json::Value;

use crate::world::LONG;

#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// Runs a command to its end.
    pub(crate) fn of(command: Command) -> Self {
        let mut command = assert_cmd::Command::from_std(command);
        let output = command.timeout(LONG).output().expect("the command can be started");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("only UTF-8 is written");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Checks that stdout holds this text.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert!(self.out.contains(text), "stdout lacks {text:?}\n{self}");
        self
    }

    /// Checks that stdout does not hold this text.
    #[track_caller]
    pub(crate) fn never_says(self, text: &str) -> Self {
        assert!(!self.out.contains(text), "stdout holds {text:?}\n{self}");
        self
    }

    /// Checks that stderr holds this text.
    #[track_caller]
    pub(crate) fn warns(self, text: &str) -> Self {
        assert!(self.err.contains(text), "stderr lacks {text:?}\n{self}");
        self
    }

    /// Stdout as the one JSON document that it must be.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        match serde_json::from_str(&self.out) {
            Ok(document) => document,
            Err(error) => panic!("stdout is not one JSON document: {error}\n{self}"),
        }
    }

    /// Stdout as lines of JSON.
    #[track_caller]
    pub(crate) fn lines_of_json(&self) -> Vec<Value> {
        let line = |line: &str| match serde_json::from_str(line) {
            Ok(document) => document,
            Err(error) => panic!("{line:?} is not JSON: {error}\n{self}"),
        };
        self.out.lines().map(line).collect()
    }

    /// What the JSON document says of a case.
    #[track_caller]
    pub(crate) fn case(&self, name: &str) -> Value {
        let document = self.json();
        let cases = document["cases"].as_array().cloned().unwrap_or_default();
        match cases.into_iter().find(|case| case["case"] == name) {
            Some(case) => case,
            None => panic!("there is no case {name}\n{self}"),
        }
    }

    /// The verdicts of the JSON document, in its order, each after the name of its case.
    #[track_caller]
    pub(crate) fn verdicts(&self) -> Vec<String> {
        let document = self.json();
        let cases = document["cases"].as_array().cloned().unwrap_or_default();
        let told = |case: &Value| format!("{} {}", text(&case["case"]), text(&case["verdict"]));
        cases.iter().map(told).collect()
    }
}

impl std::fmt::Display for Ran {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let start = |text: &str| text.chars().take(4_000).collect::<String>();
        let (out, err) = (start(&self.out), start(&self.err));
        write!(f, "exit code {:?}\n--- stdout\n{out}\n--- stderr\n{err}", self.code)
    }
}

/// A JSON string as text.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A JSON array of strings as texts.
pub(crate) fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(text).collect()
}

/// The pointers of a case's mismatches.
pub(crate) fn pointers(case: &Value) -> Vec<String> {
    let mismatches = case["mismatches"].as_array().cloned().unwrap_or_default();
    mismatches.iter().map(|mismatch| text(&mismatch["pointer"])).collect()
}

/// Every sentence about a case: of its ending and answer, then of each mismatch.
pub(crate) fn sentences(case: &Value) -> Vec<String> {
    let mismatches = case["mismatches"].as_array().cloned().unwrap_or_default();
    let of_mismatches = mismatches.iter().map(|mismatch| text(&mismatch["message"]));
    texts(&case["messages"]).into_iter().chain(of_mismatches).collect()
}
