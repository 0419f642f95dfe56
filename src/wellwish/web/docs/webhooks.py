"""The outgoing webhooks in the OpenAPI document, for the reference."""

from typing import Any, Final

from wellwish.infra.events import TYPES
from wellwish.infra.openapi.webhooks import name_of
from wellwish.web.docs.fields import Places, fields_of, resolve
from wellwish.web.docs.operations import Document, indented, parameter_of, resolved

# Members in the data of every event; a thin payload has the first two.
_COMMON: Final = ["event_id", "card_id", "person"]


def messages(found: Document, places: Places) -> dict[str, Any]:
    """Returns the chapter's values: headers, common fields, the fields of each event type, and an example."""
    [webhook] = found["webhooks"].values()
    sent = webhook["post"]
    schemas = found["components"]["schemas"]
    body = sent["requestBody"]["content"]["application/json"]
    sorts = {kind: resolve(schemas, schemas[name_of(kind)])[1] for kind in sorted(TYPES)}
    data = {kind: resolve(schemas, message["properties"]["data"])[1] for kind, message in sorts.items()}
    common = {name: data["invitation.created"]["properties"][name] for name in _COMMON}
    described = "Data of the event; in full payloads also the members below."
    whole = {"type": "object", "description": described, "properties": common, "required": _COMMON[:2]}
    message = sorts["invitation.created"]
    kind = {"type": "string", "description": "Type of the event."}
    properties = {**message["properties"], "type": kind, "data": whole}
    return {
        "says": sent["description"],
        "headers": [parameter_of(schemas, resolved(found, each), places) for each in sent["parameters"]],
        "fields": fields_of(schemas, {**message, "properties": properties}, places),
        "types": {
            name: (
                message["description"],
                [each for each in fields_of(schemas, data[name], places) if each.name not in _COMMON],
            )
            for name, message in sorts.items()
        },
        "example": indented(body["example"]),
    }
