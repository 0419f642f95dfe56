"""Serve assistants at ``/mcp``."""

import asyncio
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wellwish.assistants.assistant import Assistant, missing_scope
from wellwish.assistants.catalogue import TOOLS
from wellwish.assistants.metadata import METADATA_PATH, PATH
from wellwish.auth.consents.authenticate import find_granted, is_access_token
from wellwish.auth.consents.consent import SCOPES, host_of
from wellwish.auth.credentials.authenticate import ACCOUNT_HEADER, bearer
from wellwish.auth.credentials.credential import BEARER_CHALLENGE
from wellwish.base.errors import (
    AccountSuspended,
    InvalidToken,
    MalformedJson,
    PlatformRequired,
    Refusal,
    Unauthenticated,
    Unavailable,
)
from wellwish.infra.http import Caller, Route, Services
from wellwish.infra.http.budget import network_of, peer
from wellwish.infra.http.read import parse
from wellwish.infra.http.request import body_of

_DEADLINE_S: Final = 30.0  # time limit of a request; tools take tenths of a second
_PARSE_ERROR: Final = -32700  # JSON-RPC 2.0 section 5.1
_INVALID_REQUEST: Final = -32600


async def mcp(services: Services, request: Request) -> Response:
    """Raises the refusals of ``bearer``, BodyTooLarge, BodyTooSlow, and Unavailable after a timeout."""
    base_url = services.settings.base_url
    # A browser sends the origin of the calling page, which could be any page (DNS rebinding).
    if request.headers.get("origin", base_url) != base_url:
        return _error(_INVALID_REQUEST, "Pages of other origins are not allowed.", 403)
    try:
        caller, scopes = await _authenticate(services, request)
    except (Unauthenticated, InvalidToken) as refusal:
        raise _with_metadata(refusal, base_url) from None
    request.scope["account_id"], request.scope["payer"] = caller.account_id, caller.payer
    services.budget.take(caller.payer)
    raw = await body_of(services, request)
    try:
        message = parse(raw)
    except MalformedJson as refusal:
        return _error(_PARSE_ERROR, refusal.detail, 400)
    operations: Mapping[str, Route] = request.app.state.operations
    if (missing := _missing_scope(message, scopes, operations)) is not None:
        return _insufficient(base_url, missing)
    protocol: Any = import_module("wellwish.assistants.protocol")
    assistant = Assistant(services, caller, scopes, operations)
    try:
        async with asyncio.timeout(_DEADLINE_S):
            return await protocol.respond(assistant, request, raw)
    except TimeoutError as error:
        raise Unavailable(headers={"Retry-After": "5"}) from error


async def _authenticate(services: Services, request: Request) -> tuple[Caller, frozenset[str]]:
    """Returns the caller of a consent's token with its scopes, or of an API token with those of its key.

    Raises PlatformRequired for a consent's token with ``Wellwish-Account``, and the refusals of ``bearer``.
    """
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip(" ")
    if scheme.lower() != "bearer" or not is_access_token(token):
        caller = await bearer(services, request)
        return caller, frozenset(SCOPES) if caller.scopes is None else caller.scopes
    if ACCOUNT_HEADER in request.headers:
        raise PlatformRequired("A consent applies to a single account. Do not send `Wellwish-Account`.")
    granted = await find_granted(services, token)
    if granted is None:
        services.visits.failures.take(peer(request))
    # The base URL, and so the resource, may have changed since the consent (RFC 8707 section 2).
    resource = services.settings.base_url + PATH
    if granted is None or not granted.is_current or granted.resource != resource:
        raise InvalidToken(headers={"WWW-Authenticate": f'{BEARER_CHALLENGE}, error="invalid_token"'})
    if granted.is_suspended:
        raise AccountSuspended
    caller = Caller(
        granted.account_id,
        granted.user_id,
        consent_id=granted.consent_id,
        client=host_of(granted.client_id),
        network=network_of(request),
        shared_with=granted.platform_id or "",
    )
    return caller, frozenset(granted.scope.split())


def _missing_scope(message: Any, scopes: frozenset[str], operations: Mapping[str, Route]) -> str | None:
    """Returns the scope that the called tool needs but the token lacks, or None. The call checks it again."""
    match message:
        case {"method": "tools/call", "params": {"name": str(name)}} if name in TOOLS:
            return missing_scope(TOOLS[name], scopes, operations)
        case _:
            return None


def _insufficient(base_url: str, scope: str) -> Response:
    """Returns the challenge that makes a client request more scopes (RFC 6750 section 3.1)."""
    response = _error(_INVALID_REQUEST, f"This needs consent to {scope}.", 403)
    challenge = f'{BEARER_CHALLENGE}, error="insufficient_scope", scope="{scope}"'
    response.headers["WWW-Authenticate"] = f'{challenge}, resource_metadata="{base_url}{METADATA_PATH}"'
    return response


def _with_metadata(refusal: Refusal, base_url: str) -> Refusal:
    """Returns the refusal with the URL of the metadata in its challenge (RFC 9728 section 5.1).

    The challenge names all scopes; the person can narrow them on the consent page.
    """
    challenge = f'{refusal.headers["WWW-Authenticate"]}, scope="{" ".join(SCOPES)}"'
    refusal.headers["WWW-Authenticate"] = f'{challenge}, resource_metadata="{base_url}{METADATA_PATH}"'
    return refusal


def _error(code: int, message: str, status: int) -> Response:
    body = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}}
    return Response(msgspec.json.encode(body), status, media_type="application/json")
