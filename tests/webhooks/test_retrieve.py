"""Retrieve a webhook endpoint."""

from typing import Any

import pytest

from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_shows_it_without_its_secret(alice: Person, whe: dict[str, Any]) -> None:
    answer = await alice.get(f"/api/webhook-endpoints/{whe['id']}")
    assert answer.json() == {name: value for name, value in whe.items() if name != "secret"}
    assert answer.headers["etag"] == '"1"'


async def test_shows_it_only_to_its_account(bob: Person, mallory: Person, whe: dict[str, Any]) -> None:
    for person in (bob, mallory):
        assert (await person.get(f"/api/webhook-endpoints/{whe['id']}")).status_code == 404
