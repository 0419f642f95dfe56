"""The catalogue of events as webhooks: what is posted to an endpoint (OpenAPI 3.1.1, ``webhooks``)."""

from typing import Any, Final

from wellwish.events import TYPES
from wellwish.openapi.known import TIME, Schema
from wellwish.openapi.names import id_schema

SCHEMA: Final = "WebhookMessage"
_EVENT: Final = "evt_01m7z4t0q9f1grv3k7m2x8d4ha"
_CARD: Final = "card_01m7z4t0q9f1grv3k7m2x8d4hb"
_PERSON: Final[Schema] = {
    "type": ["object", "null"],
    "description": "Whom it is about; only where the endpoint asks for personal data.",
    "properties": {
        "name": {"type": ["string", "null"], "pattern": "^.*$", "maxLength": 255, "description": "Name."},
        "address": {
            "type": "string",
            "pattern": "^.*$",
            "maxLength": 255,
            "description": "E-mail address, phone number or name of a channel.",
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
        "description": "What is posted to an endpoint. Thin payloads hold the two ids in `data` alone.",
        "properties": {
            "type": {"type": "string", "enum": sorted(TYPES), "description": "What happened."},
            "timestamp": {**TIME, "description": "When it happened."},
            "data": {
                "type": "object",
                "description": "The event's data: ids, states and counts, no links.",
                "properties": {
                    "event_id": {**event_id, "description": "The event; also the `webhook-id`."},
                    "card_id": {
                        **card_id,
                        "type": ["string", "null"],
                        "description": "The card that it is about.",
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
    """Returns a path item for each type of event."""
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
            "Signed as the Standard Webhooks specification has it. The same `webhook-id` may come more than "
            "once, and events in any order."
        ),
        "security": [],
        "parameters": [
            _header("webhook-id", "The event's id, the same at each try.", "^[!-~]+$", _EVENT),
            _header(
                "webhook-timestamp", "When it was sent, in seconds since 1970.", "^[0-9]+$", "1795424400"
            ),
            _header(
                "webhook-signature",
                "HMAC-SHA256 over `id.timestamp.body`, one for each living secret.",
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
            "2XX": {
                "description": "Taken. Whatever else comes, or nothing within 15 seconds, is tried again."
            },
            "410": {"description": "The endpoint wants nothing any more, and is disabled."},
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
