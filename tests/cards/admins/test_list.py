"""List the admins of a card."""

from tests import make
from tests.world import Person


async def test_lists_those_attached_now_newest_first(alice: Person, bob: Person, mallory: Person) -> None:
    card, other = await make.card(alice), await make.card(alice)
    first = await make.admin(alice, card["id"], bob, can_update=True)
    second = await make.admin(alice, card["id"], mallory)
    await make.admin(alice, other["id"], mallory)
    answer = (await alice.get(f"/api/card-admins/card/{card['id']}")).json()
    assert (answer["object"], answer["has_more"], answer["next_cursor"]) == ("list", False, None)
    assert answer["data"] == [second, first]
    await alice.delete(f"/api/card-admins/{second['id']}")
    assert (await alice.get(f"/api/card-admins/card/{card['id']}")).json()["data"] == [first]


async def test_lists_all_admins_without_a_limit(alice: Person) -> None:
    card = await make.card(alice)
    for number in range(120):
        body = {"card_id": card["id"], "email": f"p{number}@example.com"}
        assert (await alice.post("/api/card-admins", body)).status_code == 201
    path = f"/api/card-admins/card/{card['id']}"
    assert len((await alice.get(path)).json()["data"]) == 120
    page = (await alice.get(f"{path}?limit=100")).json()
    assert (len(page["data"]), page["has_more"]) == (100, True)
    rest = (await alice.get(f"{path}?limit=100&cursor={page['next_cursor']}")).json()
    assert (len(rest["data"]), rest["has_more"]) == (20, False)


async def test_shows_the_same_list_to_an_admin_who_manages_admins(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob, admin_management=True)
    await bob.get(f"/api/cards/{card['id']}")
    path = f"/api/card-admins/card/{card['id']}"
    assert (await bob.get(path)).json() == (await alice.get(path)).json()
