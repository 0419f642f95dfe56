"""The event types as webhooks of the document (OpenAPI 3.1.1, ``webhooks``)."""

from typing import Any, Final

from wellwish.events import TYPES
from wellwish.openapi import event_data
from wellwish.openapi.known import TIME, Schema
from wellwish.openapi.names import id_schema

_THIN: Final = "ThinEventData"
_EVENT: Final = "evt_01m7z4t0q9f1grv3k7m2x8d4ha"
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
_NOBODY: Final[Schema] = {
    "type": "null",
    "description": "Always null; only if the endpoint has `personal_data`.",
}
_COMMON: Final[Schema] = {
    "event_id": {
        **(id_schema("event_id") or {}),
        "description": "Id of the event, also sent as `webhook-id`.",
    },
    "card_id": {
        **(id_schema("card_id") or {}),
        "type": ["string", "null"],
        "description": "Id of the card; null if the event concerns none.",
    },
}


def schemas() -> dict[str, Schema]:
    """Returns a schema for the message of each event type, by name, and the data of thin payloads."""
    thin: Schema = {
        "type": "object",
        "description": "Data in a thin payload.",
        "properties": _COMMON,
        "required": sorted(_COMMON),
        "additionalProperties": False,
    }
    return {name_of(kind): _message(kind) for kind in TYPES} | {_THIN: thin}


def name_of(kind: str) -> str:
    """Returns the name of the schema of an event's message: ``CardClosedMessage``."""
    return "".join(each.title() for each in kind.replace(".", "_").split("_")) + "Message"


def _message(kind: str) -> Schema:
    person = _PERSON if event_data.concerns_person(kind) else _NOBODY
    full = event_data.data_schema(kind, {**_COMMON, "person": person})
    return {
        "type": "object",
        "description": f"Message of the event `{kind}`.",
        "properties": {
            "type": {"type": "string", "const": kind, "description": "Type of the event."},
            "timestamp": {**TIME, "description": "Time of the event."},
            "data": {
                "description": "Data of the event, by the endpoint's `payload`.",
                "anyOf": [full, {"$ref": f"#/components/schemas/{_THIN}"}],
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
        "data": {"event_id": _EVENT, "card_id": None, **event_data.example(kind)},
    }
    return {
        "operationId": "on_" + kind.replace(".", "_"),
        "tags": [chapter],
        "summary": says.removesuffix("."),
        "description": (
            "Signed according to the Standard Webhooks specification. Thin payloads have only `event_id` and "
            "`card_id` in `data`. Messages can arrive in any order, and "
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
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{name_of(kind)}"},
                    "example": example,
                }
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
