"""Empties the journal of erasures for each test, because file storage lasts for the session."""

import shutil
from collections.abc import Generator

import pytest

from tests.world import World
from wellwish.privacy import journal


@pytest.fixture(autouse=True)
def _own_journal(world: World) -> Generator[None]:
    """Empties the journal before and after each test, because file storage lasts for the session."""
    folder = world.services.settings.data_dir / "media" / journal.FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    yield
    shutil.rmtree(folder, ignore_errors=True)
