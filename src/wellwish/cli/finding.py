"""A finding of `wellwish doctor` or `wellwish status`."""

from typing import Literal

from msgspec import Struct

Level = Literal["error", "warning", "unused"]


class Finding(Struct, frozen=True):
    """A sentence about the installation.

    An error prevents the service from working or endangers committed data. A warning means that a part of
    the service does not work as expected. An unused part is one that the operator has not set up.
    """

    level: Level
    text: str


def error(text: str) -> Finding:
    return Finding("error", text)


def warning(text: str) -> Finding:
    return Finding("warning", text)


def unused(text: str) -> Finding:
    return Finding("unused", text)
