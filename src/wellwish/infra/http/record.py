"""Builds records from rows."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from msgspec import Struct, structs

from wellwish.base import clock

Record = TypeVar("Record", bound=Struct)


def from_row(record_type: type[Record], row: Struct, **given: Any) -> Record:
    """Copies every required field that is not in `given` from its column; times become RFC 3339 text.

    Raises KeyError if a column is missing. Optional fields are never copied: a field that only some callers
    can see must be given explicitly.
    """
    return _builder(record_type, type(row), tuple(given))(row, given)


@cache
def _builder(
    record_type: type[Struct], row_type: type[Struct], given: tuple[str, ...]
) -> Callable[[Struct, Mapping[str, Any]], Any]:
    """Returns a function that calls the type with a keyword for each field, compiled as ``dataclasses`` does.

    A dictionary of a card's 46 fields would take twice the time of the call.
    """
    hints = get_type_hints(row_type)
    values = {name: f"given[{name!r}]" for name in given}
    for field in structs.fields(record_type):
        if field.required and field.name not in given:
            is_time = datetime in (hints[field.name], *get_args(hints[field.name]))
            values[field.name] = f"time(row.{field.name})" if is_time else f"row.{field.name}"
    keywords = ", ".join(f"{name}={value}" for name, value in values.items())
    scope = {"record_type": record_type, "time": clock.rfc3339_or_none}
    return eval(f"lambda row, given: record_type({keywords})", scope)  # noqa: S307 - names of fields only
