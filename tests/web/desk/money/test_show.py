"""The money of a card at the desk: its visibility, pledges and refund requests."""

from datetime import datetime, timedelta
from typing import Any
from unittest.mock import AsyncMock
from zoneinfo import ZoneInfo

import pytest

from tests import make
from tests.contributions import giving
from tests.later import another_time
from tests.payments import buying
from tests.web.desk.people import signed_in
from tests.web.desk.pressing import forms, press
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import clock, ids
from wellwish.base.errors import Unavailable
from wellwish.payments.refund_requests.ask import ask
from wellwish.web.desk.money import gifts_file, show

pytestmark = pytest.mark.anyio
CASH = {**giving.MONEY, "method": "cash"}


def page_of(card: dict[str, Any], more: str = "") -> str:
    return f"/desk/cards/{card['id']}/money{more}"


async def money(alice: Person, card: dict[str, Any], contribution_id: str) -> str:
    return (await giving.read(alice, card["id"], contribution_id))["money"]["status"]


def buttons(visitor: Visitor) -> set[str]:
    return {action.rpartition("/")[2] for action in forms(visitor) if "/money/" in action}


async def requested(alice: Person, card: dict[str, Any]) -> tuple[str, str]:
    """Returns the IDs of a refund request and of its payment."""
    gift = await giving.gave(alice, card["id"])
    async with alice.world.services.db.transaction([alice.account_id]) as tx:
        [made] = await ask(tx, alice.account_id, gift["id"], "I gave <twice>")
    return made.id, gift["money"]["payment_id"]


async def test_shows_payments_and_the_chart_to_the_owner(alice: Person) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    visitor = await signed_in(alice)
    assert (await visitor.open(page_of(card))).status_code == 200
    for words in ("Grandma Ilse", "€12.50", "Paid", "€12.50 collected."):
        assert words in visitor.page
    assert visitor.page.count("<script") == 1  # of the desk


async def test_draws_a_bar_until_there_are_several_days(alice: Person) -> None:
    with another_time():
        card = await giving.card(alice, goal_amount=5000)
        for days in range(3):
            alice.token = None
            await giving.gave(alice, card["id"])
            visitor = await signed_in(alice)
            await visitor.open(page_of(card))
            total = f"€{12.5 * (days + 1):.2f}"
            assert f"{total} of €50.00 collected." in visitor.page
            assert ("<svg xmlns" in visitor.page) == (days == 2)
            assert (f'max="100" value="{25 * (days + 1)}"' in visitor.page) == (days < 2)
            clock.move(timedelta(days=1))
    alice.token = None


async def test_the_file_says_who_gave_what_and_how(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    paid = await giving.gave(alice, card["id"], name="=Ilse()")
    await giving.post(alice, card["id"], money=CASH, name="Uncle Ben")
    await giving.gave(alice, card["id"], name=None, anonymous=True)
    assert (await buying.refund(alice, paid["money"]["payment_id"], 450)).status_code == 201
    await alice.world.work()
    visitor = await signed_in(alice)
    answer = await visitor.open(page_of(card, ".csv"))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    head, *rows = answer.text.lstrip("\ufeff").splitlines()
    assert head == "Name,Amount,Currency,Refunded,How,State,Signed on"
    assert [row.rpartition(",")[0] for row in rows] == [
        "Someone,12.50,EUR,,Online,Paid",
        '"\'=Ilse()",12.50,EUR,4.50,Online,Partly refunded',
        "Uncle Ben,12.50,EUR,,Cash,Promised",
    ]


async def test_the_file_has_the_days_of_the_time_zone_of_the_card(alice: Person) -> None:
    """The two time zones never have the same date."""
    visitor, days = await signed_in(alice), list[str]()
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        card = await make.card(alice, timezone=zone, collection={**giving.OPEN})
        made = await giving.gave(alice, card["id"])
        [_, row] = (await visitor.open(page_of(card, ".csv"))).text.splitlines()
        days.append(row.rpartition(",")[2])
        assert days[-1] == f"{datetime.fromisoformat(made['created_at']).astimezone(ZoneInfo(zone)):%Y-%m-%d}"
    assert days[0] > days[1]


async def test_the_file_pages_through_the_gifts(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gifts_file, "_PIECE", 1)
    card = await giving.card(alice, add_cash=True)
    for way in (giving.MONEY, CASH):
        for name in ("First", "Second"):
            await giving.post(alice, card["id"], money=way, name=name)
    visitor = await signed_in(alice)
    lines = (await visitor.open(page_of(card, ".csv"))).text.splitlines()[1:]
    assert [line.partition(",")[0] for line in lines] == ["Second", "First"] * 2


async def test_a_refund_under_way_is_shown_until_the_provider_answers(alice: Person) -> None:
    """The control is the payment before the refund."""
    card = await giving.card(alice)
    gift = await giving.gave(alice, card["id"])
    payment_id = gift["money"]["payment_id"]
    visitor = await signed_in(alice)
    for path in (page_of(card), "/desk/payments"):
        await visitor.open(path)
        assert "Refund on its way" not in visitor.page
    await buying.refund(alice, payment_id)
    for path in (page_of(card), "/desk/payments"):
        await visitor.open(path)
        assert "Refund on its way" in visitor.page
    await alice.world.work()
    await visitor.open(page_of(card))
    assert "Refund on its way" not in visitor.page
    assert "Refunded" in visitor.page


async def test_says_how_much_of_the_money_was_handed_over(alice: Person) -> None:
    card = await giving.card(alice)
    gift = await giving.gave(alice, card["id"])
    await alice.post(f"/api/cards/{card['id']}/close")
    visitor = await signed_in(alice)
    refund = page_of(card, f"/refund/{gift['money']['payment_id']}")
    await visitor.open(refund)
    assert "already been handed over" not in visitor.page  # the control
    for amount, says in ((1250, "€12.50 handed over"), (1000, "€10.00 of €12.50 handed over")):
        version = (await alice.get(f"/api/cards/{card['id']}")).json()["version"]
        send = alice.post if amount == 1250 else alice.patch
        handover = {"method": "cash", "amount": amount}
        answer = await send(
            f"/api/cards/{card['id']}/handover", handover, headers={"If-Match": f'"{version}"'}
        )
        assert answer.status_code == 200, answer.text
        await visitor.open(page_of(card))
        assert says in visitor.page
    await visitor.open(refund)
    assert "€10.00 of this card" in visitor.page


async def test_shows_payments_while_the_chart_is_unavailable(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    visitor = await signed_in(alice)
    monkeypatch.setattr(show, "collected", AsyncMock(side_effect=Unavailable))
    assert (await visitor.open(page_of(card))).status_code == 200
    assert ("draw the chart right now" in visitor.page, "Grandma Ilse" in visitor.page) == (True, True)


async def test_shows_an_admin_what_the_list_of_contributions_shows(alice: Person, bob: Person) -> None:
    card = await giving.card(alice, see_total="nobody", see_contributors="nobody", add_cash=True)
    await giving.gave(alice, card["id"])
    await giving.post(alice, card["id"], money=CASH, name="Uncle Ben")
    admin = await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    await visitor.open(page_of(card))
    assert not any(words in visitor.page for words in ("Ilse", "Ben", "12.50", "<figure"))
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"can_update": True}})
    await visitor.open(page_of(card))
    assert "Promised" in visitor.page  # pledges, which the admin confirms
    assert not any(words in visitor.page for words in ("Ilse", "Ben", "Paid"))
    await alice.patch(f"/api/cards/{card['id']}", {"collection": {"see_contributors": "admins"}})
    await visitor.open(page_of(card))
    assert "Grandma Ilse" in visitor.page
    assert "/refund/" not in visitor.page


async def test_confirms_and_drops_a_pledge(alice: Person) -> None:
    card = await giving.card(alice, add_cash=True)
    pledge = (await giving.post(alice, card["id"], money=CASH)).json()["id"]
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    assert buttons(visitor) == {"confirm", "drop"}
    assert "Not received after all" not in visitor.page
    sent = forms(visitor)[page_of(card, f"/{pledge}/confirm")]
    for _ in range(2):  # pressed twice
        assert (await visitor.press(page_of(card, f"/{pledge}/confirm"), **sent)).status_code == 303
    assert await money(alice, card, pledge) == "confirmed"
    stale = {**sent, "form_key": "another"}
    assert (await visitor.press(page_of(card, f"/{pledge}/drop"), **stale)).status_code == 409
    assert "Someone changed this" in visitor.page
    assert buttons(visitor) == {"drop"}
    assert "<summary>Not received after all" in visitor.page  # a question before the button
    assert (await press(visitor, page_of(card, f"/{pledge}/drop"))).status_code == 303
    assert await money(alice, card, pledge) == "dropped"


async def test_a_reader_cannot_settle_a_pledge(alice: Person, bob: Person) -> None:
    card = await giving.card(alice, add_cash=True, see_contributors="admins")
    pledge = (await giving.post(alice, card["id"], money=CASH)).json()["id"]
    await make.admin(alice, card["id"], bob)
    visitor = await signed_in(bob)
    await visitor.open(page_of(card))
    assert buttons(visitor) == set()
    fields = {"form_token": visitor.token(), "form_key": "1", "version": "1"}
    answer = await visitor.press(page_of(card, f"/{pledge}/confirm"), **fields)
    assert answer.status_code == 403
    assert await money(alice, card, pledge) == "promised"


async def test_pages_through_pledges(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "_MOST", 1)
    card = await giving.card(alice, add_cash=True)
    for name in ("First", "Second"):
        await giving.post(alice, card["id"], money=CASH, name=name)
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    assert "Second" in visitor.page
    assert "First" not in visitor.page
    url = next(each for each in visitor.page.split('"') if "?cash=" in each)
    await visitor.open(url)
    assert "First" in visitor.page
    assert (await visitor.open(page_of(card, "?cash=nonsense"))).status_code == 303


async def test_approves_a_request_after_a_recent_sign_in(alice: Person) -> None:
    card = await giving.card(alice)
    with another_time():
        asked, payment_id = await requested(alice, card)
        visitor = await signed_in(alice)
        await visitor.open(page_of(card))
        assert "I gave &lt;twice&gt;" in visitor.page
        action = page_of(card, f"/{asked}/approve")
        sent = forms(visitor)[action]
        clock.move(timedelta(minutes=11))
        assert (await visitor.press(action, **sent)).status_code == 303
        assert visitor.next.startswith("/sign-in?next=")
        alice.token = None
        assert (await buying.payment(alice, payment_id))["refunds"] == []
        visitor = await signed_in(alice)
        await visitor.open(page_of(card))
        assert "Refund €12.50" in visitor.page
        sent = forms(visitor)[action]
        for _ in range(2):  # pressed twice
            assert (await visitor.press(action, **sent)).status_code == 303
        [refund] = (await buying.payment(alice, payment_id))["refunds"]
        assert refund["amount"]["amount"] == 1250
    alice.token = None


async def test_refuses_a_request_with_a_note(alice: Person) -> None:
    card = await giving.card(alice)
    asked, payment_id = await requested(alice, card)
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    action = page_of(card, f"/{asked}/refuse")
    assert (await press(visitor, action, note="x" * 501)).status_code == 422
    assert (await press(visitor, action, note="The present is bought.")).status_code == 303
    request = (await alice.get(f"/api/refund-requests/{asked}")).json()
    assert (request["status"], request["note"]) == ("refused", "The present is bought.")
    assert (await buying.payment(alice, payment_id))["refunds"] == []
    await visitor.open(page_of(card))
    assert "refuse" not in buttons(visitor)


async def test_refusing_after_approving_on_the_same_page_is_a_message(alice: Person) -> None:
    card = await giving.card(alice)
    asked, payment_id = await requested(alice, card)
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    sent = forms(visitor)
    approve, refuse = (page_of(card, f"/{asked}/{action}") for action in ("approve", "refuse"))
    assert (await visitor.press(approve, **sent[approve])).status_code == 303
    assert (await visitor.press(refuse, **sent[refuse])).status_code == 409
    assert "changed" in visitor.page
    assert len((await buying.payment(alice, payment_id))["refunds"]) == 1


async def test_a_member_sees_payments_without_refunds(alice: Person) -> None:
    card = await giving.card(alice)
    asked, _ = await requested(alice, card)
    await alice.world.owner.execute(
        "update memberships set role = 'member' where user_id = $1", alice.user_id
    )
    visitor = await signed_in(alice)
    await visitor.open(page_of(card))
    assert "Grandma Ilse" in visitor.page
    assert "/refund/" not in visitor.page
    assert buttons(visitor) == set()
    fields = {"form_token": visitor.token(), "form_key": "1", "version": "1"}
    assert (await visitor.press(page_of(card, f"/{asked}/approve"), **fields)).status_code == 403


async def test_responds_to_a_foreign_card_as_to_a_missing_one(alice: Person, mallory: Person) -> None:
    card = await giving.card(alice)
    gift = await giving.gave(alice, card["id"])
    visitor = await signed_in(mallory)
    paths = ("", ".csv", "/handover", f"/refund/{gift['money']['payment_id']}")
    for path in paths:
        texts: set[str] = set()
        for card_id in (card["id"], ids.new("card")):
            answer = await visitor.open(f"/desk/cards/{card_id}/money{path}")
            assert answer.status_code == 404
            texts.add(answer.text.replace(answer.headers["Request-Id"], "REQ").replace(card_id, "CARD"))
        assert len(texts) == 1
