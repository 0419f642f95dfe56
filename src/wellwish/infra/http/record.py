"""Builds records from rows."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from msgspec import Struct, structs

from wellwish.base import clock

Record = TypeVar("Record", bound=Struct)


def from_row(record_type: type[Record], row: Struct, **given: Any) -> Record:
    """Copies required fields that are not in `given` from their columns; times become RFC 3339 text.

    Raises KeyError if a column is missing. Optional fields are never copied, so that fields visible only to
    some callers must be given explicitly.
    """
    return _builder(record_type, type(row), tuple(given))(row, given)


@cache
def _builder(
    record_type: type[Struct], row_type: type[Struct], given: tuple[str, ...]
) -> Callable[[Struct, Mapping[str, Any]], Any]:
    """Returns a function that calls the type with a keyword for each field, compiled as ``dataclasses`` does.

    Passing a card's nearly 50 fields as a dictionary would take twice as long.
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
