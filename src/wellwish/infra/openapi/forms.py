"""Transformations of JSON Schemas."""

import json
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from wellwish.base import ids
from wellwish.infra.http.deprecation import fields_of
from wellwish.infra.openapi.known_fields import SHARED, Schema

_REF: Final = "#/components/schemas/"
_OR_NULL: Final = "OrNull"  # suffix of the names of nullable components


def without_null(raw: Schema) -> tuple[Schema, bool]:
    """Returns the schema without null, and whether null is allowed. Keeps only scalar defaults."""
    schema = dict(raw)
    default = schema.pop("default", None)
    nullable = False
    if "anyOf" in schema:
        options = [option for option in schema.pop("anyOf") if option != {"type": "null"}]
        nullable = True
        schema = {**schema, **options[0]} if len(options) == 1 else {**schema, "anyOf": options}
    words = schema.get("enum", [None])
    if "type" not in schema and all(isinstance(word, str) for word in words):
        schema = {"type": "string", **schema}
    if "enum" in schema:
        schema.pop("pattern", None)
        schema.pop("maxLength", None)
    if default is not None and not isinstance(default, (list, dict)):
        schema["default"] = default
    return schema, nullable


def kept(schema: Schema, *names: str) -> Schema:
    return {name: schema[name] for name in names if name in schema}


def in_words(schema: Schema) -> Schema:
    """Returns the schema of a body field without its default, which is added to the description.

    Client generators treat fields with defaults as required.
    """
    default = schema.pop("default", None)
    says = schema.get("description", "")
    if default is not None and "default" not in says.lower():
        schema["description"] = f"{says} Default: `{json.dumps(default).strip(chr(34))}`.".strip()
    return schema


def same_words(words: Schema, other: Schema) -> bool:
    return other.keys() == words.keys() and {*other["enum"]} == {*words["enum"]}


def referred(schema: Schema) -> Schema:
    """Returns the schema, or a reference to the component that all fields of this type share.

    A component that also has the description takes precedence.
    """
    if schema.get("format") == "uri":  # stricter than the pattern of a line
        schema = {name: value for name, value in schema.items() if name not in ("pattern", "minLength")}
    for name, value in SHARED.items():
        if schema == value:
            return {"$ref": _REF + name}
    said = kept(schema, "description", "default")
    bare = {name: value for name, value in schema.items() if name not in said}
    is_id = ids.SUFFIX in str(bare.get("pattern", ""))
    for name, value in SHARED.items():
        # The pattern of an ID determines its length.
        if bare == {each: value[each] for each in value if each != "description"} or (
            is_id and bare["pattern"] == value.get("pattern") and bare["type"] == "string"
        ):
            return {**said, "$ref": _REF + name}
    return schema


def with_null(schema: Schema) -> Schema:
    if (shared := schema.get("$ref", "").removeprefix(_REF) + _OR_NULL) in SHARED:
        return {**kept(schema, "description"), "$ref": _REF + shared}
    if "$ref" in schema or "enum" in schema:
        return either(schema, {"type": "null"})
    return {**schema, "type": [schema["type"], "null"]}


def either(schema: Schema, other: Schema) -> Schema:
    """Returns ``anyOf`` both schemas, with description and default outside it."""
    outside = kept(schema, "description", "default")
    return {
        **outside,
        "anyOf": [{name: value for name, value in schema.items() if name not in outside}, other],
    }


def constant(schema: Schema) -> Schema:
    """Returns a schema whose ``enum`` has one value as a ``const``."""
    words: Sequence[Any] = schema.get("enum", ())
    if len(words) != 1:
        return schema
    return {**{name: value for name, value in schema.items() if name != "enum"}, "const": words[0]}


def extending(base: str, required: list[str], properties: Schema) -> Schema:
    """Returns the schema of a record that extends the component ``base``.

    The added members are part of ``allOf``, because generators may treat a list with one reference as that
    component.
    """
    own = {"type": "object", **({"required": required} if required else {}), "properties": properties}
    return {"allOf": [{"$ref": f"#/components/schemas/{base}"}, own]}


def marked(struct: type[Struct], properties: dict[str, Schema]) -> dict[str, Schema]:
    """Returns the schemas of fields, with the deprecated ones marked."""
    made = dict(properties)
    for name, deprecated in fields_of(struct).items():
        said = f"{made[name].get('description', '')} {deprecated.says}".strip()
        made[name] = {**made[name], "description": said, "deprecated": True}
    return made
