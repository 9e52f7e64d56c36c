"""The two tool methods of MCP, seen from both ends of the wire.

The client half builds the requests `tools/list` and `tools/call` and unwraps the
answer to a call. The server half, `McpServer`, answers them.
"""

from __future__ import annotations

import json
from typing import Any

Frame = dict[str, Any]

METHOD_NOT_FOUND = -32601


# --- client ---------------------------------------------------------------


class ToolCallError(Exception):
    """A tool call that gave no usable answer; its text is meant for the model."""


def tools_list_request(request_id: int) -> Frame:
    """The question "which tools do you have?"."""
    return {"jsonrpc": "2.0", "id": request_id, "method": "tools/list", "params": {}}


def tools_call_request(request_id: int, name: str, args: dict[str, Any]) -> Frame:
    """The order "run this tool with these arguments"."""
    return {
        "jsonrpc": "2.0",
        "id": request_id,
        "method": "tools/call",
        "params": {"name": name, "arguments": args},
    }


def parse_tool_result(response: Frame) -> str:
    """The text of a call's answer.

    Raises ToolCallError when the tool reported a failure, and when there is no result
    at all: an error frame has none either.
    """
    result = response.get("result")
    # Not `if not result`: an empty result is falsy in Python, and still a result.
    if result is None:
        raise ToolCallError("no result")
    text = _first_text(result)
    # Only `true` means failure; a missing flag does not.
    if result.get("isError") is True:
        raise ToolCallError(text)
    return text


def _first_text(result: Frame) -> str:
    content = result.get("content", [])
    return (content[0].get("text") or "") if content else ""


# --- server ---------------------------------------------------------------


class McpServer:
    """A server whose tools all do the same: they return their own call as text."""

    def __init__(self, tools: list[Frame]) -> None:
        self._tools = tools

    def handle(self, request: Frame) -> Frame:
        """Answer one request: a result where the method is known, else an error frame."""
        method = request["method"]
        if method == "initialize":
            return _result(request, self._initialize())
        if method == "tools/list":
            return _result(request, {"tools": self._tools})
        if method == "tools/call":
            return _result(request, self._call(request["params"]))
        return _error(request, METHOD_NOT_FOUND, "Method not found")

    def _initialize(self) -> Frame:
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "echo-server", "version": "1.0.0"},
        }

    def _call(self, params: Frame) -> Frame:
        name = params["name"]
        # The request was understood, so even a missing tool is reported in a result:
        # that is the layer whose text the model gets to read.
        if not any(tool["name"] == name for tool in self._tools):
            return _tool_result(f"unknown tool: {name}", is_error=True)
        args = params.get("arguments", {})
        return _tool_result(f"{name}({_compact_json(args)})", is_error=False)


def _result(request: Frame, result: Frame) -> Frame:
    return {"jsonrpc": "2.0", "id": request["id"], "result": result}


def _error(request: Frame, code: int, message: str) -> Frame:
    error = {"code": code, "message": message}
    return {"jsonrpc": "2.0", "id": request["id"], "error": error}


def _tool_result(text: str, *, is_error: bool) -> Frame:
    return {"content": [{"type": "text", "text": text}], "isError": is_error}


def _compact_json(value: Any) -> str:
    # json.dumps puts blanks after "," and ":" and escapes all but ASCII, unless told.
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
