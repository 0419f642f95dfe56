"""Serve assistants at ``/mcp``."""

import asyncio
from importlib import import_module
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wellwish.assistants.assistant import Assistant
from wellwish.assistants.metadata import METADATA_PATH
from wellwish.credentials.authenticate import bearer
from wellwish.errors import InvalidToken, MalformedJson, Refusal, Unauthenticated, Unavailable
from wellwish.http import Services
from wellwish.http.read import parse
from wellwish.http.request import body_of

_DEADLINE_S: Final = 30.0  # of one request; a tool takes tenths of a second
_PARSE_ERROR: Final = -32700  # JSON-RPC 2.0 section 5.1
_INVALID_REQUEST: Final = -32600


async def mcp(services: Services, request: Request) -> Response:
    """Raises Unauthenticated, InvalidToken, AccountSuspended, TooManyRequests, BodyTooLarge, BodyTooSlow."""
    base_url = services.settings.base_url
    # A browser sends the origin of the page that calls, which could be any (DNS rebinding).
    if request.headers.get("origin", base_url) != base_url:
        return _error(_INVALID_REQUEST, "Pages of other origins are not allowed.", 403)
    try:
        caller = await bearer(services, request)
    except (Unauthenticated, InvalidToken) as refusal:
        raise _with_metadata(refusal, base_url) from None
    request.scope["account_id"] = caller.account_id
    services.budget.take(caller.account_id)
    raw = await body_of(services, request)
    try:
        parse(raw)
    except MalformedJson as refusal:
        return _error(_PARSE_ERROR, refusal.detail, 400)
    protocol: Any = import_module("wellwish.assistants.protocol")
    assistant = Assistant(services, caller, request.app.state.operations)
    try:
        async with asyncio.timeout(_DEADLINE_S):
            return await protocol.respond(assistant, request, raw)
    except TimeoutError as error:
        raise Unavailable(headers={"Retry-After": "5"}) from error


def _with_metadata(refusal: Refusal, base_url: str) -> Refusal:
    """Returns the refusal with the address of the metadata in its challenge (RFC 9728 section 5.1)."""
    challenge = refusal.headers["WWW-Authenticate"]
    refusal.headers["WWW-Authenticate"] = f'{challenge}, resource_metadata="{base_url}{METADATA_PATH}"'
    return refusal


def _error(code: int, message: str, status: int) -> Response:
    body = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}
    return Response(msgspec.json.encode(body), status, media_type="application/json")
