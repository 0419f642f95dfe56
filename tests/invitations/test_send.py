"""Compose the messages of invitations."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from tests import make
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.delivery import budget
from wellwish.delivery.message import LINK_MARK
from wellwish.invitations import send

pytestmark = pytest.mark.anyio


async def status(person: Person, invitation: dict[str, Any]) -> tuple[str, str | None, int]:
    shown = (await person.get(f"/api/cards/invitations/{invitation['invite_id']}")).json()
    return shown["status"], shown["status_reason"], shown["sent_count"]


async def messages(person: Person) -> list[dict[str, Any]]:
    return [dict(each) for each in await person.world.owner.fetch("select * from messages order by id")]


async def test_writes_a_mail_with_the_words_and_the_place_of_the_link(alice: Person) -> None:
    card = await make.card(alice, recipient="Maya", contribution_end_date="2099-12-24")
    await make.invitations(alice, card["card_id"], "ana@example.com", message="She loves\ncats.")
    await alice.world.work()
    [mail] = await messages(alice)
    assert (mail["channel"], mail["recipient"]) == ("email", "ana@example.com")
    assert mail["subject"] == "Priya and friends invited you to sign a card: Happy birthday, Maya"
    assert "for Maya" in mail["body"]
    assert "She loves\ncats." in mail["body"]
    assert "until Thursday, 24 December 2099" in mail["body"]
    assert mail["body"].count(LINK_MARK) == 1
    assert "http" not in mail["body"]


async def test_uses_the_inviters_own_title_as_the_subject(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com", title="Psst")
    await alice.world.work()
    assert (await messages(alice))[0]["subject"] == "Psst"


async def test_writes_a_short_text_message(alice: Person) -> None:
    card = await make.card(alice, title="T" * 255, sender="S" * 255)
    invitee = {"delivery_type": "sms", "delivery_id": "+447400123456"}
    given = {"card_id": card["card_id"], "invitees": [invitee], "message": "word " * 1000}
    await alice.post("/api/cards/invitations", given)
    await alice.world.work()
    [sms] = await messages(alice)
    assert (sms["channel"], sms["recipient"], sms["subject"]) == ("sms", "+447400123456", None)
    assert len(sms["body"]) < 400
    assert sms["body"].endswith(LINK_MARK)


async def test_counts_as_sent_in_demo_mode(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    await alice.world.work()
    assert await status(alice, made) == ("sent", None, 1)
    [event] = (await alice.get("/api/events", params={"type": "invitation.sent"})).json()["data"]
    assert event["data"]["invite_id"] == made["invite_id"]


async def test_a_second_run_writes_nothing(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    args = msgspec.json.decode(
        await alice.world.owner.fetchval("select args::text from jobs where kind = $1", send.SEND)
    )
    await alice.world.work()
    await send.run(alice.world.services, args)
    assert len(await messages(alice)) == 1
    assert await status(alice, made) == ("sent", None, 1)


async def test_waits_without_a_provider(clone: tuple[str, str], settings: Settings, world: World) -> None:
    async with World.over(replace(settings, demo=False), *clone) as outside:
        await outside.empty()
        await outside.settle()
        card = await make.card(outside.alice)
        [made] = await make.invitations(outside.alice, card["card_id"], "ana@example.com")
        await outside.work()
        assert await status(outside.alice, made) == ("queued", "no_provider", 0)
        assert await messages(outside.alice) == []


async def test_waits_where_the_card_was_closed_meanwhile(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    await alice.post(f"/api/cards/{card['card_id']}/close")
    await alice.world.work()
    assert await status(alice, made) == ("queued", "card_closed", 0)


async def test_sends_nothing_for_a_deleted_card(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["card_id"], "ana@example.com")
    assert (await alice.delete(f"/api/cards/{card['card_id']}")).status_code in (200, 204)
    await alice.world.work()
    assert await messages(alice) == []


async def test_suppresses_invitees_who_have_become_recipients(alice: Person) -> None:
    card = await make.card(alice)
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    await alice.patch(f"/api/cards/{card['card_id']}", {"recipients": [{"email": "Ana@example.com"}]})
    await alice.world.work()
    assert await status(alice, made) == ("suppressed", "recipient", 0)
    assert await messages(alice) == []
    assert await alice.world.owner.fetchval("select count(*) from links where kind = 'invitation'") == 0


async def test_past_the_budget_of_an_address_it_waits_for_the_next_day(alice: Person) -> None:
    card = await make.card(alice)
    for _ in range(budget.TO_ONE_ADDRESS_FOR_ONE_CARD):
        [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
        await alice.world.work()
        await alice.post(f"/api/cards/invitations/{made['invite_id']}/revoke")
    [made] = await make.invitations(alice, card["card_id"], "ana@example.com")
    await alice.world.work()
    assert await status(alice, made) == ("queued", "budget", 0)
    clock.move(timedelta(days=1))
    try:
        await alice.world.work()
        alice.token = None
        assert await status(alice, made) == ("sent", None, 1)
    finally:
        clock.move(timedelta())
        alice.token = None
