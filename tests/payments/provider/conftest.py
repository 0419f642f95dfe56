"""A fake Stripe for the tests of account providers."""

from collections.abc import AsyncGenerator

import pytest

from tests.fakes.stripe import FakeStripe
from tests.payments import striped
from tests.world import World


@pytest.fixture
async def stripe(world: World) -> AsyncGenerator[FakeStripe]:
    """Configures Stripe with the operator's key."""
    async with striped.at_stripe(world) as fake:
        yield fake
