"""The complete document, generated from the routes (OpenAPI 3.1.1)."""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, get_args

from msgspec import Struct

from wellwish.base import ids
from wellwish.infra.http import Download, Route
from wellwish.infra.http.answer import API_VERSION
from wellwish.infra.http.dry_run import Tried
from wellwish.infra.openapi import headers, problems, token, webhooks
from wellwish.infra.openapi.examples import EXAMPLES, Example
from wellwish.infra.openapi.known_fields import Schema
from wellwish.infra.openapi.names import camel, description_of, operation_id, path_schema, tag
from wellwish.infra.openapi.schema import Schemas
from wellwish.infra.openapi.shared import Shared

_JSON: Final = "application/json"
_PAGING: Final = frozenset({"limit", "cursor"})  # parameters of all lists
_WEBHOOKS: Final = "Webhooks"  # the tag of their operations
# Security requirements by the name of the authentication function (OpenAPI 3.1.1 section 4.8.30).
_SECURITY: Final[dict[str, list[dict[str, list[str]]]]] = {
    "bearer": [{"bearer": []}, {"client_credentials": []}],
    "pair": [{"api_key": [], "client_secret": []}],
}
_ABOUT: Final = """
Group cards: an account creates cards from a bundle that it bought, and invites people to sign them with \
notes and money.

Exchange your API key and client secret for an access token, and send it as `Authorization: Bearer ...`. \
The key pair can call every operation. A restricted key has scopes: each operation names the one that it \
needs, and one that names none needs the pair.

This document describes the strict contract, which `Prefer: handling=strict` requests. Text is trimmed and \
normalised to Unicode NFC; a letter can have at most 8 combining marks. For an optional field, null and \
blank text are the same as omitting the field.

Without the preference, every operation clamps `limit` to its range, and lenient operations also ignore \
unknown query parameters and accept input that can mean only one thing. The response lists each use in \
`warnings`, with a `code`, and their number in the header `Wellwish-Warnings`:

- `moved`: the field belongs at the other level. The fields of `collection` are also accepted next to it, \
and the other fields of a card inside it.
- `renamed`: the field has another name. `type`, `limit`, `end_date`, `is_public`, `auto_reminder` and \
`recipient_name` are accepted for `card_type`, `contribution_limit`, `contribution_end_date`, `public_read`, \
`auto_reminders` and `recipient`; in people `first_name` with `last_name` for `name`, and `mobile` for \
`phone`; in invitees `type` for `delivery_type`.
- `converted`: the value has another type or spelling. Text is accepted for numbers and booleans (`"12"`, \
`"true"`), words for the numbers of `card_type` (`group`, `personal`, `self`) and `see_contributor_names` \
(`everyone`, `contributors`, `recipient`, `admins`), and synonyms for words, such as `host` for `nobody`.
- `ignored`: the field was sent in parts and as a whole, and the parts are ignored; or the parameter was \
sent more than once, and only the last value counts.
- `unknown_field`, `unknown_parameter`: ignored. `PATCH` and operations on groups refuse unknown fields.
- `deprecated`: the field or parameter will be removed. The response also has the headers `Deprecation` and \
`Sunset` (RFC 9745, RFC 8594).
- `locale_not_translated`, `not_copied`: the value is kept, but has no effect on this server.

A field that was sent twice with different values is an error (`contradiction`), and so is a value that is \
not understood. The query parameters `dry_run`, where it is not listed, `validate_only` and `test` are \
always an error (`unsupported_parameter`), because the request would take effect.

Every request can send `Api-Version`, the version that it expects; if the server has another version, this \
is an error (`unknown_api_version`). Every response has `Api-Version`, too, and `Request-Id`, the id of the \
request. If there is a limit, the response has `RateLimit-Policy`, the quota `q` per window of `w` seconds, \
and `RateLimit`, the remaining quota (`r`) and the seconds until it resets (`t`): \
`"requests";r=1199;t=60`. A request with many invitees or members, or with a large body, counts as several: \
see `request_costs` of `GET /api/limits`. `Preference-Applied` says that the strict contract was applied.

A platform sends `Wellwish-Account: acct_...` to act for one of its customers (`GET /api/accounts`) in any \
operation with an access token.

Every error is a problem document (RFC 9457) with a machine-readable `code`; all faults of a request are \
returned together. `x-codes` lists the codes of an operation and, on a response, those of all operations.
"""


class Contact(NamedTuple):
    """The URL and the email address of a server's operator."""

    url: str
    email: str | None


_EXAMPLE: Final = Contact("https://wellwish.example/", "operator@wellwish.example")


def document(operations: Sequence[Route], contact: Contact | None = None) -> dict[str, Any]:
    """Returns the document, which depends only on the operations."""
    schemas, shared = Schemas(), Shared()
    bodies: list[type[Struct]] = [route.body_type for route in operations if route.body_type is not None]
    schemas.prepare(bodies, [route.hints["return"] for route in operations])
    tags: dict[str, str] = {}
    paths: dict[str, dict[str, Any]] = {spelled(route.path): {} for route in operations}
    # GET first, so that components are not named after one of the operations that share them.
    for route in sorted(operations, key=lambda route: route.method != "GET"):
        name, says = tag(route)
        tags.setdefault(name, says)
        paths[spelled(route.path)][route.method.lower()] = _operation(route, name, schemas, shared)
    exchange_tag = next((name for name in tags if name == token.TAG), token.TAG)
    paths.setdefault(token.PATH, {})["post"] = token.operation(exchange_tag, schemas, shared)
    tags.setdefault(token.TAG, "")
    return {
        "openapi": "3.1.1",
        "info": _info(contact or _EXAMPLE),
        "servers": [{"url": "/", "description": "This server, local or in production.", "x-internal": False}],
        "security": _SECURITY["bearer"],
        "tags": [{"name": name, "description": tags[name]} for name in sorted(tags)],
        "paths": paths,
        "webhooks": webhooks.catalogue(_WEBHOOKS),
        "components": {
            "schemas": dict(sorted({**schemas.components, **webhooks.schemas()}.items())),
            "parameters": {**headers.PARAMETERS, **shared.components["parameters"]},
            "headers": headers.HEADERS,
            "responses": shared.components["responses"],
            "securitySchemes": token.SCHEMES,
        },
    }


def spelled(path: str) -> str:
    """Returns the path as written in the document.

    Only the ID prefixes distinguish ``/api/cards/invitations/{invite_id}`` from
    ``/api/cards/{card_id}/close``, which path templates can only express with the prefix in the path (OpenAPI
    3.1.1 section 4.8.8.2).
    """
    return (
        "/api/cards/invitations/inv_{invite_id_suffix}"
        if path == "/api/cards/invitations/{invite_id}"
        else path
    )


def document_text(operations: Sequence[Route]) -> str:
    """Returns the document as JSON, exactly as it is committed."""
    return json.dumps(document(operations), indent=1, ensure_ascii=False) + "\n"


def document_bytes(operations: Sequence[Route], contact: Contact) -> bytes:
    """Returns the document as JSON without spaces, exactly as it is served."""
    return json.dumps(document(operations, contact), separators=(",", ":"), ensure_ascii=False).encode()


def _info(contact: Contact) -> dict[str, Any]:
    return {
        "title": "Wellwish",
        "version": API_VERSION,
        "summary": "Group cards, signed by many and opened by one.",
        "description": "\n".join(_ABOUT.strip().splitlines()),
        "contact": {
            "name": "The operator of this server",
            "url": contact.url,
            **({"email": contact.email} if contact.email else {}),
        },
        "license": {"name": "Apache-2.0", "url": "https://www.apache.org/licenses/LICENSE-2.0"},
    }


def _operation(route: Route, chapter: str, schemas: Schemas, shared: Shared) -> dict[str, Any]:
    name = operation_id(route)
    example = EXAMPLES.get(name, Example())
    operation: dict[str, Any] = {
        "operationId": name,
        "tags": [chapter],
        "summary": route.summary.removesuffix("."),
        "description": _description(route),
        "parameters": _parameters(route, example, schemas, shared),
    }
    if route.deprecated is not None:
        operation["deprecated"] = True
    if route.scope is not None or route.caller.__name__ != "bearer":
        operation["security"] = _security(route)
    if route.body_type is not None:
        content: dict[str, Any] = {"schema": schemas.body(route.body_type)}
        if example.request is not None:
            content["example"] = example.request
        operation["requestBody"] = {
            "required": not route.body_optional,
            "content": {_JSON: content},
        }
    kind = "Pair" if route.caller.__name__ == "pair" else route.method.title().replace("Put", "Patch")
    refusals = problems.list_refusals(route)
    if own := [refusal.code for refusal in refusals if refusal not in problems.GENERAL]:
        operation["x-codes"] = own
    success = _success(route, schemas, shared)
    operation["responses"] = {
        str(route.status): success,
        **({"200": _tried(route, success, schemas, shared)} if route.has_dry_run else {}),
        **problems.responses(kind, refusals, schemas, shared),
    }
    return operation


def _security(route: Route) -> list[dict[str, list[str]]]:
    """Returns the requirements; a scope is also the name of a role (OpenAPI 3.1.1 section 4.8.30)."""
    scopes = [] if route.scope is None else [route.scope]
    return [dict.fromkeys(each, scopes) for each in _SECURITY[route.caller.__name__]]


def _permitted(route: Route) -> str:
    if route.scope is None:
        return "A restricted key cannot call this operation."
    more = " With money, also `money.write`." if route.key == "with_money" else ""
    return f"A restricted key needs the scope `{route.scope}`.{more}"


def _description(route: Route) -> str:
    said = [description_of(route.handler), route.access.says, _permitted(route)]
    if route.lenient:
        closed = route.body_type is not None and route.body_type.closed
        fields = " Unknown fields are always errors." if closed else ""
        said.append(f"Handling is lenient unless `Prefer: handling=strict` is sent.{fields}")
    if route.deprecated is not None:
        said.insert(0, route.deprecated.says)
    if not any(said[:-1]):
        said.insert(0, "Operates on the caller's account.")
    return "\n\n".join(part for part in said if part)


def _parameters(route: Route, example: Example, schemas: Schemas, shared: Shared) -> list[dict[str, Any]]:
    parts = spelled(route.path).split("/")
    parameters = [_path_parameter(part, example, shared) for part in parts if "{" in part]
    if route.query_type is not None:
        for name, schema in schemas.query(route.query_type).items():
            parameters.append(_query_parameter(name, schema, operation_id(route), example, shared))
    return parameters + [{"$ref": f"#/components/parameters/{key}"} for key in headers.parameters_of(route)]


def _path_parameter(part: str, example: Example, shared: Shared) -> dict[str, Any]:
    prefix, _, name = part.rstrip("}").partition("{")
    field = name.removesuffix("_suffix")
    schema, described = path_schema(field)
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
    # Operations that share a component use the example of the first one.
    return shared.refer(
        "parameters", camel(name), field, parameter, example=example.path[field].removeprefix(prefix)
    )


def _query_parameter(
    name: str, schema: Schema, operation: str, example: Example, shared: Shared
) -> dict[str, Any]:
    description, ends = schema.pop("description", ""), schema.pop("deprecated", False)
    parameter = {"name": name, "in": "query", "description": description, "schema": schema}
    parameter |= {"deprecated": True} if ends else {}
    if name in _PAGING:
        return shared.refer("parameters", camel(name), camel(operation), parameter)
    return parameter | ({"example": example.query[name]} if name in example.query else {})


def _success(route: Route, schemas: Schemas, shared: Shared) -> dict[str, Any]:
    return _success_of(route.hints["return"], operation_id(route), schemas, shared)


def _success_of(record: Any, name: str, schemas: Schemas, shared: Shared) -> dict[str, Any]:
    response: dict[str, Any] = {"description": _what(record)}
    if sent := headers.success_headers(record):
        response["headers"] = sent
    if isinstance(record, type) and issubclass(record, Download):
        # No schema, because JSON Schema does not describe other media types (OpenAPI 3.1, file uploads).
        response["content"] = {record.media_type: {}}
        return shared.refer("responses", record.__name__, name, response)
    if record is type(None):
        return shared.refer("responses", "Done", name, response)
    schema = schemas.answer(record)
    response["content"] = {_JSON: {"schema": schema}}
    return shared.refer("responses", schema["$ref"].rpartition("/")[2], name, response)


def _tried(route: Route, success: dict[str, Any], schemas: Schemas, shared: Shared) -> dict[str, Any]:
    """Returns the response to a dry run, which is the record with an additional member."""
    record = route.hints["return"]
    if record is type(None):
        return _success_of(Tried, "dry_run", schemas, shared)
    schemas.add_dry_run(record)
    return success


def _what(record: Any) -> str:
    if record is type(None):
        return "No content."
    item = get_args(record)
    return f"A list of `{item[0].__name__}` records." if item else _first_line(record.__doc__)


def _first_line(docstring: str | None) -> str:
    return (docstring or "").strip().partition("\n")[0].replace("``", "`")
