"""Retrieve a contribution."""

import pytest

from tests import make
from tests.contributions.signing import signs
from tests.world import Person, World
from wellwish.base import ids

pytestmark = pytest.mark.anyio


async def test_reads_what_was_signed(world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = await signs(world, card["sign_url"])
    answer = await alice.get(f"/api/cards/{card['id']}/contributions/{signed.row.id}")
    assert answer.status_code == 200
    made = answer.json()
    assert (made["object"], made["card_id"], made["name"]) == ("contribution", card["id"], "Carol")
    assert made["note"]["id"] == signed.row.note_id
    again = await alice.get(
        f"/api/cards/{card['id']}/contributions/{signed.row.id}",
        headers={"If-None-Match": answer.headers["ETag"]},
    )
    assert again.status_code == 304


async def test_finds_nothing_by_a_wrong_id(world: World, alice: Person) -> None:
    card, other = await make.card(alice), await make.card(alice)
    signed = await signs(world, card["sign_url"])
    path = f"/api/cards/{card['id']}/contributions"
    for wrong in (ids.new("ctb"), "nonsense", signed.row.note_id, "%00"):
        assert (await alice.get(f"{path}/{wrong}")).status_code == 404
    elsewhere = await alice.get(f"/api/cards/{other['id']}/contributions/{signed.row.id}")
    assert elsewhere.status_code == 404
