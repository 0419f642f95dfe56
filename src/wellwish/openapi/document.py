"""The complete document, generated from the routes (OpenAPI 3.1.1)."""

import json
from collections.abc import Sequence
from typing import Any, Final, get_args

from msgspec import Struct

from wellwish import ids
from wellwish.http import Download, Route
from wellwish.http.answer import API_VERSION
from wellwish.openapi import headers, problems, token, webhooks
from wellwish.openapi.examples import EXAMPLES, Example
from wellwish.openapi.known import Schema
from wellwish.openapi.names import description_of, id_schema, noun_of, operation_id, tag
from wellwish.openapi.schema import Schemas

_JSON: Final = "application/json"
_WEBHOOKS: Final = "Webhooks"  # the tag of their operations
# Security requirements by the name of the authentication function (OpenAPI 3.1.1 section 4.8.30).
_SECURITY: Final[dict[str, list[dict[str, list[str]]]]] = {
    "bearer": [{"bearer": []}, {"client_credentials": []}],
    "pair": [{"api_key": [], "client_secret": []}],
}
_ABOUT: Final = """
Group cards: an account creates cards from a bundle that it bought and invites people, who sign them with \
notes and money.

Exchange your API key and client secret for an access token, and send it as `Authorization: Bearer ...`.

This document describes the strict contract, which `Prefer: handling=strict` requests. Text is trimmed and \
normalised to Unicode NFC; a letter can have at most 8 combining marks. For an optional field, null and \
blank text are the same as omitting the field.

Without the preference, every operation ignores unknown query parameters and clamps `limit` to its range, \
and lenient operations also accept input that can mean only one thing. The response lists each use in \
`warnings`, with a `code`:

- `moved`: the field belongs at the other level. The fields of `collection` are also accepted next to it, \
and the other fields of a card inside it.
- `renamed`: the field has another name. `type`, `limit`, `end_date`, `is_public`, `auto_reminder` and \
`recipient_name` are accepted for `card_type`, `contribution_limit`, `contribution_end_date`, `public_read`, \
`auto_reminders` and `recipient`; in people `first_name` with `last_name` for `name`, and `mobile` for \
`phone`; in invitees `type` for `delivery_type`.
- `converted`: the value has another type or spelling. Text is accepted for numbers and booleans (`"12"`, \
`"true"`), words for the numbers of `card_type` (`group`, `personal`, `self`) and `see_contributor_names` \
(`everyone`, `contributors`, `recipient`, `admins`), and synonyms for words, such as `host` for `nobody`.
- `ignored`: the field was sent in parts and as a whole; the whole counts.
- `unknown_field`, `unknown_parameter`: ignored. `PATCH` and operations on groups refuse unknown fields.

A field that was sent twice with different values is an error (`contradiction`), and so is a value that is \
not understood. The query parameters `dry_run`, `validate_only` and `test` are always an error \
(`unsupported_parameter`), because the request would take effect.

Every error is a problem document (RFC 9457) with a machine-readable `code`; all faults of a request are \
returned together.
"""


def document(operations: Sequence[Route]) -> dict[str, Any]:
    """Returns the document; the same operations always give the same document."""
    schemas = Schemas()
    bodies: list[type[Struct]] = [route.body_type for route in operations if route.body_type is not None]
    schemas.prepare(bodies, [route.hints["return"] for route in operations])
    paths: dict[str, dict[str, Any]] = {}
    tags: dict[str, str] = {}
    codes: set[str] = set()
    for route in operations:
        name, says = tag(route)
        tags.setdefault(name, says)
        refusals = problems.list_refusals(route)
        codes |= {refusal.code for refusal in refusals}
        paths.setdefault(spelled(route.path), {})[route.method.lower()] = _operation(
            route, name, refusals, schemas
        )
    exchange_tag = next((name for name in tags if name == token.TAG), token.TAG)
    paths.setdefault(token.PATH, {})["post"] = token.operation(exchange_tag, schemas)
    tags.setdefault(token.TAG, "")
    return {
        "openapi": "3.1.1",
        "info": _info(),
        "servers": [{"url": "/", "description": "This server, local or in production.", "x-internal": False}],
        "tags": [{"name": name, "description": tags[name]} for name in sorted(tags)],
        "paths": paths,
        "webhooks": webhooks.catalogue(_WEBHOOKS),
        "components": {
            "schemas": dict(sorted({**schemas.components, **webhooks.schemas()}.items())),
            "parameters": headers.PARAMETERS,
            "headers": headers.HEADERS,
            "examples": {code: problems.example(code) for code in sorted(codes)},
            "securitySchemes": token.SCHEMES,
        },
    }


def spelled(path: str) -> str:
    """Returns the path as written in the document.

    Only the ids distinguish ``/api/cards/invitations/{invite_id}`` from ``/api/cards/{card_id}/close``. Path
    templates cannot express that (OpenAPI 3.1.1 section 4.8.8.2) unless the path contains the prefix.
    """
    return (
        "/api/cards/invitations/inv_{invite_id_suffix}"
        if path == "/api/cards/invitations/{invite_id}"
        else path
    )


def document_text(operations: Sequence[Route]) -> str:
    """Returns the document as JSON, exactly as it is committed and served."""
    return json.dumps(document(operations), indent=1, ensure_ascii=False) + "\n"


def _info() -> dict[str, Any]:
    return {
        "title": "Wellwish",
        "version": API_VERSION,
        "summary": "Group cards, signed by many and opened by one.",
        "description": "\n".join(_ABOUT.strip().splitlines()),
        "contact": {
            "name": "The operator of this server",
            "url": "https://wellwish.example/",
            "email": "operator@wellwish.example",
        },
        "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
    }


def _operation(route: Route, chapter: str, refusals: list[Any], schemas: Schemas) -> dict[str, Any]:
    name = operation_id(route)
    example = EXAMPLES.get(name, Example())
    operation: dict[str, Any] = {
        "operationId": name,
        "tags": [chapter],
        "summary": route.summary.removesuffix("."),
        "description": _description(route),
        "security": _SECURITY[route.caller.__name__],
        "parameters": _parameters(route, example, schemas),
    }
    if route.body_type is not None:
        content: dict[str, Any] = {"schema": schemas.body(route.body_type)}
        if example.request is not None:
            content["example"] = example.request
        operation["requestBody"] = {
            "required": not route.body_optional,
            "description": _first_line(route.body_type.__doc__),
            "content": {_JSON: content},
        }
    operation["responses"] = {
        str(route.status): _success(route, example, schemas),
        **problems.responses(route, refusals, schemas),
    }
    return operation


def _description(route: Route) -> str:
    said = [description_of(route.handler), route.access.says]
    if route.lenient:
        closed = route.body_type is not None and route.body_type.closed
        fields = ", except that unknown fields are errors" if closed else ""
        said.append(f"This operation is lenient{fields}, unless `Prefer: handling=strict` is sent.")
    return "\n\n".join(part for part in said if part)


def _parameters(route: Route, example: Example, schemas: Schemas) -> list[dict[str, Any]]:
    parts = spelled(route.path).split("/")
    parameters = [_path_parameter(part, example) for part in parts if "{" in part]
    if route.query_type is not None:
        for name, schema in schemas.query(route.query_type).items():
            parameters.append(_query_parameter(name, schema, example))
    return parameters + [{"$ref": f"#/components/parameters/{key}"} for key in headers.parameters_of(route)]


def _path_parameter(part: str, example: Example) -> dict[str, Any]:
    prefix, _, name = part.rstrip("}").partition("{")
    field = name.removesuffix("_suffix")
    schema = id_schema(field) or {"type": "string", "pattern": "^[^/]+$", "maxLength": 255}
    described = f"Id of the {noun_of(field)}."
    if prefix:
        schema = {"type": "string", "pattern": f"^{ids.SUFFIX}$", "maxLength": 26}
        described = f"The `{field}` without its prefix `{prefix}`."
    parameter: dict[str, Any] = {
        "name": name,
        "in": "path",
        "required": True,
        "description": described,
        "schema": schema,
    }
    return parameter | (
        {"example": example.path[field].removeprefix(prefix)} if field in example.path else {}
    )


def _query_parameter(name: str, schema: Schema, example: Example) -> dict[str, Any]:
    description = schema.pop("description", "")
    parameter = {"name": name, "in": "query", "required": False, "description": description, "schema": schema}
    return parameter | ({"example": example.query[name]} if name in example.query else {})


def _success(route: Route, example: Example, schemas: Schemas) -> dict[str, Any]:
    record = route.hints["return"]
    response: dict[str, Any] = {
        "description": _what(record),
        "headers": headers.success_headers(route, record),
    }
    if isinstance(record, type) and issubclass(record, Download):
        # No schema, because JSON Schema does not describe other media types (OpenAPI 3.1, file uploads).
        file: dict[str, Any] = {}
        if example.response is not None:
            file["example"] = example.response
        response["content"] = {record.media_type: file}
    elif record is not type(None):
        content: dict[str, Any] = {"schema": schemas.answer(record)}
        if example.response is not None:
            content["example"] = example.response
        response["content"] = {_JSON: content}
    return response


def _what(record: Any) -> str:
    if record is type(None):
        return "No content."
    item = get_args(record)
    return f"A list of `{item[0].__name__}` records." if item else _first_line(record.__doc__)


def _first_line(docstring: str | None) -> str:
    return (docstring or "").strip().partition("\n")[0].replace("``", "`")
