"""Reduces the OpenAPI document to the parts that model generators need.

Clients must accept responses of newer servers: enumerations in responses become strings, and patterns and
limits are removed.
"""

from collections.abc import Iterator
from typing import Any, Final

_CHECKS: Final = {"pattern", "maxLength", "minLength", "maxItems", "minItems", "minimum", "maximum"}
_PREFIX: Final = "#/components/schemas/"


def references(node: Any) -> Iterator[str]:
    """The names of the schemas that a part of the document refers to directly."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "$ref" and isinstance(value, str) and value.startswith(_PREFIX):
                yield value.removeprefix(_PREFIX)
            elif key not in ("example", "examples"):
                yield from references(value)
    elif isinstance(node, list):
        for each in node:
            yield from references(each)


def closure(schemas: dict[str, Any], names: set[str]) -> set[str]:
    """The given schemas and all schemas that they refer to."""
    found: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= set(references(schemas[name])) - found
    return found


def simple(node: Any, *, words: bool) -> Any:
    """Removes checks and defaults, and merges "or absent" into "or null". ``words``: keep enumerations."""
    if isinstance(node, list):
        return [simple(each, words=words) for each in node]
    if not isinstance(node, dict):
        return node
    if node.keys() >= {"properties"}:
        properties = {name: simple(each, words=words) for name, each in node["properties"].items()}
        rest = {key: value for key, value in node.items() if key != "properties"}
        return {**simple(rest, words=words), "properties": properties}
    result = {
        key: simple(value, words=words)
        for key, value in node.items()
        if key not in _CHECKS | {"default", "additionalProperties"}
    }
    if "anyOf" in result:
        kept = [each for each in result["anyOf"] if each.get("$ref") != f"{_PREFIX}Absent"]
        if len(kept) < len(result["anyOf"]):
            kept.append({"type": "null"})
        result["anyOf"] = kept
    if not words and ("enum" in result or "const" in result) and result.get("type") != "boolean":
        listed = result.pop("enum", None) or [result.pop("const")]
        strings = [each for each in listed if isinstance(each, str)]
        if strings:
            result["description"] = f"{result.get('description', '')} One of: {', '.join(strings)}.".strip()
    return result


def schemas_of(document: dict[str, Any], *, requests: bool) -> dict[str, Any]:
    """The simplified schemas of request bodies or, without ``requests``, of responses."""
    schemas = document["components"]["schemas"]
    names: set[str] = set()
    for item in document["paths"].values():
        for operation in item.values():
            part = operation.get("requestBody", {}) if requests else operation.get("responses", {})
            names |= set(references(part))
    if not requests:
        names |= set(references(document["components"].get("responses", {})))
    listed = closure(schemas, names & schemas.keys()) - {"Absent"}
    return {name: simple(schemas[name], words=requests) for name in sorted(listed)}
