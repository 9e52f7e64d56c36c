//! Your side: what a client sends to a server, and what a server answers.
//!
//! Each function panics until you have written it. The lessons say what it gets and what it
//! returns: `npx theinference show 1`. With `use serde_json::json;`, the macro `json!` makes a
//! `Value` from something that looks like JSON.

// The compiler would warn of what the empty functions do not use; take this line away when yours do.
#![allow(dead_code, unused_variables)]

use serde_json::Value;

// --- the client: stage tools-list-and-call ---------------------------------

/// The request that asks a server for its tools.
pub fn tools_list_request(id: u64) -> Value {
    panic!("not written yet: tools_list_request")
}

/// The request that runs the tool `name` with these arguments.
pub fn tools_call_request(id: u64, name: &str, args: &Value) -> Value {
    panic!("not written yet: tools_call_request")
}

/// The text in the answer to a call; `Err` with the text of the error where the call failed.
pub fn parse_tool_result(response: &Value) -> Result<String, String> {
    panic!("not written yet: parse_tool_result")
}

// --- the server: stage tools-call-handler ----------------------------------

/// A server with these tools.
pub struct McpServer {
    pub tools: Vec<Value>,
}

impl McpServer {
    pub fn new(tools: Vec<Value>) -> Self {
        Self { tools }
    }

    /// The response to one request.
    pub fn handle(&self, request: &Value) -> Value {
        panic!("not written yet: handle")
    }
}
