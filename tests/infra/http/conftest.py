"""Fixtures of the tests for refused requests."""

import pytest

from tests.infra.http.rows import contents
from tests.world import Person, World


@pytest.fixture
async def unchanged(world: World, alice: Person):
    """Compares all tables before and after the test."""
    alice.token = await alice.exchange()
    before = await contents(world)
    yield
    assert await contents(world) == before
