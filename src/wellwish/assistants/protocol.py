"""The Model Context Protocol at ``/mcp``: Streamable HTTP without sessions, with the SDK (decision 48).

Each request has a separate server and session manager, so neither tasks nor the caller's permissions outlive
it.
"""

import asyncio
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import mcp_types as types
import msgspec
import structlog
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message

from wellwish import __version__
from wellwish.assistants.assistant import Assistant, Tool, missing_scope
from wellwish.assistants.catalogue import INSTRUCTIONS, TOOLS
from wellwish.assistants.plan import PlanRefusedError
from wellwish.assistants.schema import schema
from wellwish.base.errors import InternalError, Refusal
from wellwish.infra.http import Warnings
from wellwish.infra.http.read import convert

log: Final = structlog.get_logger("wellwish.assistants")
_LISTED_FOR_MS: Final = 3600 * 1000  # how long clients may cache the list of tools

# The SDK logs requests and exceptions with their text, which can contain personal data.
logging.getLogger("mcp").setLevel(logging.CRITICAL)


async def respond(assistant: Assistant, request: Request, raw: bytes) -> Response:
    """Returns the protocol's response to a request with this body."""
    manager = StreamableHTTPSessionManager(_server(assistant), json_response=True, stateless=True)
    written = _Written()
    async with manager.run():
        await manager.handle_request(request.scope, _Body(raw), written)
    return written.response()


def _server(assistant: Assistant) -> Server[Any]:
    async def list_tools(
        context: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        del context, params
        return types.ListToolsResult(tools=[*listed().values()])

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        del context
        return await _call(assistant, params.name, params.arguments or {})

    return Server(
        "wellwish",
        version=__version__,
        title="Wellwish",
        instructions=INSTRUCTIONS,
        website_url=assistant.services.settings.base_url,
        get_tool_input_schema=lambda name: listed()[name].input_schema if name in TOOLS else None,
        cache_hints={"tools/list": CacheHint(_LISTED_FOR_MS, "public")},
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


@cache
def listed() -> dict[str, types.Tool]:
    """Returns the tools as clients see them."""
    return {name: _listed(tool) for name, tool in TOOLS.items()}


def _listed(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=schema(tool.input, is_input=True),
        output_schema=schema(tool.output, is_input=False),
        annotations=types.ToolAnnotations(
            read_only_hint=tool.reads,
            destructive_hint=tool.destructive,
            idempotent_hint=True,  # a repeat with the same plan takes effect only once
            open_world_hint=tool.reaches_people,
        ),
    )


async def _call(assistant: Assistant, name: str, arguments: Mapping[str, Any]) -> types.CallToolResult:
    tool = TOOLS.get(name)
    if tool is None:
        return _refused("unknown_tool", "There is no such tool.")
    if (scope := missing_scope(tool, assistant.scopes, assistant.operations)) is not None:
        return _refused("insufficient_scope", f"This needs consent to `{scope}`.")
    try:
        given = convert(dict(arguments), tool.input, strict=True, warnings=Warnings(strict=True))
        made = await tool.run(assistant, given)
    except PlanRefusedError as error:
        return _refused(error.code, error.detail)
    except Refusal as refusal:
        return _refused(refusal.code, refusal.detail, msgspec.to_builtins(refusal.faults))
    except Exception:
        log.exception("tool failed", tool=name)
        failure = InternalError()
        return _refused(failure.code, failure.detail)
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=msgspec.json.encode(made).decode())],
        structured_content=msgspec.to_builtins(made),
    )


def _refused(code: str, detail: str, faults: list[Any] | None = None) -> types.CallToolResult:
    told = {"code": code, "detail": detail} | ({"errors": faults} if faults else {})
    text = msgspec.json.encode({"error": told}).decode()
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)


class _Body:
    """The ASGI ``receive`` of a request whose body has been read and whose client stays connected."""

    def __init__(self, raw: bytes) -> None:
        self._messages: list[Message] = [{"type": "http.request", "body": raw, "more_body": False}]

    async def __call__(self) -> Message:
        if not self._messages:
            await asyncio.Event().wait()
        return self._messages.pop()


class _Written:
    """The ASGI ``send`` that collects a response."""

    def __init__(self) -> None:
        self._status = 500
        self._headers: list[tuple[bytes, bytes]] = []
        self._body = bytearray()

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            self._headers = [(bytes(name), bytes(value)) for name, value in message["headers"]]
        else:
            self._body += message.get("body", b"")

    def response(self) -> Response:
        made = Response(bytes(self._body), self._status)
        made.raw_headers = [each for each in made.raw_headers if each[0] == b"content-length"] + [
            each for each in self._headers if each[0] != b"content-length"
        ]
        return made
