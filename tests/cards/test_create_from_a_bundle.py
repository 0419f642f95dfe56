"""A new card takes one unit of the right bundle and of no other."""

from datetime import timedelta

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person, World
from wellwish.bundles.grant import grant


async def purchase(world: World, purchase_id: str) -> tuple[int, int]:
    row = await world.owner.fetchrow(
        "select cards_total, cards_used from bundle_purchases where id = $1", purchase_id
    )
    assert row is not None
    return row[0], row[1]


async def test_takes_one_card_of_the_purchase_and_records_it(world: World, alice: Person) -> None:
    card = await make.card(alice)
    assert await purchase(world, alice.bundle_purchase_id) == (100, 1)
    events = await world.owner.fetch("select type, card_id, data::text from events")
    assert [(row[0], row[1]) for row in events] == [("card.created", card["id"])]
    assert card["title"] not in events[0][2]


async def test_takes_the_first_available_when_none_is_named(world: World, alice: Person) -> None:
    """Takes the purchase that expires first, then the oldest."""
    async with world.services.db.transaction([alice.account_id]) as tx:
        late = await grant(tx, alice.account_id, 1, expires_at=tx.now + timedelta(days=9))
        soon = await grant(tx, alice.account_id, 1, expires_at=tx.now + timedelta(days=2))
    spent = [(await make.card(alice))["bundle_purchase_id"] for _ in range(3)]
    assert spent == [soon.id, late.id, alice.bundle_purchase_id]


async def test_takes_the_purchase_that_is_named(world: World, alice: Person) -> None:
    async with world.services.db.transaction([alice.account_id]) as tx:
        other = await grant(tx, alice.account_id, 5)
    card = await make.card(alice, bundle_purchase_id=other.id)
    assert card["bundle_purchase_id"] == other.id
    assert await purchase(world, other.id) == (5, 1)
    assert await purchase(world, alice.bundle_purchase_id) == (100, 0)


async def test_refuses_a_bundle_with_no_capacity(world: World, alice: Person) -> None:
    await world.owner.execute("update bundle_purchases set cards_used = cards_total")
    body = await make.body(alice, bundle_purchase_id=alice.bundle_purchase_id)
    is_problem(await alice.post("/api/cards", body), 409, "bundle_capacity_exhausted")
    del body["bundle_purchase_id"]
    is_problem(await alice.post("/api/cards", body), 409, "no_bundle_available")


@pytest.mark.parametrize(
    "change",
    [
        "status = 'pending', payment_status = 'pending'",
        "status = 'failed', payment_status = 'failed'",
        "status = 'refunded', payment_status = 'refunded'",
        "payment_status = 'pending'",
        "expires_at = now() - interval '1 second'",
    ],
)
async def test_refuses_a_bundle_that_is_not_active(change: str, world: World, alice: Person) -> None:
    await world.owner.execute(f"update bundle_purchases set {change}")
    body = await make.body(alice, bundle_purchase_id=alice.bundle_purchase_id)
    is_problem(await alice.post("/api/cards", body), 409, "bundle_not_active")
    del body["bundle_purchase_id"]
    is_problem(await alice.post("/api/cards", body), 409, "no_bundle_available")


async def test_does_not_spend_what_another_account_bought(
    world: World, alice: Person, mallory: Person
) -> None:
    await world.owner.execute(
        "update bundle_purchases set cards_used = cards_total where account_id = $1", mallory.account_id
    )
    is_problem(await mallory.post("/api/cards", await make.body(mallory)), 409, "no_bundle_available")
    body = await make.body(mallory, bundle_purchase_id=alice.bundle_purchase_id)
    is_problem(await mallory.post("/api/cards", body), 404, "not_found")
    assert await purchase(world, alice.bundle_purchase_id) == (100, 0)
