"""A giver changes the choice while a payment page is open: one gift is paid once and shown."""

import asyncio
import html
import itertools
import json
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.fakes.stripe import FakeStripe, PageClosedError
from tests.payments import buying, striped
from tests.payments.real.paying import right, told
from tests.web.visitor import Visitor, path_of
from tests.world import World

CHOICES: dict[str, dict[str, Any]] = {
    "ten": {"gift": "other", "other": "10.00", "way": "online"},
    "twenty": {"gift": "other", "other": "20.00", "way": "online"},
    "cash": {"gift": "other", "other": "10.00", "way": "cash"},
    "nothing": {"gift": ""},
}


class Giver:
    """A giver with one tab on the card, and one on each opened payment page."""

    def __init__(self, world: World, stripe: FakeStripe, path: str) -> None:
        self.world, self.stripe, self.path = world, stripe, path
        self.visitor = Visitor(world)
        self.tabs: list[str] = []

    async def choose(self, choice: str) -> int:
        """Submits the form and opens the resulting payment page. Returns the status."""
        await self.visitor.open(self.path)
        adds = {"adds_to": self.visitor.value("adds_to")} if 'name="adds_to"' in self.visitor.page else {}
        answer = await self.visitor.send(self.path, **CHOICES[choice], **adds)
        if answer.status_code == 303 and "pay=1" in self.visitor.next:
            leads = await self.visitor.open(self.visitor.next)
            page = await self.world.client.get(path_of(leads.headers["refresh"].partition("url=")[2]))
            assert page.status_code == 303, page.text
            session = page.headers["location"].rpartition("/")[2]
            if session not in self.tabs:
                self.tabs.append(session)
        return answer.status_code

    async def pay(self, tab: int) -> bool:
        """Pays in a tab. Returns whether its page still accepted the payment."""
        try:
            event = self.stripe.pay(self.tabs[tab])
        except PageClosedError:
            return False
        await told(self.world, self.stripe, self.world.alice, event)
        return True

    async def says(self) -> str:
        """Returns the giver's page with the gift."""
        await self.visitor.open(f"{self.path}/signed")
        return html.unescape(self.visitor.page)


async def giver_of(world: World, stripe: FakeStripe) -> tuple[dict[str, Any], Giver]:
    await striped.own_key(stripe, world.alice)
    collection = {"add_money": "everyone", "add_cash": True, "currency": "EUR"}
    card = await make.card(world.alice, recipient="Maya", collection=collection)
    return card, Giver(world, stripe, path_of(card["sign_url"]))


async def collected(world: World, card: dict[str, Any]) -> tuple[str | None, int, int]:
    """Returns status and amount of the only gift, and the card's online total."""
    [found] = (await world.alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    money = found["money"]
    if money is None:
        return None, 0, 0
    total = sum((await buying.in_the_ledger(world)).values())
    return money["status"], money["amount"]["amount"], total


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(CHOICES, 2)))
async def test_ends_the_open_page_before_anything_else_begins(
    first: str, second: str, world: World, stripe: FakeStripe
) -> None:
    card, giver = await giver_of(world, stripe)
    assert await giver.choose(first) == 303
    assert await giver.choose(second) == 303
    await world.work()
    page = await giver.says()
    if first in ("ten", "twenty"):
        assert await giver.pay(0) is False, "Stripe shows that the session has expired"
    if second in ("ten", "twenty") and first != "cash":
        assert await giver.pay(-1) is True
        amount = 1000 if second == "ten" else 2000
        assert await collected(world, card) == ("paid", amount, amount)
        assert "You chipped in" in await giver.says()
    elif "cash" in (first, second):
        assert await collected(world, card) == ("promised", 1000, 0)
        assert "You promised €10.00 in cash" in page
    else:
        assert (await collected(world, card))[::2] in {("cancelled", 0), (None, 0)}
        assert first == "nothing" or "was cancelled, and you haven't been charged" in page
    await right(world, stripe)


@pytest.mark.parametrize("second", ["twenty", "cash", "nothing"])
@pytest.mark.parametrize("is_told", [True, False])
async def test_keeps_what_was_paid_in_the_first_tab(
    second: str, is_told: bool, world: World, stripe: FakeStripe
) -> None:
    """The payment in the old tab completes first: it is the gift, and no other payment begins."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.visitor.open(giver.path)  # the form, before the payment
    event = stripe.pay(giver.tabs[0])
    if is_told:
        await striped.call_back(world, stripe, event, world.alice.account_id, "whsec_ofalice00")
    answer = await giver.visitor.send(giver.path, **CHOICES[second])
    assert (answer.status_code, "pay=1" in giver.visitor.next) == (303, False)
    assert "You chipped in €10.00. Thank you." in await giver.says()
    await world.work()
    assert await collected(world, card) == ("paid", 1000, 1000)
    assert "You chipped in €10.00. Thank you." in await giver.says()
    assert len(stripe.sessions) == 1
    await striped.polled(world)
    await right(world, stripe)


async def test_keeps_a_debit_under_way(world: World, stripe: FakeStripe) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.visitor.open(giver.path)
    stripe.debit(giver.tabs[0])
    assert (await giver.visitor.send(giver.path, **CHOICES["cash"])).status_code == 303
    await world.work()
    assert "Your bank is processing your payment of €10.00" in await giver.says()
    await told(world, stripe, world.alice, stripe.debit_ends(giver.tabs[0]))
    assert await collected(world, card) == ("paid", 1000, 1000)


async def test_changes_nothing_while_stripe_does_not_answer(world: World, stripe: FakeStripe) -> None:
    """The page returns the form with its text; the open payment stays payable."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.visitor.open(giver.path)
    stripe.refused_before = 1.0
    answer = await giver.visitor.send(giver.path, **CHOICES["cash"], text="For Maya, with love")
    assert answer.status_code == 422
    assert "the payment provider isn't responding" in html.unescape(giver.visitor.page)
    assert "For Maya, with love</textarea>" in giver.visitor.page
    stripe.refused_before = 0.0
    assert await giver.pay(0) is True
    assert await collected(world, card) == ("paid", 1000, 1000)
    await right(world, stripe)


async def test_an_edit_of_the_note_keeps_the_open_payment(world: World, stripe: FakeStripe) -> None:
    """The form is prefilled with the open gift, so that a changed note keeps it."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.visitor.open(giver.path)
    assert 'value="other" checked' in giver.visitor.page
    assert 'value="10.00"' in giver.visitor.page
    await giver.visitor.send(giver.path, **CHOICES["ten"], text="Other words")
    assert await giver.pay(0) is True
    assert await collected(world, card) == ("paid", 1000, 1000)


async def test_of_two_tabs_that_choose_at_once_one_payment_stays_open(
    world: World, stripe: FakeStripe
) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    await giver.visitor.open(giver.path)
    await asyncio.gather(
        *(giver.visitor.send(giver.path, gift="other", other=f"{n}.00", way="online") for n in range(20, 26))
    )
    await world.work()
    payable = "select count(*) from payments where status = 'pending'"
    assert await world.owner.fetchval(payable) == 1
    assert await giver.pay(0) is False
    assert (await collected(world, card))[2] == 0


@pytest.mark.parametrize("paid_in_between", [True, False])
async def test_ends_the_page_of_a_note_that_was_removed(
    paid_in_between: bool, world: World, stripe: FakeStripe
) -> None:
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    [found] = (await world.alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    path = f"/api/cards/{card['id']}/contributions/{found['id']}"
    assert (await world.alice.delete(path)).status_code == 200
    args = await world.owner.fetchval("select args from jobs where kind = 'payments.end'")
    assert json.loads(args)["cause"] == "note_removed"
    if paid_in_between:
        stripe.pay(giver.tabs[0])
    await world.work()
    assert await giver.pay(0) is False
    await striped.polled(world)
    [payment] = (await world.alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
    assert payment["status"] == ("refunded" if paid_in_between else "cancelled")
    assert stripe.held() == {}
    await right(world, stripe)


async def test_keeps_a_gift_that_was_paid_before_its_note_was_removed(
    world: World, stripe: FakeStripe
) -> None:
    """The control: only the owner refunds a paid gift, even if the resulting job runs later."""
    card, giver = await giver_of(world, stripe)
    await giver.choose("ten")
    event = stripe.pay(giver.tabs[0])
    await striped.call_back(world, stripe, event, world.alice.account_id, "whsec_ofalice00")
    [found] = (await world.alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    await world.alice.delete(f"/api/cards/{card['id']}/contributions/{found['id']}")
    await world.work()
    [payment] = (await world.alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
    assert payment["status"] == "succeeded"
    await right(world, stripe)


async def test_applies_late_money_to_what_the_giver_chose_meanwhile(world: World, stripe: FakeStripe) -> None:
    """The payment was cancelled during a day-long outage of Stripe; its report arrives after a new choice."""
    for choice, status, back in (("cash", "paid", 0), ("ten", "pending", 1)):
        card, giver = await giver_of(world, stripe)
        await giver.choose("ten")
        event = stripe.pay(giver.tabs[0])
        await world.owner.execute("update payments set status = 'cancelled' where status = 'pending'")
        await giver.choose(choice)
        await told(world, stripe, world.alice, event)
        assert (await collected(world, card))[0] == status
        made = (await world.alice.get(f"/api/cards/{card['id']}/payments")).json()["data"]
        assert [each["status"] for each in made].count("refunded") == back
        balances = await giving.balances(world.alice)
        assert balances.get(f"promised:{card['id']}", 0) == 0
    await striped.polled(world)
    await right(world, stripe)
