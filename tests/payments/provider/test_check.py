"""Check whether the provider accepts the key, and resume blocked work when it does."""

from datetime import timedelta

from tests.fakes.stripe import FakeStripe
from tests.payments import buying, striped
from tests.world import Person, World
from wellwish.base import clock

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


async def test_asks_for_a_refund_for_days_while_the_provider_is_away(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    made, _ = await striped.paid(world, stripe, alice)
    stripe.refused_before = 1.0
    await buying.refund(alice, made["payment_id"])
    tried = "select attempts from jobs where kind = 'payments.send_refund'"
    due = "update jobs set run_at = now() - interval '1 second' where kind = 'payments.send_refund'"
    for age, attempts in ((_MINUTE, 0), (5 * _HOUR, 0), (6 * _DAY, 0), (8 * _DAY, 1)):
        await world.owner.execute("update refunds set created_at = $1", clock.now() - age)
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
    await world.owner.execute("delete from jobs where kind = 'payments.send_refund'")  # simulates a dead job
    await striped.own_key(stripe, alice)
    await world.work()
    assert await striped.status(alice, made) == "refunded"
