"""Money returned at Mollie: refunds by API and on the dashboard, and chargebacks."""

import pytest

from tests.fakes.mollie import FakeMollie
from tests.payments import buying, striped
from tests.payments.mollie.paying import gave, right, status, told
from tests.payments.test_faults import Line, quietly
from tests.world import World
from wellwish.base import ids
from wellwish.payments import send_refund

NOISE: set[Line] = {("refund not sent", None)}


async def test_refunds_in_parts(world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    for amount, after in ((300, "partially_refunded"), (700, "refunded")):
        assert (await buying.refund(world.alice, made["payment_id"], amount)).status_code == 201
        await world.work()
        assert await status(world.alice, made) == after
    assert len(mollie.refunds) == 2
    await right(world, mollie)


@pytest.mark.parametrize(
    ("result", "ours"), [("refunded", "refunded"), ("failed", "succeeded"), ("canceled", "succeeded")]
)
@pytest.mark.parametrize("by", ["callback", "poll"])
async def test_a_refund_takes_days(by: str, result: str, ours: str, world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    mollie.refunds_pend = True
    assert (await buying.refund(world.alice, made["payment_id"])).status_code == 201
    await world.work()
    [refund_id] = mollie.refunds
    for state in ("queued", "processing"):
        mollie.refund_ends(refund_id, state)
        assert await told(world, world.alice, made) == 200
        shown = await buying.payment(world.alice, made["payment_id"])
        assert [each["status"] for each in shown["refunds"]] == ["pending"]
    mollie.refund_ends(refund_id, result)
    if by == "callback":
        assert await told(world, world.alice, made) == 200
    await striped.polled(world)
    assert await status(world.alice, made) == ours
    await right(world, mollie)


async def test_a_refund_that_was_made_can_fail(world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    await buying.refund(world.alice, made["payment_id"])
    await world.work()
    [refund_id] = mollie.refunds
    mollie.refund_ends(refund_id, "failed")
    assert await told(world, world.alice, made) == 200
    assert await status(world.alice, made) == "succeeded"
    await right(world, mollie)


async def test_makes_a_refund_once_though_its_response_was_lost(world: World, mollie: FakeMollie) -> None:
    """The idempotency key has expired at the retry."""
    made = await gave(world, mollie, world.alice)
    mollie.lost_posts = 1.0
    asked = (await buying.refund(world.alice, made["payment_id"], 400)).json()
    args = {"account_id": world.alice.account_id, "refund_id": asked["id"]}
    with quietly(NOISE):
        assert await send_refund.run(world.services, args) is not None
    assert len(mollie.refunds) == 1
    mollie.answers.clear()
    mollie.lost_posts = 0.0
    for _ in range(2):
        assert await send_refund.run(world.services, args) is None
    await striped.polled(world)
    assert len(mollie.refunds) == 1
    assert await status(world.alice, made) == "partially_refunded"
    await right(world, mollie)


async def test_makes_a_second_refund_that_mollie_first_takes_for_a_duplicate(
    world: World, mollie: FakeMollie
) -> None:
    made = await gave(world, mollie, world.alice)
    mollie.duplicates_refused = True
    with quietly(NOISE):
        for _ in range(2):
            assert (await buying.refund(world.alice, made["payment_id"], 300)).status_code == 201
            await world.work()
    assert len(mollie.refunds) == 1
    mollie.duplicates_refused = False
    mollie.answers.clear()  # simulates the expiry of idempotency keys after an hour
    await world.owner.execute("update jobs set run_at = now() - interval '1 second'")
    await world.work()
    shown = await buying.payment(world.alice, made["payment_id"])
    assert (len(mollie.refunds), shown["refunded"]["amount"]) == (2, 600)
    await right(world, mollie)


@pytest.mark.parametrize("by", ["callback", "poll"])
async def test_books_refunds_of_the_dashboard(by: str, world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    mollie.refund(made["tr"], 250)
    if by == "callback":
        assert await told(world, world.alice, made) == 200
    else:
        await striped.polled(world)
    shown = await buying.payment(world.alice, made["payment_id"])
    assert (shown["status"], shown["refunded"]["amount"]) == ("partially_refunded", 250)
    await right(world, mollie)


async def test_a_refund_that_mollie_refuses_fails(world: World, mollie: FakeMollie) -> None:
    """A refund on the dashboard has reduced the refundable amount."""
    made = await gave(world, mollie, world.alice)
    mollie.refund(made["tr"], 600)
    assert (await buying.refund(world.alice, made["payment_id"], 900)).status_code == 201
    await world.work()
    await striped.polled(world)
    shown = await buying.payment(world.alice, made["payment_id"])
    assert sorted(each["status"] for each in shown["refunds"]) == ["failed", "succeeded"]
    await right(world, mollie)


@pytest.mark.parametrize("by", ["callback", "poll"])
async def test_a_chargeback_is_lost_at_once_and_may_return(by: str, world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    chargeback = mollie.charge_back(made["tr"])
    for after in ("lost", "succeeded"):
        for _ in range(2):
            if by == "callback":
                assert await told(world, world.alice, made) == 200
            await striped.polled(world)
        assert await status(world.alice, made) == after
        await right(world, mollie)
        mollie.reverse(chargeback["id"])
    told_of = [each for each in await buying.events(world.alice) if "disput" in each]
    assert told_of == ["payment.disputed", "payment.dispute_closed", "payment.dispute_closed"]


async def test_other_programs_of_the_profile_change_nothing(world: World, mollie: FakeMollie) -> None:
    made = await gave(world, mollie, world.alice)
    for number in range(20):
        name = f"tr_other{number}"
        mollie.payments[name] = {**mollie.payments[made["tr"]], "id": name, "metadata": "order 7"}
        mollie.refund(name, 100)
        mollie.charge_back(name, 50)
    # Another Wellwish installation with the same profile.
    other = {**mollie.payments[made["tr"]]["metadata"], "merchant": f"mollie:{ids.new('pvd')}"}
    mollie.payments["tr_other0"]["metadata"] = {**other, "payment_id": ids.new("pay")}
    mollie.payments["tr_other1"]["metadata"] = other
    asked = len(mollie.calls)
    await striped.polled(world)
    assert mollie.calls[asked:] == ["GET /v2/payments", "GET /v2/refunds", "GET /v2/chargebacks"]
    assert await buying.in_the_ledger(world) == {"EUR": 1000}
    assert await world.owner.fetchval("select count(*) from provider_events where outcome <> 'applied'") == 0
