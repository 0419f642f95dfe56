"""Each operation has a page at the desk, or is listed with the reason."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from wellwish.routes import OPERATIONS

DESK = Path(__file__).resolve().parents[3] / "src/wellwish/web/desk"
_NAMED = re.compile(r'"((?:GET|POST|PUT|PATCH|DELETE) /[^"]+)"')

_PLATFORMS: Final = "for the programs of a platform"

# Operations without a page, and why.
API_ONLY: Final[dict[str, str]] = {
    "GET /api/cards/{card_id}/access": "for programs; pages show what their reader may do",
    "GET /api/test/outbox": "for programs that are tried out; the desk shows live data only",
    "GET /api/test-clock": "for programs that are tried out; the desk shows live data only",
    "POST /api/test-clock/advance": "for programs that are tried out; the desk shows live data only",
    "POST /api/accounts": _PLATFORMS,
    "GET /api/accounts": _PLATFORMS,
    "GET /api/accounts/{account_id}": _PLATFORMS,
    "PATCH /api/accounts/{account_id}": _PLATFORMS,
    "GET /api/locales": "for programs; the pages offer the languages themselves",
    "GET /api/exports/{export_id}/parts": "the desk has all parts in one archive",
    "GET /api/exports/{export_id}/parts/{part_number}": "the desk has all parts in one archive",
    "GET /api/limits": "figures for programs that plan their requests",
    "GET /api/cards/{card_id}/movements.csv": "the desk's file is for people; the account's has transfers",
    "GET /api/refunds/{refund_id}": "pages show the refunds of a payment",
    "GET /api/refund-requests/{refund_request_id}": "pages list the requests of a card",
}

# Not yet at the desk; remove a name once its page exists.
NOT_YET: Final[set[str]] = set()


def names() -> set[str]:
    return {f"{route.method} {route.path}" for route in OPERATIONS}


def called(texts: Iterable[str]) -> set[str]:
    """Returns the operations named in the sources of pages."""
    return {name for text in texts for name in _NAMED.findall(text)}


def faults(operations: set[str], on_pages: set[str], listed: set[str]) -> list[str]:
    """Returns unlisted operations without a page, and obsolete entries of the list."""
    missing = [f"{name}: no page calls it" for name in operations - on_pages - listed]
    paged = [f"{name}: a page calls it" for name in listed & on_pages]
    unknown = [f"{name}: no such operation" for name in listed - operations]
    return sorted([*missing, *paged, *unknown])


def test_each_operation_has_a_page_or_a_reason() -> None:
    on_pages = called(file.read_text(encoding="utf-8") for file in DESK.rglob("*.py"))
    assert faults(names(), on_pages, NOT_YET | set(API_ONLY)) == []
    assert all(API_ONLY.values())


def test_detects_an_operation_without_a_page() -> None:
    source = 'await call(visit, "GET /api/cards")'
    assert called([source]) == {"GET /api/cards"}
    assert faults({"GET /api/cards"}, called([source]), set()) == []
    assert faults({"GET /api/cards"}, called([]), set()) == ["GET /api/cards: no page calls it"]
    assert faults({"GET /api/cards"}, called([]), {"GET /api/cards"}) == []
    assert faults({"GET /api/cards"}, {"GET /api/cards"}, {"GET /api/cards"}) == [
        "GET /api/cards: a page calls it"
    ]
    assert faults(set(), set(), {"GET /api/lost"}) == ["GET /api/lost: no such operation"]
