"""Replace a leaked link."""

from typing import Any

import pytest

from tests import make
from tests.contributions.signing import signs, token_of
from tests.world import Person, World
from wellwish.base import ids
from wellwish.base.crypto import link_hash
from wellwish.base.errors import NotFound

pytestmark = pytest.mark.anyio


async def rotate(person: Person, card_id: str, **body: Any) -> Any:
    return await person.post(f"/api/cards/{card_id}/links/rotate", body)


async def works(world: World, url: str) -> bool:
    found = await world.owner.fetchval("select kind from links where hash = $1", link_hash(token_of(url)))
    return found is not None


async def test_ends_the_shared_link_at_once(world: World, alice: Person) -> None:
    card = await make.card(alice)
    answer = await rotate(alice, card["id"], link="shared")
    assert answer.status_code == 200
    new = answer.json()["url"]
    with pytest.raises(NotFound):
        await signs(world, card["sign_url"])
    assert (await signs(world, new)).is_new
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert (after["sign_url"], after["version"]) == (new, card["version"] + 1)


async def test_ends_the_public_view_link_and_a_recipients(world: World, alice: Person) -> None:
    card = await make.card(alice, public_read=True, recipients=[{"name": "Maya"}, {"name": "Noor"}])
    maya, noor = card["recipients"]
    public = (await rotate(alice, card["id"], link="public_view")).json()["url"]
    view = (await rotate(alice, card["id"], link="recipient", recipient_id=maya["id"])).json()["url"]
    for old in (card["view_url"], maya["view_url"]):
        assert not await works(world, old)
    for new in (public, view, noor["view_url"], card["sign_url"]):
        assert await works(world, new)
    after = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert (after["view_url"], after["recipients"][0]["view_url"]) == (public, view)


async def test_ends_an_invitations_link(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    new = (await rotate(alice, card["id"], link="invitation", invite_id=sent["id"])).json()["url"]
    with pytest.raises(NotFound):
        await signs(world, sent["link"])
    assert (await signs(world, new)).is_new
    assert (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()["link"] == new


async def test_records_which_link_and_never_the_link(alice: Person) -> None:
    card = await make.card(alice)
    new = (await rotate(alice, card["id"], link="shared")).json()["url"]
    answer = await alice.get("/api/events", params={"type": "card.link_rotated"})
    assert answer.json()["data"][0]["data"] == {"card_id": card["id"], "link": "shared"}
    assert token_of(new) not in answer.text


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/link"),
        ({"link": "own"}, "/link"),
        ({"link": "recipient"}, "/recipient_id"),
        ({"link": "invitation"}, "/invite_id"),
        ({"link": "shared", "invite_id": ids.new("inv")}, "/invite_id"),
    ],
)
async def test_refuses_what_names_no_link(body: dict[str, Any], pointer: str, alice: Person) -> None:
    card = await make.card(alice)
    answer = await rotate(alice, card["id"], **body)
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


async def test_refuses_a_link_that_there_is_not(world: World, alice: Person, mallory: Person) -> None:
    card = await make.card(alice, shared_link=False)
    other = await make.card(alice, recipients=[{"name": "Maya"}])
    [sent] = await make.invitations(alice, other["id"], "carol@example.com")
    for link in ("shared", "public_view"):
        assert (await rotate(alice, card["id"], link=link)).json()["code"] == "card_state"
    for body in (
        {"link": "recipient", "recipient_id": other["recipients"][0]["id"]},
        {"link": "invitation", "invite_id": sent["id"]},
    ):
        assert (await rotate(alice, card["id"], **body)).status_code == 404
    await alice.post(f"/api/cards/invitations/{sent['id']}/revoke")
    refused = await rotate(alice, other["id"], link="invitation", invite_id=sent["id"])
    assert refused.json()["code"] == "invitation_state"
    assert (await rotate(mallory, card["id"], link="shared")).status_code == 404


@pytest.mark.parametrize("link", ["shared", "public_view", "recipient", "invitation"])
async def test_a_record_that_shows_the_link_has_another_version(link: str, alice: Person) -> None:
    card = await make.card(alice, public_read=True, recipients=[{"name": "Maya"}])
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    named = {
        "recipient": {"recipient_id": card["recipients"][0]["id"]},
        "invitation": {"invite_id": sent["id"]},
    }
    path = f"/api/cards/invitations/{sent['id']}" if link == "invitation" else f"/api/cards/{card['id']}"
    known = {"If-None-Match": (await alice.get(path)).headers["ETag"]}
    assert (await alice.get(path, headers=known)).status_code == 304, "the control"
    new = (await rotate(alice, card["id"], link=link, **named.get(link, {}))).json()["url"]
    assert new in (await alice.get(path, headers=known)).text
