"""A platform that acts for its customers by the TypeScript client, against a service on a real port."""

import pytest

from tests.clients.typescript.conftest import Installed, run_as
from tests.platforms.acting import appoint, customer
from tests.world import World

pytestmark = pytest.mark.generated


async def test_acts_for_a_customer(world: World, installed: Installed) -> None:
    await appoint(world.alice)
    ids = {name.upper(): (await customer(world.alice, name))["id"] for name in ("Birch", "Ash")}
    await run_as(installed, world.alice, "account", PLATFORM=world.alice.account_id, **ids)
