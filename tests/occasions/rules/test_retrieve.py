"""Retrieve an occasion rule."""

import pytest

from tests.occasions.making import rule
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_returns_the_rule_to_its_account_alone(alice: Person, mallory: Person) -> None:
    made = await rule(alice)
    path = f"/api/occasion-rules/{made['id']}"
    answer = await alice.get(path)
    assert answer.json() == made
    assert answer.headers["ETag"] == '"1"'
    assert (await mallory.get(path)).status_code == 404
