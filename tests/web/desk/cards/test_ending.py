"""Cancel and delete a card at the desk."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.later import another_time
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import clock, ids

pytestmark = pytest.mark.anyio
ACTIONS = pytest.mark.parametrize("action", ["cancel", "delete"])


async def press(visitor: Visitor, card_id: str, action: str, **fields: str) -> int:
    given = {name: visitor.value(name) for name in ("form_token", "form_key", "version")}
    answer = await visitor.press(f"/desk/cards/{card_id}/{action}", **{**given, **fields})
    return answer.status_code


async def status(person: Person, card: dict[str, Any]) -> Any:
    answer = await person.get(f"/api/cards/{card['id']}")
    return answer.json().get("status") if answer.status_code == 200 else answer.status_code


async def test_cancels_and_deletes(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/cancel")
    assert "reopened" in visitor.page
    assert "Refund all payments" not in visitor.page
    assert await press(visitor, card["id"], "cancel") == 303
    assert await status(alice, card) == "cancelled"
    await visitor.open(f"/desk/cards/{card['id']}")
    assert '/cancel"' not in visitor.page
    await visitor.open(f"/desk/cards/{card['id']}/delete")
    assert "erased within 30 days" in visitor.page
    assert await press(visitor, card["id"], "delete") == 303
    assert visitor.next == "/desk?said=deleted"
    assert await status(alice, card) == 404


async def test_names_what_a_deletion_erases_and_asks_for_it(alice: Person) -> None:
    """The control is the card without notes and invitations, which is deleted at once."""
    card = await make.card(alice)
    visitor, page = await signed_in(alice), f"/desk/cards/{card['id']}/delete"
    await visitor.open(page)
    assert 'name="erase"' not in visitor.page
    await make.invitations(alice, card["id"], "ana@example.com")
    for name in ("Ana", "Ben"):
        await signs(alice.world, card["sign_url"], wish(name))
    await visitor.open(page)
    assert "Erase 2 notes and 1 invitation" in visitor.page
    assert await press(visitor, card["id"], "delete") == 422
    assert "Tick the box" in visitor.page
    assert await status(alice, card) == "open"
    assert await press(visitor, card["id"], "delete", erase="1") == 303
    assert await status(alice, card) == 404


@ACTIONS
async def test_shows_a_change_in_between(alice: Person, action: str) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/{action}")
    await alice.patch(f"/api/cards/{card['id']}", {"title": "Another title"})
    assert await press(visitor, card["id"], action) == 409
    assert "Someone changed this card" in visitor.page
    assert "Another title" in visitor.page
    assert await status(alice, card) == "open"
    assert await press(visitor, card["id"], action) == 303  # the control


async def test_refunds_the_money_only_if_asked(alice: Person) -> None:
    made = await giving.card(alice)
    await giving.gave(alice, made["id"])
    card = (await alice.get(f"/api/cards/{made['id']}")).json()
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/delete")
    assert "be deleted" in visitor.page
    given = {"form_token": visitor.token(), "version": str(card["version"])}
    assert (await visitor.press(f"/desk/cards/{card['id']}/delete", **given)).status_code == 409
    assert "Return any cash that you have" in visitor.page
    await visitor.open(f"/desk/cards/{card['id']}/cancel")
    assert "The card has collected" in visitor.page
    assert await press(visitor, card["id"], "cancel") == 409
    assert await status(alice, card) == "open"
    assert await press(visitor, card["id"], "cancel", refund="1") == 303
    assert await status(alice, card) == "closed"
    await alice.world.work()
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["cancelling_at"] is not None


@ACTIONS
async def test_needs_a_recent_sign_in(alice: Person, action: str) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/{action}")
    with another_time():
        clock.move(timedelta(minutes=10, seconds=1))
        assert await press(visitor, card["id"], action) == 303
        assert visitor.next.startswith("/sign-in?next=")
        answer = await visitor.open(f"/desk/cards/{card['id']}/{action}")
        assert answer.headers["location"].endswith("&confirm=1")
    alice.token = None
    assert await status(alice, card) == "open"


@ACTIONS
async def test_only_the_owner_ends_a_card(alice: Person, bob: Person, mallory: Person, action: str) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True, admin_management=True)
    visitor = await signed_in(bob)
    assert (await visitor.open(f"/desk/cards/{card['id']}/{action}")).status_code == 403
    given = {"form_token": visitor.token(), "version": str(card["version"]), "form_key": "1"}
    assert (await visitor.press(f"/desk/cards/{card['id']}/{action}", **given)).status_code == 403
    stranger = await signed_in(mallory)
    await stranger.open("/desk")
    given["form_token"] = stranger.token()
    for card_id in (card["id"], ids.new("card")):
        assert (await stranger.open(f"/desk/cards/{card_id}/{action}")).status_code == 404
        assert (await stranger.press(f"/desk/cards/{card_id}/{action}", **given)).status_code == 404
    assert await status(alice, card) == "open"
