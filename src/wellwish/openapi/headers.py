"""Header fields of requests and responses."""

from typing import Any, Final

from wellwish.errors import PreconditionRequired
from wellwish.http import Page, Route
from wellwish.http.answer import API_VERSION
from wellwish.openapi.known import MAX_INT32, Schema
from wellwish.openapi.names import refusals_of

_ID_OF_REQUEST: Final = "req_01m7z4t0q8e2bvw5z3k9d6c1fh"
# Visible ASCII, either bare or as an RFC 9651 string: an opening quote requires a closing one.
_VISIBLE: Final = '^("[!#-~]+"|[!#-~][!-~]*)$'


def _text(pattern: str, most: int) -> Schema:
    return {"type": "string", "pattern": pattern, "maxLength": most}


PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "required": False,
        "description": (
            "A unique key for this request, such as a UUID. Repeating the request with the same key returns "
            "the same response, and the request takes effect only once."
        ),
        "schema": {"type": "string", "pattern": _VISIBLE, "minLength": 1, "maxLength": 255},
        "example": "5b1c2a4e-8d3f-4c61-9b1e-2f7a0d6c9e11",
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "required": False,
        "description": (
            "The `ETag` of the record (RFC 9110 section 13.1.1). The request fails if the record has changed "
            "since you retrieved it."
        ),
        "schema": _text("^[ -~]*$", 255),
        "example": '"1"',
    },
    "Prefer": {
        "name": "Prefer",
        "in": "header",
        "required": False,
        "description": (
            "With `handling=strict` (RFC 7240 section 4.4), input that would be ignored or read leniently is "
            "an error."
        ),
        "schema": _text("^[ -~]*$", 255),
        "example": "handling=strict",
    },
    "ApiVersion": {
        "name": "Api-Version",
        "in": "header",
        "required": False,
        "description": "API version that you expect.",
        "schema": {"type": "string", "enum": [API_VERSION]},
        "example": API_VERSION,
    },
}  # fmt: skip
PARAMETERS.update(
    {f"{key}Required": {**PARAMETERS[key], "required": True} for key in ("IdempotencyKey", "IfMatch")}
)


def _header(description: str, schema: Schema, example: Any, *, required: bool = False) -> dict[str, Any]:
    return {"description": description, "required": required, "schema": schema, "example": example}


HEADERS: Final[dict[str, dict[str, Any]]] = {
    "RequestId": _header(
        "Id of the request; include it when you contact the operator.",
        _text("^req_[0-9a-z]{26}$", 30),
        _ID_OF_REQUEST,
        required=True,
    ),
    "ApiVersion": _header(
        "API version.", {"type": "string", "enum": [API_VERSION]}, API_VERSION, required=True
    ),
    "RateLimitPolicy": _header(
        "Quota `q` per window of `w` seconds; absent if there is no limit.",
        _text('^"[a-z]+";q=[0-9]+;w=[0-9]+$', 64),
        '"requests";q=1200;w=60',
    ),
    "RateLimit": _header(
        (
            "Remaining quota `r`, and seconds `t` until it resets; absent if there is no limit. A request "
            "with many invitees or members, or with a large body, counts as several: see `request_costs` of "
            "`GET /api/limits`."
        ),
        _text('^"[a-z]+";r=[0-9]+;t=[0-9]+$', 64),
        '"requests";r=1199;t=60',
    ),
    "RetryAfter": _header(
        "Number of seconds to wait before retrying.",
        {"type": "integer", "format": "int32", "minimum": 0, "maximum": MAX_INT32},
        2,
        required=True,
    ),
    "ETag": _header("Version of the record.", _text('^"[0-9]+"$', 14), '"1"', required=True),
    "Link": _header(
        "Link to the next page (RFC 8288), if there is one.",
        _text('^<[^>]+>; rel="next"$', 4096),
        '<https://wellwish.example/api/cards?limit=1&cursor=WyJjIl0>; rel="next"',
    ),
    "WwwAuthenticate": _header(
        "Accepted authentication schemes (RFC 9110 section 11.6.1).",
        _text("^[ -~]+$", 255),
        'Bearer realm="wellwish"',
        required=True,
    ),
    "IdempotencyReplayed": _header(
        "`true` if the response is replayed from an earlier request with the same `Idempotency-Key`.",
        {"type": "string", "enum": ["true"]},
        "true",
    ),
    "PreferenceApplied": _header(
        "Preference that was applied (RFC 7240 section 3).",
        {"type": "string", "enum": ["handling=strict"]},
        "handling=strict",
    ),
}  # fmt: skip

_NAMES: Final = {
    "RequestId": "Request-Id",
    "ApiVersion": "Api-Version",
    "RateLimitPolicy": "RateLimit-Policy",
    "RateLimit": "RateLimit",
    "RetryAfter": "Retry-After",
    "ETag": "ETag",
    "Link": "Link",
    "WwwAuthenticate": "WWW-Authenticate",
    "IdempotencyReplayed": "Idempotency-Replayed",
    "PreferenceApplied": "Preference-Applied",
}
_EVERYWHERE: Final = ("RequestId", "ApiVersion", "RateLimit", "RateLimitPolicy")


def parameters_of(route: Route) -> list[str]:
    """Returns the keys in ``PARAMETERS`` of the headers that an operation reads."""
    given = ["IdempotencyKey"] if route.method == "POST" else []
    if any(source == "if_match" for _, source in route.binding):
        given.append("IfMatch")
    if route.key == "required":
        given[0] = "IdempotencyKeyRequired"
    if PreconditionRequired in refusals_of(route.handler) and route.key != "with_money":
        given[1] = "IfMatchRequired"
    return [*given, "Prefer", "ApiVersion"]


def references(*keys: str) -> dict[str, dict[str, str]]:
    """Returns references to the headers of every response, and to the given ones."""
    return {_NAMES[key]: {"$ref": f"#/components/headers/{key}"} for key in (*_EVERYWHERE, *keys)}


def success_headers(route: Route, record: Any) -> dict[str, dict[str, str]]:
    """Returns the headers of a successful response."""
    more = ["PreferenceApplied"]
    if route.method == "POST":
        more.append("IdempotencyReplayed")
    if "version" in getattr(record, "__struct_fields__", ()):
        more.append("ETag")
    if getattr(record, "__origin__", None) is Page:
        more.append("Link")
    return references(*more)


def problem_headers(status: int) -> dict[str, dict[str, str]]:
    """Returns the headers of a refusal with this status."""
    if status == 401:
        return references("WwwAuthenticate")
    return references("RetryAfter") if status in (429, 503) else references()
