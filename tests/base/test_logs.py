"""The log has a short line for people in a terminal, and JSON for programs."""

import io
import json
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import structlog

from wellwish.base import logs

REQUEST: dict[str, Any] = {
    "request_id": "req_1", "method": "GET", "path": "/api/cards/{card_id}", "status": 200, "account_id": None,
    "ms": 12.3,
}  # fmt: skip


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def write(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Logs an event to a stream, and returns its text."""

    def log(stream: io.StringIO, form: str, level: str = "info", **values: Any) -> str:
        monkeypatch.setattr(logs, "sys", SimpleNamespace(stderr=stream, exc_info=sys.exc_info))
        logs.configure("debug", form)
        getattr(structlog.get_logger("test"), level)(values.pop("event", "request"), **values)
        return stream.getvalue()

    yield log
    monkeypatch.undo()
    logs.configure("error")


def test_a_terminal_gets_one_short_coloured_line(write: Any) -> None:
    line = write(Terminal(), "auto", **REQUEST)
    assert line.count("\n") == 1
    assert "\x1b[32mGET    /api/cards/{card_id} 200 12 ms" in line
    assert "req_1" not in line
    assert len(line) < 80


def test_a_pipe_gets_json(write: Any) -> None:
    assert json.loads(write(io.StringIO(), "auto", **REQUEST))["request_id"] == "req_1"


def test_the_setting_overrides_the_kind_of_output(write: Any) -> None:
    assert json.loads(write(Terminal(), "json", **REQUEST))["status"] == 200
    assert write(io.StringIO(), "text", **REQUEST).endswith(" GET    /api/cards/{card_id} 200 12 ms\n")


@pytest.mark.parametrize(("status", "colour"), [(200, "32"), (404, "33"), (503, "31")])
def test_the_colour_shows_the_status(write: Any, status: int, colour: str) -> None:
    said = write(Terminal(), "auto", "warning", **{**REQUEST, "status": status, "cause": "no connection"})
    assert f"\x1b[{colour}mGET" in said
    assert "no connection" in said


def test_other_events_show_their_values_without_control_characters(write: Any) -> None:
    said = write(Terminal(), "text", "error", event="job failed", kind="delivery.mail", error="a\x1bb\nc")
    assert "\x1b[31mjob failed kind=delivery.mail error=a b c\x1b[0m\n" in said
