"""List the bundle purchases that have cards left."""

from datetime import timedelta

import pytest

from tests import make
from tests.world import Person, World
from wellwish.base import clock
from wellwish.bundles.grant import grant


async def test_lists_what_can_be_spent(alice: Person) -> None:
    answer = await alice.get("/api/bundle-purchases/available")
    assert answer.status_code == 200
    (purchase,) = answer.json()["data"]
    assert purchase == {
        "object": "bundle_purchase",
        "id": alice.bundle_purchase_id,
        "bundle_purchase_id": alice.bundle_purchase_id,
        "bundle_id": None,
        "name": purchase["name"],
        "status": "active",
        "payment_status": "paid",
        "cards_total": 100,
        "cards_used": 0,
        "cards_remaining": 100,
        "price": {"amount": 0, "currency": "USD"},
        "payment_id": None,
        "purchased_at": purchase["created_at"],
        "expires_at": None,
        "source": "own",
        "version": 1,
        "created_at": purchase["created_at"],
        "updated_at": purchase["created_at"],
    }


async def test_lists_in_the_order_in_which_they_would_be_spent(world: World, alice: Person) -> None:
    async with world.services.db.transaction([alice.account_id]) as tx:
        later = await grant(tx, alice.account_id, 1, expires_at=tx.now + timedelta(days=9))
        never = await grant(tx, alice.account_id, 1)
        soon = await grant(tx, alice.account_id, 1, expires_at=tx.now + timedelta(days=2))
    order = [soon.id, later.id, alice.bundle_purchase_id, never.id]
    listed = (await alice.get("/api/bundle-purchases/available")).json()["data"]
    assert [purchase["id"] for purchase in listed] == order
    paged: list[str] = []
    path = "/api/bundle-purchases/available?limit=1"
    while path:
        page = (await alice.get(path)).json()
        paged += [purchase["id"] for purchase in page["data"]]
        cursor = page["next_cursor"]
        path = f"/api/bundle-purchases/available?limit=1&cursor={cursor}" if cursor else ""
    assert paged == order
    await world.owner.execute(
        "update bundle_purchases set cards_used = cards_total - 1 where cards_total > 1"
    )
    assert [(await make.card(alice))["bundle_purchase_id"] for _ in range(4)] == order


@pytest.mark.parametrize(
    "change",
    [
        "status = 'pending'",
        "status = 'failed'",
        "status = 'refunded'",
        "payment_status = 'pending'",
        "payment_status = 'refunded'",
        "cards_used = cards_total",
        "expires_at = now() - interval '1 second'",
    ],
)
async def test_leaves_out_what_cannot_be_spent(change: str, world: World, alice: Person) -> None:
    change = change.replace("now()", f"timestamptz '{clock.now()}'")
    await world.owner.execute(f"update bundle_purchases set {change}")
    assert (await alice.get("/api/bundle-purchases/available")).json()["data"] == []
    assert len((await alice.get("/api/bundle-purchases")).json()["data"]) == 1


async def test_counts_down_with_each_card(alice: Person) -> None:
    for left in (99, 98):
        await make.card(alice)
        (purchase,) = (await alice.get("/api/bundle-purchases/available")).json()["data"]
        assert (purchase["cards_used"], purchase["cards_remaining"]) == (100 - left, left)


async def test_leaves_out_what_has_expired_by_the_clock(world: World, alice: Person) -> None:
    async with world.services.db.transaction([alice.account_id]) as tx:
        await grant(tx, alice.account_id, 1, expires_at=tx.now + timedelta(hours=1))
    assert len((await alice.get("/api/bundle-purchases/available")).json()["data"]) == 2
    try:
        clock.move(timedelta(hours=2))
        alice.token = await alice.exchange()
        assert len((await alice.get("/api/bundle-purchases/available")).json()["data"]) == 1
    finally:
        clock.move(timedelta())


async def test_lists_all_purchases_on_one_page(world: World, alice: Person) -> None:
    async with world.services.db.transaction([alice.account_id]) as tx:
        for _ in range(150):
            await grant(tx, alice.account_id, 1)
    answer = (await alice.get("/api/bundle-purchases/available")).json()
    assert (len(answer["data"]), answer["has_more"]) == (151, False)


async def test_shows_no_other_account(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, can_update=True, admin_management=True)
    for person in (bob, mallory):
        (purchase,) = (await person.get("/api/bundle-purchases/available")).json()["data"]
        assert purchase["id"] == person.bundle_purchase_id
