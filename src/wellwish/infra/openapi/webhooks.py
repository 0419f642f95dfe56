"""The event types as webhooks of the document (OpenAPI 3.1.1, ``webhooks``)."""

import json
from typing import Any, Final

from wellwish.infra.events import TYPES
from wellwish.infra.openapi import event_data
from wellwish.infra.openapi.forms import extending
from wellwish.infra.openapi.known_fields import Schema
from wellwish.infra.openapi.names import id_schema

_THIN: Final = "ThinEventMessage"
_THIN_DATA: Final = "ThinEventData"
_CARD_DATA: Final = "CardEventData"
_ENVELOPE: Final = "EventEnvelope"
_ANY: Final = "EventMessage"
_REF: Final = "#/components/schemas/"
_EVENT: Final = "evt_01m7z4t0q9f1grv3k7m2x8d4ha"
_PERSON: Final[Schema] = {
    "type": ["object", "null"],
    "description": "Person concerned; only if `personal_data` of the endpoint is true.",
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
}
_TEST: Final[Schema] = {"type": "boolean", "description": "Whether it is about test data."}
_EVENT_ID: Final[Schema] = {
    **(id_schema("event_id") or {}),
    "description": "ID of the event, also sent as `webhook-id`.",
}
_CARD_ID: Final[Schema] = {
    **(id_schema("card_id") or {}),
    "type": ["string", "null"],
    "description": "ID of the card; null if the event concerns none.",
}
# The base schemas of messages and data: members of every event, and of every event about a card.
_BASES: Final[dict[str, Schema]] = {
    _ENVELOPE: {
        "type": "object",
        "description": "Members of every message; each adds its `type` and `data`.",
        "required": ["timestamp", "test"],
        "properties": {"timestamp": {"$ref": f"{_REF}Timestamp"}, "test": {"$ref": f"{_REF}Test"}},
    },
    _THIN_DATA: {
        "type": "object",
        "description": "Data in a thin payload, and in the full payload of any event.",
        "required": ["card_id", "event_id"],
        "properties": {
            "event_id": {"$ref": f"{_REF}EventId"},
            "card_id": {"$ref": f"{_REF}EventCardId"},
        },
    },
    _CARD_DATA: {
        "type": "object",
        "description": "Data in the full payload of any event about a card.",
        "required": ["card_id", "event_id"],
        "properties": {"event_id": {"$ref": f"{_REF}EventId"}, "card_id": {"$ref": f"{_REF}CardId"}},
    },
}


def schemas() -> dict[str, Schema]:
    """Returns the schemas of the full message of each event type by name, and the schema of thin messages."""
    found: dict[str, Schema] = {
        "Test": _TEST,
        "EventPerson": _PERSON,
        "EventId": _EVENT_ID,
        "EventCardId": _CARD_ID,
        _ANY: _any(),
        **_BASES,
    }
    found[_THIN] = _message(
        {"$ref": f"{_REF}Word"}, "The message of any event with a thin payload.", _THIN_DATA
    )
    names: dict[str, str] = {}
    for kind, says in TYPES.items():
        data = _full(kind)
        # Events with the same data share the schema of the first.
        name = names.setdefault(json.dumps(data), name_of(kind).removesuffix("Message") + "Data")
        found |= {name: data, name_of(kind): _message({"type": "string", "const": kind}, says, name)}
    return found


def name_of(kind: str) -> str:
    """Returns the name of the schema of an event's message: ``CardClosedMessage``."""
    return "".join(each.title() for each in kind.replace(".", "_").split("_")) + "Message"


def _any() -> Schema:
    return {
        "description": "The message of an event with a full payload, identified by `type`.",
        "oneOf": [{"$ref": _REF + name_of(kind)} for kind in sorted(TYPES)],
    }


def _full(kind: str) -> Schema:
    person = {"$ref": f"{_REF}EventPerson"} if event_data.concerns_person(kind) else {"type": "null"}
    required, properties = event_data.members_of(kind)
    base = _CARD_DATA if "card_id" in required else _THIN_DATA
    added = {name: value for name, value in properties.items() if name != "card_id"}
    always = sorted(required - {"card_id"})
    return extending(base, always, {"person": person, **added})


def _message(kind: Schema, says: str, data: str) -> Schema:
    members = {"type": kind, "data": {"$ref": _REF + data}}
    return {"description": says, **extending(_ENVELOPE, ["type", "data"], members)}


def catalogue(chapter: str) -> dict[str, Any]:
    """Returns the webhook, whose message depends on the event."""
    kind = "invitation.bounced"
    example = {"type": kind, "timestamp": "2026-11-23T09:00:00.000Z", "test": False, "data": sample(kind)}
    return {"event": {"post": _operation(example, chapter)}}


def sample(kind: str) -> dict[str, Any]:
    """Returns an example of the data in a full payload."""
    return {"event_id": _EVENT, "card_id": None, **event_data.example(kind)}


def _operation(example: dict[str, Any], chapter: str) -> dict[str, Any]:
    schema = {"anyOf": [{"$ref": _REF + _ANY}, {"$ref": _REF + _THIN}]}
    return {
        "operationId": "events.deliver",
        "tags": [chapter],
        "summary": "An event, posted to a webhook endpoint",
        "description": (
            "Signed according to the Standard Webhooks specification. Thin payloads have only `event_id` and "
            "`card_id` in `data`. Messages can arrive in any order, and "
            "more than once with the same `webhook-id`."
        ),
        "security": [],
        "parameters": [
            _header("webhook-id", "ID of the event, the same for every attempt.", "^[!-~]+$", _EVENT),
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
            "content": {"application/json": {"schema": schema, "example": example}},
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
