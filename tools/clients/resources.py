"""Writes the resources of the Python client: a method for each operation, blocking and asynchronous."""

import keyword
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

_PREFIX: Final = "#/components/schemas/"
# Resources with a hand-written method.
_BASES: Final = {"events": "Tail"}
_TYPES: Final = {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}
_HEAD: Final = '''"""The operations of the API. Written by `script/generate clients`."""

from typing import Unpack

from wellwish_sdk import models, params
from wellwish_sdk.core import Input, Operation
from wellwish_sdk.resource import AsyncCaller, AsyncPage, AsyncResource, Caller, Page, Resource
from wellwish_sdk.tail import AsyncTail, Tail
'''


@dataclass
class Method:
    """An operation of the document."""

    resource: str
    name: str
    verb: str
    path: str
    summary: str
    segments: list[str]
    query: dict[str, str]
    body: str | None
    kind: str
    listed: str | None
    if_match: str | None
    keyed: bool
    operation: dict[str, Any]


def methods(document: dict[str, Any]) -> Iterator[Method]:
    """The operations that accept a token, in the order of the document."""
    for path, item in document["paths"].items():
        for verb, operation in item.items():
            if operation["operationId"] != "credentials.exchange":
                yield _method(document, path, verb, operation)


def _method(document: dict[str, Any], path: str, verb: str, operation: dict[str, Any]) -> Method:
    # The document distinguishes IDs from words in the same segment by a prefix, which IDs already contain.
    path = re.sub(r"/\w+_\{(\w+)_suffix\}", r"/{\1}", path)
    resource, name = operation["operationId"].split(".")
    listed = [_resolved(document, each) for each in operation.get("parameters", [])]
    headers = {each["name"]: each.get("required", False) for each in listed if each["in"] == "header"}
    kind, records = _response(document, verb, operation)
    return Method(
        resource,
        name,
        verb.upper(),
        path,
        operation["summary"],
        re.findall(r"\{(\w+)\}", path),
        # `with_options` requests dry runs.
        {
            each["name"]: _type(each["schema"])
            for each in listed
            if each["in"] == "query" and each["name"] != "dry_run"
        },
        _body(operation),
        kind,
        records,
        None if "If-Match" not in headers else "str" if headers["If-Match"] else "str | None",
        "Idempotency-Key" in headers,
        operation,
    )


def _resolved(document: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    for step in str(node["$ref"]).removeprefix("#/").split("/"):
        document = document[step]
    return document


def _type(schema: dict[str, Any]) -> str:
    kind = schema.get("type", "string")
    return _TYPES.get(kind if isinstance(kind, str) else kind[0], "str")


def _body(operation: dict[str, Any]) -> str | None:
    content = operation.get("requestBody", {}).get("content", {})
    return content["application/json"]["schema"]["$ref"].removeprefix(_PREFIX) if content else None


def _response(document: dict[str, Any], verb: str, operation: dict[str, Any]) -> tuple[str, str | None]:
    """The type of the successful response, and for a page of a list the type of its records."""
    answer = next(each for status, each in operation["responses"].items() if status.startswith("2"))
    content = _resolved(document, answer).get("content", {})
    if "application/json" not in content:
        return ("bytes" if content else "None"), None
    name: str = content["application/json"]["schema"]["$ref"].removeprefix(_PREFIX)
    extended = document["components"]["schemas"][name].get("allOf", ())
    if verb == "get" and {"$ref": f"{_PREFIX}AnyList"} in extended:
        records = extended[1]["properties"]["data"]["items"]["$ref"]
        return f"models.{name}", f"models.{records.removeprefix(_PREFIX)}"
    return f"models.{name}", None


def source(document: dict[str, Any]) -> str:
    """The source of the module."""
    by_resource: dict[str, list[Method]] = {}
    for method in methods(document):
        by_resource.setdefault(method.resource, []).append(method)
    parts = [_HEAD]
    parts += [f"{_constant(each)} = {_operation(each)}\n" for group in by_resource.values() for each in group]
    for asynchronous in (False, True):
        for name, group in by_resource.items():
            parts.append(_class(name, group, asynchronous=asynchronous))
        parts.append(_roots(by_resource, asynchronous=asynchronous))
    return "\n".join(parts)


def _constant(method: Method) -> str:
    return f"_{method.resource}_{method.name}".upper()


def _operation(method: Method) -> str:
    keyed = ", keyed=True" if method.keyed else ""
    return f'Operation("{method.verb}", "{method.path}", {method.kind}{keyed})'


def _class_name(resource: str, *, asynchronous: bool) -> str:
    return ("Async" if asynchronous else "") + "".join(part.capitalize() for part in resource.split("_"))


def _class(name: str, group: list[Method], *, asynchronous: bool) -> str:
    prefix = "Async" if asynchronous else ""
    base = prefix + _BASES.get(name, "Resource")
    # A method named `list` would hide the built-in type in the annotations of later methods.
    ordered = sorted(group, key=lambda each: each.name == "list")
    bodies = [_define(each, asynchronous=asynchronous) for each in ordered]
    return f"\nclass {_class_name(name, asynchronous=asynchronous)}({base}):\n" + "\n".join(bodies)


def _safe(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def _define(method: Method, *, asynchronous: bool) -> str:
    arguments = ["self", *(f"{each}: str" for each in method.segments)]
    if method.segments:
        arguments.append("/")
    named = [
        f"{_safe(name)}: {kind} | None = None" for name, kind in method.query.items() if name != "cursor"
    ]
    if "cursor" in method.query:
        named.append("cursor: str | None = None")
    if method.if_match:
        named.append(f"if_match: {method.if_match}" + (" = None" if "None" in method.if_match else ""))
    if named:
        arguments += ["*", *named]
    if method.body:
        arguments.append(f"**body: Unpack[params.{method.body}]")
    result = f"{'Async' if asynchronous else ''}Page[{method.listed}]" if method.listed else method.kind
    head = f"    {'async ' if asynchronous else ''}def {method.name}({', '.join(arguments)}) -> {result}:"
    segments = "{" + ", ".join(f'"{each}": {each}' for each in method.segments) + "}"
    query = "{" + ", ".join(f'"{name}": {_safe(name)}' for name in method.query) + "}"
    wait = "await " if asynchronous else ""
    if method.listed:
        call = f"return {wait}self._list({_constant(method)}, {segments}, {query})"
    else:
        given = [f"query={query}"] if method.query else []
        given += ["body=body"] if method.body else []
        given += ["if_match=if_match"] if method.if_match else []
        call = f"return {wait}self._perform({_constant(method)}, {segments}, Input({', '.join(given)}))"
    text = textwrap.indent(f'"""{method.summary}."""\n{call}\n', "        ")
    return f"{head}\n{text}"


def _roots(by_resource: dict[str, list[Method]], *, asynchronous: bool) -> str:
    prefix = "Async" if asynchronous else ""
    lines = [
        f"        self.{name} = {_class_name(name, asynchronous=asynchronous)}(caller)"
        for name in by_resource
    ]
    return (
        f"\nclass {prefix}Resources:\n"
        f'    """The operations by resource."""\n\n'
        f"    def __init__(self, caller: {prefix}Caller) -> None:\n" + "\n".join(lines) + "\n"
    )
