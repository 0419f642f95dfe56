"""Decline an invitation."""

import pytest

from tests import make
from tests.contributions.signing import signs, token_of
from tests.world import Person, World
from wellwish.base.errors import InvitationState, NotFound
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.link import INVITATION, open_link
from wellwish.invitations.decline import decline
from wellwish.invitations.invitation import InvitationRow

pytestmark = pytest.mark.anyio


async def declines(world: World, url: str) -> InvitationRow:
    """Declines by the link's token, as the page does."""
    async with world.services.db.transaction() as tx:
        opened = await open_link(tx, token_of(url), [INVITATION])
        return await decline(tx, CardAccess(opened.account_id, opened.card_id, EVERYTHING), opened.subject_id)


async def test_declines_once_and_records_one_event(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com", reminder="daily")
    versions = {(await declines(world, sent["link"])).version for _ in range(2)}
    assert len(versions) == 1
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["status"] == "declined"
    events = (await alice.get("/api/events", params={"type": "invitation.declined"})).json()["data"]
    assert [each["data"]["invite_id"] for each in events] == [sent["id"]]


async def test_works_on_a_closed_card(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await alice.post(f"/api/cards/{card['id']}/close")
    assert (await declines(world, sent["link"])).status == "declined"


async def test_signing_undoes_a_decline_and_a_decline_never_undoes_signing(
    world: World, alice: Person
) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await declines(world, sent["link"])
    assert (await signs(world, sent["link"])).is_new
    with pytest.raises(InvitationState):
        await declines(world, sent["link"])
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["status"] == "contributed"


async def test_is_not_for_a_link_that_many_sign_through_nor_one_that_has_ended(
    world: World, alice: Person
) -> None:
    card = await make.card(alice)
    invitees = [
        {"delivery_type": "group", "delivery_id": "#birthdays"},
        {"delivery_type": "email", "delivery_id": "carol@example.com"},
    ]
    answer = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
    label, sent = answer.json()["data"]
    with pytest.raises(InvitationState):
        await declines(world, label["link"])
    await alice.post(f"/api/cards/invitations/{sent['id']}/revoke")
    with pytest.raises(NotFound):
        await declines(world, sent["link"])
