"""Update the settings of the account."""

from typing import Any

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/api/account"
ALL = {
    "name": "Alice & Söhne",
    "country": "de",
    "currency": "eur",
    "timezone": "Europe/Berlin",
    "locale": "de",
    "erase_cards_after_days": 90,
    "embed_origins": ["https://portal.example.com", "http://localhost:3000"],
    "members_see_dates": True,
    "holidays": ["2027-04-02", "2027-12-24", "2027-12-27"],
    "people_notice": "We celebrate birthdays.\nSay if you mind.",
}


async def test_changes_every_field_and_the_defaults_of_new_cards(alice: Person) -> None:
    before = await make.card(alice)
    changed = (await alice.patch(PATH, ALL)).json()
    expected = {**ALL, "country": "DE", "currency": "EUR", "version": 2}
    assert changed.items() >= expected.items()
    assert (await alice.get(PATH)).json() == changed
    after = await make.card(alice)
    assert [each["timezone"] for each in (before, after)] == ["UTC", "Europe/Berlin"]
    kept = (await alice.get(f"/api/cards/{before['id']}")).json()
    assert (kept["timezone"], kept["collection"]["currency"]) == ("UTC", "USD")


async def test_null_restores_the_defaults(alice: Person) -> None:
    await alice.patch(PATH, ALL)
    cleared = {name: None for name in ALL if name != "name"}
    changed = (await alice.patch(PATH, cleared)).json()
    expected = {"country": None, "currency": "USD", "timezone": "UTC", "locale": "en", "name": ALL["name"]}
    expected |= {"erase_cards_after_days": None, "embed_origins": [], "members_see_dates": False}
    expected |= {"people_notice": None, "holidays": []}
    assert changed.items() >= expected.items()


@pytest.mark.parametrize(
    "body",
    [
        {"name": None}, {"name": " "}, {"name": "x" * 256}, {"country": "XX"}, {"currency": "ABC"},
        {"timezone": "Mars/Base"}, {"locale": "klingon"}, {"nome": "x"},
        {"holidays": ["2027-02-30"]}, {"holidays": ["24 December"]}, {"holidays": "2027-12-24"},
        {"holidays": ["1999-12-24"]}, {"holidays": [f"2027-03-{day:02}" for day in range(1, 16)]},
        {"holidays": [f"{2000 + day // 12}-{day % 12 + 1:02}-01" for day in range(1, 102)]},
        {"holidays": ["2027-12-24"] * 5_000},
        {"erase_cards_after_days": 0}, {"erase_cards_after_days": 3651}, {"erase_cards_after_days": True},
    ],
)  # fmt: skip
async def test_refuses_wrong_values(alice: Person, body: dict[str, Any]) -> None:
    assert (await alice.patch(PATH, body)).status_code == 422
    assert (await alice.get(PATH)).json()["version"] == 1


async def test_refuses_a_stale_version(alice: Person) -> None:
    for status in (200, 412):
        answer = await alice.patch(PATH, {"name": "Other"}, headers={"If-Match": '"1"'})
        assert answer.status_code == status
