"""Read the client credentials of a token request, by any of the supported methods."""

import binascii
from base64 import b64decode
from typing import Final
from urllib.parse import parse_qsl, unquote_plus

from msgspec import Struct
from starlette.requests import Request

from wellwish.base.errors import InvalidClient, InvalidTokenRequest, UnsupportedGrantType
from wellwish.infra.http import Services
from wellwish.infra.http.request import body_of

GRANT_TYPE: Final = "client_credentials"

_FORM: Final = "application/x-www-form-urlencoded"
_MAX_PARAMETERS: Final = 100


class Presented(Struct, frozen=True):
    """An API key and a client secret, not yet verified."""

    api_key: str
    client_secret: str


async def presented(services: Services, request: Request, raw: bytes | None = None) -> Presented:
    """Returns the pair in the request; ``raw`` is its body if it was read.

    Raises InvalidTokenRequest, UnsupportedGrantType, InvalidClient for a missing or malformed pair,
    BodyTooLarge or BodyTooSlow.
    """
    body = await body_of(services, request) if raw is None else raw
    pair = by_headers(request)
    basic = _by_basic(request)
    if pair is not None and basic is not None:
        raise InvalidTokenRequest(
            "Send the credentials either as `x-api-key` headers or as Basic authentication, not both."
        )
    if pair is not None:
        return pair  # the body is ignored
    return _by_form(basic, parameters(request, body))


def by_headers(request: Request) -> Presented | None:
    """Returns the pair of ``x-api-key`` and ``x-client-secret``, or None if both are missing."""
    api_key, client_secret = request.headers.get("x-api-key"), request.headers.get("x-client-secret")
    if api_key is None and client_secret is None:
        return None
    return Presented(api_key or "", client_secret or "")


def _by_basic(request: Request) -> Presented | None:
    """RFC 6749 2.3.1: HTTP Basic with form-urlencoded halves. Raises InvalidClient."""
    scheme, _, coded = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        api_key, colon, client_secret = b64decode(coded.strip(" "), validate=True).decode().partition(":")
        pair = Presented(unquote_plus(api_key, errors="strict"), unquote_plus(client_secret, errors="strict"))
    except (binascii.Error, ValueError) as error:
        raise InvalidClient("Malformed Basic authentication (RFC 7617).") from error
    if not colon:
        raise InvalidClient("Malformed Basic authentication (RFC 7617).")
    return pair


def _by_form(basic: Presented | None, form: dict[str, str]) -> Presented:
    if basic is None and not form:
        raise InvalidClient("Missing credentials: send `x-api-key` and `x-client-secret`.")
    if "grant_type" not in form:
        raise InvalidTokenRequest("Missing parameter: `grant_type`.")
    if form["grant_type"] != GRANT_TYPE:
        raise UnsupportedGrantType
    if basic is None:
        if "client_id" not in form:
            raise InvalidClient("Missing credentials: send `client_id` and `client_secret`.")
        return Presented(form["client_id"], form.get("client_secret", ""))
    if "client_secret" in form or form.get("client_id", basic.api_key) != basic.api_key:
        raise InvalidTokenRequest(
            "Send the credentials either as Basic authentication or in the form, not both."
        )
    return basic


def parameters(request: Request, body: bytes) -> dict[str, str]:
    """Returns the form's parameters. Parameters without a value count as omitted (RFC 6749 section 3.2).

    Raises InvalidTokenRequest.
    """
    if body.strip() in (b"", b"{}"):
        return {}
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise InvalidTokenRequest(f"The body must be {_FORM}.")
    try:
        pairs = parse_qsl(body.decode(), errors="strict", max_num_fields=_MAX_PARAMETERS)
    except ValueError as error:
        raise InvalidTokenRequest("The form cannot be parsed.") from error
    parameters = dict(pairs)
    if len(parameters) != len(pairs):
        raise InvalidTokenRequest("A parameter must not be repeated.")
    return parameters
