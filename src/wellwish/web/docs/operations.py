"""The operations in the OpenAPI document, for the reference."""

import json
import re
from dataclasses import dataclass
from typing import Any

from wellwish.base.errors import CATALOGUE
from wellwish.infra.openapi import EXAMPLES
from wellwish.infra.openapi.examples import Example
from wellwish.web.docs.fields import Field, Places, field_of, fields_of
from wellwish.web.docs.samples import call_of, samples

Document = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """An operation as displayed."""

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
    record_href: str
    headers: list[str]
    refusals: list[tuple[int, str]]
    own_codes: list[str]
    request: str
    response: str
    samples: dict[str, str]

    @property
    def href(self) -> str:
        """The page of the operation. Unlike the slugs of chapters, its name contains a dot."""
        return f"/docs/reference/{self.id}"


def each_of(found: Document) -> list[dict[str, Any]]:
    return [operation for methods in found["paths"].values() for operation in methods.values()]


def codes_of(found: Document, operation: dict[str, Any]) -> list[str]:
    """Returns the error codes of the operation and of its responses, sorted by status."""
    responses = [resolved(found, each) for each in operation["responses"].values()]
    codes = {*operation.get("x-codes", []), *(code for each in responses for code in each.get("x-codes", []))}
    return sorted(codes, key=lambda code: (CATALOGUE[code].status, code))


def operation_of(
    found: Document, base_url: str, path: str, method: str, operation: dict[str, Any], places: Places
) -> Operation:
    schemas = found["components"]["schemas"]
    parameters = [resolved(found, each) for each in operation["parameters"]]
    media = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    status = next(status for status in operation["responses"] if status.startswith("2"))
    success = resolved(found, operation["responses"][status])
    given = success.get("content", {}).get("application/json", {})
    name = _record(given)
    recorded = EXAMPLES.get(operation["operationId"], Example())
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        tag=operation["tags"][0],
        summary=operation["summary"],
        short=re.split("[.:;,]", operation["summary"], maxsplit=1)[0],
        description=operation["description"],
        parameters=[parameter_of(schemas, each, places) for each in parameters],
        body=fields_of(schemas, media["schema"], places) if media else [],
        status=status,
        answer=success["description"],
        record=name,
        record_href=places.get(name, ""),
        headers=list(success.get("headers", ())),
        refusals=[(CATALOGUE[code].status, code) for code in codes_of(found, operation)],
        own_codes=sorted(operation.get("x-codes", [])),
        request=indented(media.get("example")),
        response=indented(recorded.response if given else None),
        samples=samples(call_of(base_url, method, path, operation, recorded)),
    )


def parameter_of(schemas: dict[str, Any], parameter: dict[str, Any], places: Places) -> Field:
    schema = {**parameter["schema"], "description": parameter["description"]}
    made = field_of(
        schemas, parameter["name"], schema, required=parameter.get("required", False), places=places
    )
    made.kind = f"{made.kind} in the {parameter['in']}"
    return made


def resolved(found: Document, value: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in value:
        return value
    section, _, name = value["$ref"].removeprefix("#/components/").partition("/")
    return found["components"][section][name]


def records_of(found: Document) -> dict[str, str]:
    """Returns, by record name, the tag of the operation with the shortest path that returns the record."""
    tags: dict[str, str] = {}
    paths = sorted(found["paths"], key=len)
    for operation in (each for path in paths for each in found["paths"][path].values()):
        status = next(status for status in operation["responses"] if status.startswith("2"))
        success = resolved(found, operation["responses"][status])
        name = _record(success.get("content", {}).get("application/json", {}))
        for each in {name, name.removesuffix("List")} & found["components"]["schemas"].keys():
            tags.setdefault(each, operation["tags"][0])
    return tags


def _record(media: dict[str, Any]) -> str:
    return media.get("schema", {}).get("$ref", "").rpartition("/")[2]


def indented(value: Any) -> str:
    return "" if value is None else json.dumps(value, indent=2, ensure_ascii=False)
