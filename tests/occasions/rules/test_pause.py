"""Pause an occasion rule."""

import pytest

from tests.occasions.making import started
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_pauses_once(alice: Person) -> None:
    made = await started(alice)
    path = f"/api/occasion-rules/{made['id']}/pause"
    paused = (await alice.post(path)).json()
    assert (paused["status"], paused["started_at"], paused["version"]) == ("paused", None, 3)
    assert (await alice.post(path)).json() == paused
