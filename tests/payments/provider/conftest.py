"""Stripe, for the tests of an account's own provider."""

from collections.abc import AsyncGenerator

import pytest

from tests.fakes.stripe import FakeStripe
from tests.payments import striped
from tests.world import World


@pytest.fixture
async def stripe(world: World) -> AsyncGenerator[FakeStripe]:
    """Stripe, with an account of the operator's."""
    async with striped.at_stripe(world) as fake:
        yield fake
