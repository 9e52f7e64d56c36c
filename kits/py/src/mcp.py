"""Your side: what a client sends to a server, and what a server answers.

Each function raises until you have written it. The lessons say what it gets and what it
returns: `npx theinference show 1`.
"""

from __future__ import annotations

from typing import Any

# A message: a dictionary that becomes a JSON object.
Frame = dict[str, Any]


# --- the client: stage tools-list-and-call --------------------------------


def tools_list_request(request_id: int) -> Frame:
    """The request that asks a server for its tools."""
    raise NotImplementedError("not written yet: tools_list_request")


def tools_call_request(request_id: int, name: str, args: dict[str, Any]) -> Frame:
    """The request that runs the tool `name` with these arguments."""
    raise NotImplementedError("not written yet: tools_call_request")


def parse_tool_result(response: Frame) -> str:
    """The text in the answer to a call; raises an exception where the call failed."""
    raise NotImplementedError("not written yet: parse_tool_result")


# --- the server: stage tools-call-handler ---------------------------------


class McpServer:
    """A server with these tools."""

    def __init__(self, tools: list[Frame]) -> None:
        self.tools = tools

    def handle(self, request: Frame) -> Frame:
        """The response to one request."""
        raise NotImplementedError("not written yet: handle")
