"""Most pages at Mollie cannot be canceled: a new choice waits for the expiry, and the giver sees why."""

import html
from datetime import datetime
from typing import Any

import pytest

from tests import make
from tests.fakes.mollie import FakeMollie, PageClosedError
from tests.payments.giving import opened
from tests.payments.mollie.paying import begun, call_back, own_key, right, status, told
from tests.payments.real.test_change_of_mind import CHOICES, Giver, collected
from tests.payments.real.test_end import shut
from tests.payments.test_faults import Line, quietly
from tests.web.visitor import path_of
from tests.world import World
from wellwish.base import clock

NOISE: set[Line] = {("payment not ended", None)}


async def cancelled(world: World, payment_id: str) -> tuple[int, str]:
    answer = await world.alice.post(f"/api/payments/{payment_id}/cancel", {})
    return answer.status_code, answer.json().get("detail", answer.json()["status"])


async def test_cancels_what_mollie_can_cancel(world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    mollie.cancelable = True
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    assert (await cancelled(world, made["payment_id"]))[0] == 200
    assert mollie.payments[made["tr"]]["status"] == "canceled"


async def test_says_until_when_a_page_stays_open(world: World, mollie: FakeMollie) -> None:
    await own_key(mollie, world.alice)
    made = await begun(world.alice)
    made["tr"] = await opened(world, made)
    page = mollie.payments[made["tr"]]
    until = clock.rfc3339(datetime.fromisoformat(page["expiresAt"]))
    says = "The payer can still pay on the provider's page{}, and the provider cannot close it."
    assert await cancelled(world, made["payment_id"]) == (409, says.format(f" until {until}"))
    page["expiresAt"] = None
    assert await cancelled(world, made["payment_id"]) == (409, says.format(""))
    assert await status(world.alice, made) == "pending"
    mollie.pay(made["tr"])
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == "succeeded"
    await right(world, mollie)


class AtMollie(Giver):
    """A giver with payment pages at Mollie."""

    async def pay(self, tab: int) -> bool:
        mollie: Any = self.stripe
        try:
            mollie.pay(self.tabs[tab])
        except PageClosedError:
            return False
        payment_id = mollie.payments[self.tabs[tab]]["metadata"]["payment_id"]
        await call_back(self.world, self.world.alice.account_id, payment_id, self.tabs[tab])
        await self.world.work()
        return True


async def giver_of(world: World, mollie: FakeMollie) -> tuple[dict[str, Any], Giver]:
    await own_key(mollie, world.alice)
    collection = {"add_money": "everyone", "add_cash": True, "currency": "EUR"}
    card = await make.card(world.alice, recipient="Maya", collection=collection)
    fake: Any = mollie
    return card, AtMollie(world, fake, path_of(card["sign_url"]))


@pytest.mark.parametrize("second", ["twenty", "cash", "nothing"])
async def test_another_choice_waits_for_the_open_page(second: str, world: World, mollie: FakeMollie) -> None:
    card, giver = await giver_of(world, mollie)
    assert await giver.choose("ten") == 303
    assert await giver.choose(second) == 422
    assert "You can still pay your earlier gift" in html.unescape(giver.visitor.page)
    mollie.expire(giver.tabs[0])
    assert await giver.choose(second) == 303
    await world.work()
    if second == "twenty":
        assert await giver.pay(-1) is True
        assert await collected(world, card) == ("paid", 2000, 2000)
    elif second == "cash":
        assert await collected(world, card) == ("promised", 1000, 0)
    else:
        assert (await collected(world, card))[::2] in {("cancelled", 0), (None, 0)}
    await right(world, mollie)


@pytest.mark.parametrize("second", ["twenty", "cash", "nothing"])
async def test_keeps_what_was_paid_in_the_first_tab(second: str, world: World, mollie: FakeMollie) -> None:
    card, giver = await giver_of(world, mollie)
    await giver.choose("ten")
    await giver.visitor.open(giver.path)
    mollie.pay(giver.tabs[0])
    answer = await giver.visitor.send(giver.path, **CHOICES[second])
    assert (answer.status_code, "pay=1" in giver.visitor.next) == (303, False)
    await world.work()
    assert "You chipped in €10.00. Thank you." in await giver.says()
    assert await collected(world, card) == ("paid", 1000, 1000)
    assert len(mollie.payments) == 1


@pytest.mark.parametrize("verb", ["cancel", "delete"])
async def test_returns_what_is_paid_after_the_card_has_ended(
    verb: str, world: World, mollie: FakeMollie
) -> None:
    card, giver = await giver_of(world, mollie)
    await giver.choose("ten")
    await shut(world.alice, card, verb)
    with quietly(NOISE):
        await world.work()
    due = await world.owner.fetchval("select run_at from jobs where kind = 'payments.end'")
    assert due > clock.now()
    assert await giver.pay(0) is True
    await world.work()
    assert [each["status"] for each in mollie.refunds.values()] == ["refunded"]
    await right(world, mollie)


async def test_the_button_says_that_the_page_ends_by_itself(world: World, mollie: FakeMollie) -> None:
    _, giver = await giver_of(world, mollie)
    await giver.choose("ten")
    await giver.visitor.open(f"{giver.path}/signed")
    pressed = {"payment": giver.visitor.value("payment"), "form_token": giver.visitor.token()}
    answer = await giver.visitor.press(f"{giver.path}/cancel-payment", **pressed)
    assert (answer.status_code, "it expires on its own" in html.unescape(giver.visitor.page)) == (409, True)
    mollie.expire(giver.tabs[0])
    await giver.visitor.press(f"{giver.path}/cancel-payment", **pressed)
    assert "was cancelled, and you haven't been charged" in await giver.says()
