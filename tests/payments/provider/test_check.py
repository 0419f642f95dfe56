"""Asking the provider whether it still takes the key, and what waits for one that it takes."""

from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.world import Person, World


async def test_asks_for_a_refund_for_days_while_the_provider_is_away(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made, _ = await striped.paid(world, stripe, alice)
    stripe.refused_before = 1.0
    await buying.refund(alice, made["payment_id"])
    tried = "select attempts from jobs where kind = 'payments.send_refund'"
    due = "update jobs set run_at = now() - interval '1 second' where kind = 'payments.send_refund'"
    for age, attempts in (("1 minute", 1), ("5 hours", 0), ("6 days", 0), ("8 days", 1)):
        await world.owner.execute(f"update refunds set created_at = now() - interval '{age}'")
        await world.owner.execute(due)
        await world.work()
        assert await world.owner.fetchval(tried) == attempts, age
    stripe.refused_before = 0.0
    await world.owner.execute(due)
    await world.work()
    assert await striped.status(alice, made) == "refunded"


async def test_sends_a_refund_that_waited_for_a_key_when_one_is_set(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made, _ = await striped.paid(world, stripe, alice)
    del stripe.keys["sk_test_ofalice00"]
    assert (await alice.post(f"{striped.PATH}/check")).json()["code"] == "payment_provider_refused"
    assert (await buying.refund(alice, made["payment_id"])).status_code == 201
    await world.work()
    assert stripe.refunds == {}
    await world.owner.execute("delete from jobs where kind = 'payments.send_refund'")  # as one that died
    await striped.own_key(stripe, alice)
    await world.work()
    assert await striped.status(alice, made) == "refunded"
