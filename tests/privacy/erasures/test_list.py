"""List erasures."""

import pytest

from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_lists_the_erasures_of_the_account_newest_first(
    world: World, alice: Person, mallory: Person
) -> None:
    done = [await erased(world, alice, email=f"{name}@example.org") for name in ("ana", "ben", "cleo")]
    await alice.post("/api/exports", {"email": "ana@example.org"})
    first = (await alice.get("/api/erasures", params={"limit": 2})).json()
    assert [each["id"] for each in first["data"]] == [done[2]["id"], done[1]["id"]]
    second = (await alice.get("/api/erasures", params={"limit": 2, "cursor": first["next_cursor"]})).json()
    assert second["data"] == [done[0]]
    assert (await mallory.get("/api/erasures")).json()["data"] == []
