"""The JSON Schema of a tool's input and output, kept short because every conversation contains each one."""

from typing import Any, Final, cast

import msgspec
from msgspec import Struct

# The server validates these constraints and explains violations; a model needs only the structure.
_LEFT_OUT: Final = frozenset({"title", "pattern", "format", "minLength", "maxLength"})
_NULL: Final = {"type": "null"}


def schema(kind: type[Struct], *, is_input: bool) -> dict[str, Any]:
    """Returns the schema of an object, with the schemas of its parts in ``$defs``."""
    made = msgspec.json.schema(kind)
    parts: dict[str, Any] = made["$defs"]
    root: dict[str, Any] = parts.pop(kind.__name__)
    found = _object(root, is_input=is_input)
    if parts:
        found["$defs"] = {name: _object(each, is_input=is_input) for name, each in parts.items()}
    return found


def _object(given: dict[str, Any], *, is_input: bool) -> dict[str, Any]:
    members: dict[str, Any] = given["properties"]
    found: dict[str, Any] = {
        "type": "object",
        "properties": {name: _value(each, is_input=is_input) for name, each in members.items()},
    }
    if is_input and given["required"]:  # outputs always contain all their members
        found["required"] = given["required"]
    return found


def _value(value: Any, *, is_input: bool) -> Any:
    if not isinstance(value, dict):
        return value
    given = cast("dict[str, Any]", value)
    options: list[Any] = given.get("anyOf", [])
    others = [each for each in options if each != _NULL]
    if len(others) == 1 and len(options) > 1:
        rest = {name: each for name, each in given.items() if name not in ("anyOf", "default")}
        if is_input:  # a member that can be null can also be absent
            return _value(others[0] | rest, is_input=True)
        if "type" in others[0]:
            kind = {**others[0], "type": [others[0]["type"], "null"]}
            return _value(kind | rest, is_input=False)
    return {name: _value(each, is_input=is_input) for name, each in given.items() if name not in _LEFT_OUT}
