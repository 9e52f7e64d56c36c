//! Complete: reads a case, calls what you wrote in `mcp.rs`, and prints one JSON document.

mod mcp;

use std::io::{stdin, IsTerminal, Read};
use std::process::ExitCode;
use std::{env, fs, io};

use serde_json::{json, Value};

use mcp::McpServer;

const USAGE: &str = "usage: ./your_program.sh MODE [CASE_FILE]
modes: mcp-call, mcp-server; the case comes from the file, or from standard input
to have your program graded: npx theinference test";

/// Your client asks for the tools, calls one, and unwraps the answer.
fn mcp_call(case: &Value) -> Value {
    let tools = list(&case["serverTools"]);
    let list_request = mcp::tools_list_request(2);
    let listed = stand_in(&tools, &list_request);
    let tool = case["tool"].as_str().unwrap_or_default();
    let call_request = mcp::tools_call_request(3, tool, &case["args"]);
    let called = match case.get("serverReply") {
        Some(reply) => reply.clone(),
        None => stand_in(&tools, &call_request),
    };
    let names: Vec<Value> =
        list(&listed["result"]["tools"]).iter().map(|tool| tool["name"].clone()).collect();
    let mut answer = json!({
        "toolsListRequest": list_request,
        "toolsCallRequest": call_request,
        "toolNames": names,
    });
    match mcp::parse_tool_result(&called) {
        Ok(text) => answer["callResult"] = json!(text),
        Err(error) => answer["callError"] = json!(error.to_string()),
    }
    answer
}

/// Your server answers each request in turn.
fn mcp_server(case: &Value) -> Value {
    let server = McpServer::new(list(&case["serverTools"]));
    let responses: Vec<Value> =
        list(&case["requests"]).iter().map(|request| server.handle(request)).collect();
    json!({ "responses": responses })
}

/// The server that your client talks to. Its tools return their own call as text.
fn stand_in(tools: &[Value], request: &Value) -> Value {
    let id = &request["id"];
    match request["method"].as_str() {
        Some("tools/list") => json!({ "jsonrpc": "2.0", "id": id, "result": { "tools": tools } }),
        Some("tools/call") => {
            let result = call(tools, &request["params"]);
            json!({ "jsonrpc": "2.0", "id": id, "result": result })
        }
        _ => {
            let error = json!({ "code": -32601, "message": "Method not found" });
            json!({ "jsonrpc": "2.0", "id": id, "error": error })
        }
    }
}

fn call(tools: &[Value], params: &Value) -> Value {
    let name = params["name"].as_str().unwrap_or_default();
    let is_known = tools.iter().any(|tool| tool["name"] == name);
    let nothing = json!({});
    let args = params.get("arguments").unwrap_or(&nothing);
    let text = if is_known { format!("{name}({args})") } else { format!("unknown tool: {name}") };
    json!({ "content": [{ "type": "text", "text": text }], "isError": !is_known })
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn read_case(path: Option<&String>) -> io::Result<Value> {
    let mut text = String::new();
    match path {
        Some(path) => text = fs::read_to_string(path)?,
        None => drop(stdin().read_to_string(&mut text)?),
    }
    Ok(serde_json::from_str(&text)?)
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let mode: fn(&Value) -> Value = match words.first().map(String::as_str) {
        Some("mcp-call") => mcp_call,
        Some("mcp-server") => mcp_server,
        _ => return usage(),
    };
    if words.len() == 1 && stdin().is_terminal() {
        return usage();
    }
    match read_case(words.get(1)) {
        Ok(case) => {
            println!("{}", mode(&case));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("the case cannot be read: {error}");
            ExitCode::from(2)
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}
