"""Close a card at the desk: the questions that the page asks first."""

import re
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio


async def press(visitor: Visitor, card: dict[str, Any], **fields: str) -> int:
    given = {name: visitor.value(name) for name in ("form_token", "form_key", "version")}
    return (await visitor.press(f"/desk/cards/{card['id']}/close", **given, **fields)).status_code


async def state(alice: Person, card: dict[str, Any]) -> tuple[str, dict[str, int]]:
    found = (await alice.get(f"/api/cards/{card['id']}")).json()
    return found["status"], found["counts"]


async def asked(alice: Person, card: dict[str, Any]) -> Visitor:
    """Presses the button of the page to give, and returns the question."""
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/give")
    assert await press(visitor, card) == 303
    assert visitor.next == f"/desk/cards/{card['id']}/closing"
    assert (await state(alice, card))[0] == "open"
    await visitor.open(visitor.next)
    return visitor


async def test_closes_at_once_if_there_is_nothing_to_ask(alice: Person) -> None:
    card = await make.card(alice)
    await signs(alice.world, card["sign_url"])
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/give")
    assert await press(visitor, card) == 303
    assert visitor.next == f"/desk/cards/{card['id']}/give?said=closed"
    assert (await state(alice, card))[0] == "closed"


@pytest.mark.parametrize(("choice", "waiting"), [("publish", 0), ("leave", 2)])
async def test_asks_about_waiting_notes(alice: Person, choice: str, waiting: int) -> None:
    card = await make.card(alice, moderation="pre")
    for name in ("Ana", "Ben"):
        await signs(alice.world, card["sign_url"], wish(name))
    visitor = await asked(alice, card)
    assert "2 notes wait for you" in visitor.page
    assert await press(visitor, card, sure="1") == 303  # without an answer it asks again
    assert (await state(alice, card))[0] == "open"
    await visitor.open(f"/desk/cards/{card['id']}/closing")
    assert await press(visitor, card, sure="1", notes=choice) == 303
    status, counts = await state(alice, card)
    assert (status, counts["waiting"]) == ("closed", waiting)


async def test_asks_when_nobody_signed(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await asked(alice, card)
    assert "Nobody has signed yet" in visitor.page
    assert await press(visitor, card, sure="1") == 303
    assert (await state(alice, card))[0] == "closed"


async def test_asks_while_a_payment_is_under_way(alice: Person) -> None:
    card = await giving.card(alice)
    await giving.gives(alice, card["id"])
    visitor = await asked(alice, card)
    assert re.search("1 payment is under way", visitor.page)
    assert await press(visitor, card, sure="1") == 303
    assert (await state(alice, card))[0] == "closed"


async def test_an_admin_without_the_privilege_is_refused(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    assert (await visitor.open(f"/desk/cards/{card['id']}/closing")).status_code == 403
    await visitor.open(f"/desk/cards/{card['id']}/give")
    assert "Close it now" not in visitor.page
    assert f"Ask <bdi>{card['sender']}</bdi> to close it." in visitor.page
