"""The state of a card in one line."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.later import day
from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio

OPEN: list[tuple[dict[str, Any], str]] = [
    ({}, "Open until you close it"),
    ({"contribution_end_date": day(0)}, "Closes today"),
    ({"contribution_end_date": day(1)}, "Closes tomorrow"),
    ({"contribution_end_date": day(3)}, "Closes in 3 days"),
    ({"contribution_end_date": day(7)}, "Closes in 7 days"),
]


@pytest.mark.parametrize(("fields", "says"), OPEN)
async def test_says_when_it_closes(alice: Person, fields: dict[str, Any], says: str) -> None:
    card = await make.card(alice, **fields)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/settings")
    assert f"<span>{says}</span>" in visitor.page


async def test_names_a_day_further_away(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=f"{clock.now() + timedelta(days=20):%Y-%m-%d}")
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/settings")
    assert "<span>Closes on " in visitor.page


async def test_shows_how_many_recipients_have_opened_a_closed_card(alice: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}, {"name": "Noor"}])
    visitor = await signed_in(alice)
    path = f"/desk/cards/{card['id']}/give"
    await alice.post(f"/api/cards/{card['id']}/close")
    await visitor.open(path)
    assert "Closed, ready to give" in visitor.page
    opened = "update recipients set first_viewed_at = now() where card_id = $1 and name = $2"
    await alice.world.owner.execute(opened, card["id"], "Maya")
    await visitor.open(path)
    assert "Opened by 1 of 2" in visitor.page
    await alice.world.owner.execute(opened, card["id"], "Noor")
    await visitor.open(path)
    assert "Opened on " in visitor.page
    await alice.post(f"/api/cards/{card['id']}/cancel")
    await visitor.open(path)
    assert "Cancelled" in visitor.page
