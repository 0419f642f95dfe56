"""List occasion rules."""

import pytest

from tests.occasions.making import rule
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_lists_rules_newest_first_in_pages(alice: Person, mallory: Person) -> None:
    await rule(mallory)
    made = [await rule(alice, title=f"{{name}} {number}") for number in range(3)]
    first = (await alice.get("/api/occasion-rules", params={"limit": 2})).json()
    assert first["data"] == [made[2], made[1]]
    rest = await alice.get("/api/occasion-rules", params={"limit": 2, "cursor": first["next_cursor"]})
    assert rest.json()["data"] == [made[0]]
