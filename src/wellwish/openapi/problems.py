"""The problem responses of an operation, with examples."""

from typing import Any, Final

from wellwish.errors import (
    CATALOGUE,
    BodyTooLarge,
    BodyTooSlow,
    Fault,
    IdempotencyKeyRequired,
    IdempotencyKeyReused,
    IdempotencyKeyRunning,
    InternalError,
    InvalidIdempotencyKey,
    InvalidRequest,
    MalformedJson,
    Refusal,
    SecretNoLongerAvailable,
    TooManyRequests,
    TooManyStoredResponses,
    Unavailable,
    UnknownApiVersion,
    UnsupportedMediaType,
)
from wellwish.http import Route
from wellwish.http.answer import PROBLEM
from wellwish.openapi.headers import problem_headers
from wellwish.openapi.known import Schema
from wellwish.openapi.names import id_schema, refusals_of
from wellwish.openapi.schema import Schemas

BASE_URL: Final = "https://wellwish.example"
_REQUEST_ID: Final = "req_01m7z4t0q8e2bvw5z3k9d6c1fh"
_OTHERS_ID: Final = "Id of the conflicting record."
# Members that some refusals add to a problem document.
MEMBERS: Final[dict[str, Schema]] = {
    "card_id": {"description": _OTHERS_ID, **(id_schema("card_id") or {})},
    "card_admin_id": {"description": _OTHERS_ID, **(id_schema("card_admin_id") or {})},
    "group_id": {"description": _OTHERS_ID, **(id_schema("group_id") or {})},
    "member_id": {"description": _OTHERS_ID, **(id_schema("member_id") or {})},
    "error": {
        "description": "Error code of RFC 6749 section 5.2; only at the token endpoint.",
        "type": "string",
        "enum": ["invalid_request", "invalid_client", "unsupported_grant_type", "temporarily_unavailable"],
    },
}
_MEMBERS_OF: Final = {
    "external_id_exists": {"card_id": "card_01m7z4t0q9f1grv3k7m2x8d4ha"},
    "card_admin_exists": {"card_admin_id": "adm_01m7z4t0qafbvs6n0c5e9j2t4k"},
    "member_exists": {"member_id": "mbr_01m7z4t0qbe5rz8w1d7f3h6m9q"},
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


def list_refusals(route: Route) -> list[type[Refusal]]:
    """Returns all refusals of an operation, sorted by status and code."""
    found: set[type[Refusal]] = {
        InvalidRequest,
        UnknownApiVersion,
        TooManyRequests,
        InternalError,
        Unavailable,
    }
    found.update(refusals_of(route.caller), refusals_of(route.handler), route.access.refuses)
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


def responses(route: Route, refusals: list[type[Refusal]], schemas: Schemas) -> dict[str, Any]:
    """Returns the problem responses, by status."""
    del route
    found: dict[str, Any] = {}
    for status in sorted({refusal.status for refusal in refusals}):
        of_status = [refusal for refusal in refusals if refusal.status == status]
        found[str(status)] = {
            "description": " ".join(f"{refusal.title}." for refusal in of_status),
            "headers": problem_headers(status),
            "content": {
                PROBLEM: {
                    "schema": schemas.problem(MEMBERS),
                    "examples": {
                        refusal.code: {"$ref": f"#/components/examples/{refusal.code}"}
                        for refusal in of_status
                    },
                }
            },
        }
    return found


def example(code: str) -> dict[str, Any]:
    """Returns the OpenAPI example of a refusal."""
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
    return {"summary": refusal.title, "description": refusal.fix, "value": value | _MEMBERS_OF.get(code, {})}
