"""The grader's side: reads a case, drives src/mcp.py with it, prints one JSON document."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Callable

from src.mcp import McpServer, parse_tool_result, tools_call_request, tools_list_request

# The handshake that comes before these two requests took id 1.
LIST_ID = 2
CALL_ID = 3


def mcp_call(case: dict[str, Any]) -> dict[str, Any]:
    """List the stand-in server's tools, call one, and report what went over the wire."""
    server = StandInServer(case["serverTools"])
    list_request = tools_list_request(LIST_ID)
    listed = server.answer(list_request)
    call_request = tools_call_request(CALL_ID, case["tool"], case["args"])
    called = case["serverReply"] if "serverReply" in case else server.answer(call_request)

    answer = {
        "toolsListRequest": list_request,
        "toolsCallRequest": call_request,
        "toolNames": [tool["name"] for tool in listed.get("result", {}).get("tools", [])],
    }
    try:
        answer["callResult"] = parse_tool_result(called)
    # Any exception counts: which class to raise is for the author of src/mcp.py to choose.
    except Exception as error:
        answer["callError"] = str(error)
    return answer


def mcp_server(case: dict[str, Any]) -> dict[str, Any]:
    """Put each request to the server, in order, and collect the responses."""
    server = McpServer(case["serverTools"])
    return {"responses": [server.handle(request) for request in case["requests"]]}


class StandInServer:
    """What the client talks to: it has the case's tools, and each returns its own call.

    It answers unfinished requests too, so that the grader can show what they look like.
    """

    def __init__(self, tools: list[dict[str, Any]]) -> None:
        self.tools = tools

    def answer(self, request: Any) -> dict[str, Any]:
        request = request if isinstance(request, dict) else {}
        frame: dict[str, Any] = {"jsonrpc": "2.0", "id": request.get("id")}
        params = request.get("params")
        if request.get("method") == "tools/list":
            frame["result"] = {"tools": self.tools}
        elif request.get("method") == "tools/call":
            frame["result"] = self.call(params if isinstance(params, dict) else {})
        else:
            frame["error"] = {"code": -32601, "message": "Method not found"}
        return frame

    def call(self, params: dict[str, Any]) -> dict[str, Any]:
        name = params.get("name")
        known = any(tool["name"] == name for tool in self.tools)
        args = json.dumps(params.get("arguments", {}), separators=(",", ":"), ensure_ascii=False)
        text = f"{name}({args})" if known else f"unknown tool: {name}"
        return {"content": [{"type": "text", "text": text}], "isError": not known}


MODES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "mcp-call": mcp_call,
    "mcp-server": mcp_server,
}


def read_case(path: str | None) -> dict[str, Any]:
    """The case is in the file named by the second argument, or else on standard input."""
    return json.loads(Path(path).read_bytes() if path is not None else sys.stdin.buffer.read())


def main(arguments: list[str]) -> int:
    modes = ", ".join(MODES)
    if not arguments:
        print(f"usage: program.py MODE [CASE_FILE]    modes: {modes}", file=sys.stderr)
        return 2
    mode = arguments[0]
    if mode not in MODES:
        print(f"unknown mode '{mode}'; this program knows: {modes}", file=sys.stderr)
        return 2
    case = read_case(arguments[1] if len(arguments) > 1 else None)
    json.dump(MODES[mode](case), sys.stdout)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
