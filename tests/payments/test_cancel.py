"""Cancel an open payment: nobody can pay it afterwards, unless the payer paid first."""

import asyncio
from typing import Any

import pytest

from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying, striped
from tests.world import Person, World
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def begun(person: Person) -> tuple[dict[str, Any], str]:
    """Returns a contribution with an open payment, and the path to cancel the payment."""
    made = await giving.gives(person, (await giving.card(person))["id"])
    return made, f"/api/payments/{made['money']['payment_id']}/cancel"


async def test_ends_the_payment_and_its_page(world: World, alice: Person) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, alice)
        made, path = await begun(alice)
        await world.client.get(made["checkout_url"])
        [session] = fake.sessions.values()
        assert session["status"] == "open"
        answer = await alice.post(path)
        assert (answer.status_code, answer.json()["status"]) == (200, "cancelled")
        assert session["status"] == "expired"
        assert (await alice.post(path)).json() == answer.json()
        await world.work()
    shown = await giving.read(alice, made["card_id"], made["id"])
    assert shown["money"]["status"] == "cancelled"
    assert (await buying.events(alice)).count("payment.cancelled") == 1


async def test_leaves_a_payment_that_the_payer_has_paid(world: World, alice: Person) -> None:
    """The control is the previous test: without the payment, the same call cancels."""
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, alice)
        made, path = await begun(alice)
        opened = await world.client.get(made["checkout_url"])
        fake.pay(opened.headers["location"].rpartition("/")[2])  # the callback is lost
        answer = await alice.post(path)
        is_problem(answer, 409, "payment_state")
        assert answer.json()["detail"] == "The payment is succeeded. Only a pending payment can be cancelled."
        await world.work()
    assert (await giving.read(alice, made["card_id"], made["id"]))["money"]["status"] == "paid"


async def test_asks_to_try_again_while_the_provider_is_away(world: World, alice: Person) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, alice)
        made, path = await begun(alice)
        await world.client.get(made["checkout_url"])
        fake.refused_before = 1
        answer = await alice.post(path)
        is_problem(answer, 503, "unavailable")
        assert answer.headers["retry-after"] == "5"
        fake.refused_before = 0
        assert (await alice.post(path)).json()["status"] == "cancelled"


async def test_cancels_a_purchase(world: World, alice: Person) -> None:
    made = await buying.buy(alice)
    answer = await alice.post(f"/api/payments/{made['payment_id']}/cancel")
    assert answer.json()["status"] == "cancelled"
    await world.work()
    assert (await buying.purchase(alice, made["id"]))["status"] == "failed"


async def test_cancels_once_however_many_ask(world: World, alice: Person) -> None:
    made, path = await begun(alice)
    answers = await asyncio.gather(*(alice.post(path, key=ids.new("req")) for _ in range(6)))
    assert {each.status_code for each in answers} == {200}
    await world.work()
    assert (await buying.events(alice)).count("payment.cancelled") == 1
    # The contributor can give again.
    assert (await giving.read(alice, made["card_id"], made["id"]))["money"]["status"] == "cancelled"


async def test_refuses_what_has_ended(world: World, alice: Person) -> None:
    made = await giving.gave(alice, (await giving.card(alice))["id"])
    path = f"/api/payments/{made['money']['payment_id']}/cancel"
    is_problem(await alice.post(path), 409, "payment_state")
    assert (await buying.payment(alice, made["money"]["payment_id"]))["status"] == "succeeded"


async def test_is_for_the_owner_alone(world: World, alice: Person, mallory: Person) -> None:
    made, path = await begun(alice)
    is_problem(await mallory.post(path), 404, "not_found")
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    is_problem(await alice.post(path), 403, "owner_required")
    assert (await buying.payment(alice, made["money"]["payment_id"]))["status"] == "pending"
