"""The problem responses of an operation, with examples."""

from typing import Any, Final

from wellwish.base.errors import (
    CATALOGUE,
    AccountSuspended,
    BodyTooLarge,
    BodyTooSlow,
    CustomerClosed,
    CustomerNotFound,
    Fault,
    IdempotencyKeyRequired,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InternalError,
    InvalidClient,
    InvalidIdempotencyKey,
    InvalidRequest,
    InvalidToken,
    MalformedJson,
    MissingScope,
    NetworkNotAllowed,
    NotFound,
    PlatformRequired,
    PreconditionFailed,
    PreconditionRequired,
    Refusal,
    SecretNoLongerAvailable,
    TooManyFailures,
    TooManyRequests,
    TooManyStoredResponses,
    Unauthenticated,
    Unavailable,
    UnknownApiVersion,
    UnsupportedMediaType,
    WrongMode,
)
from wellwish.infra.http import Route
from wellwish.infra.http.answer import PROBLEM
from wellwish.infra.http.scopes import SCOPES
from wellwish.infra.openapi.headers import problem_headers
from wellwish.infra.openapi.known_fields import Schema
from wellwish.infra.openapi.names import id_schema, refusals_of
from wellwish.infra.openapi.schema import Schemas
from wellwish.infra.openapi.shared import Shared

BASE_URL: Final = "https://wellwish.example"
_REQUEST_ID: Final = "req_01m7z4t0q8e2bvw5z3k9d6c1fh"
_OTHERS_ID: Final = "ID of the conflicting record."
# Members that some refusals add to a problem document.
MEMBERS: Final[dict[str, Schema]] = {
    "card_id": {"description": _OTHERS_ID, **(id_schema("card_id") or {})},
    "account_id": {"description": _OTHERS_ID, **(id_schema("account_id") or {})},
    "card_admin_id": {"description": _OTHERS_ID, **(id_schema("card_admin_id") or {})},
    "group_id": {"description": _OTHERS_ID, **(id_schema("group_id") or {})},
    "invite_id": {"description": _OTHERS_ID, **(id_schema("invite_id") or {})},
    "member_id": {"description": _OTHERS_ID, **(id_schema("member_id") or {})},
    "scope": {
        "description": "Scope that the restricted key lacks; absent if only the key pair can call it.",
        "type": "string",
        "enum": list(SCOPES),
    },
    "export_id": {"description": _OTHERS_ID, **(id_schema("export_id") or {})},
    "erasure_id": {"description": _OTHERS_ID, **(id_schema("erasure_id") or {})},
    "error": {
        "description": "Error code of RFC 6749 section 5.2; only at the token endpoint.",
        "type": "string",
        "enum": [
            "invalid_request",
            "invalid_client",
            "unsupported_grant_type",
            "access_denied",
            "temporarily_unavailable",
        ],
    },
}
_MEMBERS_OF: Final = {
    "external_id_exists": {"card_id": "card_01m7z4t0q9f1grv3k7m2x8d4ha"},
    "card_admin_exists": {"card_admin_id": "adm_01m7z4t0qafbvs6n0c5e9j2t4k"},
    "address_invited": {"invite_id": "inv_01m7z4t0qbe5rz8w1d7f3h6m9n"},
    "member_exists": {"member_id": "mbr_01m7z4t0qbe5rz8w1d7f3h6m9q"},
    "missing_scope": {"scope": "cards.write"},
    "data_request_running": {"erasure_id": "era_01m7z4t0qbe5rz8w1d7f3h6m9r"},
    "group_name_exists": {"group_id": "grp_01m7z4t0qbe5rz8w1d7f3h6m9p"},
}
_FAULTS_OF: Final = {
    "invalid_request": [
        Fault("/title", "required", "This field is required."),
        Fault("/collection/add_money", "invalid_value", "Must be one of: everyone, nobody."),
    ],
    "external_id_exists": [Fault("/external_id", "exists", "Another card already has this `external_id`.")],
    "card_admin_exists": [Fault("/email", "exists", "This person is already an admin of the card.")],
    "member_exists": [
        Fault("/email", "exists", "This person is already a member of the account, or invited.")
    ],
}  # fmt: skip

# Problems in reading any request, and server errors, are an operation's default response.
_KEYS: Final[dict[int, str]] = dict.fromkeys((400, 408, 413, 415, 500, 503), "default")
# Refusals that depend only on the method and the authentication, or are the only one with their status.
GENERAL: Final[frozenset[type[Refusal]]] = frozenset(
    {
        AccountSuspended,
        BodyTooLarge,
        BodyTooSlow,
        CustomerClosed,
        CustomerNotFound,
        IdempotencyKeyReused,
        IdempotencyKeyRunning,
        InternalError,
        InvalidClient,
        InvalidIdempotencyKey,
        InvalidRequest,
        InvalidToken,
        MalformedJson,
        MissingScope,
        NetworkNotAllowed,
        NotFound,
        PlatformRequired,
        PreconditionFailed,
        PreconditionRequired,
        TooManyFailures,
        TooManyRequests,
        TooManyStoredResponses,
        Unauthenticated,
        Unavailable,
        UnknownApiVersion,
    }
)
# The name and description of the response with each status.
_NAMES: Final = {
    "default": ("Unexpected", "The request cannot be read, or the server has an error or is unavailable."),
    "401": ("Unauthorized", "Authentication failed."),
    "403": ("Forbidden", "You may not do this."),
    "404": ("NotFound", "Not found, or not visible to you."),
    "409": ("Conflict", "The current state does not allow this."),
    "412": ("Changed", "The record has changed."),
    "422": ("Invalid", "The input is not valid; `errors` lists every fault."),
    "428": ("PreconditionRequired", "A header is missing."),
    "429": ("TooMany", "Too many requests."),
}


def list_refusals(route: Route) -> list[type[Refusal]]:
    """Returns all refusals of an operation, sorted by status and code."""
    found: set[type[Refusal]] = {
        InvalidRequest,
        MissingScope,
        UnknownApiVersion,
        TooManyRequests,
        InternalError,
        Unavailable,
    }
    found.update(refusals_of(route.caller), refusals_of(route.handler), route.access.refuses)
    if route.mode != "any":
        found.add(WrongMode)
    if route.method in ("POST", "PUT", "PATCH"):
        found |= {MalformedJson, BodyTooLarge, BodyTooSlow}
        if not route.body_optional:
            found.add(UnsupportedMediaType)
    if route.method == "POST":
        found |= {
            InvalidIdempotencyKey,
            IdempotencyKeyReused,
            IdempotencyKeyRunning,
            TooManyStoredResponses,
        }
        if route.secret:
            found.add(SecretNoLongerAvailable)
        if route.key != "optional":
            found.add(IdempotencyKeyRequired)
    return sorted(found, key=lambda refusal: (refusal.status, refusal.code))


def responses(kind: str, refusals: list[type[Refusal]], schemas: Schemas, shared: Shared) -> dict[str, Any]:
    """Returns references to the problem responses, by status.

    They list the codes of all operations of a kind, such as ``Post``; each operation lists its subset.
    """
    by_status: dict[str, list[type[Refusal]]] = {}
    for refusal in refusals:
        if refusal is UnknownApiVersion:
            continue  # applies to every request with the header, as the document's description explains
        of_status = by_status.setdefault(_KEYS.get(refusal.status, str(refusal.status)), [])
        if refusal in GENERAL:
            of_status.append(refusal)
    return {
        status: shared.refer("responses", _NAMES[status][0], kind, response(status, of_status, schemas))
        for status, of_status in by_status.items()
    }


def response(status: str, refusals: list[type[Refusal]], schemas: Schemas) -> dict[str, Any]:
    """Returns one problem response; ``x-codes`` lists the values of ``code`` of all its operations."""
    return {
        "description": _NAMES[status][1],
        "x-codes": [refusal.code for refusal in refusals],
        **({"headers": headers} if (headers := problem_headers(status)) else {}),
        "content": {PROBLEM: {"schema": schemas.problem(MEMBERS)}},
    }


def example(code: str) -> dict[str, Any]:
    """Returns an example of a refusal's problem document."""
    refusal = CATALOGUE[code]
    faults = _FAULTS_OF.get(code, [])
    value: dict[str, Any] = {
        "type": f"{BASE_URL}/errors/{code}",
        "title": refusal.title,
        "status": refusal.status,
        "detail": refusal.fix,
        "code": code,
        "request_id": _REQUEST_ID,
    }
    if faults:
        value["errors"] = [
            {"pointer": fault.pointer, "code": fault.code, "detail": fault.detail} for fault in faults
        ]
    return value | _MEMBERS_OF.get(code, {})
