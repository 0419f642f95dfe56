"""Invite members who joined a group after its invitation."""

import asyncio
from typing import Any

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person
from wellwish.base import ids
from wellwish.invitations import sync_group

pytestmark = pytest.mark.anyio


def people(*names: str) -> list[dict[str, Any]]:
    return [{"name": each, "email": f"{each}@example.com"} for each in names]


async def group_of(person: Person, *names: str) -> dict[str, Any]:
    answer = await person.post("/api/groups", {"name": "Team", "members": people(*names)})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def invite(
    person: Person, group: dict[str, Any], **fields: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Creates a card, invites the group and runs the worker; returns the card and the invitation."""
    card = await make.card(person)
    body = {
        "card_id": card["id"],
        "invitees": [{"delivery_type": "group", "delivery_id": group["id"]}],
        **fields,
    }
    answer = await person.post("/api/cards/invitations", body)
    await person.world.work()
    return card, answer.json()["data"][0]


async def now_has(person: Person, group: dict[str, Any], *names: str) -> None:
    assert (await person.patch(f"/api/groups/{group['id']}", {"members": people(*names)})).status_code == 200


async def synced(person: Person, group: dict[str, Any]) -> Any:
    answer = await person.post(f"/api/groups/{group['id']}/sync")
    assert answer.status_code == 202, answer.text
    return answer.json()


async def names(person: Person, parent: dict[str, Any]) -> list[str]:
    path, query = f"/api/cards/{parent['card_id']}/invitations", {"parent_invite_id": parent["id"]}
    return sorted(each["name"] for each in (await person.get(path, params=query)).json()["data"])


async def progress(person: Person, parent: dict[str, Any]) -> tuple[int, int, int, int]:
    shown = (await person.get(f"/api/cards/invitations/{parent['id']}")).json()["progress"]
    return (
        shown["members_total"], shown["members_done"], shown["already_invited"], shown["members_dropped"]
    )  # fmt: skip


async def test_invites_the_new_members_as_children_of_the_same_invitation(alice: Person) -> None:
    group = await group_of(alice, "ana", "ben")
    card, parent = await invite(alice, group, title="Hello", reminder="daily")
    await now_has(alice, group, "cleo", "ana", "dan")
    answer = await synced(alice, group)
    assert [each["id"] for each in answer["data"]] == [parent["id"]]
    await alice.world.work()
    assert await names(alice, parent) == ["ana", "ben", "cleo", "dan"]
    assert await progress(alice, parent) == (4, 4, 0, 0)
    rows = await alice.world.owner.fetch(
        "select recipient from messages where account_id = $1", alice.account_id
    )
    assert len(rows) == 4
    listed = (
        await alice.get(f"/api/cards/{card['id']}/invitations", params={"parent_invite_id": parent["id"]})
    ).json()
    assert {(each["title"], each["reminder"], each["status"]) for each in listed["data"]} == {
        ("Hello", "daily", "sent")
    }


async def test_finds_no_new_members_the_second_time(alice: Person) -> None:
    group = await group_of(alice, "ana")
    _, parent = await invite(alice, group)
    await now_has(alice, group, "ana", "ben")
    for _ in range(3):
        await synced(alice, group)  # twice before the worker runs
    await alice.world.work()
    await synced(alice, group)
    await alice.world.work()
    assert await names(alice, parent) == ["ana", "ben"]
    assert await progress(alice, parent) == (2, 2, 0, 0)


async def test_several_at_once_add_each_member_once(alice: Person) -> None:
    group = await group_of(alice, "ana")
    _, parent = await invite(alice, group)
    await now_has(alice, group, "ana", *(f"p{each}" for each in range(40)))
    args = {"account_id": alice.account_id, "card_id": parent["card_id"], "invite_id": parent["id"]}
    await asyncio.gather(*(sync_group.run(alice.world.services, args) for _ in range(4)))
    await alice.world.work()
    assert await progress(alice, parent) == (41, 41, 0, 0)


async def test_adds_to_an_expansion_that_is_under_way(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    from wellwish.invitations import expand

    monkeypatch.setattr(expand, "CHUNK", 2)
    group = await group_of(alice, "ana", "ben", "cleo")
    card = await make.card(alice)
    invitee = {"delivery_type": "group", "delivery_id": group["id"]}
    answer = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": [invitee]})
    parent = answer.json()["data"][0]
    args = {"account_id": alice.account_id, "card_id": card["id"], "invite_id": parent["id"]}
    from wellwish.cards.access import EVERYTHING, CardAccess

    await expand._chunk(
        alice.world.services, CardAccess(alice.account_id, card["id"], EVERYTHING), parent["id"]
    )
    await now_has(alice, group, "ana", "ben", "cleo", "dan")
    await sync_group.run(alice.world.services, args)
    await alice.world.work()
    assert await names(alice, parent) == ["ana", "ben", "cleo", "dan"]
    assert await progress(alice, parent) == (4, 4, 0, 0)


async def test_reaches_every_open_card_of_the_group_and_no_other(alice: Person) -> None:
    group = await group_of(alice, "ana")
    made = {word: await invite(alice, group) for word in ("open", "other", "closed", "revoked")}
    await invite(
        alice, (await alice.post("/api/groups", {"name": "Others", "members": people("zoe")})).json()
    )
    await alice.post(f"/api/cards/{made['closed'][0]['id']}/close")
    await alice.post(f"/api/cards/invitations/{made['revoked'][1]['id']}/revoke")
    await now_has(alice, group, "ana", "ben")
    answer = await synced(alice, group)
    assert [each["id"] for each in answer["data"]] == [made["other"][1]["id"], made["open"][1]["id"]]
    await alice.world.work()
    assert await names(alice, made["open"][1]) == await names(alice, made["other"][1]) == ["ana", "ben"]
    assert await names(alice, made["closed"][1]) == ["ana"]


async def test_does_not_invite_revoked_members_again(alice: Person) -> None:
    group = await group_of(alice, "ana", "ben")
    card, parent = await invite(alice, group)
    listed = (
        await alice.get(f"/api/cards/{card['id']}/invitations", params={"parent_invite_id": parent["id"]})
    ).json()
    await alice.post(f"/api/cards/invitations/{listed['data'][0]['id']}/revoke")
    await synced(alice, group)
    await alice.world.work()
    assert await progress(alice, parent) == (2, 2, 0, 0)


async def test_the_version_of_the_invitation_rises(alice: Person) -> None:
    group = await group_of(alice, "ana")
    _, parent = await invite(alice, group)
    before = (await alice.get(f"/api/cards/invitations/{parent['id']}")).headers["etag"]
    await now_has(alice, group, "ana", "ben")
    args = {"account_id": alice.account_id, "card_id": parent["card_id"], "invite_id": parent["id"]}
    await sync_group.run(alice.world.services, args)
    answer = await alice.get(f"/api/cards/invitations/{parent['id']}")
    assert answer.json()["progress"]["members_total"] == 2
    assert answer.headers["etag"] != before


async def test_invites_no_one_to_a_card_that_closes_meanwhile(alice: Person) -> None:
    group = await group_of(alice, "ana")
    card, parent = await invite(alice, group)
    await now_has(alice, group, "ana", "ben")
    await synced(alice, group)
    await alice.post(f"/api/cards/{card['id']}/close")
    await alice.world.work()
    assert await names(alice, parent) == ["ana"]


async def test_a_group_deleted_meanwhile_adds_no_one(alice: Person) -> None:
    group = await group_of(alice, "ana")
    _, parent = await invite(alice, group)
    await now_has(alice, group, "ana", "ben")
    await synced(alice, group)
    assert (await alice.delete(f"/api/groups/{group['id']}")).status_code == 204
    await alice.world.work()
    assert await names(alice, parent) == ["ana"]


async def test_a_group_that_was_never_invited_has_nothing_to_do(alice: Person) -> None:
    assert (await synced(alice, await group_of(alice, "ana")))["data"] == []


async def test_responds_alike_for_a_foreign_and_a_missing_group(alice: Person, mallory: Person) -> None:
    group = await group_of(alice, "ana")
    for given in (group["id"], ids.new("grp"), "nonsense"):
        is_problem(await mallory.post(f"/api/groups/{given}/sync"), 404, "not_found")


@pytest.mark.parametrize("count", [1_500, pytest.param(10_000, marks=pytest.mark.full)])
async def test_invites_thousands_of_later_members(count: int, alice: Person) -> None:
    group = await group_of(alice, "ana")
    _, parent = await invite(alice, group, send=False)
    await now_has(alice, group, *(f"p{each}" for each in range(count)))
    await synced(alice, group)
    await alice.world.work()
    assert await progress(alice, parent) == (count + 1, count + 1, 0, 0)
