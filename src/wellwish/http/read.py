"""The body reader: parses JSON, converts values to a struct and collects every fault of the body.

Lenient operations report ignored members as warnings; faults refuse the body. JSON types are not
converted, except that 10.0 is the integer 10. A boolean is never a number.
"""

import json
from difflib import get_close_matches
from typing import Any, Final, TypeVar, cast

import msgspec

from wellwish.errors import Fault, InvalidRequest, MalformedJson
from wellwish.http.fields import Body
from wellwish.http.plan import FieldPlan, StructPlan, plan_of

MAX_DEPTH: Final = 16
MAX_FAULTS: Final = 5_000  # faults listed for one body: 1,000 invitees can each have a few
MAX_BLANK: Final = 255  # a blank text up to this length is absent, even if the field is shorter
_MAX_HINTS: Final = 20  # finding the nearest name is slow, and 256 KiB can contain 40,000 names

B = TypeVar("B", bound=Body)


def parse(raw: bytes) -> Any:
    """Returns the JSON value of the bytes. Raises MalformedJson."""
    try:
        value = json.loads(raw.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_members)
    except _DuplicateError as error:
        raise MalformedJson("An object of the body has two members with the same name.") from error
    except (ValueError, RecursionError) as error:
        raise MalformedJson from error
    if _depth_over(value, MAX_DEPTH):
        raise MalformedJson(f"The body is nested more than {MAX_DEPTH} levels deep.")
    return value


def convert(given: object, body_type: type[B], *, strict: bool, warnings: list[Fault]) -> B:
    """Returns a JSON-like value as a struct; appends warnings. Raises InvalidRequest with all faults."""
    plan = plan_of(body_type)
    faults: list[Fault] = []
    value = _Reading(strict, warnings, faults).struct(given, plan, "")
    if not faults:
        try:
            body = msgspec.convert(value, body_type)
        except msgspec.ValidationError:
            pass
        else:
            faults.extend(body.faults())
            if not faults:
                return body
            raise InvalidRequest(faults=faults[:MAX_FAULTS])
    _gather(value, plan, "", faults, {fault.pointer for fault in faults})
    if not faults:
        raise AssertionError(f"{body_type.__name__} refused a body that has no fault")
    raise InvalidRequest(faults=faults[:MAX_FAULTS])


class _Reading:
    """A single pass over a body: normalises texts, drops blanks and nulls, reports unknown members."""

    def __init__(self, strict: bool, warnings: list[Fault], faults: list[Fault]) -> None:
        self.strict = strict
        self.warnings = warnings
        self.faults = faults

    def struct(self, value: Any, plan: StructPlan, pointer: str) -> Any:
        if not isinstance(value, dict):
            return value
        kept: dict[str, Any] = {}
        for name, member in cast("dict[str, Any]", value).items():
            field = plan.fields.get(name)
            if field is None:
                self._unknown(name, plan, f"{pointer}/{_escape(name)}")
                continue
            clean = self.member(member, field, f"{pointer}/{name}")
            if clean is not None:
                kept[name] = clean
            elif plan.is_change:
                kept[name] = None
        return kept

    def member(self, value: Any, field: FieldPlan, pointer: str) -> Any:
        if isinstance(value, str):
            return self._text(value, field, pointer)
        if isinstance(value, float) and field.is_integer and value.is_integer():
            return int(value)
        if isinstance(value, dict) and field.struct is not None:
            return self.struct(cast("dict[str, Any]", value), field.struct, pointer)
        if isinstance(value, list) and field.item is not None:
            item, items = field.item, cast("list[Any]", value)
            return [self.member(each, item, f"{pointer}/{index}") for index, each in enumerate(items)]
        return cast("Any", value)

    def _text(self, value: str, field: FieldPlan, pointer: str) -> str | None:
        rule = field.rule
        if rule is None:
            return value
        if fault := rule.fault(value, pointer):
            self.faults.append(fault)
            return value
        if field.max_length is not None and len(value) > _longest(value, field.max_length):
            return value  # too long as sent; _gather reports it
        clean = rule.normal(value)
        if not clean and not rule.as_sent:
            return None
        if rule.check is None:
            return clean
        try:
            spelled = rule.check(clean)
        except ValueError as error:
            self.faults.append(Fault(pointer, "invalid_value", str(error)))
            return clean
        if self.strict and rule.spelled and spelled != value:
            self.faults.append(Fault(pointer, "invalid_value", f"Must be spelled {spelled!r}."))
        return spelled

    def _unknown(self, name: str, plan: StructPlan, pointer: str) -> None:
        found = self.faults if self.strict else self.warnings
        if len(found) >= MAX_FAULTS:
            return
        close = get_close_matches(name.lower(), plan.fields, n=1) if len(found) < _MAX_HINTS else []
        hint = f" Did you mean {close[0]!r}?" if close else ""
        found.append(Fault(pointer, "unknown_field", f"Unknown field.{hint}"))


def _longest(value: str, most: int) -> int:
    return most if value.strip() else max(most, MAX_BLANK)


def _gather(value: Any, plan: StructPlan, pointer: str, faults: list[Fault], known: set[str]) -> None:
    """Appends a fault for each member that is missing or invalid and has no fault yet."""
    if not isinstance(value, dict):
        faults.append(Fault(pointer, "wrong_type", "Must be an object."))
        return
    members = cast("dict[str, Any]", value)
    for name, field in plan.fields.items():
        here = f"{pointer}/{name}"
        if name in members:
            _gather_member(members[name], field, here, faults, known)
        elif field.required and here not in known:
            faults.append(Fault(here, "required", "This field is required."))


def _gather_member(value: Any, field: FieldPlan, pointer: str, faults: list[Fault], known: set[str]) -> None:
    if pointer in known:
        return
    if field.struct is not None and isinstance(value, dict):
        _gather(value, field.struct, pointer, faults, known)
        return
    if field.item is not None and isinstance(value, list):
        items = cast("list[Any]", value)
        for index, each in enumerate(items):
            if len(faults) >= MAX_FAULTS:
                return
            _gather_member(each, field.item, f"{pointer}/{index}", faults, known)
        if any(fault.pointer.startswith(f"{pointer}/") for fault in faults):
            return
    try:
        msgspec.convert(value, field.type)
    except msgspec.ValidationError as error:
        faults.append(field.fault(pointer, value, str(error)))


def _depth_over(value: Any, left: int) -> bool:
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value).values()
        return left == 0 or any(_depth_over(member, left - 1) for member in members)
    if isinstance(value, list):
        items = cast("list[Any]", value)
        return left == 0 or any(_depth_over(item, left - 1) for item in items)
    return False


class _DuplicateError(ValueError):
    """An object has two members of one name, whose meaning RFC 8259 section 4 leaves open."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _DuplicateError
    return members


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _escape(name: str) -> str:
    """Returns the name as a JSON pointer token (RFC 6901 section 3), truncated to 100 characters."""
    printable = name[:100].encode("utf-8", "replace").decode()
    return printable.replace("~", "~0").replace("/", "~1")
