"""The errors of the client. Each has a code and a message with the remedy."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a request. ``pointer``: JSON pointer into the body (RFC 6901), or a parameter."""

    pointer: str | None
    code: str
    detail: str


class WellwishError(Exception):
    """Base class of all errors of the client."""

    code = "error"


class ConnectionFailed(WellwishError):
    """No usable response arrived. The request may have taken effect."""

    code = "connection_failed"


class ForgedWebhook(WellwishError):
    """The signature of a webhook is missing or wrong, or its time is more than five minutes off."""

    code = "forged_webhook"


class ApiError(WellwishError):
    """The server refused the request. ``code``: error code of the API reference, such as ``card_closed``."""

    def __init__(
        self,
        status: int,
        code: str,
        title: str,
        detail: str,
        *,
        request_id: str | None = None,
        faults: tuple[Fault, ...] = (),
        problem: dict[str, Any] | None = None,
        retry_after_s: float | None = None,
    ) -> None:
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
        self.request_id = request_id
        self.faults = faults
        self.problem: dict[str, Any] = problem or {}
        self.retry_after_s = retry_after_s
        lines = [f"{title} ({code}, status {status}). {detail}"]
        lines += [f"  {fault.pointer or 'request'}: {fault.detail}" for fault in faults]
        if request_id:
            lines.append(f"Request: {request_id}")
        super().__init__("\n".join(lines))


class InvalidRequest(ApiError):
    """400, 413, 415, 422 and 428: the request must change. ``faults`` lists everything wrong with it."""


class AuthenticationFailed(ApiError):
    """401: the API key, the client secret or the token is not valid."""


class PermissionDenied(ApiError):
    """403."""


class NotFound(ApiError):
    """404 and 410."""


class Conflict(ApiError):
    """409 and 412: the state of a record does not permit the request."""


class RateLimited(ApiError):
    """429, after all retries."""


class Unavailable(ApiError):
    """500 and above, after all retries."""


_BY_STATUS: Final[dict[int, type[ApiError]]] = {
    400: InvalidRequest,
    401: AuthenticationFailed,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    412: Conflict,
    413: InvalidRequest,
    415: InvalidRequest,
    422: InvalidRequest,
    428: InvalidRequest,
    429: RateLimited,
}
_UNKNOWN: Final = (
    "The response is not from Wellwish. Check the base URL and any proxies in front of the server."
)


class _Fault(msgspec.Struct):
    detail: str = ""
    code: str = ""
    pointer: str | None = None
    parameter: str | None = None
    header: str | None = None


class _Problem(msgspec.Struct):
    """A problem document (RFC 9457)."""

    code: str
    title: str = ""
    detail: str = ""
    request_id: str | None = None
    errors: list[_Fault] = []


def from_response(status: int, body: bytes, request_id: str | None, retry_after_s: float | None) -> ApiError:
    """Converts a problem document, or the response of a proxy, to an error."""
    kind = _BY_STATUS.get(status, Unavailable if status >= 500 else ApiError)
    extras: dict[str, Any] = {}
    try:
        extras = msgspec.json.decode(body, type=dict[str, Any])
        problem = msgspec.convert(extras, _Problem)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError):
        problem = _Problem("unexpected_response", "Unexpected response", _UNKNOWN)
    return kind(
        status,
        problem.code,
        problem.title,
        problem.detail,
        request_id=request_id or problem.request_id,
        faults=tuple(
            Fault(each.pointer or each.parameter or each.header, each.code, each.detail)
            for each in problem.errors
        ),
        problem=extras,
        retry_after_s=retry_after_s,
    )
