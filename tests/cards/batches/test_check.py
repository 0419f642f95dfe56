"""Check a batch of cards."""

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_returns_the_remaining_cards_and_stores_nothing(bob: Person) -> None:
    answer = await bob.post("/api/card-batches/check", await make.batch(bob, *(["Card"] * 12)))
    assert answer.status_code == 200
    said = answer.json()
    assert (said["object"], said["cards_total"], said["cards_remaining"]) == ("card_batch_check", 12, 10)
    assert await bob.world.work() == 0
    assert await bob.world.owner.fetchval("select count(*) from card_batches") == 0
