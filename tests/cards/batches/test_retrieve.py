"""Retrieve a batch of cards."""

import pytest

from tests import make
from tests.world import Person
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def test_returns_the_batch_to_its_account_only(alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/card-batches", await make.batch(alice))).json()
    path = f"/api/card-batches/{made['id']}"
    assert (await alice.get(path)).json() == made
    texts: set[str] = set()
    for each in (path, f"/api/card-batches/{ids.new('cb')}"):
        answer = await mallory.get(each)
        assert answer.status_code == 404
        texts.add(answer.text.replace(answer.headers["Request-Id"], ""))
    assert len(texts) == 1
