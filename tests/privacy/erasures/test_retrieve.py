"""Retrieve an erasure."""

import pytest

from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.traces import EMAIL
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_shows_progress_and_then_the_receipt(world: World, alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/erasures", {"email": EMAIL})).json()
    path = f"/api/erasures/{made['id']}"
    assert (await alice.get(path)).json() == made
    assert (made["status"], made["email"], made["steps_total"]) == ("pending", EMAIL, 0)
    assert made["receipt"] is None
    assert (await mallory.get(path)).status_code == 404
    exported = await alice.get(f"/api/exports/{made['id']}")
    assert exported.status_code == 404
    await world.work()
    done = (await alice.get(path)).json()
    assert (done["status"], done["email"]) == ("completed", None)
    assert (done["steps_done"], done["steps_total"]) == (1, 1)
    assert done["receipt"] is not None
