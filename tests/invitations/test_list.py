"""List the invitations of a card."""

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_lists_newest_first_with_links(alice: Person) -> None:
    card = await make.card(alice)
    made = await make.invitations(alice, card["card_id"], "a@example.com", "b@example.com", "c@example.com")
    answer = await alice.get(f"/api/cards/{card['card_id']}/invitations")
    assert answer.status_code == 200
    assert answer.json() == {"object": "list", "data": made[::-1], "has_more": False, "next_cursor": None}


async def test_filters_by_status(alice: Person) -> None:
    card = await make.card(alice)
    made = await make.invitations(alice, card["card_id"], "a@example.com", "b@example.com")
    await alice.post(f"/api/cards/invitations/{made[0]['invite_id']}/revoke")
    path = f"/api/cards/{card['card_id']}/invitations"
    revoked = (await alice.get(path, params={"status": "Revoked"})).json()["data"]
    assert [each["invite_id"] for each in revoked] == [made[0]["invite_id"]]
    unknown = await alice.get(path, params={"status": "lost"})
    assert unknown.status_code == 422


async def test_pages_with_a_cursor(alice: Person) -> None:
    card = await make.card(alice)
    made = await make.invitations(alice, card["card_id"], *(f"p{index}@example.com" for index in range(5)))
    path, seen, cursor = f"/api/cards/{card['card_id']}/invitations", [], None
    while True:
        query = {"limit": 2, **({"cursor": cursor} if cursor else {})}
        page = (await alice.get(path, params=query)).json()
        seen += [each["invite_id"] for each in page["data"]]
        cursor = page["next_cursor"]
        if not page["has_more"]:
            break
    assert seen == [each["invite_id"] for each in made[::-1]]


async def test_shows_only_the_invitations_of_the_card(alice: Person) -> None:
    card, other = await make.card(alice), await make.card(alice)
    await make.invitations(alice, other["card_id"], "a@example.com")
    assert (await alice.get(f"/api/cards/{card['card_id']}/invitations")).json()["data"] == []


async def test_an_admin_needs_the_privilege(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "a@example.com")
    admin = await make.admin(alice, card["card_id"], bob, can_update=True)
    path = f"/api/cards/{card['card_id']}/invitations"
    assert (await bob.get(path)).status_code == 403
    await alice.put(
        f"/api/card-admins/{admin['card_admin_id']}", {"privilege": {"invite_contributors": True}}
    )
    [seen] = (await bob.get(path)).json()["data"]
    assert seen["link"]


async def test_hides_the_card_from_other_accounts(alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    assert (await mallory.get(f"/api/cards/{card['card_id']}/invitations")).status_code == 404
