"""Hide a note. test_moderate.py covers every transition from every state."""

import pytest

from tests import make
from tests.contributions.signing import signs
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_hides_a_note_and_returns_the_time(world: World, alice: Person) -> None:
    card = await make.card(alice, moderation="pre")
    signed = await signs(world, card["sign_url"])
    path = f"/api/cards/{card['id']}/contributions"
    answer = await alice.post(f"{path}/{signed.row.id}/hide")
    assert answer.status_code == 200
    note = answer.json()["note"]
    assert (note["status"], note["hidden_at"]) == ("hidden", answer.json()["updated_at"])
    listed = (await alice.get(path, params={"status": "hidden"})).json()["data"]
    assert [each["id"] for each in listed] == [signed.row.id]


async def test_refuses_a_contribution_of_another_card(world: World, alice: Person, mallory: Person) -> None:
    card, other, theirs = await make.card(alice), await make.card(alice), await make.card(mallory)
    signed = await signs(world, card["sign_url"])
    for person, place in ((alice, other), (mallory, theirs), (mallory, card)):
        answer = await person.post(f"/api/cards/{place['id']}/contributions/{signed.row.id}/hide")
        assert answer.status_code == 404
