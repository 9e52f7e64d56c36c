"""Complete: reads a case, calls what you wrote in src/mcp.py, and prints one JSON document."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable

from src.mcp import McpServer, parse_tool_result, tools_call_request, tools_list_request

Json = dict[str, Any]

USAGE = """usage: ./your_program.sh MODE [CASE_FILE]
modes: mcp-call, mcp-server; the case comes from the file, or from standard input
to have your program graded: npx theinference test"""


def mcp_call(case: Json) -> Json:
    """Your client asks for the tools, calls one, and unwraps the answer."""
    tools = case["serverTools"]
    list_request = tools_list_request(2)
    listed = stand_in(tools, list_request)
    call_request = tools_call_request(3, case["tool"], case["args"])
    called = case["serverReply"] if "serverReply" in case else stand_in(tools, call_request)
    return {
        "toolsListRequest": list_request,
        "toolsCallRequest": call_request,
        "toolNames": [tool["name"] for tool in listed.get("result", {}).get("tools", [])],
        **unwrapped(called),
    }


def unwrapped(response: Json) -> Json:
    try:
        return {"callResult": parse_tool_result(response)}
    except NotImplementedError:
        raise
    except Exception as error:
        return {"callError": str(error)}


def mcp_server(case: Json) -> Json:
    """Your server answers each request in turn."""
    server = McpServer(case["serverTools"])
    return {"responses": [server.handle(request) for request in case["requests"]]}


def stand_in(tools: list[Json], request: Any) -> Json:
    """The server that your client talks to. Its tools return their own call as text."""
    frame = request if isinstance(request, dict) else {}
    response: Json = {"jsonrpc": "2.0", "id": frame.get("id")}
    if frame.get("method") == "tools/list":
        return response | {"result": {"tools": tools}}
    if frame.get("method") != "tools/call":
        return response | {"error": {"code": -32601, "message": "Method not found"}}
    params = frame.get("params")
    params = params if isinstance(params, dict) else {}
    name = params.get("name")
    is_known = any(tool["name"] == name for tool in tools)
    args = json.dumps(params.get("arguments", {}), separators=(",", ":"), ensure_ascii=False)
    text = f"{name}({args})" if is_known else f"unknown tool: {name}"
    return response | {"result": {"content": [{"type": "text", "text": text}], "isError": not is_known}}


MODES: dict[str, Callable[[Json], Json]] = {"mcp-call": mcp_call, "mcp-server": mcp_server}


def read_case(path: str | None) -> Json:
    text = sys.stdin.buffer.read() if path is None else Path(path).read_bytes()
    return json.loads(text)


def main(words: list[str]) -> int:
    mode = MODES.get(words[0]) if words else None
    if mode is None or (len(words) == 1 and sys.stdin.isatty()):
        print(USAGE, file=sys.stderr)
        return 2
    try:
        case = read_case(words[1] if len(words) > 1 else None)
    except (OSError, ValueError) as error:
        print(f"the case cannot be read: {error}", file=sys.stderr)
        return 2
    print(json.dumps(mode(case)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
