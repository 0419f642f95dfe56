"""The fake Mollie."""

from collections.abc import AsyncGenerator

import pytest

from tests.fakes.mollie import FakeMollie
from tests.payments.mollie.paying import at_mollie
from tests.world import World


@pytest.fixture
async def mollie(world: World) -> AsyncGenerator[FakeMollie]:
    async with at_mollie(world) as fake:
        yield fake
