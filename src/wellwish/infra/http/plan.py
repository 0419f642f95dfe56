"""The field descriptions for the body reader, derived once from the annotations of a struct."""

import types
from collections.abc import Sized
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

from wellwish.base.errors import Fault
from wellwish.infra.http.deprecation import Deprecated, find
from wellwish.infra.http.fields import Change, Lenient, TextRule

_JSON_NAMES: Final = {str: "a string", int: "an integer", bool: "a boolean", float: "a number"}
# An integer field with `amount` in its name is an amount of money.
_IN_MINOR_UNITS: Final = " in minor units, such as 1250 for 12.50 euros"


@dataclass(frozen=True)
class FieldPlan:
    """One field: its type, and the details of texts, integers, lists and structs."""

    type: Any
    base: Any
    meta: Meta | None
    rule: TextRule | None
    required: bool
    clearable: bool
    lenient: Lenient
    deprecated: Deprecated | None = None
    struct: "StructPlan | None" = None
    item: "FieldPlan | None" = None

    @property
    def is_integer(self) -> bool:
        """Whether 10.0 is read as the integer 10."""
        return self.base is int

    @property
    def max_length(self) -> int | None:
        """The maximum number of characters or items, or None."""
        return None if self.meta is None else self.meta.max_length

    def fault(self, pointer: str, value: Any, why: str) -> Fault:
        """Returns the error for a value that msgspec refused with the message ``why``."""
        if value is None:
            return Fault(pointer, "required", "This field cannot be cleared.")
        if "Expected `" in why and ", got `" in why:
            hint = _IN_MINOR_UNITS if self.is_integer and "amount" in pointer else ""
            return Fault(pointer, "wrong_type", f"Must be {self._kind()}{hint}.")
        if "length" in why:
            return Fault(pointer, "too_long" if "<=" in why else "too_short", self.length())
        if "Expected `int`" in why or "Expected `float`" in why:
            return Fault(pointer, "out_of_range", self._range())
        return Fault(pointer, "invalid_value", "Must be a valid value.")

    def _kind(self) -> str:
        if self.struct is not None:
            return "an object"
        return "an array" if self.item is not None else _JSON_NAMES.get(self.base, "a valid value")

    def has_too_many(self, items: Sized) -> bool:
        """Whether a list has more items than the field allows. Its items are then not read individually."""
        return self.max_length is not None and len(items) > self.max_length

    def length(self) -> str:
        """Returns the sentence about the number of characters or items."""
        meta, unit = self.meta, "items" if self.item is not None else "characters"
        low = 0 if meta is None or meta.min_length is None else meta.min_length
        high = None if meta is None else meta.max_length
        if high is None:
            return f"Must have at least {low} {unit}."
        return f"Must have {low} to {high} {unit}." if low else f"Must have at most {high} {unit}."

    def _range(self) -> str:
        meta = self.meta
        return "Must be in range." if meta is None else f"Must be between {meta.ge} and {meta.le}."


@dataclass(frozen=True)
class StructPlan:
    """The fields of a struct by name."""

    fields: dict[str, FieldPlan]
    is_change: bool

    @cached_property
    def synonyms(self) -> dict[str, str]:
        """Field names by alias."""
        return {other: name for name, field in self.fields.items() for other in field.lenient.names}

    @cached_property
    def joined(self) -> dict[str, str]:
        """Field names by the names of their parts, in the order of the parts."""
        return {part: name for name, field in self.fields.items() for part in field.lenient.parts}

    @cached_property
    def inner(self) -> "tuple[str, StructPlan] | None":
        """The name and the plan of the object whose members are also accepted next to it."""
        for name, field in self.fields.items():
            if field.lenient.levels and field.struct is not None:
                return name, field.struct
        return None


@cache
def plan_of(struct: type[Struct], *, change: bool = False) -> StructPlan:
    """Returns the plan of a struct. Structs inside a Change are also changes."""
    is_change = change or issubclass(struct, Change)
    hints = get_type_hints(struct, include_extras=True)
    required = {field.name for field in fields(struct) if field.required}
    names = {field.name: field.encode_name for field in fields(struct)}
    return StructPlan(
        {name: _field(hints[own], own in required, is_change) for own, name in names.items()}, is_change
    )


def _field(hint: Any, required: bool, is_change: bool) -> FieldPlan:
    options = _options(hint)
    clearable = type(None) in options
    kinds = [option for option in options if option not in (type(None), UnsetType, UNSET)]
    annotated = kinds[0] if len(kinds) == 1 else Union[tuple(kinds)]  # noqa: UP007 - built at run time
    base, meta, lenient = annotated, None, Lenient()
    notes = getattr(annotated, "__metadata__", ())
    if notes:
        base = get_args(annotated)[0]
        meta = next((note for note in notes if isinstance(note, Meta)), None)
        lenient = next((note for note in notes if isinstance(note, Lenient)), lenient)
    rule = (meta.extra or {}).get("rule") if meta is not None else None
    struct = item = None
    if isinstance(base, type) and issubclass(base, Struct):
        struct = plan_of(base, change=is_change)
    elif get_origin(base) is list:
        item = _field(get_args(base)[0], True, False)
        base = list
    return FieldPlan(hint, base, meta, rule, required, clearable, lenient, find(hint), struct, item)


def _options(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) in (Union, types.UnionType):
        return get_args(hint)
    return (hint,)
