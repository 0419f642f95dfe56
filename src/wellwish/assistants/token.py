"""The token and revocation endpoints of OAuth, for the codes and tokens of consents and for API key pairs."""

from collections.abc import Mapping

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.consents.consent import TokenRefusedError
from wellwish.auth.consents.exchange import Code, exchange_code
from wellwish.auth.consents.refresh import refresh
from wellwish.auth.consents.revoke import revoke
from wellwish.auth.consents.tokens import Tokens
from wellwish.auth.credentials.client import parameters
from wellwish.auth.credentials.exchange import exchange
from wellwish.base.errors import InvalidTokenRequest
from wellwish.infra.http import Services
from wellwish.infra.http.budget import network_of, peer
from wellwish.infra.http.request import body_of

_NOT_STORED = {"Cache-Control": "no-store", "Pragma": "no-cache"}  # RFC 6749 section 5.1


async def token(services: Services, request: Request) -> Response:
    """Returns tokens; refusals have the format of RFC 6749 section 5.2.

    Raises TooManyRequests, TooManyFailures for a network address above its limit, and, for a key pair, the
    refusals of ``exchange``.
    """
    raw = await body_of(services, request)
    given = _form(request, raw)
    grant = given.get("grant_type")
    if grant not in ("authorization_code", "refresh_token"):
        return await exchange(services, request, raw)
    try:
        issued = await (_exchanged if grant == "authorization_code" else _refreshed)(services, request, given)
    except TokenRefusedError as refusal:
        services.visits.failures.take(peer(request))
        told = {"error": refusal.error, "error_description": refusal.description}
        return _json(told, 400)
    request.scope["account_id"], request.scope["payer"] = issued.account_id, issued.payer
    return _json(
        {
            "access_token": issued.access_token,
            "token_type": "Bearer",
            "expires_in": issued.expires_in,
            "refresh_token": issued.refresh_token,
            "scope": issued.scope,
        }
    )


async def revoke_token(services: Services, request: Request) -> Response:
    """Ends a consent or an access token (RFC 7009): the response is 200 even for an unknown or ended token.

    Raises TooManyFailures for a network address above its limit of failures.
    """
    given = _form(request, await body_of(services, request))
    try:
        _require(given, "token", "client_id")
        is_known = await revoke(services, given["token"], given["client_id"], network_of(request))
    except TokenRefusedError as refusal:
        services.visits.failures.take(peer(request))
        return _json({"error": refusal.error, "error_description": refusal.description}, 400)
    if not is_known:
        services.visits.failures.take(peer(request))
    return Response(status_code=200, headers=_NOT_STORED)


def _form(request: Request, raw: bytes) -> dict[str, str]:
    try:
        return parameters(request, raw)
    except InvalidTokenRequest:
        return {}  # the key pair exchange reports the error


async def _exchanged(services: Services, request: Request, given: Mapping[str, str]) -> Tokens:
    _require(given, "code", "client_id", "code_verifier")
    code = Code(
        code=given["code"],
        client_id=given["client_id"],
        redirect_uri=given.get("redirect_uri", ""),
        code_verifier=given["code_verifier"],
        resource=given.get("resource", ""),
    )
    return await exchange_code(services, code, network_of(request))


async def _refreshed(services: Services, request: Request, given: Mapping[str, str]) -> Tokens:
    _require(given, "refresh_token", "client_id")
    scope, resource = given.get("scope", ""), given.get("resource", "")
    return await refresh(
        services, given["refresh_token"], given["client_id"], scope, resource, network_of(request)
    )


def _require(given: Mapping[str, str], *names: str) -> None:
    for name in names:
        if name not in given:
            raise TokenRefusedError("invalid_request", f"Missing parameter: {name}.")


def _json(document: Mapping[str, str | int], status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, _NOT_STORED, "application/json")
