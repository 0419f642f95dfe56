"""The button that reminds all invitees who have not signed."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.later import another_time, day, frozen_at
from tests.web.desk.people import signed_in
from tests.web.visitor import Visitor
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio


def path(card: dict[str, Any]) -> str:
    return f"/desk/cards/{card['id']}/invitations"


async def press(visitor: Visitor, card: dict[str, Any], **fields: str) -> int:
    return (await visitor.press(f"{path(card)}/remind", **fields)).status_code


async def reminders(person: Person) -> int:
    return await person.world.owner.fetchval("select count(*) from messages where kind = 'reminder'")


async def test_reminds_once_for_a_form_sent_twice(alice: Person) -> None:
    with another_time():
        with frozen_at(f"{day(3)}T10:00"):
            alice.token = None
            card = await make.card(alice)
            await make.invitations(alice, card["id"], "ana@example.com", "bo@example.com")
            await alice.world.work()
        clock.move(timedelta(days=1))
        alice.token = None
        await make.invitations(alice, card["id"], "queued@example.com")
        visitor = await signed_in(alice)
        await visitor.open(path(card))
        assert "Remind 2 people" in visitor.page
        assert "Had a message today: 1" in visitor.page  # the sign-in has run the jobs
        sent = {name: visitor.value(name) for name in ("form_token", "form_key")}
        for _ in range(2):
            after = f"{path(card)}?said=reminded&n=2"
            assert (await press(visitor, card, **sent), visitor.next) == (303, after)
        await alice.world.work()
        assert await reminders(alice) == 2
        await visitor.open(path(card))
        assert "Remind 2 people" not in visitor.page
        assert "Had a message today: 1 · Reminded today: 2" in visitor.page
    alice.token = None


async def test_asks_before_a_second_message_on_one_day(alice: Person) -> None:
    with frozen_at(f"{day(3)}T10:00"):
        alice.token = None
        card = await make.card(alice)
        await make.invitations(alice, card["id"], "ana@example.com", "bo@example.com")
        visitor = await signed_in(alice)
        await visitor.open(path(card))
        assert "Had a message today: 2" in visitor.page
        assert "Remind 2 people anyway" in visitor.page
        await press(visitor, card)  # the ordinary button of an older page reminds nobody
        await alice.world.work()
        assert await reminders(alice) == 0
        for _ in range(2):
            await press(visitor, card, all="1", form_token=visitor.token(), form_key="once")
        await alice.world.work()
        assert await reminders(alice) == 2
        await visitor.open(path(card))
        assert "anyway" not in visitor.page
        assert "Reminded today: 2" in visitor.page
    alice.token = None


async def test_the_overview_offers_only_reminders_that_would_be_sent(alice: Person) -> None:
    with another_time():
        with frozen_at(f"{day(3)}T10:00"):
            alice.token = None
            card = await make.card(alice)
            await make.invitations(alice, card["id"], "ana@example.com", "bo@example.com")
            await alice.world.work()
            visitor = await signed_in(alice)
            await visitor.open(f"/desk/cards/{card['id']}")
            assert "They already got a message today. You can remind them tomorrow." in visitor.page
            assert "Remind 2 people" not in visitor.page
        clock.move(timedelta(days=1))
        alice.token = None
        visitor = await signed_in(alice)
        await visitor.open(f"/desk/cards/{card['id']}")
        assert "Remind 2 people" in visitor.page
        await press(visitor, card, form_token=visitor.token(), back="card")
        assert visitor.next == f"/desk/cards/{card['id']}?said=reminded&n=2"
        await visitor.open(f"/desk/cards/{card['id']}")
        assert "Remind 2 people" not in visitor.page
    alice.token = None


async def test_has_no_button_without_anyone_to_remind(alice: Person) -> None:
    card = await make.card(alice)
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert "/remind" not in visitor.page


async def test_says_that_the_card_was_closed_meanwhile(alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@example.com")
    await alice.world.work()
    visitor = await signed_in(alice)
    await visitor.open(path(card))
    assert "Remind 1 person anyway" in visitor.page
    await alice.post(f"/api/cards/{card['id']}/close")
    assert await press(visitor, card, all="1", form_token=visitor.token()) == 409
    assert "possible any more" in visitor.page
    assert await reminders(alice) == 0


async def test_refuses_admins_without_the_privilege_and_other_accounts(
    alice: Person, bob: Person, mallory: Person
) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "ana@example.com")
    await alice.world.work()
    await make.admin(alice, card["id"], bob, can_update=True)
    for person, status in ((bob, 403), (mallory, 404)):
        visitor = await signed_in(person)
        await visitor.open("/desk")
        assert await press(visitor, card) == status
    owner = await signed_in(alice)
    assert await press(owner, card, form_token="forged") == 403
    await alice.world.work()
    assert await reminders(alice) == 0
