"""Invite the members of a saved group."""

import asyncio
from typing import Any

import pytest

from tests import make
from tests.world import Person
from wellwish.invitations import expand

pytestmark = pytest.mark.anyio


class KilledError(Exception):
    """Simulates the end of the process between two statements."""


async def group(person: Person, *members: dict[str, Any], **fields: Any) -> dict[str, Any]:
    answer = await person.post("/api/groups", {"name": "Team", "members": list(members), **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def invite(person: Person, card: dict[str, Any], named: str, **fields: Any) -> dict[str, Any]:
    invitee = {"delivery_type": "group", "delivery_id": named}
    answer = await person.post(
        "/api/cards/invitations", {"card_id": card["card_id"], "invitees": [invitee], **fields}
    )
    assert answer.status_code == 201, answer.text
    return answer.json()["data"][0]


async def read(person: Person, invitation: dict[str, Any]) -> dict[str, Any]:
    return (await person.get(f"/api/cards/invitations/{invitation['invite_id']}")).json()


async def children(person: Person, parent: dict[str, Any]) -> list[dict[str, Any]]:
    path, query = f"/api/cards/{parent['card_id']}/invitations", {"parent_invite_id": parent["invite_id"]}
    return (await person.get(path, params=query)).json()["data"]


def people(count: int) -> list[dict[str, Any]]:
    return [{"email": f"p{index}@example.com"} for index in range(count)]


async def run(person: Person, parent: dict[str, Any]) -> None:
    args = {"account_id": person.account_id, "card_id": parent["card_id"], "invite_id": parent["invite_id"]}
    await expand.run(person.world.services, args)


@pytest.mark.parametrize("by", ["id", "name", "external_id"])
async def test_invites_each_member_with_a_link_of_their_own(alice: Person, by: str) -> None:
    card = await make.card(alice)
    made = await group(
        alice, {"name": "Ana", "email": "ana@example.com"}, {"phone": "+447400123456"}, external_id="t-1"
    )
    parent = await invite(alice, card, made[by], title="Hello", reminder="daily")
    assert parent["group_id"] == made["id"]
    assert (parent["delivery_type"], parent["delivery_id"], parent["name"]) == ("group", made[by], "Team")
    assert parent["link"] is None
    assert parent["progress"] == {
        "members_total": 2,
        "members_done": 0,
        "already_invited": 0,
        "members_dropped": 0,
    }
    await alice.world.work()
    after = await read(alice, parent)
    assert after["status"] == "sent"
    assert after["progress"]["members_done"] == 2
    assert after["counts"]["sent"] == 2
    phone, ana = await children(alice, parent)
    assert (ana["delivery_type"], ana["delivery_id"], ana["name"]) == ("email", "ana@example.com", "Ana")
    assert (phone["delivery_type"], phone["delivery_id"]) == ("sms", "+447400123456")
    assert {each["parent_invite_id"] for each in (ana, phone)} == {parent["invite_id"]}
    assert {(each["title"], each["reminder"]) for each in (ana, phone)} == {("Hello", "daily")}
    assert ana["link"] != phone["link"]
    plain = (await alice.get(f"/api/cards/{card['card_id']}/invitations")).json()["data"]
    assert [each["invite_id"] for each in plain] == [parent["invite_id"]]
    assert plain[0]["counts"] == after["counts"]


@pytest.mark.parametrize("count", [1_500, pytest.param(10_000, marks=pytest.mark.full)])
async def test_thousands_of_members_are_invited_reminded_and_revoked(count: int, alice: Person) -> None:
    card = await make.card(alice)
    await group(alice, *people(count))
    parent = await invite(alice, card, "Team")
    await alice.world.work()
    after = await read(alice, parent)
    assert after["progress"]["members_done"] == after["counts"]["sent"] == count
    assert len(await children(alice, parent)) == 1000
    resent = await alice.post("/api/cards/invitations/resend", {"invite_id": parent["invite_id"]})
    assert resent.status_code == 201
    await alice.world.work()
    assert await alice.world.owner.fetchval("select count(*) from messages") == 2 * count
    revoked = await alice.post(f"/api/cards/invitations/{parent['invite_id']}/revoke")
    assert revoked.json()["counts"]["revoked"] == count
    assert await alice.world.owner.fetchval("select count(*) from links where kind = 'invitation'") == 0


async def test_counts_earlier_invitees_and_duplicates(alice: Person) -> None:
    card = await make.card(alice, recipient_email="p3@example.com")
    await make.invitations(alice, card["card_id"], "p0@example.com")
    await group(alice, *people(4), {"email": "P1@example.com"})
    parent = await invite(alice, card, "Team")
    await alice.world.work()
    after = await read(alice, parent)
    assert after["progress"] == {
        "members_total": 5,
        "members_done": 5,
        "already_invited": 2,
        "members_dropped": 0,
    }
    assert (after["counts"]["sent"], after["counts"]["suppressed"]) == (2, 1)


async def test_a_second_run_and_one_at_the_same_time_change_nothing(alice: Person) -> None:
    card = await make.card(alice)
    await group(alice, *people(1200))
    parent = await invite(alice, card, "Team")
    await asyncio.gather(*(run(alice, parent) for _ in range(3)))
    await alice.world.work()
    await run(alice, parent)
    after = await read(alice, parent)
    assert after["progress"] == {
        "members_total": 1200,
        "members_done": 1200,
        "already_invited": 0,
        "members_dropped": 0,
    }
    assert after["counts"]["sent"] == 1200
    assert await alice.world.owner.fetchval("select count(*) from messages") == 1200


async def test_goes_on_where_it_was_cut_short(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    card = await make.card(alice)
    await group(alice, *people(1100))
    parent = await invite(alice, card, "Team")
    counted, turn = expand._count, 0

    async def dies_in_the_second_chunk(*args: Any) -> None:
        nonlocal turn
        turn += 1
        if turn == 2:
            raise KilledError
        await counted(*args)

    monkeypatch.setattr(expand, "_count", dies_in_the_second_chunk)
    with pytest.raises(KilledError):
        await run(alice, parent)
    monkeypatch.undo()
    halfway = await read(alice, parent)
    assert (halfway["status"], halfway["progress"]["members_done"], halfway["counts"]["queued"]) == (
        "queued",
        500,
        500,
    )
    await alice.world.work()
    after = await read(alice, parent)
    assert (after["progress"]["members_done"], after["progress"]["already_invited"]) == (1100, 0)
    assert after["counts"]["sent"] == 1100


async def test_leaves_the_rest_out_when_the_card_closes(alice: Person) -> None:
    card = await make.card(alice)
    await group(alice, *people(3))
    parent = await invite(alice, card, "Team")
    await alice.post(f"/api/cards/{card['card_id']}/close")
    await alice.world.work()
    after = await read(alice, parent)
    assert (after["status"], after["status_reason"]) == ("failed", "card_closed")
    assert after["progress"] == {
        "members_total": 3,
        "members_done": 0,
        "already_invited": 0,
        "members_dropped": 3,
    }
    await alice.post(f"/api/cards/{card['card_id']}/reopen", {"contribution_end_date": "2099-01-01"})
    again = await invite(alice, card, "Team")
    await alice.world.work()
    assert (await read(alice, again))["counts"]["sent"] == 3


async def test_invites_the_snapshot_of_a_group(alice: Person) -> None:
    card = await make.card(alice)
    made = await group(alice, *people(2))
    parent = await invite(alice, card, made["id"])
    await alice.patch(f"/api/groups/{made['id']}", {"members": []})
    assert (await alice.delete(f"/api/groups/{made['id']}")).status_code == 204
    await alice.world.work()
    after = await read(alice, parent)
    assert after["counts"]["sent"] == 2
    assert after["name"] == "Team"


async def test_an_invited_group_is_not_invited_twice(alice: Person) -> None:
    card = await make.card(alice)
    made = await group(alice, *people(1))
    parent = await invite(alice, card, "Team")
    again = await invite(alice, card, made["id"])
    assert again["invite_id"] == parent["invite_id"]


async def test_an_empty_group_is_done_at_once(alice: Person) -> None:
    card = await make.card(alice)
    await group(alice)
    parent = await invite(alice, card, "Team")
    await alice.world.work()
    assert (await read(alice, parent))["status"] == "sent"


async def test_a_channel_gets_one_link_for_many(alice: Person) -> None:
    card = await make.card(alice)
    made = await group(alice, kind="channel")
    invitation = await invite(alice, card, "Team")
    assert invitation["group_id"] == made["id"]
    assert invitation["link"]
    assert "progress" not in invitation
    assert invitation["status_reason"] == "link_only"


async def test_the_copy_of_the_members_goes_when_it_was_used(alice: Person) -> None:
    card = await make.card(alice)
    await group(alice, *people(2))
    await invite(alice, card, "Team")
    await alice.world.work()
    assert await alice.world.owner.fetchval("select members::text from expansions") == "[]"
