"""Cancel a card with refunds: all of its money is refunded, then it is cancelled, even after crashes."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.contributions import giving
from tests.fakes.faulty import Faulty
from tests.fakes.stripe import FakeStripe
from tests.infra.http.test_bad_input import is_problem
from tests.payments import buying, striped
from tests.world import Person, World
from wellwish.base import ids
from wellwish.infra.db import Database, Tx
from wellwish.infra.jobs import Worker
from wellwish.payments import check
from wellwish.worker import JOBS


async def cancel(person: Person, card_id: str, key: str | None = None, **given: Any) -> Any:
    """Cancels the card's current version and refunds its money."""
    card = (await person.get(f"/api/cards/{card_id}")).json()
    headers = {"If-Match": f'"{card["version"]}"'}
    path = f"/api/cards/{card_id}/cancel"
    return await person.post(path, {"refund": True}, headers=headers, key=key or ids.new("req"), **given)


async def finish(world: World) -> None:
    """Runs the jobs that are due now and within the next seconds."""
    for _ in range(4):
        await world.work()
        await world.owner.execute(
            "update jobs set run_at = now() - interval '1 second' where kind = 'cards.give_back'"
        )
    await world.work()


async def shown(person: Person, card_id: str) -> dict[str, Any]:
    return (await person.get(f"/api/cards/{card_id}")).json()


async def right(world: World) -> None:
    """Asserts that the ledger is balanced and agrees with the provider."""
    assert await buying.in_the_ledger(world) == await buying.at_the_provider(world)
    assert await buying.in_the_ledger(world, "clearing") == {}


@pytest.fixture
async def stripe(world: World) -> AsyncGenerator[FakeStripe]:
    async with striped.at_stripe(world) as fake:
        yield fake


async def test_refuses_to_cancel_or_delete_a_card_that_holds_money(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    before = await giving.balances(alice)
    for body in (None, {}, {"refund": False}):
        is_problem(await alice.post(f"/api/cards/{card['id']}/cancel", body), 409, "card_has_money")
    is_problem(await alice.delete(f"/api/cards/{card['id']}"), 409, "card_has_money")
    assert (await shown(alice, card["id"]))["status"] == "open"
    assert await giving.balances(alice) == before
    # The control: a card without a successful payment can be cancelled and deleted.
    other = await giving.card(alice)
    await giving.gave(alice, other["id"], "decline")
    assert (await alice.post(f"/api/cards/{other['id']}/cancel")).status_code == 200
    assert (await alice.delete(f"/api/cards/{other['id']}")).status_code == 200


async def test_gives_all_back_and_then_cancels(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    gave = [await giving.gave(alice, card["id"]) for _ in range(3)]
    answer = await cancel(alice, card["id"])
    assert (answer.status_code, answer.json()["status"]) == (200, "closed")
    assert answer.json()["cancelling_at"] is not None
    is_problem(await giving.post(alice, card["id"]), 409, "card_closed")
    is_problem(await alice.post(f"/api/cards/{card['id']}/reopen", {}), 409, "card_state")
    is_problem(await alice.post(f"/api/cards/{card['id']}/archive"), 409, "card_state")
    is_problem(await alice.delete(f"/api/cards/{card['id']}"), 409, "card_has_money")
    await finish(world)
    done = await shown(alice, card["id"])
    assert (done["status"], done["cancelling_at"]) == ("cancelled", None)
    for each in gave:
        assert (await giving.read(alice, card["id"], each["id"]))["money"]["status"] == "refunded"
    await right(world)
    types = await buying.events(alice)
    assert types.index("card.cancelling") < types.index("payment.refunded") < types.index("card.cancelled")
    assert types.count("payment.refunded") == 3
    assert (await alice.delete(f"/api/cards/{card['id']}")).status_code == 200


async def test_needs_the_version_and_a_key(alice: Person) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    path, body = f"/api/cards/{card['id']}/cancel", {"refund": True}
    is_problem(await alice.post(path, body), 400, "idempotency_key_required")
    is_problem(await alice.post(path, body, key="one"), 428, "precondition_required")
    stale = await alice.post(path, body, key="two", headers={"If-Match": '"99"'})
    is_problem(stale, 412, "precondition_failed")
    for wrong in ("true", 1, [], {"refund": True}):
        answer = await alice.post(path, {"refund": wrong}, key="three", headers={"If-Match": "*"})
        assert answer.status_code == 422, answer.text


async def test_is_for_an_owner_of_the_account_as_every_refund_is(world: World, alice: Person) -> None:
    card, empty = await giving.card(alice), await giving.card(alice)
    await giving.gave(alice, card["id"])
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    is_problem(await cancel(alice, card["id"]), 403, "owner_required")
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "open"
    assert await world.owner.fetchval("select count(*) from refunds") == 0
    # The control: without refunds, cancelling only changes the card, which members may do.
    assert (await alice.post(f"/api/cards/{empty['id']}/cancel")).status_code == 200
    await world.owner.execute("update memberships set role = 'owner' where user_id = $1", alice.user_id)
    assert (await cancel(alice, card["id"])).status_code == 200


async def test_refunds_once_however_often_it_is_requested(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    for _ in range(2):
        await giving.gave(alice, card["id"])
    first = await cancel(alice, card["id"], key="same")
    version = int(first.headers["ETag"].strip('"')) - 1
    path = f"/api/cards/{card['id']}/cancel"
    again = await alice.post(path, {"refund": True}, headers={"If-Match": f'"{version}"'}, key="same")
    assert again.content == first.content
    assert (await cancel(alice, card["id"])).status_code == 200
    many = await asyncio.gather(*(cancel(alice, card["id"]) for _ in range(6)))
    assert {each.status_code for each in many} == {200}
    await finish(world)
    assert await world.owner.fetchval("select count(*) from sandbox_refunds") == 2
    assert (await buying.events(alice)).count("card.cancelling") == 1
    is_problem(await cancel(alice, card["id"]), 409, "card_state")
    await right(world)


async def test_begins_once_of_many_at_once(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    many = await asyncio.gather(*(cancel(alice, card["id"]) for _ in range(8)))
    assert {each.status_code for each in many} <= {200, 412}
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "cancelled"
    assert await world.owner.fetchval("select count(*) from sandbox_refunds") == 1


async def test_refunds_the_rest_after_refunds_by_hand(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    part, whole, under_way = [await giving.gave(alice, card["id"]) for _ in range(3)]
    await buying.refund(alice, part["money"]["payment_id"], 250)
    await buying.refund(alice, whole["money"]["payment_id"])
    await world.work()
    await buying.refund(alice, under_way["money"]["payment_id"], 1)  # not sent yet
    assert (await cancel(alice, card["id"])).status_code == 200
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "cancelled"
    refunds = await world.owner.fetch("select amount from sandbox_refunds order by amount")
    assert [row[0] for row in refunds] == [1, 250, 1000, 1249, 1250]
    await right(world)


async def test_ends_open_payments_and_refunds_those_made_while_cancelling(
    world: World, alice: Person
) -> None:
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    late = await giving.gives(alice, card["id"])
    during = await giving.gives(alice, card["id"])
    for made in (late, during):
        await world.client.get(made["checkout_url"])
    assert (await cancel(alice, card["id"])).status_code == 200
    await buying.press(world, during["checkout_url"], "succeed")
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "cancelled"
    page = (await world.client.get(late["checkout_url"], follow_redirects=True)).text
    assert "Your payment was cancelled" in page
    for made, status in ((late, "cancelled"), (during, "refunded")):
        assert (await buying.payment(alice, made["money"]["payment_id"]))["status"] == status
    await right(world)


async def test_stays_closed_with_its_money_where_a_refund_fails(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    await striped.own_key(stripe, alice)
    card = await giving.card(alice)
    gave = [await _paid(world, stripe, alice, card["id"]) for _ in range(2)]
    refused = (await buying.payment(alice, gave[0]["money"]["payment_id"]))["id"]
    stripe.unrefundable.add(refused)
    assert (await cancel(alice, card["id"])).status_code == 200
    await finish(world)
    left = await shown(alice, card["id"])
    assert (left["status"], left["cancelling_at"]) == ("closed", None)
    assert [await striped.status(alice, each) for each in gave] == ["succeeded", "refunded"]
    assert (await buying.events(alice))[-1] == "card.cancel_failed"
    is_problem(await alice.post(f"/api/cards/{card['id']}/cancel"), 409, "card_has_money")
    stripe.unrefundable.clear()
    assert (await cancel(alice, card["id"])).status_code == 200
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "cancelled"
    assert await buying.in_the_ledger(world) == stripe.held("acct_1ofalice00")
    made = [each for each in stripe.refunds.values() if each["status"] == "succeeded"]
    assert len(made) == 2


async def test_leaves_disputed_payments_to_the_dispute(
    world: World, alice: Person, stripe: FakeStripe
) -> None:
    """A dispute won after the cancellation is refunded automatically; a lost one has already repaid the
    payer.
    """
    await striped.own_key(stripe, alice)
    card = await giving.card(alice)
    won, lost, paid = [await _paid(world, stripe, alice, card["id"]) for _ in range(3)]
    disputes = [await _disputed(world, stripe, alice, each) for each in (won, lost)]
    assert (await cancel(alice, card["id"])).status_code == 200
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "cancelled"
    assert [await striped.status(alice, each) for each in (won, lost, paid)] == [
        "disputed", "disputed", "refunded",
    ]  # fmt: skip
    is_problem(await alice.delete(f"/api/cards/{card['id']}"), 409, "card_has_money")
    for dispute, is_won in zip(disputes, (True, False), strict=True):
        for event in stripe.dispute_ends(dispute["id"], won=is_won):
            await _tell(world, stripe, alice, event)
    await finish(world)
    assert await striped.status(alice, lost) == "lost"
    assert await striped.status(alice, won) == "refunded"
    assert len(stripe.refunds) == 2
    assert await buying.in_the_ledger(world, "clearing") == {}
    assert (await alice.delete(f"/api/cards/{card['id']}")).status_code == 200


async def test_refuses_without_the_provider(world: World, alice: Person, stripe: FakeStripe) -> None:
    await striped.own_key(stripe, alice)
    card = await giving.card(alice)
    await _paid(world, stripe, alice, card["id"])
    assert (await alice.delete(striped.PATH)).status_code == 200
    await world.work()
    is_problem(await cancel(alice, card["id"]), 409, "payment_provider_missing")
    assert (await shown(alice, card["id"]))["status"] == "open"
    await striped.own_key(stripe, alice)
    assert (await cancel(alice, card["id"])).status_code == 200
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "cancelled"


async def test_gives_back_more_than_one_piece_of_payments(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    made = [await giving.gives(alice, card["id"]) for _ in range(53)]
    for each in made:
        await world.client.get(each["checkout_url"])
        await buying.paid_untold(world, each["money"]["payment_id"])
    await striped.polled(world)
    assert (await cancel(alice, card["id"])).status_code == 200
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "cancelled"
    assert await world.owner.fetchval("select count(*) from sandbox_refunds") == 53
    await right(world)


class KilledError(Exception):
    """The process was killed here."""


class Dying:
    """A database whose process is killed before its nth transaction and stays dead afterwards."""

    def __init__(self, db: Database, lives: int) -> None:
        self.db, self.lives = db, lives

    def _one_less(self) -> None:
        if self.lives <= 0:
            raise KilledError
        self.lives -= 1

    def transaction(self, *given: Any, **more: Any) -> Any:
        self._one_less()
        return self.db.transaction(*given, **more)

    def statement(self, *given: Any, **more: Any) -> Any:
        self._one_less()
        return self.db.statement(*given, **more)


@contextmanager
def dying(world: World, lives: int) -> Generator[None]:
    """Runs jobs on a database that fails after that many transactions, until the end of the block."""
    services, before = world.services, world.services.db
    object.__setattr__(services, "db", Dying(before, lives))
    try:
        yield
    finally:
        object.__setattr__(services, "db", before)


async def killed_and_started_again(world: World, at_most: int) -> None:
    """Kills the process after no transaction, after one, and so on, and restarts it each time."""
    for lives in range(at_most):
        worker = Worker(world.services.db, world.services, JOBS)
        with dying(world, lives):
            for _ in range(3):
                await worker.drain()
        await world.owner.execute(
            """
            update jobs set run_at = now() - interval '1 second', attempts = 0, locked_until = null
            where kind <> 'payments.expire'
            """
        )


async def test_completes_despite_repeated_kills(world: World, alice: Person) -> None:
    card = await giving.card(alice)
    gave = [await giving.gave(alice, card["id"]) for _ in range(2)]
    await buying.refund(alice, gave[0]["money"]["payment_id"], 250)
    assert (await cancel(alice, card["id"])).status_code == 200
    await killed_and_started_again(world, 12)
    await finish(world)
    assert (await shown(alice, card["id"]))["status"] == "cancelled"
    assert await world.owner.fetchval("select count(*) from sandbox_refunds") == 3
    assert (await buying.events(alice)).count("card.cancelled") == 1
    await right(world)
    async with world.owner.transaction():
        assert (await check.check(Tx(world.owner, []))).faults == []


async def refunded_and_killed(world: World, alice: Person, *, keyless: bool) -> int:
    """Returns the number of refunds at the provider for one request."""
    card = await giving.card(alice)
    gave = await giving.gave(alice, card["id"])
    assert (await buying.refund(alice, gave["money"]["payment_id"], 100)).status_code == 201
    sandbox = buying.sandbox(world)
    world.services.checkout.by_name["sandbox"] = Keyless(sandbox, 0, keyless=keyless)
    try:
        await killed_and_started_again(world, 6)
        await world.work()
    finally:
        world.services.checkout.by_name["sandbox"] = sandbox
    return await world.owner.fetchval("select count(*) from sandbox_refunds")


async def test_refunds_once_wherever_it_was_killed(world: World, alice: Person) -> None:
    assert await refunded_and_killed(world, alice, keyless=False) == 1


async def test_would_see_a_refund_that_is_made_twice(world: World, alice: Person) -> None:
    """The control: with a different key per attempt, the same crashes duplicate the refund."""
    assert await refunded_and_killed(world, alice, keyless=True) > 1


class Keyless(Faulty):
    """A reliable provider that can ignore idempotency keys."""

    def _before(self) -> None:
        """Lets the call arrive."""

    def _after(self) -> None:
        """Lets the response return."""


async def _paid(world: World, fake: FakeStripe, person: Person, card_id: str) -> dict[str, Any]:
    """Makes a contribution paid at Stripe."""
    made = await giving.gives(person, card_id)
    opened = await world.client.get(made["checkout_url"])
    await _tell(world, fake, person, fake.pay(opened.headers["location"].rpartition("/")[2]))
    return {**made, "payment_id": made["money"]["payment_id"]}


async def _disputed(world: World, fake: FakeStripe, person: Person, made: dict[str, Any]) -> dict[str, Any]:
    """Opens a dispute for which Stripe has withdrawn the funds."""
    intent = next(
        each
        for each in fake.intents.values()
        if each["metadata"]["payment_id"] == made["money"]["payment_id"]
    )
    event = fake.dispute(intent["id"])
    await _tell(world, fake, person, event)
    return event["data"]["object"]


async def _tell(world: World, fake: FakeStripe, person: Person, event: dict[str, Any]) -> None:
    secret = f"whsec_of{person.name}00"
    assert await striped.call_back(world, fake, event, person.account_id, secret) == 204
    await world.work()
