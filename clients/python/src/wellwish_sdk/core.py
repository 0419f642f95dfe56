"""One call without I/O: both kinds of client send the requests that it yields.

A call is a generator: it yields `Send` and receives `Received` or `Lost`; between retries it yields `Sleep`.
"""

import random
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any, Final, cast
from uuid import uuid4

import msgspec

from wellwish_sdk import errors

API_VERSION: Final = "2026-11-21"
_BY_PAIR: Final = "/account/api-access/"
# If the server demands a longer wait, the call fails and the caller decides.
_LONGEST_WAIT_S: Final = 60.0
_FIRST_WAIT_S: Final = 0.5
# RFC 9110 section 15: a gateway failed, or the server is temporarily unavailable.
_UNAVAILABLE: Final = frozenset({429, 502, 503, 504})


@dataclass(frozen=True)
class Operation:
    """An operation of the API. ``kind``: type of its JSON response; `bytes`: a file; None: no content."""

    method: str
    path: str
    kind: Any
    keyed: bool = False


@dataclass(frozen=True)
class Options:
    """Settings of calls, which `with_options` changes."""

    timeout_s: float = 30.0
    retries: int = 2
    idempotency_key: str | None = None
    strict: bool = True
    dry_run: bool = False
    account: str = ""


@dataclass(frozen=True)
class Send:
    method: str
    path: str
    headers: Mapping[str, str]
    query: Mapping[str, str]
    content: bytes | None
    timeout_s: float


@dataclass(frozen=True)
class Received:
    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True)
class Lost:
    """No response. ``sent``: whether the request may have reached the server."""

    reason: str
    sent: bool


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Authorize:
    """Requests a token other than ``stale``. The driver renews it once for concurrent calls."""

    stale: str | None


Step = Send | Sleep | Authorize
Steps = Generator[Step, Any, Any]


class Token(msgspec.Struct):
    access_token: str
    expires_in: float


@dataclass
class Input:
    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] = field(default_factory=dict[str, Any])
    if_match: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


def exchange(api_key: str, client_secret: str, options: Options) -> Steps:
    """Exchanges the key pair for a `Token`. Raises AuthenticationFailed."""
    headers = {"x-api-key": api_key, "x-client-secret": client_secret, "api-version": API_VERSION}
    send = Send("POST", "/account/api-access/token", headers, {}, None, options.timeout_s)
    # A repeated exchange creates another token and changes nothing else.
    received = yield from _attempts(send, options.retries, repeatable=True)
    return _decode(received, Token)


def perform(operation: Operation, path: str, given: Input, options: Options, pair: tuple[str, str]) -> Steps:
    """Performs an operation and returns its decoded response. Raises ApiError and ConnectionFailed.

    ``pair``: the API key and the client secret, which a rotation sends instead of a token.
    """
    headers = {"api-version": API_VERSION, "accept": "application/json, */*;q=0.5", **given.headers}
    if options.strict:
        headers["prefer"] = "handling=strict"
    if options.account:
        headers["wellwish-account"] = options.account
    if given.if_match is not None:
        headers["if-match"] = given.if_match
    if operation.keyed:
        headers["idempotency-key"] = options.idempotency_key or str(uuid4())
    content = None
    if given.body is not None:
        content = msgspec.json.encode(given.body)
        headers["content-type"] = "application/json"
    query = {name: _word(value) for name, value in given.query.items() if value is not None}
    if options.dry_run:
        query["dry_run"] = "true"
    repeatable = operation.method == "GET" or operation.keyed
    if path.startswith(_BY_PAIR):
        headers |= {"x-api-key": pair[0], "x-client-secret": pair[1]}
        send = Send(operation.method, path, headers, query, content, options.timeout_s)
        return _decode((yield from _attempts(send, options.retries, repeatable=repeatable)), operation.kind)
    stale: str | None = None
    while True:
        token: str = yield Authorize(stale)
        signed = {**headers, "authorization": f"Bearer {token}"}
        send = Send(operation.method, path, signed, query, content, options.timeout_s)
        try:
            received = yield from _attempts(send, options.retries, repeatable=repeatable)
        except errors.AuthenticationFailed:
            # The token expired or its pair was rotated: retry once with a new token. Idempotency keys never
            # store a 401.
            if stale is not None:
                raise
            stale = token
            continue
        return _decode(received, operation.kind) if not options.dry_run else _tried(received, operation.kind)


def _attempts(send: Send, retries: int, *, repeatable: bool) -> Generator[Step, Any, Received]:
    """Sends until the call succeeds or fails permanently. Retries keep the idempotency key of a POST."""
    left = retries
    while True:
        outcome: Received | Lost = yield send
        wait = None
        if isinstance(outcome, Received):
            if outcome.status < 300:
                return outcome
            error = _error(outcome)
            if _may_repeat(error, repeatable):
                wait = error.retry_after_s
                wait = _backoff_s(retries - left) if wait is None else wait
        else:
            error = errors.ConnectionFailed(
                f"No response from the server: {outcome.reason}. Check the network, then retry."
            )
            if repeatable or not outcome.sent:
                wait = _backoff_s(retries - left)
        if wait is None or wait > _LONGEST_WAIT_S or left == 0:
            raise error
        left -= 1
        yield Sleep(wait)


def _may_repeat(error: errors.ApiError, repeatable: bool) -> bool:
    if error.status == 429:
        return True  # refused before any effect
    return repeatable and (error.status in _UNAVAILABLE or error.code == "idempotency_key_running")


def _backoff_s(attempt: int) -> float:
    """Exponential backoff, with jitter over the upper half."""
    return _FIRST_WAIT_S * 2**attempt * random.uniform(0.5, 1)  # noqa: S311


def _error(received: Received) -> errors.ApiError:
    return errors.from_response(
        received.status,
        received.content,
        received.headers.get("request-id"),
        _retry_after_s(received.headers),
    )


def _retry_after_s(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` (RFC 9110 section 10.2.3). A date counts from the server's `Date`: clocks differ."""
    value = headers.get("retry-after", "")
    if value.isdigit():
        return float(value)
    try:
        return max(
            0.0, (parsedate_to_datetime(value) - parsedate_to_datetime(headers["date"])).total_seconds()
        )
    except (KeyError, TypeError, ValueError):
        return None


def _decode(received: Received, kind: Any) -> Any:
    if kind is None:
        return None
    if kind is bytes:
        return received.content
    try:
        return msgspec.json.decode(received.content, type=kind)
    except msgspec.DecodeError as error:
        raise errors.ConnectionFailed(
            f"The response (status {received.status}, request {received.headers.get('request-id')}) is not "
            f"readable: {error}. Check any proxies in front of the server, or update wellwish-sdk."
        ) from error


def _tried(received: Received, kind: Any) -> Any:
    """Decodes the response to a dry run. Raises ConnectionFailed if the server ignored the dry run."""
    # The dry run of an operation that returns no record has a body nevertheless.
    record = _decode(received, kind or dict[str, Any]) if received.content else None
    if not _member(record, "dry_run"):
        raise errors.ConnectionFailed(
            f"The server does not support dry runs: request {received.headers.get('request-id')} may have "
            "taken effect. Update the server."
        )
    return record if kind is not None else None


def _member(record: Any, name: str) -> Any:
    return (
        cast("dict[str, Any]", record).get(name) if isinstance(record, dict) else getattr(record, name, None)
    )


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    isoformat = getattr(value, "isoformat", None)
    return isoformat() if isoformat else str(value)
