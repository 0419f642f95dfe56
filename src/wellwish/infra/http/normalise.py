"""Normalise a parsed body before its conversion: names, levels, texts, blanks, and numbers sent as text.

Strict handling accepts fields only with their name, level and JSON type, except that 10.0 is the integer 10;
a boolean is never a number. Lenient handling also accepts the input listed in the fields' ``Lenient``
annotations, and warns of each use: ``moved``, ``renamed``, ``converted`` or ``ignored``.
"""

import json
import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, NamedTuple, cast

from wellwish.base.errors import Fault
from wellwish.infra.http.plan import FieldPlan, StructPlan
from wellwish.infra.http.warnings import note

MAX_FAULTS: Final = 5_000  # maximum errors listed for a body; each of 1,000 invitees can have several
MAX_BLANK: Final = 255  # blank text up to this length counts as absent, even if the field's limit is lower
_MAX_HINTS: Final = 20  # finding the nearest name is slow, and 256 KiB can contain 40,000 names

_INTEGER: Final = re.compile("-?[0-9]{1,18}")
_BOOLEANS: Final = {"true": True, "false": False}


class _Sent(NamedTuple):
    """A sent value, for a field that may have another name or level."""

    pointer: str
    value: Any


@dataclass(frozen=True, eq=False)
class _Level:
    """An object of the body, and the values sent for its fields at this or the other level."""

    plan: StructPlan
    pointer: str
    place: str = ""  # the name of this level in hints about members of the other level
    sent: dict[str, list[_Sent]] = field(default_factory=dict)

    def at(self, name: str) -> str:
        return f"{self.pointer}/{name}"


class Normaliser:
    """A single pass over a body that collects errors and warnings with pointers to the members as sent."""

    def __init__(self, *, strict: bool, closed: bool, warnings: list[Fault], faults: list[Fault]) -> None:
        self.strict = strict
        self.warnings = warnings
        self.faults = faults
        # The pointers, as sent, of fields that have another name or place in the body.
        self.sent_at: dict[str, str] = {}
        self._unknown_to = faults if strict or closed else warnings

    def as_sent(self, fault: Fault) -> Fault:
        """Returns an error of the converted body with a pointer into the body as sent."""
        return Fault(self._sent_pointer(fault.pointer), fault.code, fault.detail)

    def struct(self, value: Any, plan: StructPlan, pointer: str) -> Any:
        if not isinstance(value, dict):
            return value
        members = cast("dict[str, Any]", value)
        if _is_in_place(members, plan):
            clean = {
                name: self.member(each, plan.fields[name], f"{pointer}/{name}")
                for name, each in members.items()
            }
            return {name: each for name, each in clean.items() if each is not None or plan.is_change}
        return self._placed(members, plan, pointer)

    def _placed(self, members: dict[str, Any], plan: StructPlan, pointer: str) -> dict[str, Any]:
        """Returns the object with all members at the level and with the name of their field."""
        if plan.inner is None:
            level = _Level(plan, pointer)
            self._sort(members, level, None)
            return self._settled(level)
        inner, inner_plan = plan.inner
        outside = _Level(plan, pointer, f" outside `{inner}`")
        inside = _Level(inner_plan, outside.at(inner), f" in `{inner}`")
        nested = members.get(inner)
        if isinstance(nested, dict):
            self._sort(cast("dict[str, Any]", nested), inside, outside)
            members = {name: each for name, each in members.items() if name != inner}
        self._sort(members, outside, inside)
        kept = self._settled(outside)
        if isinstance(nested, dict) or (inside.sent and inner not in kept):
            kept[inner] = self._settled(inside)
        return kept

    def _sort(self, members: dict[str, Any], here: _Level, other: _Level | None) -> None:
        """Assigns each member to its field at one of the levels; reports the others."""
        parts: dict[str, _Sent] = {}
        for name, value in members.items():
            sent = _Sent(here.at(_escape(name)), value)
            found = _find(name, here, other)
            if found == (here, name):
                here.sent.setdefault(name, []).insert(0, sent)
            elif found is None and other is not None and _is_itself(name, other):
                # An error instead of a warning, because the members could be privacy or money settings.
                detail = f"Send its members in `{here.pointer}`."
                self.faults.append(Fault(sent.pointer, "unknown_field", detail))
            elif found is None or self.strict:
                self._unknown(sent.pointer, here, found or self._nearest(name, here, other))
            elif name in here.plan.joined:
                parts[name] = sent
            else:
                level, meant = found
                code = "renamed" if level is here else "moved"
                self._warn(sent.pointer, code, f"Read as `{level.at(meant)}`.")
                level.sent.setdefault(meant, []).append(sent)
        self._join(parts, here)

    def _join(self, parts: dict[str, _Sent], here: _Level) -> None:
        """Assigns texts that were sent in parts to their fields, unless the whole was also sent."""
        for meant in dict.fromkeys(here.plan.joined[name] for name in parts):
            names = [each for each, field in here.plan.joined.items() if field == meant and each in parts]
            sent = [parts[each] for each in names if parts[each].value is not None]
            is_whole = any(each.value for each in here.sent.get(meant, ()))
            for each in sent:
                if is_whole:
                    self._warn(each.pointer, "ignored", f"Ignored, because `{meant}` was sent.")
                else:
                    self._warn(each.pointer, "renamed", f"Read as part of `{here.at(meant)}`.")
            if sent and not is_whole:
                here.sent.setdefault(meant, []).insert(0, _joined(sent))

    def _settled(self, level: _Level) -> dict[str, Any]:
        """Returns the object with one value for each field.

        If a field was sent twice, both values must be equal, because choosing one could show money or names
        to the wrong people.
        """
        kept: dict[str, Any] = {}
        for name, sent in level.sent.items():
            plan = level.plan.fields[name]
            read = [_Sent(each.pointer, self.member(each.value, plan, each.pointer)) for each in sent]
            given = [each for each in read if each.value is not None or level.plan.is_change]
            if not given:
                continue
            first = given[0]
            known = {fault.pointer for fault in self.faults} if len(given) > 1 else set[str]()
            for other in given[1:]:
                if not _same(first.value, other.value) and other.pointer not in known:
                    detail = f"Differs from `{first.pointer}`, the same field. Send only one of them."
                    self.faults.append(Fault(other.pointer, "contradiction", detail))
            kept[name] = first.value
            if first.pointer != level.at(name):
                self.sent_at[level.at(name)] = first.pointer
        return kept

    def member(self, value: Any, field: FieldPlan, pointer: str) -> Any:
        if field.deprecated is not None and value is not None:
            note(self.warnings, pointer, field.deprecated)
        if isinstance(value, str):
            typed = field.base in (int, bool)
            return self._typed(value, field, pointer) if typed else self._text(value, field, pointer)
        if isinstance(value, float) and field.is_integer and value.is_integer():
            return int(value)
        if isinstance(value, dict) and field.struct is not None:
            return self.struct(cast("dict[str, Any]", value), field.struct, pointer)
        if isinstance(value, list) and field.item is not None:
            item, items = field.item, cast("list[Any]", value)
            if field.has_too_many(items):
                return items  # the conversion reports the error
            return [self.member(each, item, f"{pointer}/{index}") for index, each in enumerate(items)]
        return cast("Any", value)

    def _typed(self, value: str, field: FieldPlan, pointer: str) -> Any:
        """Returns the number or boolean that a text represents, or otherwise the text."""
        if self.strict:
            return value
        clean, read = value.strip(), None
        if field.base is bool:
            read = _BOOLEANS.get(clean.lower())
        elif _INTEGER.fullmatch(clean):
            read = int(clean)
        elif field.lenient.number is not None:
            try:
                read = field.lenient.number(clean)
            except ValueError as error:
                self.faults.append(Fault(pointer, "invalid_value", str(error)))
        if read is None:
            return value
        self._warn(pointer, "converted", f"Read as {json.dumps(read)}.")
        return read

    def _text(self, value: str, field: FieldPlan, pointer: str) -> str | None:
        rule = field.rule
        if rule is None:
            return value
        if fault := rule.fault(value, pointer):
            self.faults.append(fault)
            return value
        if field.max_length is not None and len(value) > _longest(value, field.max_length):
            return value  # too long as sent; the conversion reports it
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
        if rule.spelled and spelled != value:
            if self.strict:
                self.faults.append(Fault(pointer, "invalid_value", f"Must be spelled {spelled!r}."))
            elif spelled.lower() != clean.lower():
                self._warn(pointer, "converted", f"Read as `{spelled}`.")
        if rule.doubt is not None and (doubt := rule.doubt(spelled)) is not None:
            self._warn(pointer, *doubt)
        return spelled

    def _unknown(self, pointer: str, here: _Level, meant: tuple[_Level, str] | None) -> None:
        hint = ""
        if meant is not None:
            hint = f" Did you mean {meant[1]!r}{'' if meant[0] is here else meant[0].place}?"
        if len(self._unknown_to) < MAX_FAULTS:
            self._unknown_to.append(Fault(pointer, "unknown_field", f"Unknown field.{hint}"))

    def _nearest(self, name: str, here: _Level, other: _Level | None) -> tuple[_Level, str] | None:
        """Returns the field at either level whose name is nearest to an unknown name."""
        if len(self._unknown_to) >= _MAX_HINTS:
            return None
        fields = {} if other is None else dict.fromkeys(other.plan.fields, other)
        fields |= dict.fromkeys(here.plan.fields, here)
        close = get_close_matches(name.lower(), fields, n=1)
        return (fields[close[0]], close[0]) if close else None

    def _warn(self, pointer: str, code: str, detail: str) -> None:
        if len(self.warnings) < MAX_FAULTS:
            self.warnings.append(Fault(pointer, code, detail))

    def _sent_pointer(self, pointer: str) -> str:
        if pointer in self.sent_at or not pointer:
            return self.sent_at.get(pointer, pointer)
        above, _, last = pointer.rpartition("/")
        return f"{self._sent_pointer(above)}/{last}"


def _is_in_place(members: dict[str, Any], plan: StructPlan) -> bool:
    """Returns whether all members have the name and level of their field, which is the usual case."""
    if not members.keys() <= plan.fields.keys():
        return False
    if plan.inner is None:
        return True
    inner, inner_plan = plan.inner
    nested = members.get(inner)
    return not isinstance(nested, dict) or nested.keys() <= inner_plan.fields.keys()


def _find(name: str, here: _Level, other: _Level | None) -> tuple[_Level, str] | None:
    """Returns the field that a member identifies by name or alias, and the field's level.

    The inner object is not a field of the inner level.
    """
    for level in (here, other):
        if level is None or (level is other and _is_itself(name, level)):
            continue
        plan = level.plan
        meant = name if name in plan.fields else plan.synonyms.get(name) or plan.joined.get(name)
        if meant is not None:
            return level, meant
    return None


def _is_itself(name: str, outside: _Level) -> bool:
    """Returns whether a member of the inner object has the name of that object."""
    return outside.plan.inner is not None and name == outside.plan.inner[0]


def _joined(parts: list[_Sent]) -> _Sent:
    """Returns the joined parts of a text, with the pointer of the first part.

    A part of another type becomes the value, so that it is reported as invalid.
    """
    odd = next((each for each in parts if not isinstance(each.value, str)), None)
    return odd or _Sent(parts[0].pointer, " ".join(each.value.strip() for each in parts))


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def _longest(value: str, most: int) -> int:
    return most if value.strip() else max(most, MAX_BLANK)


def _escape(name: str) -> str:
    """Returns the name as a JSON pointer token (RFC 6901 section 3), truncated to 100 characters."""
    printable = name[:100].encode("utf-8", "replace").decode()
    return printable.replace("~", "~0").replace("/", "~1")
