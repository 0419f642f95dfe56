"""An address has at most one invitation to a card, and recipients have none to their card."""

import asyncio

import pytest

from tests import make
from tests.invitations.test_create import INVITATIONS, body, email, listed
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_gives_a_repeat_the_same_record(alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post(
        INVITATIONS,
        body(card, email("Ana@Example.com", name="Ana"), email("ben@example.com"), email("ana@example.com")),
    )
    first, second, third = answer.json()["data"]
    assert first == third != second
    assert first["name"] == "Ana"
    assert len(await listed(alice, card)) == 2


async def test_returns_an_existing_invitation_with_a_warning(alice: Person) -> None:
    card = await make.card(alice)
    [before] = await make.invitations(alice, card["card_id"], "ana@example.com", title="First")
    answer = await alice.post(
        INVITATIONS, body(card, email("ben@example.com"), email("ANA@example.com"), title="Second")
    )
    assert answer.status_code == 201
    page = answer.json()
    assert page["data"][1] == before
    assert [(each["pointer"], each["code"]) for each in page["warnings"]] == [
        ("/invitees/1/delivery_id", "already_invited")
    ]


async def test_makes_a_new_invitation_where_the_former_was_revoked(alice: Person) -> None:
    card = await make.card(alice)
    [before] = await make.invitations(alice, card["card_id"], "ana@example.com")
    await alice.post(f"{INVITATIONS}/{before['invite_id']}/revoke")
    [after] = await make.invitations(alice, card["card_id"], "ana@example.com")
    assert after["invite_id"] != before["invite_id"]
    assert after["link"] != before["link"]


async def test_two_at_once_make_one_invitation_an_address(alice: Person) -> None:
    card = await make.card(alice)
    people = [email(f"person{index}@example.com") for index in range(30)]
    answers = await asyncio.gather(
        *(
            alice.post(INVITATIONS, body(card, *(people if turn % 2 else reversed(people))))
            for turn in range(6)
        )
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({each["invite_id"] for answer in answers for each in answer.json()["data"]}) == 30
    assert len(await listed(alice, card)) == 30
    warned = sum(len(answer.json().get("warnings", [])) for answer in answers)
    assert warned == 5 * 30


async def test_suppresses_a_recipients_own_address(alice: Person) -> None:
    people = [{"email": "maya@example.com"}, {"phone": "+44 20 7946 0958"}]
    card = await make.card(alice, recipients=people)
    sms = {"delivery_type": "sms", "delivery_id": "+442079460958"}
    answer = await alice.post(
        INVITATIONS, body(card, email("MAYA@example.com"), email("ana@example.com"), sms)
    )
    assert answer.status_code == 201
    maya, ana, phone = answer.json()["data"]
    for each in (maya, phone):
        assert (each["status"], each["status_reason"], each["link"]) == ("suppressed", "recipient", None)
    assert ana["status"] == "queued"
    assert [each["code"] for each in answer.json()["warnings"]] == ["suppressed", "suppressed"]
    await alice.world.work()
    assert await alice.world.owner.fetchval("select array_agg(recipient) from messages") == [
        "ana@example.com"
    ]
    again = await alice.post(INVITATIONS, body(card, email("maya@example.com")))
    assert again.json()["data"] == [maya]


async def test_invites_the_recipient_of_a_card_for_oneself(alice: Person) -> None:
    card = await make.card(alice, card_type=2, recipient_email="maya@example.com")
    [made] = await make.invitations(alice, card["card_id"], "maya@example.com")
    assert made["status"] == "queued"


async def test_invites_a_former_recipient(alice: Person) -> None:
    card = await make.card(alice, recipients=[{"email": "maya@example.com"}])
    [suppressed] = await make.invitations(alice, card["card_id"], "maya@example.com")
    changed = await alice.patch(
        f"/api/cards/{card['card_id']}", {"recipients": [{"email": "noor@example.com"}]}
    )
    assert changed.status_code == 200
    [made] = await make.invitations(alice, card["card_id"], "maya@example.com")
    assert made["invite_id"] != suppressed["invite_id"]
    assert made["status"] == "queued"
