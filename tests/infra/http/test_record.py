"""A record copies exactly the required fields of its row."""

from datetime import UTC, datetime

import pytest
from msgspec import UNSET, Struct, UnsetType

from wellwish.infra.http import from_row


class Row(Struct):
    id: str
    secret: str
    closed_at: datetime | None
    created_at: datetime


class Shown(Struct, kw_only=True):
    id: str
    status: str
    secret: str | UnsetType = UNSET
    closed_at: str | None
    created_at: str


ROW = Row("card_1", "for the owner", None, datetime(2026, 1, 2, 3, 4, 5, 678_000, UTC))


def test_copies_equal_names_and_writes_instants() -> None:
    shown = Shown(id="card_1", status="open", closed_at=None, created_at="2026-01-02T03:04:05.678Z")
    assert from_row(Shown, ROW, status="open") == shown


def test_copies_an_optional_field_only_when_it_is_given() -> None:
    assert from_row(Shown, ROW, status="open").secret is UNSET
    assert from_row(Shown, ROW, status="open", secret="given").secret == "given"


def test_refuses_a_field_without_a_column() -> None:
    with pytest.raises(KeyError, match="status"):
        from_row(Shown, ROW)
