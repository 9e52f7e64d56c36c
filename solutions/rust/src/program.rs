//! The grader's side: reads a case, drives `mcp.rs` with it, prints one JSON document.

mod mcp;

use std::error::Error;
use std::ffi::OsString;
use std::io::Read;
use std::process::ExitCode;
use std::{env, fs, io};

use serde::Deserialize;
use serde_json::{Value, json};

use mcp::McpServer;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallCase {
    server_tools: Vec<Value>,
    tool: String,
    args: Value,
    /// Replaces the whole frame that the stand-in server answers the call with.
    server_reply: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ServerCase {
    server_tools: Vec<Value>,
    requests: Vec<Value>,
}

// The handshake that comes before these two requests took id 1.
const LIST_ID: u64 = 2;
const CALL_ID: u64 = 3;

/// Lists the stand-in server's tools, calls one, and reports what went over the wire.
fn mcp_call(case: CallCase) -> Value {
    let list_request = mcp::tools_list_request(LIST_ID);
    let listed = answer(&case.server_tools, &list_request);
    let call_request = mcp::tools_call_request(CALL_ID, &case.tool, &case.args);
    let called = case.server_reply.unwrap_or_else(|| answer(&case.server_tools, &call_request));

    let mut report = json!({
        "toolsListRequest": list_request,
        "toolsCallRequest": call_request,
        "toolNames": tool_names(&listed),
    });
    match mcp::parse_tool_result(&called) {
        Ok(text) => report["callResult"] = text.into(),
        Err(error) => report["callError"] = error.to_string().into(),
    }
    report
}

fn tool_names(listed: &Value) -> Vec<&Value> {
    let tools = listed["result"]["tools"].as_array();
    tools.into_iter().flatten().map(|tool| &tool["name"]).collect()
}

/// Puts each request to the server, in order, and collects the responses.
fn mcp_server(case: ServerCase) -> Value {
    let server = McpServer::new(case.server_tools);
    let responses: Vec<Value> =
        case.requests.iter().map(|request| server.handle(request)).collect();
    json!({ "responses": responses })
}

/// The stand-in server: it has the case's tools, and each returns its own call as text.
fn answer(tools: &[Value], request: &Value) -> Value {
    let mut frame = json!({ "jsonrpc": "2.0", "id": request["id"] });
    match request["method"].as_str() {
        Some("tools/list") => frame["result"] = json!({ "tools": tools }),
        Some("tools/call") => frame["result"] = call_tool(tools, &request["params"]),
        _ => frame["error"] = json!({ "code": -32601, "message": "Method not found" }),
    }
    frame
}

fn call_tool(tools: &[Value], params: &Value) -> Value {
    let name = params["name"].as_str().unwrap_or_default();
    let known = tools.iter().any(|tool| tool["name"] == name);
    let no_arguments = json!({});
    let args = params.get("arguments").unwrap_or(&no_arguments);
    let text = if known { format!("{name}({args})") } else { format!("unknown tool: {name}") };
    json!({ "content": [{ "type": "text", "text": text }], "isError": !known })
}

/// The case is in the file named by the second argument, or else on standard input.
fn read_case(path: Option<OsString>) -> io::Result<Vec<u8>> {
    match path {
        Some(path) => fs::read(path),
        None => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes)?;
            Ok(bytes)
        }
    }
}

const MODES: &str = "mcp-call, mcp-server";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let Some(mode) = arguments.next() else {
        eprintln!("usage: program MODE [CASE_FILE]    modes: {MODES}");
        return Ok(ExitCode::from(2));
    };
    let run: fn(&[u8]) -> serde_json::Result<Value> = match mode.to_str() {
        Some("mcp-call") => |case| Ok(mcp_call(serde_json::from_slice(case)?)),
        Some("mcp-server") => |case| Ok(mcp_server(serde_json::from_slice(case)?)),
        _ => {
            eprintln!("unknown mode '{}'; this program knows: {MODES}", mode.display());
            return Ok(ExitCode::from(2));
        }
    };
    println!("{}", run(&read_case(arguments.next())?)?);
    Ok(ExitCode::SUCCESS)
}
