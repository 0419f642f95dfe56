"""List the contributions of a card."""

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_lists_all_contributions_newest_first(world: World, alice: Person) -> None:
    card = await make.card(alice)
    signed = [await signs(world, card["sign_url"], wish(f"Name {number}")) for number in range(120)]
    answer = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()
    assert [each["id"] for each in answer["data"]] == [each.row.id for each in reversed(signed)]
    assert (answer["has_more"], answer["next_cursor"]) == (False, None)


async def test_a_cursor_neither_skips_nor_repeats_contributions(world: World, alice: Person) -> None:
    card = await make.card(alice)
    for _ in range(7):
        await signs(world, card["sign_url"])
    path, seen, cursor = f"/api/cards/{card['id']}/contributions", list[str](), None
    while cursor is not None or not seen:
        params = {"limit": 3, **({} if cursor is None else {"cursor": cursor})}
        answer = (await alice.get(path, params=params)).json()
        seen += [each["id"] for each in answer["data"]]
        cursor = answer["next_cursor"]
    assert len(seen) == len(set(seen)) == 7
    assert seen == sorted(seen, reverse=True)


async def test_filters_by_status_and_leaves_removed_ones_out(world: World, alice: Person) -> None:
    card = await make.card(alice, moderation="pre")
    path = f"/api/cards/{card['id']}/contributions"
    ids = [(await signs(world, card["sign_url"])).row.id for _ in range(5)]
    for number, move in enumerate(("publish", "hide", "reject"), start=1):
        await alice.post(f"{path}/{ids[number]}/{move}")
    await alice.delete(f"{path}/{ids[4]}")
    states = ("pending", "published", "hidden", "rejected", "deleted")
    for number, status in enumerate(states):
        listed = (await alice.get(path, params={"status": status})).json()["data"]
        assert [each["id"] for each in listed] == [ids[number]]
    assert len((await alice.get(path)).json()["data"]) == 4
    refused = await alice.get(path, params={"status": "lost"})
    assert refused.status_code == 422


async def test_shows_admins_the_notes_and_invitations_to_those_who_invite(
    world: World, alice: Person, bob: Person
) -> None:
    for privilege in (False, True):
        card = await make.card(alice)
        [sent] = await make.invitations(alice, card["id"], "carol@example.com")
        await signs(world, sent["link"], wish(visibility="recipient"))
        await make.admin(alice, card["id"], bob, invite_contributors=privilege)
        [made] = (await bob.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
        assert (made["name"], made["note"]["text"]) == ("Carol", "All the best")
        assert made["invite_id"] == (sent["id"] if privilege else None)


async def test_shows_mallory_nothing(world: World, alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    await signs(world, card["sign_url"])
    assert (await mallory.get(f"/api/cards/{card['id']}/contributions")).status_code == 404


async def test_filters_by_method_without_revealing_money(alice: Person, bob: Person) -> None:
    card = await giving.card(alice, add_cash=True, see_contributors="nobody")
    online = (await giving.gave(alice, card["id"]))["id"]
    pending = (await giving.gives(alice, card["id"]))["id"]
    cash = (await giving.post(alice, card["id"], money={**giving.MONEY, "method": "cash"})).json()["id"]

    async def seen(person: Person, method: str) -> list[str]:
        path = f"/api/cards/{card['id']}/contributions"
        answer = await person.get(path, params={"method": method})
        return [each["id"] for each in answer.json()["data"]]

    admin = await make.admin(alice, card["id"], bob)
    assert [await seen(alice, "online"), await seen(alice, "cash")] == [[pending, online], [cash]]
    assert [await seen(bob, "online"), await seen(bob, "cash")] == [[], []]
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"can_update": True}})
    assert [await seen(bob, "online"), await seen(bob, "cash")] == [[], [cash]]
    await alice.put(f"/api/card-admins/{admin['id']}", {"privilege": {"can_update": False}})
    await alice.patch(f"/api/cards/{card['id']}", {"collection": {"see_contributors": "admins"}})
    assert [await seen(bob, "online"), await seen(bob, "cash")] == [[online], []]  # settled money only
