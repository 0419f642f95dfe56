"""Ten thousand events by the TypeScript client, across restarts of the client and the server."""

import pytest

from tests.clients.tails import COUNT, follow, serving
from tests.clients.typescript.conftest import NODE, Installed
from tests.world import World
from wellwish.base.settings import Settings

pytestmark = [pytest.mark.load, pytest.mark.generated]


async def test_follows_each_once(
    world: World, clone: tuple[str, str], settings: Settings, installed: Installed
) -> None:
    """The killed program restarts with the last ID that it wrote."""
    with serving(world, clone[1], settings) as server:
        seen = await follow(server, NODE, "tail.mjs", cwd=installed.folder)
        assert seen == await server.ids()
    assert len(seen) == COUNT
