"""Printing: records and lists on standard output, messages for people on standard error."""

import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

import msgspec

# The most useful members of a record in a list, in this order.
_COLUMNS: Final = (
    "title", "name", "type", "occasion", "email", "delivery_id", "address", "url", "status", "amount", "role",
    "action", "fields", "members_count", "cards_remaining", "reason", "created_at",
)  # fmt: skip
_MOST_COLUMNS: Final = 5
_WIDEST: Final = 40
_CONTROLS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def show(found: Any, *, as_json: bool) -> None:
    """Prints a response: bytes as they are, a list as a table, a record as lines, or all of them as JSON."""
    if isinstance(found, bytes):
        sys.stdout.buffer.write(found)
        sys.stdout.buffer.flush()
    elif as_json:
        print(msgspec.json.encode(found).decode())
    elif found is None:
        say("Done.")
    else:
        record = cast("dict[str, Any]", found)
        for warning in record.get("warnings") or ():
            say(f"Warning: {warning.get('detail', warning)}")
        if isinstance(record.get("data"), list) and record.get("object") == "list":
            table(record["data"])
            if record.get("next_cursor"):
                say(f"There are more: --all, or --cursor {record['next_cursor']}")
        else:
            lines(record)


def lines(record: dict[str, Any]) -> None:
    """Prints ``name: value`` lines; names of nested members have a dot."""
    pairs = list(_flat(record, ""))
    width = max((len(name) for name, _ in pairs), default=0) + 1
    for name, value in pairs:
        print(f"{name + ':':<{width}} {value}".rstrip())


def _flat(record: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in record.items():
        if isinstance(value, dict) and value:
            yield from _flat(cast("dict[str, Any]", value), f"{prefix}{name}.")
        elif prefix or name not in ("object", "warnings"):
            yield f"{prefix}{name}", text_of(value)


def text_of(value: Any) -> str:
    """One line without control characters, which could change what a terminal shows."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    given = value if isinstance(value, str | int | float) else msgspec.json.encode(value).decode()
    return _CONTROLS.sub(" ", str(given))


def table(records: Sequence[dict[str, Any]]) -> None:
    """Prints a line for each record: its ID, which is never truncated, and its most useful members."""
    if not records:
        say("None found.")
        return
    known = [name for name in _COLUMNS if any(_fits(each.get(name)) for each in records)][:_MOST_COLUMNS]
    # Records of a newer server may have none of these members.
    names = ["id"] * ("id" in records[0]) + known or [*records[0]]
    rows = [[text_of(each.get(name)) for name in names] for each in records]
    cut = [
        [_short(cell) if name != "id" else cell for name, cell in zip(names, row, strict=True)]
        for row in rows
    ]
    widths = [max(len(cell) for cell in column) for column in zip(names, *cut, strict=True)]
    for row in (names, *cut):
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


def _fits(value: Any) -> bool:
    return isinstance(value, str | int | float) and value != ""


def _short(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"
