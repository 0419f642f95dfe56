"""Logs on standard error, without secrets or user content: a JSON object per line, or short lines for people.

A request is logged with its route, never with its path, query, body or headers. An exception is logged with
its type and location, never with its message, which can contain values. JSON lines of a request or job
contain its ``trace_id``.
"""

import json
import logging
import sys
import traceback
from collections.abc import MutableMapping
from datetime import datetime
from typing import Any, Final

import msgspec
import structlog

from wellwish.base import trace
from wellwish.base.errors import Unavailable

# ECMA-48, 8.3.117
_PLAIN: Final = "\x1b[0m"
_DIM: Final = "\x1b[2m"
_RED: Final = "\x1b[31m"
_GREEN: Final = "\x1b[32m"
_YELLOW: Final = "\x1b[33m"
_encode: Final = msgspec.json.Encoder(enc_hook=repr).encode


def configure(level: str, form: str = "auto") -> None:
    """Sets the level (debug, info, warning or error) and format (auto, json or text) of the process's log."""
    is_text = form == "text" or (form == "auto" and sys.stderr.isatty())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            _trace,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _exception,
            _shorten if is_text else _render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=lambda *_: _StandardError(),
        cache_logger_on_first_use=True,
    )


def outlived(log: Any, event: str, error: Exception) -> None:
    """Logs an error after which a loop continues. The pool logs when the database is unavailable."""
    if not isinstance(error, Unavailable):
        log.warning(event, error=type(error).__name__)


def _trace(_logger: Any, _method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    found = trace.current()
    if found is not None:
        entry["trace_id"] = found.trace_id
    return entry


def _render(_logger: Any, _method: str, entry: MutableMapping[str, Any]) -> str:
    try:
        return _encode(entry).decode()
    except (UnicodeEncodeError, OverflowError):  # a lone surrogate, or an integer over 64 bits
        return json.dumps(entry, default=repr)


def _shorten(_logger: Any, _method: str, entry: MutableMapping[str, Any]) -> str:
    """Returns a short line: route, status and duration for a request, and all values for any other event."""
    at = datetime.fromisoformat(entry.pop("timestamp")).astimezone().strftime("%H:%M:%S")
    level, event = entry.pop("level"), entry.pop("event")
    entry.pop("trace_id", None)
    if event == "request":
        status = entry["status"]
        said = f"{entry['method']:<6} {entry['path']} {status} {entry['ms']:.0f} ms"
        if "cause" in entry:
            said += f"  {entry['cause']}"
        colour = _RED if status >= 500 else _YELLOW if status >= 400 else _GREEN
    else:
        said = " ".join([event, *(f"{name}={value}" for name, value in entry.items())])
        colour = {"error": _RED, "critical": _RED, "warning": _YELLOW}.get(level, "")
    said = "".join(each if each.isprintable() else " " for each in said)
    return f"{_DIM}{at}{_PLAIN} {colour}{said}{_PLAIN}" if sys.stderr.isatty() else f"{at} {said}"


class _StandardError:
    """Writes to the current ``sys.stderr``, which may have been replaced since the start."""

    def msg(self, message: str) -> None:
        sys.stderr.write(message + "\n")
        sys.stderr.flush()

    debug = info = warning = error = critical = msg


def _exception(_logger: Any, _method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if not entry.pop("exc_info", None):
        return entry
    kind, error, _ = sys.exc_info()
    if kind is not None and error is not None:
        frames = traceback.extract_tb(error.__traceback__)
        entry["exception"] = kind.__name__
        entry["raised_at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-8:]]
    return entry
