//! The two tool methods of MCP, seen from both ends of the wire.
//!
//! The client half builds the requests `tools/list` and `tools/call` and unwraps the
//! answer to a call. The server half, [`McpServer`], answers them.

use std::fmt;

use serde_json::{Value, json};

const METHOD_NOT_FOUND: i64 = -32601;

// --- client ----------------------------------------------------------------

/// The question "which tools do you have?".
pub fn tools_list_request(id: u64) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/list", "params": {} })
}

/// The order "run this tool with these arguments".
pub fn tools_call_request(id: u64, name: &str, args: &Value) -> Value {
    json!({
        "jsonrpc": "2.0",
        "id": id,
        "method": "tools/call",
        "params": { "name": name, "arguments": args },
    })
}

/// Why a call gave no usable answer; the text is meant for the model.
#[derive(Debug, PartialEq, Eq)]
pub enum ToolCallError {
    /// The response has no `result`; an error frame has none either.
    NoResult,
    /// The tool ran into a failure and says so in this text.
    ToolFailed(String),
}

impl fmt::Display for ToolCallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoResult => f.write_str("no result"),
            Self::ToolFailed(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ToolCallError {}

/// The text of a call's answer.
pub fn parse_tool_result(response: &Value) -> Result<String, ToolCallError> {
    let result = match &response["result"] {
        Value::Null => return Err(ToolCallError::NoResult),
        result => result,
    };
    // Indexing never panics here: what is missing, at any depth, reads as null.
    let text = result["content"][0]["text"].as_str().unwrap_or_default().to_owned();
    if result["isError"] == true { Err(ToolCallError::ToolFailed(text)) } else { Ok(text) }
}

// --- server ----------------------------------------------------------------

/// A server whose tools all do the same: they return their own call as text.
pub struct McpServer {
    tools: Vec<Value>,
}

impl McpServer {
    pub fn new(tools: Vec<Value>) -> Self {
        Self { tools }
    }

    /// Answers one request: a result where the method is known, else an error frame.
    pub fn handle(&self, request: &Value) -> Value {
        let id = &request["id"];
        match request["method"].as_str() {
            Some("initialize") => result_frame(id, initialize()),
            Some("tools/list") => result_frame(id, json!({ "tools": self.tools })),
            Some("tools/call") => result_frame(id, self.call(&request["params"])),
            _ => error_frame(id, METHOD_NOT_FOUND, "Method not found"),
        }
    }

    /// Returns a result whatever happens: the request was understood, so even a missing tool
    /// is reported on the layer whose text the model gets to read.
    fn call(&self, params: &Value) -> Value {
        let name = params["name"].as_str().unwrap_or_default();
        if !self.tools.iter().any(|tool| tool["name"] == name) {
            return tool_result(&format!("unknown tool: {name}"), true);
        }
        let no_arguments = json!({});
        let args = params.get("arguments").unwrap_or(&no_arguments);
        tool_result(&format!("{name}({args})"), false)
    }
}

fn initialize() -> Value {
    json!({
        "protocolVersion": "2025-06-18",
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "echo-server", "version": "1.0.0" },
    })
}

fn result_frame(id: &Value, result: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

fn error_frame(id: &Value, code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

fn tool_result(text: &str, is_error: bool) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": is_error })
}
