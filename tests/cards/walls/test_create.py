"""Create a wall: who may create it, in which states, and what its link shows."""

import asyncio

import pytest

from tests import make
from tests.web.view.card import HTML, finished, page
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_returns_the_same_wall_until_it_is_deleted(alice: Person) -> None:
    card = await finished(alice, "Words", close=False)
    path = f"/api/cards/{card['id']}/wall"
    answers = await asyncio.gather(*(alice.post(path) for _ in range(3)))
    assert {each.status_code for each in answers} == {201}
    [url] = {each.json()["wall_url"] for each in answers}
    assert "Words" in await page(alice, url)
    assert (await alice.delete(path)).status_code == 204
    again = (await alice.post(path)).json()
    assert again["object"] == "wall"
    assert again["card_id"] == card["id"]
    assert again["wall_url"] != url
    assert "Words" in await page(alice, again["wall_url"])
    assert (await alice.world.client.get(url, headers=HTML)).status_code == 404


async def test_only_the_owner_creates_one(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    everything = {"can_update": True, "invite_contributors": True, "admin_management": True}
    await make.admin(alice, card["id"], bob, **everything)
    path = f"/api/cards/{card['id']}/wall"
    assert (await bob.post(path)).status_code == 403
    assert (await mallory.post(path)).status_code == 404
    assert (await alice.post(path)).status_code == 201


@pytest.mark.parametrize(
    ("operations", "status"), [(["close"], 201), (["close", "archive"], 409), (["cancel"], 409)]
)
async def test_refuses_cards_whose_notes_nobody_may_show(
    alice: Person, operations: list[str], status: int
) -> None:
    card = await make.card(alice)
    for each in operations:
        assert (await alice.post(f"/api/cards/{card['id']}/{each}")).status_code == 200
    assert (await alice.post(f"/api/cards/{card['id']}/wall")).status_code == status


@pytest.mark.parametrize("operations", [["close", "archive"], ["cancel"], ["delete"]])
async def test_the_link_ends_with_the_card(alice: Person, operations: list[str]) -> None:
    """The control is the link right before."""
    card = await make.card(alice)
    url = (await alice.post(f"/api/cards/{card['id']}/wall")).json()["wall_url"]
    for each in operations:
        assert (await alice.world.client.get(url, headers=HTML)).status_code == 200
        if each == "delete":
            await alice.delete(f"/api/cards/{card['id']}")
        else:
            await alice.post(f"/api/cards/{card['id']}/{each}")
    for below in ("", "/stream"):
        assert (await alice.world.client.get(url + below, headers=HTML)).status_code == 404
