"""Reading an invitation."""

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
