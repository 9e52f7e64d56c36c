"""The mistakes of the stage tools-call-handler."""

from __future__ import annotations

import json
from typing import Any

from registry import EVERY_OTHER_CASE, Stage
from src import mcp
from src.mcp import Frame, McpServer

STAGE = Stage("tools-call-handler")
MISTAKES = STAGE.mistakes

right_handle = McpServer.handle
right_call = McpServer._call
right_result = mcp._result
right_error = mcp._error
right_tool_result = mcp._tool_result
right_json = mcp._compact_json

WITH_UNKNOWN_TOOLS = ["both-layers", "no-arguments"]
WITH_ARGUMENTS = ["both-layers", "nested-arguments"]
WITH_CALLS = ["both-layers", "nested-arguments", "no-arguments"]


def is_known(server: McpServer, name: str) -> bool:
    return any(tool["name"] == name for tool in server._tools)


# --- McpServer.handle -------------------------------------------------------


@STAGE.mistake(McpServer, "handle", WITH_UNKNOWN_TOOLS)
def error_frame_for_unknown_tool(self: McpServer, request: Frame) -> Frame:
    answer = right_handle(self, request)
    if answer.get("result", {}).get("isError"):
        return right_error(request, -32602, "Unknown tool")
    return answer


@STAGE.mistake(McpServer, "handle", EVERY_OTHER_CASE)
def server_logs_on_stdout(self: McpServer, request: Frame) -> Frame:
    print("handling", request["method"])
    return right_handle(self, request)


@STAGE.mistake(McpServer, "handle", ["both-layers"])
def method_by_its_beginning(self: McpServer, request: Frame) -> Frame:
    if request["method"].startswith("tools/") and request["method"] != "tools/list":
        return right_handle(self, {**request, "method": "tools/call"})
    return right_handle(self, request)


@STAGE.mistake(McpServer, "handle")
def tool_name_as_method(self: McpServer, request: Frame) -> Frame:
    if is_known(self, request["method"]):
        return right_result(request, self._call({"name": request["method"]}))
    return right_handle(self, request)


@STAGE.mistake(McpServer, "handle")
def params_required(self: McpServer, request: Frame) -> Frame:
    request["params"]
    return right_handle(self, request)


@STAGE.mistake(McpServer, "handle")
def falsy_id_left_out(self: McpServer, request: Frame) -> Frame:
    answer = right_handle(self, request)
    if not request["id"]:
        del answer["id"]
    return answer


@STAGE.mistake(McpServer, "handle")
def falsy_id_is_null(self: McpServer, request: Frame) -> Frame:
    return {**right_handle(self, request), "id": request["id"] or None}


@STAGE.mistake(McpServer, "handle")
def ids_renumbered(self: McpServer, request: Frame) -> Frame:
    self.handled = getattr(self, "handled", 0) + 1
    return {**right_handle(self, request), "id": self.handled}


@STAGE.mistake(McpServer, "handle")
def tools_list_forgotten(self: McpServer, request: Frame) -> Frame:
    if request["method"] == "tools/list":
        return right_error(request, mcp.METHOD_NOT_FOUND, "Method not found")
    return right_handle(self, request)


# --- McpServer._call --------------------------------------------------------


@STAGE.mistake(McpServer, "_call", WITH_UNKNOWN_TOOLS)
def unknown_tool_ends_the_program(self: McpServer, params: Frame) -> Frame:
    if not is_known(self, params["name"]):
        raise LookupError(params["name"])
    return right_call(self, params)


@STAGE.mistake(McpServer, "_call")
def names_without_case(self: McpServer, params: Frame) -> Frame:
    return right_call(self, {**params, "name": params["name"].lower()})


@STAGE.mistake(McpServer, "_call")
def absent_arguments_are_null(self: McpServer, params: Frame) -> Frame:
    return right_call(self, {"arguments": None, **params})


@STAGE.mistake(McpServer, "_call")
def absent_arguments_are_undefined(self: McpServer, params: Frame) -> Frame:
    if is_known(self, params["name"]) and "arguments" not in params:
        return right_tool_result(f"{params['name']}(undefined)", is_error=False)
    return right_call(self, params)


@STAGE.mistake(McpServer, "_call")
def arguments_required(self: McpServer, params: Frame) -> Frame:
    params["arguments"]
    return right_call(self, params)


# --- _result and _error -----------------------------------------------------


@STAGE.mistake(mcp, "_result", WITH_CALLS)
def response_id_as_string(request: Frame, result: Frame) -> Frame:
    return {**right_result(request, result), "id": str(request["id"])}


@STAGE.mistake(mcp, "_result")
def response_id_as_number(request: Frame, result: Frame) -> Frame:
    answer = right_result(request, result)
    if str(request["id"]).isdigit():
        answer["id"] = int(request["id"])
    return answer


@STAGE.mistake(mcp, "_error", ["both-layers"])
def result_for_unknown_method(request: Frame, code: int, message: str) -> Frame:
    return right_result(request, {})


@STAGE.mistake(mcp, "_error", ["both-layers"])
def other_error_code(request: Frame, code: int, message: str) -> Frame:
    return right_error(request, -32602, message)


# --- _tool_result -----------------------------------------------------------


@STAGE.mistake(mcp, "_tool_result", WITH_CALLS)
def is_error_left_out(text: str, *, is_error: bool) -> Frame:
    result = right_tool_result(text, is_error=is_error)
    if not is_error:
        del result["isError"]
    return result


@STAGE.mistake(mcp, "_tool_result", WITH_UNKNOWN_TOOLS)
def is_error_always_false(text: str, *, is_error: bool) -> Frame:
    return right_tool_result(text, is_error=False)


@STAGE.mistake(mcp, "_tool_result", WITH_UNKNOWN_TOOLS)
def other_text_for_unknown_tool(text: str, *, is_error: bool) -> Frame:
    return right_tool_result(text.replace("unknown", "Unknown"), is_error=is_error)


@STAGE.mistake(mcp, "_tool_result", WITH_CALLS)
def content_is_text(text: str, *, is_error: bool) -> Frame:
    return {"content": text, "isError": is_error}


# --- _compact_json ----------------------------------------------------------


@STAGE.mistake(mcp, "_compact_json", WITH_ARGUMENTS)
def blanks_in_the_text(value: Any) -> str:
    return json.dumps(value)


@STAGE.mistake(mcp, "_compact_json", WITH_ARGUMENTS)
def python_repr(value: Any) -> str:
    return repr(value)


@STAGE.mistake(mcp, "_compact_json", WITH_CALLS)
def object_object(value: Any) -> str:
    return "[object Object]"


@STAGE.mistake(mcp, "_compact_json")
def members_sorted(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


@STAGE.mistake(mcp, "_compact_json")
def html_escaped(value: Any) -> str:
    text = right_json(value)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@STAGE.mistake(mcp, "_compact_json")
def slashes_escaped(value: Any) -> str:
    return right_json(value).replace("/", "\\/")
