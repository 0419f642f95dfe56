"""The errors of a page's forms, for the summary at its top that links to each field."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from wellwish.web.kit.field import Field, Fields

_NAMES: Final = ("wrong", "faults")  # errors by field ID


def problems(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Returns ID and text of each error among the values of a template, once for each field.

    The errors are in ``wrong``, ``faults`` or the fields. Errors without a field have no ID.
    """
    return list(dict(_found(values)).items())


def _found(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        if isinstance(value, Fields):
            yield from value.faults.items()
        elif isinstance(value, Field) and value.fault:
            yield value.id, value.fault
        elif name in _NAMES:
            errors = cast("Mapping[str, str]", value)
            yield from ((field, text) for field, text in errors.items() if text)
