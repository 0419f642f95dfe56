"""The event types as webhooks of the document (OpenAPI 3.1.1, ``webhooks``)."""

from typing import Any, Final

from wellwish.events import TYPES
from wellwish.openapi.known import TIME, Schema
from wellwish.openapi.names import id_schema

SCHEMA: Final = "WebhookMessage"
_EVENT: Final = "evt_01m7z4t0q9f1grv3k7m2x8d4ha"
_CARD: Final = "card_01m7z4t0q9f1grv3k7m2x8d4hb"
_PERSON: Final[Schema] = {
    "type": ["object", "null"],
    "description": "Person concerned; only if the endpoint has `personal_data`.",
    "properties": {
        "name": {"type": ["string", "null"], "pattern": "^.*$", "maxLength": 255, "description": "Name."},
        "address": {
            "type": "string",
            "pattern": "^.*$",
            "maxLength": 255,
            "description": "Email address, phone number or channel name.",
        },
    },
    "required": ["name", "address"],
    "additionalProperties": False,
}


def schema() -> Schema:
    """Returns the schema of a message."""
    event_id, card_id = id_schema("event_id") or {}, id_schema("card_id") or {}
    return {
        "type": "object",
        "description": "Message posted to an endpoint. Thin payloads have only the two ids in `data`.",
        "properties": {
            "type": {"type": "string", "enum": sorted(TYPES), "description": "Type of the event."},
            "timestamp": {**TIME, "description": "Time of the event."},
            "data": {
                "type": "object",
                "description": "Data of the event: ids, statuses and counts, no links.",
                "properties": {
                    "event_id": {**event_id, "description": "Id of the event, also sent as `webhook-id`."},
                    "card_id": {
                        **card_id,
                        "type": ["string", "null"],
                        "description": "Card concerned.",
                    },
                    "person": _PERSON,
                },
                "required": ["event_id", "card_id"],
                "maxProperties": 50,
                "additionalProperties": True,
            },
        },
        "required": ["type", "timestamp", "data"],
        "additionalProperties": False,
    }


def catalogue(chapter: str) -> dict[str, Any]:
    """Returns a path item for each event type."""
    return {kind: {"post": _operation(kind, says, chapter)} for kind, says in sorted(TYPES.items())}


def _operation(kind: str, says: str, chapter: str) -> dict[str, Any]:
    example = {
        "type": kind,
        "timestamp": "2026-11-23T09:00:00.000Z",
        "data": {"event_id": _EVENT, "card_id": _CARD},
    }
    return {
        "operationId": "on_" + kind.replace(".", "_"),
        "tags": [chapter],
        "summary": says.removesuffix("."),
        "description": (
            "Signed according to the Standard Webhooks specification. Messages can arrive in any order, and "
            "more than once with the same `webhook-id`."
        ),
        "security": [],
        "parameters": [
            _header("webhook-id", "Id of the event, the same for every attempt.", "^[!-~]+$", _EVENT),
            _header(
                "webhook-timestamp",
                "Time of the attempt, in seconds since 1970-01-01 UTC.",
                "^[0-9]+$",
                "1795424400",
            ),
            _header(
                "webhook-signature",
                "HMAC-SHA256 signatures of `id.timestamp.body`, one for each active secret.",
                "^v1,[!-~]+( v1,[!-~]+)*$",
                "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
            ),
        ],
        "requestBody": {
            "required": True,
            "description": "The message.",
            "content": {
                "application/json": {"schema": {"$ref": f"#/components/schemas/{SCHEMA}"}, "example": example}
            },
        },
        "responses": {
            "2XX": {"description": "Accepted. Any other response, or none within 15 seconds, is retried."},
            "410": {"description": "The endpoint is gone. Wellwish disables it."},
        },
    }


def _header(name: str, description: str, pattern: str, example: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "header",
        "required": True,
        "description": description,
        "schema": {"type": "string", "pattern": pattern, "maxLength": 255},
        "example": example,
    }
