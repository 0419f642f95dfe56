"""Record the handover of a card's money at the desk."""

from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio


async def collected(alice: Person) -> dict[str, Any]:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    await alice.post(f"/api/cards/{card['id']}/close")
    return card


async def send(visitor: Visitor, card: dict[str, Any], **fields: str) -> int:
    given = {name: visitor.value(name) for name in ("form_token", "version")}
    answer = await visitor.press(f"/desk/cards/{card['id']}/money/handover", **{**given, **fields})
    return answer.status_code


async def handover(alice: Person, card: dict[str, Any]) -> dict[str, Any] | None:
    return (await alice.get(f"/api/cards/{card['id']}")).json()["handover"]


async def test_records_changes_and_deletes_it(alice: Person) -> None:
    card = await collected(alice)
    visitor, path = await signed_in(alice), f"/desk/cards/{card['id']}/money/handover"
    await visitor.open(path)
    assert 'value="12.50"' in visitor.page
    assert " checked" not in visitor.page  # only the user knows the method
    assert await send(visitor, card, method="", amount="12,50", url="") == 422
    assert "Choose how the recipient got the money." in visitor.page
    assert await send(visitor, card, method="voucher", amount="12,50", url="https://shop.example/1") == 303
    found = await handover(alice, card)
    assert found is not None
    assert (found["amount"]["amount"], found["url"]) == (1250, "https://shop.example/1")
    await visitor.open(path)
    assert await send(visitor, card, method="cash", amount="10", note="With love", url="") == 303
    found = await handover(alice, card)
    assert found is not None
    assert (found["method"], found["note"], found["url"]) == ("cash", "With love", None)
    await visitor.open(f"/desk/cards/{card['id']}/money")
    assert "With love" in visitor.page
    await visitor.open(path)
    assert await send(visitor, card, action="delete") == 303
    assert await handover(alice, card) is None


async def test_faults_are_at_their_fields(alice: Person) -> None:
    card = await collected(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/money/handover")
    for fields, says in (
        ({"amount": "12.51"}, "more than the card has collected"),
        ({"amount": "many"}, "Enter an amount"),
        ({"amount": "1", "url": "javascript:alert(1)"}, "starts with https://"),
        ({"amount": "1", "note": "x" * 501}, "The note is too long"),
    ):
        assert await send(visitor, card, **{"method": "cash", "note": "Kept", **fields}) == 422
        assert says in visitor.page
        assert 'value="cash" checked' in visitor.page
    assert await handover(alice, card) is None


async def test_shows_a_change_in_between_and_keeps_the_text(alice: Person) -> None:
    card = await collected(alice)
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/{card['id']}/money/handover")
    await alice.patch(f"/api/cards/{card['id']}", {"title": "Another title"})
    assert await send(visitor, card, method="cash", amount="5", note="Typed") == 409
    assert "Another title" in visitor.page
    assert "Typed" in visitor.page
    assert await handover(alice, card) is None
    assert await send(visitor, card, method="cash", amount="5", note="Typed") == 303


async def test_an_open_card_and_an_admin_have_none(alice: Person, bob: Person) -> None:
    card = await giving.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True)
    path = f"/desk/cards/{card['id']}/money/handover"
    visitor = await signed_in(alice)
    await visitor.open(path)
    assert "once the card is closed" in visitor.page
    admin = await signed_in(bob)
    assert (await admin.open(path)).status_code == 403
    fields = {"form_token": admin.token(), "version": "1", "amount": "1"}
    assert (await admin.press(path, **fields)).status_code == 403
