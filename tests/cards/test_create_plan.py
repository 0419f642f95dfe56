"""PostgreSQL keeps the plan of the statement that creates a card."""

import pytest

from tests import make
from tests.world import World

pytestmark = pytest.mark.anyio
_CREATIONS = 12  # with the first five, PostgreSQL compares plans for their values with a generic one


async def test_does_not_plan_each_creation(world: World) -> None:
    """Planning takes longer than executing: it would double PostgreSQL's time for a card."""
    for _ in range(_CREATIONS):
        await make.card(world.alice)
    async with world.services.db.transaction() as tx:
        rows = await tx._connection.fetch(  # pyright: ignore[reportPrivateUsage]
            "select generic_plans, custom_plans from pg_prepared_statements "
            "where statement like '%draw_card%'"
        )
    found = [(row["generic_plans"], row["custom_plans"]) for row in rows]
    assert sum(generic for generic, _ in found) >= 1, found
    assert all(custom <= 5 for _, custom in found), found
