"""Option values other than plain text: numbers, files, secrets and objects."""

import sys
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_origin

import msgspec
from cyclopts import Token


class UsageError(Exception):
    """The command line or the profile is wrong. The message says what to do."""


def read_file(path: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).expanduser().read_bytes()
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}.") from error


def whole(kind: Any, tokens: Sequence[Token]) -> int | list[int]:
    """Parses a whole number, or a list of them. Cyclopts would round an amount such as 12.5.

    Raises ValueError.
    """
    found: list[int] = []
    for token in tokens:
        if not token.value.removeprefix("-").isdecimal():
            raise ValueError(
                f"{token.value} is not a whole number. Amounts are in minor units: 1250 for 12.50."
            )
        found.append(int(token.value))
    return found if get_origin(kind) is list else found[0]


def encoded(path: str | None) -> str | None:
    """The content of a file in base64. Raises UsageError."""
    return None if path is None else b64encode(read_file(path)).decode()


def secret(path: str | None, name: str) -> str | None:
    """The first line of a file, or of standard input. Raises UsageError."""
    if path is None:
        return None
    lines = read_file(path).decode(errors="replace").splitlines()
    if not lines or not lines[0].strip():
        raise UsageError(f"--{_option(name)}: {path} is empty.")
    return lines[0].strip()


def objects(values: Sequence[str] | None, name: str) -> list[Any] | None:
    """Objects of a list: each value is JSON, ``@FILE`` with JSON, or ``member=value,member=value``.

    Raises UsageError.
    """
    if values is None:
        return None
    found: list[Any] = []
    for value in values:
        read = read_file(value[1:]) if value.startswith("@") else value.encode()
        if value.startswith(("@", "{", "[")):
            try:
                decoded: Any = msgspec.json.decode(read)
            except msgspec.DecodeError as error:
                raise UsageError(f"--{_option(name)}: not readable as JSON: {error}.") from error
            found += decoded if isinstance(decoded, list) else [decoded]
        else:
            found.append(_shorthand(value, name))
    return found


def _shorthand(value: str, name: str) -> dict[str, str]:
    pairs = [each.partition("=") for each in value.split(",")]
    if not all(key and sign for key, sign, _ in pairs):
        raise UsageError(f"--{_option(name)}: write member=value,member=value or JSON, not {value!r}.")
    return {key.strip().replace("-", "_"): text for key, _, text in pairs}


def nested(flat: dict[str, Any], objects: Sequence[str], clear: Sequence[str]) -> dict[str, Any]:
    """The body: dotted members become objects, and members without a value are omitted.

    ``objects``: required objects of the body. ``clear``: members that become null. Raises UsageError.
    """
    body: dict[str, Any] = {each: {} for each in objects}
    chosen = {each.replace("-", "_") for each in clear}
    if unknown := chosen - flat.keys():
        raise UsageError(f"--clear: there is no {', '.join(sorted(unknown))} here.")
    for name, value in flat.items():
        if value is None and name not in chosen:
            continue
        *parents, last = name.split(".")
        place = body
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return body


def _option(name: str) -> str:
    return name.replace("_", "-")
