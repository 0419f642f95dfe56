"""List the bundle purchases of the account in every status."""

import pytest

from tests.world import Person, World
from wellwish.base import clock
from wellwish.bundles.grant import grant


async def test_lists_all_newest_first(world: World, alice: Person) -> None:
    async with world.services.db.transaction([alice.account_id]) as tx:
        ids = [(await grant(tx, alice.account_id, 5)).id for _ in range(3)]
    listed = [purchase["id"] for purchase in (await alice.get("/api/bundle-purchases")).json()["data"]]
    assert listed == [*reversed(ids), alice.bundle_purchase_id]
    first = (await alice.get("/api/bundle-purchases?limit=2")).json()
    rest = (await alice.get(f"/api/bundle-purchases?limit=2&cursor={first['next_cursor']}")).json()
    assert [purchase["id"] for purchase in first["data"] + rest["data"]] == listed


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ("status = 'pending', payment_status = 'pending'", "pending"),
        ("status = 'failed', payment_status = 'failed'", "failed"),
        ("status = 'refunded', payment_status = 'refunded'", "refunded"),
        ("cards_used = cards_total", "exhausted"),
        ("expires_at = now() - interval '1 second'", "expired"),
        ("expires_at = now() - interval '1 second', cards_used = cards_total", "expired"),
        ("expires_at = now() + interval '1 day'", "active"),
    ],
)
async def test_shows_the_current_status(change: str, status: str, world: World, alice: Person) -> None:
    change = change.replace("now()", f"timestamptz '{clock.now()}'")
    await world.owner.execute(f"update bundle_purchases set {change}")
    (purchase,) = (await alice.get("/api/bundle-purchases")).json()["data"]
    assert purchase["status"] == status
