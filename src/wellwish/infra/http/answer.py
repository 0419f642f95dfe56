"""Responses: records and problem documents as JSON, and the headers of every response."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from wellwish.base.errors import Fault, Refusal

API_VERSION: Final = "2026-11-21"
PROBLEM: Final = "application/problem+json"
_HSTS: Final = "max-age=31536000; includeSubDomains"  # RFC 6797; a year, as ASVS 5.0 3.4.1 requires

_encode: Final = msgspec.json.Encoder().encode


_PLAIN: Final = "^[ -~]+$"


class Problem(Struct, frozen=True, omit_defaults=True):
    """A problem document (RFC 9457), extended by ``code``, ``request_id`` and ``errors``."""

    type: Annotated[
        str,
        Meta(
            max_length=2048,
            description="URL of the documentation page about the error.",
            extra_json_schema={"format": "uri"},
        ),
    ]
    title: Annotated[
        str,
        Meta(
            max_length=255,
            pattern=_PLAIN,
            description="Short summary of the error, the same for every occurrence of a `code`.",
        ),
    ]
    status: Annotated[
        int,
        Meta(
            ge=400,
            le=599,
            description="HTTP status code of the response.",
            extra_json_schema={"format": "int32"},
        ),
    ]
    detail: Annotated[str, Meta(description="Explanation of this occurrence of the error, or how to fix it.")]
    code: Annotated[str, Meta(description="Machine-readable error code.")]
    request_id: Annotated[
        str,
        Meta(
            max_length=30,
            pattern="^req_[0-9a-z]{26}$",
            description="Identifies the request; include it when you contact the operator.",
        ),
    ]
    errors: Annotated[list[Fault], Meta(description="All faults found in the request.")] = []


def problem(refusal: Refusal, base_url: str, request_id: str) -> Response:
    document = Problem(
        type=f"{base_url}/errors/{refusal.code}",
        title=refusal.title,
        status=refusal.status,
        detail=refusal.detail,
        code=refusal.code,
        request_id=request_id,
        errors=refusal.faults,
    )
    body = _encode(document)
    if refusal.members:
        body = body[:-1] + b"," + _encode(refusal.members)[1:]
    return Response(body, refusal.status, headers=refusal.headers, media_type=PROBLEM)


def encode(record: Any, warnings: list[Fault], dry_run: Struct | None = None) -> bytes:
    """Returns the record as JSON, followed by the members ``dry_run`` and ``warnings``, if any.

    The dry run of an operation without a record has only these members.
    """
    parts = [] if record is None else [_encode(record)[1:-1]]
    if dry_run is not None:
        parts.append(b'"dry_run":' + _encode(dry_run))
    if warnings:
        parts.append(b'"warnings":' + _encode(warnings))
    return b"{" + b",".join(parts) + b"}"


def warning_headers(warnings: list[Fault]) -> dict[str, str]:
    """Returns a header with the number of warnings, for clients that do not read them in the body."""
    return {"Wellwish-Warnings": str(len(warnings))} if warnings else {}


def record_headers(record: Any) -> dict[str, str]:
    """Returns the record's version as a strong ``ETag``, or no headers for a record without a version."""
    version = getattr(record, "version", None)
    return {} if version is None else {"ETag": f'"{version}"'}


def finish(response: Response, request_id: str, extra: Mapping[str, str], *, base_url: str) -> Response:
    """Adds the common headers; headers of the response take precedence over ``extra``."""
    response.headers["Request-Id"] = request_id
    response.headers["Api-Version"] = API_VERSION
    response.headers["X-Content-Type-Options"] = "nosniff"
    if base_url.startswith("https:"):
        response.headers["Strict-Transport-Security"] = _HSTS
    response.headers.setdefault("Cache-Control", "no-store")
    for name, value in extra.items():
        response.headers.setdefault(name, value)
    return response
