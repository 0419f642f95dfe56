"""Retrieve a payment, only from its own account."""

from datetime import timedelta

import pytest

from tests.contributions import giving
from tests.contributions.signing import signs
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying
from tests.world import Person, World
from wellwish.base import clock
from wellwish.contributions.gift import NewGift
from wellwish.contributions.note import NewContribution

pytestmark = pytest.mark.anyio


async def test_reads_a_payment_with_its_version(alice: Person) -> None:
    made = await buying.buy(alice)
    answer = await alice.get(f"/api/payments/{made['payment_id']}")
    assert answer.headers["ETag"] == '"1"'
    assert answer.json()["status"] == "pending"
    assert answer.json()["refundable"] == {"amount": 0, "currency": "USD"}


async def checkout_urls(alice: Person, payment_id: str) -> set[str | None]:
    """Returns the page of the payment from its record and from each list."""
    one = await buying.payment(alice, payment_id)
    listed = (await alice.get("/api/payments")).json()["data"]
    if one["card_id"]:
        listed += (await alice.get(f"/api/cards/{one['card_id']}/payments")).json()["data"]
    return {each["checkout_url"] for each in [one, *listed] if each["id"] == payment_id}


@pytest.mark.parametrize("purpose", ["bundle", "gift"])
async def test_shows_the_page_while_the_payment_is_pending(purpose: str, world: World, alice: Person) -> None:
    if purpose == "bundle":
        made = await buying.buy(alice)
        payment_id = made["payment_id"]
    else:
        made = await giving.gives(alice, (await giving.card(alice))["id"])
        payment_id = made["money"]["payment_id"]
    url = made["checkout_url"]
    assert await checkout_urls(alice, payment_id) == {url}
    opened = await world.client.get(url)
    assert opened.status_code == 303
    assert await checkout_urls(alice, payment_id) == {url}
    assert (await buying.press(world, url, "succeed")).status_code == 303
    await world.work()
    assert await checkout_urls(alice, payment_id) == {None}


async def test_shows_no_page_of_a_cancelled_or_expired_payment(alice: Person) -> None:
    cancelled = (await buying.buy(alice))["payment_id"]
    answer = await alice.post(f"/api/payments/{cancelled}/cancel")
    assert (answer.json()["status"], answer.json()["checkout_url"]) == ("cancelled", None)
    expired = (await buying.buy(alice))["payment_id"]
    try:
        clock.move(timedelta(hours=23))
        alice.token = await alice.exchange()
        assert (await buying.payment(alice, expired))["status"] == "pending"
        assert await checkout_urls(alice, expired) == {None}
    finally:
        clock.move(timedelta())


async def test_shows_nobody_the_page_of_a_signers_gift(world: World, alice: Person) -> None:
    """A payment page that a signer opened may show what they typed there."""
    card = await giving.card(alice)
    money = NewGift(amount=1250, currency="EUR")
    signed = await signs(world, card["sign_url"], NewContribution(name="Bo", money=money))
    payment_id = signed.row.payment_id
    assert payment_id is not None
    assert (await buying.payment(alice, payment_id))["status"] == "pending"
    assert await checkout_urls(alice, payment_id) == {None}


async def test_shows_nothing_to_others(alice: Person, mallory: Person) -> None:
    made = await buying.buy(alice)
    assert (await mallory.get(f"/api/payments/{made['payment_id']}")).status_code == 404


async def test_a_member_reads_payments_for_cards_and_an_owner_those_for_bundles(
    world: World, alice: Person
) -> None:
    """The list, the single records and the transfers follow the same rule."""
    gift = (await giving.gave(alice, (await giving.card(alice))["id"]))["money"]["payment_id"]
    bundle = (await buying.bought(alice))["payment_id"]
    for payment_id in (gift, bundle):
        assert (await buying.refund(alice, payment_id)).status_code == 201
    await world.work()
    refunds = {each: (await buying.payment(alice, each))["refunds"][0]["id"] for each in (gift, bundle)}

    async def readable(payment_id: str) -> set[bool]:
        listed = (await alice.get("/api/payments")).json()["data"]
        answers = [await alice.get(f"/api/payments/{payment_id}")]
        answers.append(await alice.get(f"/api/refunds/{refunds[payment_id]}"))
        for each in answers:
            assert each.is_success or is_problem(each, 403, "owner_required")
        return {
            payment_id in {each["id"] for each in listed},
            payment_id in (await alice.get("/api/movements.csv")).text,
            *(each.is_success for each in answers),
        }

    assert [await readable(each) for each in (gift, bundle)] == [{True}, {True}]
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert [await readable(each) for each in (gift, bundle)] == [{True}, {False}]
