"""Moderators move a note between its states."""

import pytest

from tests import make
from tests.contributions.signing import signs
from tests.world import Person, World

pytestmark = pytest.mark.anyio

ENDS = {"publish": "published", "hide": "hidden", "reject": "rejected"}
# The allowed transitions from each state; a transition to the same state changes nothing.
MOVES = {
    "pending": {"publish", "hide", "reject"},
    "published": {"publish", "hide", "reject"},
    "hidden": {"publish", "hide", "reject"},
    "rejected": {"publish", "reject"},
    "deleted": set[str](),
}


async def waiting(world: World, alice: Person) -> tuple[str, str]:
    """Creates a card that is moderated before publication, and a note that awaits moderation."""
    card = await make.card(alice, moderation="pre")
    signed = await signs(world, card["sign_url"])
    return card["id"], f"/api/cards/{card['id']}/contributions/{signed.row.id}"


async def event_types(person: Person) -> list[str]:
    events = (await person.get("/api/events")).json()["data"]
    return [each["type"] for each in events if each["type"].startswith("contribution.")][::-1]


@pytest.mark.parametrize("source", MOVES)
@pytest.mark.parametrize("move", ENDS)
async def test_allows_only_the_defined_moves_between_states(
    source: str, move: str, world: World, alice: Person
) -> None:
    _, path = await waiting(world, alice)
    way = {"pending": [], "published": ["publish"], "hidden": ["hide"], "rejected": ["reject"]}
    for step in way.get(source, []):
        assert (await alice.post(f"{path}/{step}")).is_success
    if source == "deleted":
        assert (await alice.delete(path)).is_success
    before = (await alice.get(path)).json()
    answer = await alice.post(f"{path}/{move}")
    if move not in MOVES[source]:
        assert (answer.status_code, answer.json()["code"]) == (409, "contribution_state")
        assert (await alice.get(path)).json() == before
        return
    assert answer.status_code == 200
    note = answer.json()["note"]
    assert note["status"] == ENDS[move]
    assert note[f"{ENDS[move]}_at"] is not None
    assert answer.json()["version"] == before["version"] + (ENDS[move] != source)


async def test_records_each_move_once(world: World, alice: Person) -> None:
    _, path = await waiting(world, alice)
    for move in ("publish", "publish", "hide", "hide", "reject", "publish"):
        await alice.post(f"{path}/{move}")
    await alice.delete(path)
    await alice.delete(path)
    kinds = ("created", "published", "hidden", "rejected", "published", "deleted")
    assert await event_types(alice) == [f"contribution.{kind}" for kind in kinds]


async def test_moderates_on_a_closed_card_and_not_on_an_archived_one(world: World, alice: Person) -> None:
    card_id, path = await waiting(world, alice)
    await alice.post(f"/api/cards/{card_id}/close")
    assert (await alice.post(f"{path}/publish")).status_code == 200
    await alice.post(f"/api/cards/{card_id}/archive")
    for answer in (await alice.post(f"{path}/hide"), await alice.delete(path)):
        assert (answer.status_code, answer.json()["code"]) == (409, "card_state")


async def test_honours_if_match(world: World, alice: Person) -> None:
    _, path = await waiting(world, alice)
    for call in (alice.post(f"{path}/publish", headers={"If-Match": '"7"'}),
                 alice.delete(path, headers={"If-Match": '"7"'})):  # fmt: skip
        assert (await call).status_code == 412
    assert (await alice.post(f"{path}/publish", headers={"If-Match": '"1"'})).status_code == 200


async def test_requires_can_update(world: World, alice: Person, bob: Person) -> None:
    for privilege, status in (({}, 403), ({"can_update": True}, 200)):
        card_id, path = await waiting(world, alice)
        await make.admin(alice, card_id, bob, **privilege)
        assert (await bob.get(path)).status_code == 200
        for move in ("hide", "publish", "reject"):
            assert (await bob.post(f"{path}/{move}")).status_code == status
        assert (await bob.delete(path)).status_code == status
