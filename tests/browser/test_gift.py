"""Chipping in: from the signing page to the provider and back."""

import re
from typing import Any

import pytest

from tests.browser import cards
from tests.browser.conftest import Visiting
from tests.browser.gifts import COLLECTING
from tests.browser.visitor import Visitor
from tests.payments import asking, buying
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

SIGNED = re.compile("/signed")
SANDBOX = re.compile("/sandbox/")


async def begin(one: Visitor, made: dict[str, Any], amount: str = "€10") -> None:
    """Signs with an amount and waits for the provider's page."""
    await one.open(made["sign_url"])
    await one.page.get_by_label("Your note", exact=True).fill("All the best")
    await one.page.get_by_label("From", exact=True).fill("Noor")
    await one.page.get_by_label(amount, exact=True).check(force=True)
    await one.page.locator("#go").click()
    await one.page.wait_for_url(SANDBOX)


async def money(world: World, made: dict[str, Any]) -> dict[str, Any]:
    [found] = await cards.notes(world, made)
    assert found["note"]["text"] == "All the best"
    return found["money"]


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize(
    ("buttons", "status", "says"),
    [
        (("Pay",), "paid", "You chipped in €10.00. Thank you."),
        (
            ("Pay with 3-D Secure", "Approve at the bank (3-D Secure)"),
            "paid",
            "You chipped in €10.00. Thank you.",
        ),
        (("Decline the card",), "failed", "Your payment of €10.00 didn't go through"),
        (("Cancel",), "cancelled", "Your payment of €10.00 was cancelled"),
    ],
)
async def test_goes_to_the_provider_and_comes_back(
    buttons: tuple[str, ...], status: str, says: str, scripts: bool, world: World, visitor: Visiting
) -> None:
    made = await cards.card(world, collection=COLLECTING)
    async with visitor(scripts=scripts) as one:
        await begin(one, made)
        for button in buttons:
            await one.page.get_by_role("button", name=button, exact=True).click()
        await one.page.wait_for_url(SIGNED)
        await world.work()
        await one.says(says)  # The page polls for the result.
        await one.says("All the best")
        assert (await money(world, made))["status"] == status
        if status == "failed":
            await one.page.get_by_role("link", name="Try again").click()
            await one.page.get_by_label("€5", exact=True).check(force=True)
            await one.page.locator("#go").click()
            await one.page.wait_for_url(SANDBOX)
            await one.page.get_by_role("button", name="Pay", exact=True).click()
            await one.page.wait_for_url(SIGNED)
            await world.work()
            await one.says("You chipped in €5.00.")
    kept = {"paid": {"EUR": 960}, "failed": {"EUR": 467}, "cancelled": {}}  # net of the fee
    assert await buying.at_the_provider(world) == kept[status]


async def test_the_amount_is_next_to_the_button(world: World, visitor: Visiting) -> None:
    made = await cards.card(world, collection=COLLECTING)
    async with visitor() as one:
        await one.open(made["sign_url"])
        await one.says("Free to sign")
        await one.page.get_by_label("€20", exact=True).check(force=True)
        await one.says("Your gift: €20")
        await one.page.get_by_label("No gift", exact=True).check(force=True)
        await one.says("Free to sign")


async def test_accepts_a_gift_begun_before_closing_and_paid_after(world: World, visitor: Visiting) -> None:
    made = await cards.card(world, collection=COLLECTING)
    async with visitor() as one:
        await begin(one, made)
        await cards.shut(world, made)
        await one.page.get_by_role("button", name="Pay", exact=True).click()
        await one.page.wait_for_url(SIGNED)
        await world.work()
        await one.says("You chipped in €10.00. Thank you.")
    assert (await money(world, made))["status"] == "paid"


async def test_begun_after_closing_is_refused(world: World, visitor: Visiting) -> None:
    made = await cards.card(world, collection=COLLECTING)
    async with visitor() as one:
        await one.open(made["sign_url"])
        await one.page.get_by_label("Your note", exact=True).fill("I was still typing")
        await one.page.get_by_label("From", exact=True).fill("Noor")
        await one.page.get_by_label("€10", exact=True).check(force=True)
        await cards.shut(world, made)
        await one.page.locator("#go").click()
        await one.says("This card is closed")
        assert await one.page.locator("#given").input_value() == "I was still typing"
    assert await world.owner.fetchval("select count(*) from payments") == 0


async def test_a_refund_is_seen(world: World, visitor: Visiting) -> None:
    made = await cards.card(world, collection=COLLECTING)
    async with visitor() as one:
        await begin(one, made)
        await one.page.get_by_role("button", name="Pay", exact=True).click()
        await one.page.wait_for_url(SIGNED)
        await world.work()
        await one.says("You chipped in €10.00.")
        assert (await buying.refund(world.alice, (await money(world, made))["payment_id"])).status_code == 201
        await world.work()
        await one.page.reload()
        await one.says("Your €10.00 has been refunded.")


async def test_cancels_pays_and_asks_for_a_refund(world: World, visitor: Visiting) -> None:
    made = await cards.card(world, collection=COLLECTING)
    async with visitor() as one:
        await begin(one, made)
        await one.page.goto(f"{made['sign_url']}/signed")
        await one.check()
        await one.shoot("signed-open")
        await one.page.get_by_role("button", name="Cancel this payment").click()
        await one.says("Your payment of €10.00 was cancelled, and you haven't been charged.")
        await one.page.get_by_role("link", name="Try again").click()
        await one.page.get_by_label("€5", exact=True).check(force=True)
        await one.page.locator("#go").click()
        await one.page.wait_for_url(SANDBOX)
        await one.page.get_by_role("button", name="Pay", exact=True).click()
        await one.page.wait_for_url(SIGNED)
        await world.work()
        await one.page.reload()
        await one.says("You chipped in €5.00.")
        await one.page.locator("summary", has_text="Ask for a refund").click()
        await one.page.get_by_label("Your reason (optional)").fill("I gave twice")
        await one.check()
        await one.shoot("signed-ask")
        await one.page.get_by_role("button", name="Ask for a refund").click()
        await one.says("You asked for a refund. The organisers will decide.")
        [request] = (await world.alice.get(asking.PATH)).json()["data"]
        assert (request["reason"], request["amount"]["amount"]) == ("I gave twice", 500)
        assert (await asking.decide(world.alice, request["id"], "approve")).status_code == 200
        await one.page.reload()
        await one.says("The organisers have agreed to refund you. It can take a few days to arrive.")
        await one.check()
        await one.shoot("signed-approved")


@pytest.mark.parametrize("language", ["en", "ar"])
async def test_asks_for_an_address_only_when_paying_online(
    language: str, world: World, visitor: Visiting
) -> None:
    made = await cards.card(world, collection={**COLLECTING, "add_cash": True})
    async with visitor(language=language) as one:
        await one.open(made["sign_url"])
        field = one.page.locator("#receipt_email")
        assert not await field.is_visible()
        await one.page.locator('input[name="gift"]').nth(1).check(force=True)
        assert await field.is_visible()
        await one.check()
        await one.shoot("sign-receipt")
        await one.page.locator('input[name="way"][value="cash"]').check()
        assert not await field.is_visible()
