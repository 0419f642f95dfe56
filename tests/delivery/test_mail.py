"""Sending mail: once without faults, again after a fault, and the resulting status of the invitation."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from tests import make
from tests.delivery.conftest import Sending, settings_of
from tests.fakes.smtp import Post, serving
from tests.round_trips import statements
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.delivery import mail
from wellwish.delivery.message import MAIL
from wellwish.infra.jobs import Worker
from wellwish.infra.mail import Mailer
from wellwish.worker import JOBS

pytestmark = pytest.mark.anyio


async def state(person: Person, invitation: dict[str, Any]) -> tuple[str, str | None, int]:
    shown = (await person.get(f"/api/cards/invitations/{invitation['invite_id']}")).json()
    return shown["status"], shown["status_reason"], shown["sent_count"]


async def invited(person: Person, *emails: str, **fields: Any) -> list[dict[str, Any]]:
    card = await make.card(person, recipient="Maya")
    return await make.invitations(person, card["card_id"], *emails, **fields)


async def events(person: Person, kind: str) -> list[dict[str, Any]]:
    return (await person.get("/api/events", params={"type": kind})).json()["data"]


async def later(world: World, by: timedelta) -> None:
    """Moves the clock and runs the worker; discards alice's token, which has expired by then."""
    clock.move(by)
    world.alice.token = None
    await world.work()


@pytest.fixture(autouse=True)
def _clock() -> Any:
    yield
    clock.move(timedelta())


async def test_is_sent_once_it_is_handed_over(sending: Sending) -> None:
    alice = sending.world.alice
    [made] = await invited(alice, "ana@example.com")
    assert (made["status"], made["sent_count"]) == ("queued", 0)
    await sending.world.work()
    assert await state(alice, made) == ("sent", None, 1)
    [copy] = sending.post.received
    assert (copy.sender, copy.recipient) == ("cards@cards.example", "ana@example.com")
    assert copy.message_id == f"<{made['invite_id']}@localhost>"
    assert len(await events(alice, "invitation.sent")) == 1
    await sending.world.work()
    assert len(sending.post.received) == 1


async def test_a_resend_is_another_mail_with_the_same_link(sending: Sending) -> None:
    alice = sending.world.alice
    [made] = await invited(alice, "ana@example.com")
    await sending.world.work()
    await alice.post("/api/cards/invitations/resend", {"invite_id": made["invite_id"]})
    await sending.world.work()
    first, second = sending.post.received
    assert second.message_id == f"<{made['invite_id']}.2@localhost>"
    assert [each.plain.count(made["link"]) for each in (first, second)] == [1, 1]
    assert await state(alice, made) == ("sent", None, 2)


async def test_records_mails_together(sending: Sending) -> None:
    """The mails of two accounts, and two mails of one invitation."""
    alice, mallory = sending.world.alice, sending.world.mallory
    [made] = await invited(alice, "ana@example.com")
    [other] = await invited(mallory, "eve@example.com")
    await alice.post("/api/cards/invitations/resend", {"invite_id": made["invite_id"]})
    await sending.world.work()
    assert len(sending.post.received) == 3
    assert await state(alice, made) == ("sent", None, 2)
    assert await state(mallory, other) == ("sent", None, 1)
    assert len(await events(alice, "invitation.sent")) == 2
    [event] = await events(mallory, "invitation.sent")
    assert event["data"]["invite_id"] == other["invite_id"]


async def test_a_mail_takes_few_round_trips(sending: Sending) -> None:
    services, mails = sending.world.services, 40
    await invited(sending.world.alice, *(f"guest{number}@example.com" for number in range(mails)))
    others = Worker(services.db, services, {kind: job for kind, job in JOBS.items() if kind != MAIL})
    while await others.drain():
        pass
    with statements(sending.world) as seen:
        await sending.world.work()
    assert len(sending.post.received) == mails
    assert mails < len(seen) <= 7 * mails, "\n".join(seen)


async def test_a_lost_answer_is_sent_again_under_the_same_message_id(sending: Sending) -> None:
    alice, post = sending.world.alice, sending.post
    post.drop = lambda _: True
    [made] = await invited(alice, "ana@example.com")
    await sending.world.work()
    assert await state(alice, made) == ("queued", "retrying", 0)
    post.drop = lambda _: False
    await later(sending.world, timedelta(minutes=5))
    assert await state(alice, made) == ("sent", None, 1)
    assert len(post.received) == 2
    assert len({each.message_id for each in post.received}) == 1


async def test_a_missing_mailbox_bounces_and_is_suppressed_for_all(sending: Sending) -> None:
    world, post = sending.world, sending.post
    post.at_rcpt = lambda address: "550 5.1.1 no such user" if address.startswith("gone") else None
    [made, fine] = await invited(world.alice, "gone@example.com", "ana@example.com")
    await world.work()
    assert await state(world.alice, made) == ("bounced", "no_such_mailbox", 0)
    assert await state(world.alice, fine) == ("sent", None, 1)
    assert len(await events(world.alice, "invitation.bounced")) == 1
    post.at_rcpt = lambda _: None
    [again] = await invited(world.alice, "GONE@example.com")
    assert (again["status"], again["status_reason"], again["link"]) == ("suppressed", "bounced", None)
    [others] = await invited(world.bob, "gone@example.com")
    assert (others["status"], others["status_reason"]) == ("suppressed", None)
    await world.work()
    assert post.of("gone@example.com") == post.of("GONE@example.com") == []


async def test_another_refusal_does_not_suppress_the_address(sending: Sending) -> None:
    world, post = sending.world, sending.post
    post.at_data = lambda _: "554 5.7.1 refused"
    [made] = await invited(world.alice, "ana@example.com")
    await world.work()
    assert await state(world.alice, made) == ("failed", "rejected", 0)
    post.at_data = lambda _: None
    [again] = await invited(world.alice, "ana@example.com")
    await world.work()
    assert await state(world.alice, again) == ("sent", None, 1)


async def test_is_tried_again_for_four_hours_with_growing_pauses(sending: Sending) -> None:
    world, tries = sending.world, list[Any]()

    def greylisted(_: str) -> str:
        tries.append(clock.now())
        return "451 4.7.1 later"

    sending.post.at_rcpt = greylisted
    [made] = await invited(world.alice, "ana@example.com")
    await world.work()
    began = clock.now()
    while (await state(world.alice, made))[0] == "queued":
        due = await world.owner.fetchval("select min(run_at) from jobs where kind = 'delivery.mail'")
        await later(world, due - clock.now() + timedelta(seconds=1))
        assert clock.now() - began < timedelta(hours=5)
    assert await state(world.alice, made) == ("failed", "gave_up", 0)
    assert timedelta(hours=4) <= tries[-1] - tries[0] < timedelta(hours=4, minutes=40)
    assert 10 <= len(tries) <= 25
    pauses = [after - before for before, after in pairwise(tries)]
    assert pauses[-1] > pauses[3] > pauses[0]
    assert len(await events(world.alice, "invitation.failed")) == 1


@pytest.mark.parametrize("count", [20, pytest.param(1_000, marks=pytest.mark.full)])
async def test_nothing_is_lost_while_all_servers_are_away(
    count: int, clone: tuple[str, str], settings: Settings, world: World
) -> None:
    """Both servers are down for ten minutes of simulated time, then one comes back."""
    first, second = Post(), Post()
    async with serving(first), serving(second):
        pass
    unlimited = {"messages_per_day": 0, "messages_per_day_unproven": 0}
    given = replace(settings_of(settings, first, second), **unlimited)
    async with World.over(given, *clone) as outside:
        await outside.empty()
        await outside.settle()
        made = await invited(outside.alice, *(f"p{index}@example.com" for index in range(count)))
        for _ in range(20):
            await later(outside, timedelta(seconds=30))
        assert await states(outside) == {("queued", "retrying", 0)}
        async with serving(second):
            for _ in range(25):
                await later(outside, timedelta(minutes=1))
        assert await states(outside) == {("sent", None, 1)}
        print(f"\nboth servers away for 10 minutes: {len(second.received)} copies of {count} arrived")
        assert sorted(each.recipient for each in second.received) == sorted(
            each["delivery_id"] for each in made
        )


async def states(world: World) -> set[tuple[str, str | None, int]]:
    """Returns the distinct states with reason and number of sends."""
    rows = await world.owner.fetch("select distinct status, status_reason, sent_count from invitations")
    return {(row["status"], row["status_reason"], row["sent_count"]) for row in rows}


async def test_a_mail_waits_until_a_server_is_configured(
    clone: tuple[str, str], settings: Settings, world: World
) -> None:
    bare = replace(settings, demo=False)
    async with World.over(bare, *clone) as outside:
        await outside.empty()
        await outside.settle()
        [made] = await invited(outside.alice, "ana@example.com")
        await outside.work()
        assert await state(outside.alice, made) == ("queued", "no_provider", 0)
        async with serving(Post()) as post:
            outside.services = replace(
                outside.services,
                settings=settings_of(settings, post),
                mail=Mailer.from_settings(settings_of(settings, post)),
            )
            await later(outside, timedelta(minutes=11))
            assert await state(outside.alice, made) == ("sent", None, 1)
            await outside.services.mail.close()


async def test_a_revoked_invitation_is_not_sent_any_more(sending: Sending) -> None:
    world = sending.world
    sending.post.at_rcpt = lambda _: "451 4.7.1 later"
    [made] = await invited(world.alice, "ana@example.com")
    await world.work()
    sending.post.at_rcpt = lambda _: None
    await world.alice.post(f"/api/cards/invitations/{made['invite_id']}/revoke")
    await later(world, timedelta(minutes=10))
    assert sending.post.received == []


async def test_a_corrected_address_gets_the_mail_and_the_former_one_none(sending: Sending) -> None:
    world = sending.world
    sending.post.at_rcpt = lambda address: "451 4.7.1 later" if address.startswith("typo") else None
    [made] = await invited(world.alice, "typo@example.com")
    await world.work()
    path = f"/api/cards/invitations/{made['invite_id']}"
    await world.alice.patch(path, {"delivery_id": "right@example.com"})
    sending.post.at_rcpt = lambda _: None
    await later(world, timedelta(minutes=10))
    assert [each.recipient for each in sending.post.received] == ["right@example.com"]
    assert (await state(world.alice, made))[0] == "sent"


async def test_the_record_outlives_a_moment_without_database(
    sending: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database fails after the mail was accepted; the result is recorded later, without a resend."""
    world = sending.world
    transaction, calls = world.services.db.transaction, list[int]()

    def failing(account_ids: Any = ()) -> Any:
        calls.append(1)
        if sending.post.received and len(calls) < 100 and not failed:
            failed.append(1)
            from wellwish.base.errors import Unavailable

            raise Unavailable
        return transaction(account_ids)

    failed: list[int] = []
    [made] = await invited(world.alice, "ana@example.com")
    monkeypatch.setattr(world.services.db, "transaction", failing)
    await world.work()
    monkeypatch.undo()
    assert failed
    assert await state(world.alice, made) == ("sent", None, 1)
    assert len(sending.post.received) == 1


async def test_stays_below_the_time_of_a_job(sending: Sending) -> None:
    from wellwish.infra.jobs import LIMIT_S
    from wellwish.infra.mail import TOTAL_S

    recording_s = mail._RECORD_TRIES * mail._RECORD_PAUSE_S
    assert TOTAL_S + recording_s <= LIMIT_S


async def test_the_account_may_send_so_many_a_day(
    clone: tuple[str, str], settings: Settings, world: World
) -> None:
    async with serving(Post()) as post:
        little = replace(settings_of(settings, post), messages_per_day=3, messages_per_day_unproven=1)
        async with World.over(little, *clone) as outside:
            await outside.empty()
            await outside.settle()
            shown = (await outside.alice.get("/api/limits")).json()["messages"]
            assert shown == {"quota": 3, "window_seconds": 86400}
            made = await invited(outside.alice, *(f"p{index}@example.com" for index in range(5)))
            await outside.work()
            states = [await state(outside.alice, each) for each in made]
            assert sorted(states) == [("queued", "account_budget", 0)] * 2 + [("sent", None, 1)] * 3
            await later(outside, timedelta(days=1))
            assert {await state(outside.alice, each) for each in made} == {("sent", None, 1)}
            await outside.owner.execute("update users set email_verified_at = null")
            outside.alice.token = None
            assert (await outside.alice.get("/api/limits")).json()["messages"]["quota"] == 1


@pytest.mark.parametrize("broken", ["fresh message id", "no retry"])
async def test_detects_a_new_message_id_and_a_missing_retry(
    sending: Sending, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    """The controls: the checks detect a new Message-ID per attempt and a missing retry."""
    world, post = sending.world, sending.post
    if broken == "fresh message id":
        from wellwish.base import ids
        from wellwish.delivery import letter

        compose = letter.compose

        def fresh(row: Any, *rest: Any) -> Any:
            from msgspec import structs

            return compose(structs.replace(row, reference=ids.new("msg")), *rest)

        monkeypatch.setattr(letter, "compose", fresh)
    else:

        async def none(*_: Any) -> None:
            return None

        monkeypatch.setattr(mail, "put_off", none)
    post.drop = lambda _: len(post.received) == 1
    await invited(world.alice, "ana@example.com")
    await world.work()
    await later(world, timedelta(minutes=5))
    seen = len(post.received), len({each.message_id for each in post.received})
    assert seen != (2, 1)
