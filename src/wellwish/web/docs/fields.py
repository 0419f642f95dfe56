"""Convert schemas of the OpenAPI document to the fields of the reference."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Schema = dict[str, Any]
# The URL of each record and enumeration with an entry in the reference.
Places = Mapping[str, str]

_REF: Final = "#/components/schemas/"
MANY_WORDS: Final = 20  # longer enumerations are shown once, shorter ones with each field
# Descriptions that only repeat a name such as ``card_id``.
_OF_A_NAME: Final = re.compile(r"ID of the [a-z ]+\.")


def _said(description: str) -> str:
    return "" if _OF_A_NAME.fullmatch(description) else description


@dataclass
class Field:
    """A field, with its nested fields."""

    name: str
    required: bool
    kind: str
    limits: str
    description: str
    words: list[str] = field(default_factory=list[str])
    default: str = ""
    link: str = ""
    href: str = ""
    children: list["Field"] = field(default_factory=list["Field"])


def fields_of(schemas: dict[str, Schema], schema: Schema, places: Places) -> list[Field]:
    """Returns the fields of an object. Records in ``places`` are linked instead of expanded."""
    _, opened = resolve(schemas, schema)
    required = opened.get("required", [])
    return [
        field_of(schemas, name, inner, required=name in required, places=places)
        for name, inner in opened.get("properties", {}).items()
    ]


def field_of(
    schemas: dict[str, Schema],
    name: str,
    schema: Schema,
    *,
    required: bool,
    places: Places,
) -> Field:
    component, opened, nullable = _value(schemas, schema)
    items: Schema = opened.get("items", {})
    inside, item = resolve(schemas, items) if items else (component, opened)
    kinds = _kind(opened, item if items else None)
    made = Field(
        name=name,
        required=required,
        kind=f"{kinds} or null" if nullable else kinds,
        limits=", ".join(part for part in (_limits(opened), _limits(item) if items else "") if part),
        description=_said(schema.get("description") or opened.get("description", "")),
        default=_default(schema, opened),
    )
    words = [str(word) for word in opened.get("enum", item.get("enum", [])) if word is not None]
    words += [str(value) for value in (opened.get("const"),) if isinstance(value, str)]
    if inside in places:
        made.link, made.href = inside, places[inside]
    elif words:
        made.words = words
    if item.get("properties") and inside not in places:
        made.children = fields_of(schemas, {"$ref": _REF + inside} if inside else item, places)
    return made


def _value(schemas: dict[str, Schema], schema: Schema) -> tuple[str, Schema, bool]:
    """Returns the component, the schema of the value itself, and whether null is allowed."""
    if "anyOf" in schema:
        component, opened = resolve(schemas, schema["anyOf"][0])
        return component, opened, True
    component, opened = resolve(schemas, schema)
    kind = opened.get("type")
    if isinstance(kind, list):
        return component, {**opened, "type": kind[0]}, True
    return component, opened, False


def resolve(schemas: dict[str, Schema], schema: Schema) -> tuple[str, Schema]:
    """Returns the component's name, empty for an inline schema, and the schema with inherited members."""
    name = schema.get("$ref", "").removeprefix(_REF)
    opened = schemas[name] if name else schema
    if "allOf" not in opened:
        return name, opened
    parts = [resolve(schemas, each)[1] for each in opened["allOf"]]  # a base record and its additional fields
    required = [each for part in parts for each in part.get("required", ())]
    properties = {field: value for part in parts for field, value in part["properties"].items()}
    return name, {**opened, "type": "object", "required": required, "properties": properties}


def _kind(schema: Schema, item: Schema | None) -> str:
    if item is not None:
        return f"array of {_kind(item, None)}s"
    kind = schema.get("type", "string" if "enum" in schema else "any")
    return {"date-time": "timestamp", "email": "email address", "uri": "URL"}.get(
        schema.get("format", ""), str(kind)
    )


def _limits(schema: Schema) -> str:
    if "enum" in schema:
        return ""
    low, high = schema.get("minimum"), schema.get("maximum")
    if high is not None:
        return f"{low:,} to {high:,}" if low is not None else f"up to {high:,}"
    if "maxItems" in schema:
        return f"up to {schema['maxItems']:,}"
    if "maxLength" in schema and schema.get("format") != "date-time":
        return f"up to {schema['maxLength']:,} characters"
    return ""


def _default(schema: Schema, opened: Schema) -> str:
    value = schema.get("default", opened.get("default"))
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
