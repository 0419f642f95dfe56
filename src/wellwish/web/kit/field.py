"""The fields of a form, with the limits of their struct and the errors of the last submission.

``kit/templates/field.html`` renders them.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from wellwish.base.errors import Fault
from wellwish.infra.http.plan import FieldPlan, StructPlan, plan_of

_DIGITS: Final = "0123456789"


class Field(Struct, frozen=True, kw_only=True):
    """A text or number input; ``fault`` is an untranslated error message, or empty."""

    id: str
    value: str
    fault: str
    is_only_fault: bool  # the only error of the form, so the field gets the focus and there is no summary
    is_required: bool
    has_lines: bool
    is_number: bool
    max_length: int | None
    low: int | None
    high: int | None


class Fields:
    """The fields of a form by JSON pointer into its struct.

    ``values`` maps pointers to values. ``faults`` maps field IDs to all errors of the form, including
    those of fields outside the struct. ``ids`` maps pointers to the IDs that differ from ``id_of``.
    """

    def __init__(
        self,
        struct: type[Struct],
        values: Mapping[str, str],
        faults: Mapping[str, str],
        ids: Mapping[str, str] | None = None,
    ) -> None:
        self._plan = plan_of(struct)
        self._values = values
        self.faults = faults
        self._ids = ids or {}

    def __getitem__(self, pointer: str) -> Field:
        """Returns the field. Raises KeyError for a pointer that is not in the struct."""
        plan = _find(self._plan, pointer)
        name = self._ids.get(pointer) or id_of(pointer)
        meta = plan.meta
        return Field(
            id=name,
            value=self._values.get(pointer, ""),
            fault=self.faults.get(name, ""),
            is_only_fault=len(self.faults) == 1,
            is_required=plan.required,
            has_lines=plan.rule is not None and plan.rule.lines,
            is_number=plan.is_integer,
            # For a list, the length is the number of its items.
            max_length=None if plan.item is not None else plan.max_length,
            low=None if meta is None or meta.ge is None else int(meta.ge),
            high=None if meta is None or meta.le is None else int(meta.le),
        )


def id_of(pointer: str) -> str:
    """Returns the ID and name of a field: ``recipients-0-email`` for ``/recipients/0/email``."""
    return pointer.removeprefix("/").replace("/", "-")


def by_id(faults: Iterable[Fault], ids: Mapping[str, str] | None = None) -> dict[str, str]:
    """Returns the first error of each field by field ID, with errors of the whole form as ``""``."""
    found: dict[str, str] = {}
    for fault in faults:
        name = (ids or {}).get(fault.pointer) or id_of(fault.pointer)
        found.setdefault(name, fault.detail)
    return found


def _find(plan: StructPlan, pointer: str) -> FieldPlan:
    first, *rest = pointer.removeprefix("/").split("/")
    found = plan.fields[first]
    for token in rest:
        if found.item is not None and token and not token.strip(_DIGITS):
            found = found.item
        elif found.struct is not None:
            found = found.struct.fields[token]
        else:
            raise KeyError(pointer)
    return found
