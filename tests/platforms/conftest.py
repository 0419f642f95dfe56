"""Alice's account is a platform, and so is mallory's."""

import pytest

from tests.platforms.acting import appoint
from tests.world import Person


@pytest.fixture
async def platform(alice: Person) -> Person:
    """Alice, whose account is a platform."""
    await appoint(alice)
    return alice


@pytest.fixture
async def stranger(mallory: Person) -> Person:
    """Mallory, whose account is another platform."""
    await appoint(mallory)
    return mallory
