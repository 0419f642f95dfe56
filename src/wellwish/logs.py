"""Logs: one JSON object a line on standard error, without secrets and without what people wrote.

Of a request its route stands there, never path, query, body or headers; of an exception its type
and where it was raised, never its text, which may hold values.
"""

import logging
import sys
import traceback
from collections.abc import MutableMapping
from typing import Any

import structlog


def configure(level: str) -> None:
    """Sets the level (debug, info, warning, error) and the form of the log for this process."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _exception,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=lambda *_: _StandardError(),
        cache_logger_on_first_use=True,
    )


class _StandardError:
    """Writes to what standard error is at the moment: it may have been replaced since the start."""

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
