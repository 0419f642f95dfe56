"""Builds records from rows."""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, get_args, get_type_hints

from msgspec import Struct, structs

from wellwish import clock

Record = TypeVar("Record", bound=Struct)


def from_row(record_type: type[Record], row: Struct, **given: Any) -> Record:
    """Copies every required field that is not in `given` from its column; times become RFC 3339 text.

    Raises KeyError if a column is missing. Optional fields are never copied: a field that only some callers
    can see must be given explicitly.
    """
    names, instants, read = _plan(record_type, type(row), tuple(given))
    values = dict(zip(names, read(row), strict=True))
    for name in instants:
        values[name] = clock.rfc3339_or_none(values[name])
    return record_type(**values, **given)


@cache
def _plan(
    record_type: type[Struct], row_type: type[Struct], given: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], Callable[[Struct], tuple[Any, ...]]]:
    """Returns the names to copy (at least two), the names of time columns, and a getter of all values."""
    hints = get_type_hints(row_type)
    names = tuple(
        field.name for field in structs.fields(record_type) if field.required and field.name not in given
    )
    instants = tuple(name for name in names if datetime in (hints[name], *get_args(hints[name])))
    return names, instants, attrgetter(*names)
