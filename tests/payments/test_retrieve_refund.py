"""Retrieve a refund, only from its own account."""

import pytest

from tests.contributions import giving
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying, striped
from tests.world import Person, World
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def test_reads_a_refund(world: World, alice: Person) -> None:
    made = await buying.bought(alice)
    asked = (await buying.refund(alice, made["payment_id"])).json()
    path = f"/api/refunds/{asked['id']}"
    assert (await alice.get(path)).json() == asked
    assert (asked["status"], asked["provider_refund_id"]) == ("pending", None)
    await world.work()
    after = (await alice.get(path)).json()
    assert after["status"] == "succeeded"
    assert (await buying.payment(alice, made["payment_id"]))["refunds"] == [after]


async def test_shows_the_ids_at_stripe(world: World, alice: Person) -> None:
    async with striped.at_stripe(world) as fake:
        await striped.own_key(fake, alice)
        card = await giving.card(alice)
        made = await giving.gives(alice, card["id"])
        opened = await world.client.get(made["checkout_url"])
        event = fake.pay(opened.headers["location"].rpartition("/")[2])
        await striped.call_back(world, fake, event, alice.account_id, "whsec_ofalice00")
        await world.work()
        [payment] = (await alice.get("/api/payments")).json()["data"]
        assert payment["provider_payment_id"] == next(iter(fake.intents))
        refund_id = (await buying.refund(alice, payment["id"])).json()["id"]
        await world.work()
        await striped.polled(world)
        shown = (await alice.get(f"/api/refunds/{refund_id}")).json()
        assert shown["provider_refund_id"] == next(iter(fake.refunds))


async def test_shows_nothing_to_others(alice: Person, mallory: Person) -> None:
    made = await buying.bought(alice)
    asked = (await buying.refund(alice, made["payment_id"])).json()
    is_problem(await mallory.get(f"/api/refunds/{asked['id']}"), 404, "not_found")
    is_problem(await alice.get(f"/api/refunds/{ids.new('rfd')}"), 404, "not_found")
    is_problem(await alice.get(f"/api/refunds/{made['payment_id']}"), 404, "not_found")
