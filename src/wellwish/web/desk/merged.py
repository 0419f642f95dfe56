"""Forms that two people may save.

A form has the field ``was`` with a mark of each value that its reader saw. If someone else has saved other
values since, the form keeps the reader's changes over the saved values, and the page shows the saved value
next to each conflict.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct, structs

Typed = TypeVar("Typed", bound=Struct)
_DIGITS: Final = 12


def marks(shown: Struct) -> str:
    """Returns the value of the field ``was``."""
    return msgspec.json.encode({name: _mark(value) for name, value in structs.asdict(shown).items()}).decode()


def changed(typed: Struct, now: Struct, was: str) -> set[str]:
    """Returns the fields that the reader changed; without marks, those that differ from the saved ones."""
    before, saved = _read(was), structs.asdict(now)
    return {
        name
        for name, value in structs.asdict(typed).items()
        if _mark(value) != before.get(name, _mark(saved[name]))
    }


def merged(
    typed: Typed, now: Typed, was: str, together: Mapping[str, str] | None = None
) -> tuple[Typed, set[str]]:
    """Returns the saved values with the reader's changes, and the fields that both changed differently.

    A change of a field of ``together`` includes the field that it depends on.
    """
    before, mine = _read(was), changed(typed, now, was)
    mine |= {field for name, field in (together or {}).items() if name in mine}
    both = {
        name
        for name in mine
        if (saved := getattr(now, name)) != getattr(typed, name) and _mark(saved) != before.get(name)
    }
    return structs.replace(now, **{name: getattr(typed, name) for name in mine}), both


def is_saved(typed: Struct, now: Struct, was: str) -> bool:
    """Whether the reader changed fields and the saved values are the same, as when a form is sent twice."""
    mine = changed(typed, now, was)
    return bool(mine) and all(getattr(typed, name) == getattr(now, name) for name in mine)


def line(text: str) -> str:
    """Returns a text of one line as forms send it and as it is compared: without repeated spaces."""
    return " ".join(text.split())


def lines(text: str) -> str:
    """Returns a text as forms send it and as it is compared: with LF line breaks, without outer spaces."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def _mark(value: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:_DIGITS]


def _read(was: str) -> dict[str, str]:
    try:
        return msgspec.json.decode(was, type=dict[str, str])
    except msgspec.DecodeError:
        return {}
