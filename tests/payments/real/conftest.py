"""A fake Stripe that follows the documentation, for behaviour that the sandbox lacks."""

from collections.abc import AsyncGenerator

import pytest
from stripe import HTTPClient

from tests.fakes.stripe import FakeStripe
from tests.payments import striped
from tests.world import World


@pytest.fixture
async def stripe(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[FakeStripe]:
    """Configures Stripe with the operator's key; the library retries almost immediately."""
    monkeypatch.setattr(HTTPClient, "INITIAL_DELAY", 0.01)  # seconds
    async with striped.at_stripe(world) as fake:
        yield fake
