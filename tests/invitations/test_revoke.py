"""Revoke an invitation."""

from typing import Any

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio


def path(invitation: dict[str, Any]) -> str:
    return f"/api/cards/invitations/{invitation['invite_id']}/revoke"


async def invited(person: Person) -> dict[str, Any]:
    card = await make.card(person)
    [made] = await make.invitations(person, card["card_id"], "ana@example.com")
    return made


async def links(person: Person) -> int:
    return await person.world.owner.fetchval("select count(*) from links where kind = 'invitation'")


async def test_ends_the_link_and_pending_messages(alice: Person) -> None:
    made = await invited(alice)
    answer = await alice.post(path(made))
    assert answer.status_code == 200
    assert (answer.json()["status"], answer.json()["link"]) == ("revoked", None)
    assert await links(alice) == 0
    await alice.world.work()
    assert await alice.world.owner.fetchval("select count(*) from messages") == 0


@pytest.mark.parametrize("status", ["contributed", "revoked"])
async def test_refuses_an_ended_invitation(alice: Person, status: str) -> None:
    made = await invited(alice)
    await alice.world.owner.execute("update invitations set status = $1", status)
    answer = await alice.post(path(made))
    assert (answer.status_code, answer.json()["code"]) == (409, "invitation_state")


async def test_a_group_is_revoked_with_those_who_have_not_signed(alice: Person) -> None:
    card = await make.card(alice)
    members = [{"email": f"p{index}@example.com"} for index in range(3)]
    await alice.post("/api/groups", {"name": "Team", "members": members})
    invitee = {"delivery_type": "group", "delivery_id": "Team"}
    answer = await alice.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee]})
    [parent] = answer.json()["data"]
    await alice.world.work()
    await alice.world.owner.execute(
        "update invitations set status = 'contributed' where delivery_id = 'p0@example.com'"
    )
    revoked = (await alice.post(path(parent))).json()
    assert revoked["status"] == "revoked"
    assert (revoked["counts"]["revoked"], revoked["counts"]["contributed"]) == (2, 1)
    assert await links(alice) == 1


async def test_a_group_that_is_revoked_before_its_members_are_invited_stays_empty(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post("/api/groups", {"name": "Team", "members": [{"email": "ana@example.com"}]})
    invitee = {"delivery_type": "group", "delivery_id": "Team"}
    answer = await alice.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee]})
    [parent] = answer.json()["data"]
    await alice.post(path(parent))
    await alice.world.work()
    after = (await alice.get(f"/api/cards/invitations/{parent['invite_id']}")).json()
    assert after["status"] == "revoked"
    assert after["progress"] == {
        "members_total": 1,
        "members_done": 0,
        "already_invited": 0,
        "members_dropped": 1,
    }


async def test_is_for_the_owner_and_admins_who_invite(alice: Person, bob: Person, mallory: Person) -> None:
    made = await invited(alice)
    assert (await mallory.post(path(made))).status_code == 404
    admin = await make.admin(alice, made["card_id"], bob)
    assert (await bob.post(path(made))).status_code == 403
    await alice.put(
        f"/api/card-admins/{admin['card_admin_id']}", {"privilege": {"invite_contributors": True}}
    )
    assert (await bob.post(path(made))).status_code == 200


async def test_honours_if_match(alice: Person) -> None:
    made = await invited(alice)
    assert (await alice.post(path(made), headers={"If-Match": '"9"'})).status_code == 412
    assert (await alice.post(path(made), headers={"If-Match": '"1"'})).status_code == 200
