"""The API reference, generated from the OpenAPI document."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.errors import CATALOGUE, NotFound
from wellwish.events import TYPES
from wellwish.http import Raw, Route, Services
from wellwish.openapi import EXAMPLES, Contact, document, document_bytes
from wellwish.openapi.examples import Example
from wellwish.openapi.problems import example
from wellwish.openapi.webhooks import name_of
from wellwish.web.docs.cached import Kept, cached, kept
from wellwish.web.docs.fields import MANY_WORDS, Field, field_of, fields_of
from wellwish.web.docs.guide import GUIDES, guide
from wellwish.web.docs.samples import LANGUAGES, call_of, samples
from wellwish.web.kit.page import HEADERS, page, render

Document = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """An operation as the page shows it."""

    id: str
    method: str
    path: str
    tag: str
    summary: str
    short: str
    description: str
    parameters: list[Field]
    body: list[Field]
    status: str
    answer: str
    record: str
    headers: list[str]
    refusals: list[tuple[int, str]]
    request: str
    response: str
    samples: dict[str, str]


def pages(operations: Sequence[Route]) -> tuple[Raw, ...]:
    """Returns the routes of the document, the reference and the error pages."""

    @lru_cache(maxsize=2)
    def text(contact: Contact) -> Kept:
        return kept(document_bytes(operations, contact))

    @lru_cache(maxsize=2)
    def reference(base_url: str) -> Kept:
        return kept(render("docs/reference.html", **view(document(operations), base_url)).encode())

    @lru_cache(maxsize=2)
    def names() -> Document:
        return document(operations)

    async def openapi(services: Services, request: Request) -> Response:
        settings = services.settings
        contact = Contact(f"{settings.base_url}/", settings.contact_email)
        return cached(request, text(contact), "application/json", {})

    async def docs(services: Services, request: Request) -> Response:
        return cached(request, reference(services.settings.base_url), "text/html", HEADERS)

    async def errors(services: Services, request: Request) -> Response:
        del services
        return cached(
            request, kept(render("docs/errors.html", catalogue=_catalogue()).encode()), "text/html", HEADERS
        )

    async def error(services: Services, request: Request) -> Response:
        code = request.path_params["code"]
        return cached(request, kept(_error(names(), code, services.settings.base_url)), "text/html", HEADERS)

    return (
        Raw("GET", "/openapi.json", openapi),
        Raw("GET", "/docs", page(docs), ("docs/reference.html",)),
        Raw("GET", "/docs/guides/{name}", page(guide), ("docs/guide.html",)),
        Raw("GET", "/errors", page(errors), ("docs/errors.html",)),
        Raw("GET", "/errors/{code}", page(error), ("docs/error.html",)),
    )


# Members of the data of every event; a thin payload has the first two.
_COMMON: Final = ["event_id", "card_id", "person"]


def view(found: Document, base_url: str) -> dict[str, Any]:
    """Returns the values of the reference's template."""
    schemas: dict[str, Any] = found["components"]["schemas"]
    operations = [
        _operation(found, base_url, path, method, operation)
        for path, methods in found["paths"].items()
        for method, operation in methods.items()
    ]
    records = frozenset(operation.record for operation in operations if operation.record) - {""}
    records |= {name.removesuffix("List") for name in records} | {"Problem", "Fault"}
    return {
        "info": found["info"],
        "base_url": base_url,
        "refusal": _json(_shown("unauthenticated", base_url)),
        "languages": LANGUAGES,
        "chapters": [
            (tag, [operation for operation in operations if operation.tag == tag["name"]])
            for tag in found["tags"]
        ],
        "guides": GUIDES.values(),
        "messages": _messages(found),
        "schemes": found["components"]["securitySchemes"],
        "records": [
            (name, schemas[name]["description"], fields_of(schemas, schemas[name], stop=records))
            for name in sorted(records)
            if name in schemas
        ],
        "words": {
            name: schema["enum"]
            for name, schema in schemas.items()
            if len(schema.get("enum", ())) > MANY_WORDS
        },
        "headers": _headers(found),
        "catalogue": {code: CATALOGUE[code] for code in sorted(_all_codes(found))},
    }


def _messages(found: Document) -> dict[str, Any]:
    """Returns the outgoing webhooks: headers, fields, and an example of each."""
    [webhook] = found["webhooks"].values()
    sent = webhook["post"]
    schemas = found["components"]["schemas"]
    body = sent["requestBody"]["content"]["application/json"]
    messages = {kind: schemas[name_of(kind)] for kind in sorted(TYPES)}
    data = {
        kind: schemas[message["properties"]["data"]["$ref"].rpartition("/")[2]]
        for kind, message in messages.items()
    }
    common = {name: data["invitation.created"]["properties"][name] for name in _COMMON}
    described = "Data of the event; in full payloads also the members below."
    whole = {"type": "object", "description": described, "properties": common, "required": _COMMON[:2]}
    message = messages["invitation.created"]
    kind = {"type": "string", "description": "Type of the event."}
    properties = {**message["properties"], "type": kind, "data": whole}
    return {
        "says": sent["description"],
        "headers": [_parameter(schemas, _resolved(found, each)) for each in sent["parameters"]],
        "fields": fields_of(schemas, {**message, "properties": properties}),
        "types": {
            name: (
                message["description"],
                [each for each in fields_of(schemas, data[name]) if each.name not in _COMMON],
            )
            for name, message in messages.items()
        },
        "example": _json(body["example"]),
    }


def _all_codes(found: Document) -> set[str]:
    return {code for operation in _each(found) for code in _codes(found, operation)}


def _each(found: Document) -> list[dict[str, Any]]:
    return [operation for methods in found["paths"].values() for operation in methods.values()]


def _codes(found: Document, operation: dict[str, Any]) -> list[str]:
    """Returns the codes of the operation and of its responses, by status."""
    responses = [_resolved(found, each) for each in operation["responses"].values()]
    codes = {*operation.get("x-codes", []), *(code for each in responses for code in each.get("x-codes", []))}
    return sorted(codes, key=lambda code: (CATALOGUE[code].status, code))


def _operation(
    found: Document, base_url: str, path: str, method: str, operation: dict[str, Any]
) -> Operation:
    schemas = found["components"]["schemas"]
    parameters = [_resolved(found, each) for each in operation["parameters"]]
    media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    status = next(status for status in operation["responses"] if status.startswith("2"))
    success = _resolved(found, operation["responses"][status])
    given = success.get("content", {}).get("application/json", {})
    recorded = EXAMPLES.get(operation["operationId"], Example())
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        tag=operation["tags"][0],
        summary=operation["summary"],
        short=re.split("[:;,]", operation["summary"], maxsplit=1)[0],
        description=operation["description"],
        parameters=[_parameter(schemas, each) for each in parameters],
        body=fields_of(schemas, media["schema"]) if media else [],
        status=status,
        answer=success["description"],
        record=given.get("schema", {}).get("$ref", "").rpartition("/")[2],
        headers=list(success["headers"]),
        refusals=[(CATALOGUE[code].status, code) for code in _codes(found, operation)],
        request=_json(media.get("example")),
        response=_json(recorded.response if given else None),
        samples=samples(call_of(base_url, method, path, operation, recorded)),
    )


def _parameter(schemas: dict[str, Any], parameter: dict[str, Any]) -> Field:
    schema = {**parameter["schema"], "description": parameter["description"]}
    made = field_of(schemas, parameter["name"], schema, required=parameter.get("required", False))
    made.kind = f"{made.kind} in the {parameter['in']}"
    return made


def _resolved(found: Document, value: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in value:
        return value
    section, _, name = value["$ref"].removeprefix("#/components/").partition("/")
    return found["components"][section][name]


def _headers(found: Document) -> list[tuple[str, str]]:
    names: dict[str, str] = {}
    for operation in _each(found):
        for response in operation["responses"].values():
            for name, reference in _resolved(found, response)["headers"].items():
                names[name] = found["components"]["headers"][reference["$ref"].rpartition("/")[2]][
                    "description"
                ]
    return sorted(names.items())


def _json(value: Any) -> str:
    return "" if value is None else json.dumps(value, indent=2, ensure_ascii=False)


def _catalogue() -> dict[str, Any]:
    return dict(sorted(CATALOGUE.items(), key=lambda item: (item[1].status, item[0])))


def _shown(code: str, base_url: str) -> dict[str, Any]:
    return {**example(code), "type": f"{base_url}/errors/{code}"}


def _error(found: Document, code: str, base_url: str) -> bytes:
    if code not in CATALOGUE:
        raise NotFound
    givers = [operation for operation in _each(found) if code in _codes(found, operation)]
    return render(
        "docs/error.html", refusal=CATALOGUE[code], shown=_json(_shown(code, base_url)), givers=givers
    ).encode()
