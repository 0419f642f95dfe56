"""Retrieve an invitation."""

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_reads_what_the_list_shows(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    answer = await alice.get(f"/api/cards/invitations/{made['invite_id']}")
    assert answer.json() == made
    assert answer.headers["ETag"] == '"1"'


async def test_the_version_of_a_group_follows_its_members(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post("/api/groups", {"name": "Team", "members": [{"email": "ana@example.com"}]})
    invitee = {"delivery_type": "group", "delivery_id": "Team"}
    answer = await alice.post("/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee]})
    path = f"/api/cards/invitations/{answer.json()['data'][0]['invite_id']}"
    before = (await alice.get(path)).headers["ETag"]
    assert (await alice.get(path, headers={"If-None-Match": before})).status_code == 304
    await alice.world.work()
    after = await alice.get(path, headers={"If-None-Match": before})
    assert (after.status_code, after.json()["counts"]["sent"]) == (200, 1)
    assert (await alice.post(f"{path}/revoke", headers={"If-Match": before})).status_code == 412
    revoked = await alice.post(f"{path}/revoke", headers={"If-Match": after.headers["ETag"]})
    assert revoked.status_code == 200


async def test_is_for_the_owner_and_admins_who_invite(alice: Person, bob: Person, mallory: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    path = f"/api/cards/invitations/{made['invite_id']}"
    assert (await bob.get(path)).status_code == (await mallory.get(path)).status_code == 404
    admin = await make.admin(alice, card["card_id"], bob)
    assert (await bob.get(path)).status_code == 403
    await alice.put(
        f"/api/card-admins/{admin['card_admin_id']}", {"privilege": {"invite_contributors": True}}
    )
    assert (await bob.get(path)).json() == made
