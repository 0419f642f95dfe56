"""Traces: the IDs of W3C Trace Context (level 1), and spans for an exporter.

Every request and job has a trace. The JSON log contains its ID, and outgoing calls contain it as
``traceparent``. An incoming ``tracestate`` is not passed on, because our calls go to parties unknown to the
caller. Without an exporter, a span consists only of its IDs.
"""

import os
import re
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Final, Literal, NamedTuple, Protocol

from wellwish.base import clock

Kind = Literal["server", "client", "consumer"]
Attributes = Mapping[str, str | int]

_VERSION_00: Final = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})")
# Section 3.2.4: later versions may add fields after another dash. Version ff is invalid.
_LATER: Final = re.compile(r"(?!00|ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?")
_LITERAL: Final = re.compile(r"'(?:[^']|'')*'")
_NANOSECONDS: Final = 1_000_000_000
_NOTHING: Final[Attributes] = {}


class Trace(NamedTuple):
    """The IDs of a trace and of a span in it, in hexadecimal. Flag 1 means that the span is recorded."""

    trace_id: str
    span_id: str
    flags: int = 0

    @property
    def traceparent(self) -> str:
        return f"00-{self.trace_id}-{self.span_id}-{self.flags:02x}"


class Span:
    """An unrecorded span."""

    __slots__ = ("trace",)
    recorded = False

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def set(self, attributes: Attributes) -> None:
        """Adds attributes, which must not contain personal data, contents or secrets."""

    def fail(self, error: str) -> None:
        """Marks the operation as failed, with the type of its error; a message could contain values."""

    def end(self) -> None:
        """Ends the span."""


class Exporter(Protocol):
    """Records spans and exports them without delaying the caller."""

    def start(self, name: str, kind: Kind, parent: Trace | None, attributes: Attributes) -> Span:
        """Starts a span: a child of ``parent`` or, without one, the root of a new trace."""
        ...

    def record(
        self, name: str, parent: Trace, started_ns: int, attributes: Attributes, error: str | None
    ) -> None:
        """Records a finished call to a server."""
        ...

    def stop(self) -> None:
        """Sends the remaining spans. May block for a few seconds."""
        ...


class _State:
    exporter: Exporter | None = None


_current: Final[ContextVar[Trace | None]] = ContextVar("trace", default=None)


def current() -> Trace | None:
    return _current.get()


def parse(headers: Sequence[str]) -> Trace | None:
    """Returns the trace of the ``traceparent`` headers; None unless there is one valid header."""
    if len(headers) != 1:
        return None
    found = _VERSION_00.fullmatch(headers[0]) or _LATER.fullmatch(headers[0])
    if found is None or not found[1].strip("0") or not found[2].strip("0"):
        return None
    return Trace(found[1], found[2], int(found[3], 16) & 1)  # level 1 has one flag; others must be zero


@contextmanager
def span(
    name: str, kind: Kind, attributes: Attributes = _NOTHING, parent: Trace | None = None
) -> Generator[Span]:
    """Makes a span current during the block.

    A client span is a child of the current span. Other spans are children of ``parent``, or begin a trace.
    """
    if kind == "client":
        parent = _current.get()
    exporter = _State.exporter
    made = Span(_child(parent)) if exporter is None else exporter.start(name, kind, parent, attributes)
    token = _current.set(made.trace)
    try:
        yield made
    except BaseException as error:
        made.fail(type(error).__name__)
        raise
    finally:
        _current.reset(token)
        made.end()


def headers() -> dict[str, str]:
    """Returns the headers that make an outgoing call part of the current span, if there is one."""
    trace = _current.get()
    return {} if trace is None else {"traceparent": trace.traceparent}


def record_statement(sql: str, elapsed_s: float, error: str | None) -> None:
    """Records a statement that has just ended, in the current span; its text contains no parameters."""
    parent, exporter = _current.get(), _State.exporter
    if parent is None or exporter is None or not parent.flags & 1:
        return
    name, text = _described(sql)
    attributes = {"db.system.name": "postgresql", "db.operation.name": name, "db.query.text": text}
    exporter.record(
        name, parent, int((clock.now().timestamp() - elapsed_s) * _NANOSECONDS), attributes, error
    )


@lru_cache(maxsize=1024)
def _described(sql: str) -> tuple[str, str]:
    """Returns the first word of a statement, and its text without literals and line breaks."""
    text = " ".join(_LITERAL.sub("?", sql).split())
    return text.partition(" ")[0].rstrip(";").upper(), text


def is_recording() -> bool:
    """Whether there is an exporter."""
    return _State.exporter is not None


def use(exporter: Exporter | None) -> None:
    _State.exporter = exporter


def stop() -> None:
    """Ends the recording. May block for a few seconds if the collector does not respond."""
    exporter, _State.exporter = _State.exporter, None
    if exporter is not None:
        exporter.stop()


def _child(parent: Trace | None) -> Trace:
    made = os.urandom(24).hex()
    if parent is None:
        return Trace(made[16:], made[:16])
    return Trace(parent.trace_id, made[:16], parent.flags)
