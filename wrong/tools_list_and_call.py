"""The mistakes of the stage tools-list-and-call."""

from __future__ import annotations

import json
from typing import Any

from registry import EVERY_OTHER_CASE, Stage
from src import mcp
from src.mcp import Frame, ToolCallError

STAGE = Stage("tools-list-and-call")
MISTAKES = STAGE.mistakes

right_list = mcp.tools_list_request
right_call = mcp.tools_call_request
right_parse = mcp.parse_tool_result


# --- tools_list_request -----------------------------------------------------


@STAGE.mistake(mcp, "tools_list_request", EVERY_OTHER_CASE)
def missing_params(request_id: int) -> Frame:
    frame = right_list(request_id)
    del frame["params"]
    return frame


@STAGE.mistake(mcp, "tools_list_request", EVERY_OTHER_CASE)
def misnamed_list_method(request_id: int) -> Frame:
    return {**right_list(request_id), "method": "tool/list"}


@STAGE.mistake(mcp, "tools_list_request", EVERY_OTHER_CASE)
def client_logs_on_stdout(request_id: int) -> Frame:
    print("asking for the tools")
    return right_list(request_id)


# --- tools_call_request -----------------------------------------------------


@STAGE.mistake(mcp, "tools_call_request", EVERY_OTHER_CASE)
def args_for_arguments(request_id: int, name: str, args: Frame) -> Frame:
    return {**right_call(request_id, name, args), "params": {"name": name, "args": args}}


@STAGE.mistake(mcp, "tools_call_request", EVERY_OTHER_CASE)
def arguments_beside_the_name(request_id: int, name: str, args: Frame) -> Frame:
    return {**right_call(request_id, name, args), "params": {"name": name, **args}}


@STAGE.mistake(mcp, "tools_call_request", EVERY_OTHER_CASE)
def arguments_encoded_twice(request_id: int, name: str, args: Frame) -> Frame:
    return right_call(request_id, name, json.dumps(args, separators=(",", ":")))


@STAGE.mistake(mcp, "tools_call_request", EVERY_OTHER_CASE)
def missing_jsonrpc(request_id: int, name: str, args: Frame) -> Frame:
    frame = right_call(request_id, name, args)
    del frame["jsonrpc"]
    return frame


@STAGE.mistake(mcp, "tools_call_request", EVERY_OTHER_CASE)
def call_id_as_string(request_id: int, name: str, args: Frame) -> Frame:
    return right_call(str(request_id), name, args)


@STAGE.mistake(mcp, "tools_call_request", EVERY_OTHER_CASE)
def call_id_written_in(request_id: int, name: str, args: Frame) -> Frame:
    return right_call(1, name, args)


@STAGE.mistake(mcp, "tools_call_request", EVERY_OTHER_CASE)
def misnamed_call_method(request_id: int, name: str, args: Frame) -> Frame:
    return {**right_call(request_id, name, args), "method": "tool/call"}


@STAGE.mistake(mcp, "tools_call_request", ["unknown-tool", "nested-arguments", "no-result"])
def tool_name_written_in(request_id: int, name: str, args: Frame) -> Frame:
    return right_call(request_id, "echo", args)


@STAGE.mistake(mcp, "tools_call_request")
def empty_values_left_out(request_id: int, name: str, args: Frame) -> Frame:
    def filled(value: Any) -> Any:
        if isinstance(value, list):
            return [filled(element) for element in value]
        if isinstance(value, dict):
            return {key: filled(member) for key, member in value.items() if member}
        return value

    return right_call(request_id, name, filled(args))


# --- parse_tool_result ------------------------------------------------------


@STAGE.mistake(mcp, "parse_tool_result", ["empty-error"])
def failure_not_thrown(response: Frame) -> str:
    if "result" in response:
        response = {"result": {**response["result"], "isError": False}}
    return right_parse(response)


@STAGE.mistake(mcp, "parse_tool_result", ["no-result", "empty-error"])
def error_text_with_prefix(response: Frame) -> str:
    try:
        return right_parse(response)
    except ToolCallError as error:
        raise ToolCallError(f"Error: {error}") from error


@STAGE.mistake(mcp, "parse_tool_result")
def text_of_the_error_frame(response: Frame) -> str:
    if "error" in response:
        raise ToolCallError(response["error"]["message"])
    return right_parse(response)


@STAGE.mistake(mcp, "parse_tool_result")
def missing_result_not_thrown(response: Frame) -> str:
    return right_parse({"result": {}, **response})


@STAGE.mistake(mcp, "parse_tool_result", ["empty-error"])
def empty_content_throws(response: Frame) -> str:
    if "result" in response:
        response["result"]["content"][0]
    return right_parse(response)


@STAGE.mistake(mcp, "parse_tool_result")
def empty_failure_not_thrown(response: Frame) -> str:
    try:
        return right_parse(response)
    except ToolCallError as error:
        if str(error):
            raise
        return ""


@STAGE.mistake(mcp, "parse_tool_result")
def missing_flag_is_failure(response: Frame) -> str:
    text = right_parse(response)
    if response["result"].get("isError") is not False:
        raise ToolCallError(text)
    return text


# --- _first_text ------------------------------------------------------------


def texts(result: Frame) -> list[str]:
    return [block["text"] for block in result["content"]]


@STAGE.mistake(mcp, "_first_text")
def last_block(result: Frame) -> str:
    return ([""] + texts(result))[-1]


@STAGE.mistake(mcp, "_first_text")
def blocks_joined(result: Frame) -> str:
    return "".join(texts(result))


@STAGE.mistake(mcp, "_first_text")
def blocks_joined_by_lines(result: Frame) -> str:
    return "\n".join(texts(result))
