"""A service outside demo mode: it sends real mail, and live data has no play money."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from tests.delivery.conftest import Sending as Operated
from tests.delivery.conftest import settings_of
from tests.fakes.smtp import Post, serving
from tests.world import World
from wellwish.base.settings import Settings
from wellwish.infra.db import Database


@pytest.fixture
async def operated(clone: tuple[str, str], settings: Settings, world: World) -> AsyncIterator[Operated]:
    """Alice, bob and mallory outside demo mode, and the mail server."""
    async with serving(Post()) as post:
        own = replace(settings_of(settings, post), database_url=clone[1])
        async with World.over(own, *clone) as outside:
            await outside.empty()
            await outside.settle()
            yield Operated(outside, post)


@pytest.fixture
async def owner(clone: tuple[str, str]) -> AsyncIterator[Database]:
    """The database as the owner of the tables sees it."""
    db = Database(clone[0], size=1)
    await db.open()
    yield db
    await db.close()
