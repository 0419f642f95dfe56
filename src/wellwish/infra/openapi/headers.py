"""Header fields of requests and responses, and the parameter of dry runs."""

from typing import Any, Final

from wellwish.base.errors import PreconditionRequired
from wellwish.infra.http import Page, Route
from wellwish.infra.openapi.known_fields import MAX_INT32, Schema
from wellwish.infra.openapi.names import refusals_of

# Visible ASCII, either bare or as an RFC 9651 string: an opening quote requires a closing one.
_VISIBLE: Final = '^("[!#-~]+"|[!#-~][!-~]*)$'


def _text(pattern: str, most: int) -> Schema:
    return {"type": "string", "pattern": pattern, "maxLength": most}


PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": (
            "A unique key for this request, such as a UUID. Repeating the request with the same key returns "
            "the same response with `Idempotency-Replayed: true`, and the request takes effect only once."
        ),
        "schema": {"type": "string", "pattern": _VISIBLE, "minLength": 1, "maxLength": 255},
        "example": "5b1c2a4e-8d3f-4c61-9b1e-2f7a0d6c9e11",
    },
    "IfMatch": {
        "name": "If-Match",
        "in": "header",
        "description": (
            "The `ETag` of the record (RFC 9110 section 13.1.1). The request fails if the record has changed "
            "since you retrieved it."
        ),
        "schema": _text("^[ -~]*$", 255),
        "example": '"1"',
    },
}  # fmt: skip
PARAMETERS["DryRun"] = {
    "name": "dry_run",
    "in": "query",
    "description": (
        "Executes the request and rolls it back. The response has status 200, the resulting record, and "
        "`dry_run` with messages, refunds and cards left. Errors are the same as for the request."
    ),
    "schema": {"type": "boolean"},
    "example": False,
}
PARAMETERS.update(
    {f"{key}Required": {**PARAMETERS[key], "required": True} for key in ("IdempotencyKey", "IfMatch")}
)


def _header(description: str, schema: Schema, example: Any, *, required: bool = False) -> dict[str, Any]:
    always = {"required": True} if required else {}
    return {"description": description, **always, "schema": schema, "example": example}


HEADERS: Final[dict[str, dict[str, Any]]] = {
    "RetryAfter": _header(
        "Number of seconds to wait before retrying.",
        {"type": "integer", "format": "int32", "minimum": 0, "maximum": MAX_INT32},
        2,
        required=True,
    ),
    "ETag": _header("Version of the record; absent from a dry run.", _text('^"[0-9]+"$', 14), '"1"'),
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
}  # fmt: skip

_NAMES: Final = {
    "RetryAfter": "Retry-After",
    "ETag": "ETag",
    "Link": "Link",
    "WwwAuthenticate": "WWW-Authenticate",
}


def parameters_of(route: Route) -> list[str]:
    """Returns the keys in ``PARAMETERS`` of the headers and parameters that an operation reads."""
    given = ["IdempotencyKey"] if route.method == "POST" else []
    if any(source == "if_match" for _, source in route.binding):
        given.append("IfMatch")
    if route.key == "required":
        given[0] = "IdempotencyKeyRequired"
    if PreconditionRequired in refusals_of(route.handler) and route.key != "with_money":
        given[1] = "IfMatchRequired"
    return [*given, "DryRun"] if route.has_dry_run else given


def references(*keys: str) -> dict[str, dict[str, str]]:
    """Returns references to headers. The document's description lists those of all responses."""
    return {_NAMES[key]: {"$ref": f"#/components/headers/{key}"} for key in keys}


def success_headers(record: Any) -> dict[str, dict[str, str]]:
    """Returns the headers of a successful response with this record."""
    more: list[str] = []
    if "version" in getattr(record, "__struct_fields__", ()):
        more.append("ETag")
    if getattr(record, "__origin__", None) is Page:
        more.append("Link")
    return references(*more)


def problem_headers(status: str) -> dict[str, dict[str, str]]:
    """Returns the headers of the problem response with this status."""
    return references(*{"401": ["WwwAuthenticate"], "429": ["RetryAfter"]}.get(status, []))
