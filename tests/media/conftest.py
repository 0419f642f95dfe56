"""Services with other media settings on the same database."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest

from tests.world import World
from wellwish.base.settings import Settings
from wellwish.base.settings.media import MediaSettings

Serving = Callable[[MediaSettings], AbstractAsyncContextManager[World]]


@pytest.fixture
def serving(clone: tuple[str, str], settings: Settings) -> Serving:
    """Runs the service with other media settings on an empty database."""

    @asynccontextmanager
    async def run(media: MediaSettings) -> AsyncGenerator[World]:
        async with World.over(replace(settings, media=media), *clone) as world:
            await world.empty()
            await world.settle()
            yield world

    return run
