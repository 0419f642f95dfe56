"""Correct the address of an invitation."""

import asyncio
from typing import Any

import pytest

from tests import make
from tests.world import Person

pytestmark = pytest.mark.anyio


async def invited(person: Person, address: str = "ana@exmaple.com", **fields: Any) -> dict[str, Any]:
    card = await make.card(person)
    [made] = await make.invitations(person, card["card_id"], address, **fields)
    await person.world.work()
    return (await person.get(path(made))).json()


def path(invitation: dict[str, Any]) -> str:
    return f"/api/cards/invitations/{invitation['invite_id']}"


async def links(person: Person) -> int:
    return await person.world.owner.fetchval("select count(*) from links where kind = 'invitation'")


async def test_gives_a_new_link_and_sends_again(alice: Person) -> None:
    made = await invited(alice)
    answer = await alice.patch(path(made), {"delivery_id": "Ana@Example.com"})
    assert answer.status_code == 200
    after = answer.json()
    assert after["delivery_id"] == "Ana@example.com"
    assert after["invite_id"] == made["invite_id"]
    assert after["link"] != made["link"]
    assert (after["status"], after["sent_count"], after["last_sent_at"]) == ("queued", 0, None)
    assert answer.headers["ETag"] == f'"{after["version"]}"'
    assert await links(alice) == 1
    await alice.world.work()
    sent = await alice.world.owner.fetch("select recipient, link_version from messages order by id")
    assert [tuple(each) for each in sent] == [("ana@exmaple.com", 1), ("Ana@example.com", 2)]


async def test_a_message_under_way_to_the_old_address_is_not_written(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@exmaple.com")
    await alice.patch(path(made), {"delivery_id": "ana@example.com"})
    await alice.world.work()
    assert await alice.world.owner.fetchval("select array_agg(recipient) from messages") == [
        "ana@example.com"
    ]


async def test_a_corrected_address_requeues_a_bounced_invitation(alice: Person) -> None:
    made = await invited(alice)
    await alice.world.owner.execute("update invitations set status = 'bounced'")
    answer = await alice.patch(path(made), {"delivery_id": "ana@example.com"})
    assert answer.json()["status"] == "queued"


@pytest.mark.parametrize("status", ["contributed", "declined", "revoked"])
async def test_refuses_answered_and_ended_invitations(alice: Person, status: str) -> None:
    made = await invited(alice)
    await alice.world.owner.execute("update invitations set status = $1", status)
    answer = await alice.patch(path(made), {"delivery_id": "ana@example.com"})
    assert (answer.status_code, answer.json()["code"]) == (409, "invitation_state")


async def test_refuses_an_address_that_is_invited(alice: Person) -> None:
    made = await invited(alice)
    [other] = await make.invitations(alice, made["card_id"], "ana@example.com")
    answer = await alice.patch(path(made), {"delivery_id": "ANA@example.com"})
    assert (answer.status_code, answer.json()["code"]) == (409, "address_invited")
    assert answer.json()["invite_id"] == other["invite_id"]
    assert (await alice.get(path(made))).json() == made


async def test_of_two_to_the_same_address_at_once_one_wins(alice: Person) -> None:
    card = await make.card(alice)
    made = await make.invitations(alice, card["card_id"], *(f"p{index}@example.com" for index in range(6)))
    answers = await asyncio.gather(
        *(alice.patch(path(each), {"delivery_id": "ana@example.com"}) for each in made)
    )
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5


async def test_suppresses_the_recipient(alice: Person) -> None:
    card = await make.card(alice, recipient_email="maya@example.com")
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    answer = await alice.patch(path(made), {"delivery_id": "maya@example.com"})
    assert (answer.json()["status"], answer.json()["link"]) == ("suppressed", None)
    assert answer.json()["warnings"][0]["code"] == "suppressed"
    assert await links(alice) == 0
    back = await alice.patch(path(made), {"delivery_id": "ana@example.com"})
    assert (back.json()["status"], back.json()["status_reason"]) == ("queued", None)
    assert back.json()["link"] not in (None, made["link"])
    assert await links(alice) == 1


async def test_keeps_to_the_channel(alice: Person) -> None:
    made = await invited(alice)
    answer = await alice.patch(path(made), {"delivery_id": "+442079460958"})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/delivery_id"


@pytest.mark.parametrize(
    "given", [{"delivery_id": None}, {"delivery_id": ""}, {"delivery_id": 1}, {"name": "Ana"}]
)
async def test_refuses_invalid_changes(alice: Person, given: dict[str, Any]) -> None:
    made = await invited(alice)
    assert (await alice.patch(path(made), given)).status_code == 422
    assert (await alice.get(path(made))).json() == made


async def test_an_empty_change_changes_nothing(alice: Person) -> None:
    made = await invited(alice)
    assert (await alice.patch(path(made), {})).json() == made


async def test_honours_if_match(alice: Person) -> None:
    made = await invited(alice)
    answer = await alice.patch(path(made), {"delivery_id": "ana@example.com"}, headers={"If-Match": '"99"'})
    assert answer.status_code == 412


async def test_refuses_a_closed_card_and_a_group(alice: Person) -> None:
    made = await invited(alice)
    invitee = {"delivery_type": "group", "delivery_id": "#birthdays"}
    label = await alice.post("/api/cards/invitations", {"card_id": made["card_id"], "invitees": [invitee]})
    refused = await alice.patch(path(label.json()["data"][0]), {"delivery_id": "#farewells"})
    assert (refused.status_code, refused.json()["code"]) == (409, "invitation_state")
    await alice.post(f"/api/cards/{made['card_id']}/close")
    refused = await alice.patch(path(made), {"delivery_id": "ana@example.com"})
    assert (refused.status_code, refused.json()["code"]) == (409, "card_closed")


async def test_is_for_the_owner_and_admins_who_invite(alice: Person, bob: Person, mallory: Person) -> None:
    made = await invited(alice)
    change = {"delivery_id": "ana@example.com"}
    assert (await mallory.patch(path(made), change)).status_code == 404
    admin = await make.admin(alice, made["card_id"], bob)
    assert (await bob.patch(path(made), change)).status_code == 403
    await alice.put(
        f"/api/card-admins/{admin['card_admin_id']}", {"privilege": {"invite_contributors": True}}
    )
    assert (await bob.patch(path(made), change)).status_code == 200
