"""List webhook endpoints."""

import pytest

from tests.webhooks.steps import endpoint
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_lists_the_accounts_own_newest_first_and_in_pages(alice: Person, mallory: Person) -> None:
    made = [(await endpoint(alice, f"https://hooks.example.com/{number}"))["id"] for number in range(3)]
    await endpoint(mallory, "https://hooks.example.com/")
    first = (await alice.get("/api/webhook-endpoints", params={"limit": 2})).json()
    assert [each["id"] for each in first["data"]] == [made[2], made[1]]
    rest = await alice.get("/api/webhook-endpoints", params={"limit": 2, "cursor": first["next_cursor"]})
    assert [each["id"] for each in rest.json()["data"]] == [made[0]]
    assert not any("secret" in each for each in first["data"])
    wrong = await alice.get("/api/webhook-endpoints", params={"cursor": "nonsense"})
    assert wrong.json()["code"] == "invalid_cursor"
