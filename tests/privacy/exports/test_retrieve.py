"""Retrieve an export."""

import pytest

from tests.privacy.traces import EMAIL
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_shows_whether_the_file_is_ready(world: World, alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/exports", {"email": EMAIL})).json()
    path = f"/api/exports/{made['id']}"
    assert (made["status"], made["email"], made["size_bytes"]) == ("pending", EMAIL, None)
    assert (await alice.get(path)).json() == made
    assert (await mallory.get(path)).status_code == 404
    await world.work()
    done = (await alice.get(path)).json()
    assert (done["status"], done["expires_at"] is not None) == ("completed", True)
    assert done["size_bytes"] == len((await alice.get(f"{path}/file")).content)
