"""An invitation is answered by signing by name, and is put back when the note becomes anonymous."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.later import another_time, set_to
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.base import clock
from wellwish.infra import jobs
from wellwish.infra.db.migrate import migrations

pytestmark = pytest.mark.anyio

# Values that differ between any two invitations.
_OWN = ("id", "invite_id", "delivery_id", "link")
_HIDDEN = "next_reminder_at, reminders_sent, seen_at, asked, unanswered_status, unanswered_updated_at"
Step = Callable[[World, dict[str, Any]], Awaitable[None]]


async def opens(world: World, invitation: dict[str, Any]) -> None:
    visitor, path = Visitor(world), path_of(invitation["link"])
    await visitor.open(path)
    await visitor.press(f"{path}/seen")


async def declines(world: World, invitation: dict[str, Any]) -> None:
    visitor, path = Visitor(world), path_of(invitation["link"])
    await visitor.open(path)
    await visitor.press(f"{path}/decline")


async def fails(world: World, invitation: dict[str, Any]) -> None:
    await world.owner.execute(
        "update invitations set status = 'bounced', status_reason = 'no_such_mailbox' where id = $1",
        invitation["id"],
    )


async def is_delivered(world: World, invitation: dict[str, Any]) -> None:
    await world.owner.execute(
        """
        update invitations set
          version = version + 1, updated_at = $2, delivered_at = $2, status_reason = null,
          status = case when status in ('queued', 'sent') then 'delivered' else status end
        where id = $1
        """,
        invitation["id"],
        clock.now(),
    )


# The steps before the author signs by name, and those before the note becomes anonymous. Numbers are days.
COURSES: dict[str, tuple[list[Step | int], list[Step | int]]] = {
    "sent": ([], [opens]),
    "opened on this day": ([opens], []),
    "opened on this day, edited on the next": ([opens], [1]),
    "opened on the day before": ([opens, 1], []),
    "opened on the day before, edited later": ([opens, 1], [2]),
    "delivered in between": ([opens], [is_delivered]),
    "delivered in between, edited on the next day": ([opens], [is_delivered, 1]),
    "delivered before": ([is_delivered, opens], []),
    "declined": ([opens, declines], []),
    "declined on the day before": ([opens, declines, 1], [1]),
    "bounced": ([fails, opens], []),
    "bounced, and opened by its link": ([opens, 1, fails], [1]),
}


async def pair(world: World, **fields: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Returns the invitations of the author and of somebody who does the same but does not sign."""
    world.alice.token = None  # the clock may have moved
    card = await make.card(world.alice, auto_reminders=False)
    await make.invitations(world.alice, card["id"], "author@example.com", "decoy@example.com", **fields)
    await world.work()
    listed = (await world.alice.get(f"/api/cards/{card['id']}/invitations")).json()["data"]
    author, decoy = sorted(listed, key=lambda each: each["delivery_id"])
    return author, decoy


async def seen(world: World, invitation: dict[str, Any]) -> dict[str, Any]:
    """Returns the record without its own IDs, address and link, and the columns that it does not show."""
    world.alice.token = None
    record = (await world.alice.get(f"/api/cards/invitations/{invitation['id']}")).json()
    row = await world.owner.fetchrow(f"select {_HIDDEN} from invitations where id = $1", invitation["id"])
    assert row is not None
    return {**{name: value for name, value in record.items() if name not in _OWN}, **dict(row)}


async def walk(world: World, steps: list[Step | int], *invitations: dict[str, Any]) -> None:
    for step in steps:
        if isinstance(step, int):
            clock.move(timedelta(days=step))
            await world.work()
        else:
            instant, now = clock.now(), clock.now
            clock.now = lambda at=instant: at
            try:
                for each in invitations:
                    await step(world, each)
            finally:
                clock.now = now


@pytest.mark.parametrize("sends", [True, False], ids=["sent by us", "link only"])
@pytest.mark.parametrize("course", COURSES)
async def test_a_note_that_becomes_anonymous_puts_its_invitation_back(
    world: World, course: str, sends: bool
) -> None:
    """The control is the named note, which changes the invitation."""
    before, between = COURSES[course]
    with another_time():
        set_to("2027-03-01T12:00:00")
        author, decoy = await pair(world, send=sends)
        await walk(world, before, author, decoy)
        visitor, path = Visitor(world), path_of(author["link"])
        if declines in before:
            path += "?after=1"
        assert (await visitor.sign(path, anonymous=None)).status_code == 303
        assert (await seen(world, author))["status"] == "contributed"
        await walk(world, between, author, decoy)
        assert (await visitor.sign(path, anonymous="yes")).status_code == 303
        await world.work()
        assert await seen(world, author) == await seen(world, decoy)
        await walk(world, [1], author, decoy)
        assert await seen(world, author) == await seen(world, decoy)
        assert (await visitor.sign(path, anonymous=None)).status_code == 303
        assert (await seen(world, author))["status"] == "contributed"


async def test_an_invitation_stays_answered_while_another_note_through_it_has_a_name(world: World) -> None:
    """The control is the second note: when it becomes anonymous as well, the invitation is put back."""
    author, decoy = await pair(world)
    path = path_of(author["link"])
    one, two = Visitor(world), Visitor(world)
    await one.sign(path, name="Ximena", anonymous="yes")
    await two.sign(path, name="Yara", anonymous=None)
    await one.sign(path, name="Ximena", anonymous=None)
    await one.sign(path, name="Ximena", anonymous="yes")
    assert (await seen(world, author))["status"] == "contributed"
    await two.sign(path, name="Yara", anonymous="yes")
    await opens(world, decoy)
    assert await seen(world, author) == await seen(world, decoy)


async def test_an_invitation_that_an_earlier_release_answered_is_put_back(world: World) -> None:
    """Such a row has no stored former status, so the status is derived from its times."""
    author, decoy = await pair(world)
    visitor, path = Visitor(world), path_of(author["link"])
    await visitor.sign(path, anonymous=None)
    await world.owner.execute("update invitations set unanswered_status = null, unanswered_updated_at = null")
    await visitor.sign(path, anonymous="yes")
    await opens(world, decoy)
    assert await seen(world, author) == await seen(world, decoy)


async def test_reminders_begin_again_once_a_note_is_anonymous(world: World) -> None:
    with another_time():
        set_to("2027-03-01T12:00:00")
        author, decoy = await pair(world, reminder="daily")
        visitor = Visitor(world)
        await visitor.sign(path_of(author["link"]), anonymous=None)
        await visitor.sign(path_of(author["link"]), anonymous="yes")
        await opens(world, decoy)
        for day in (2, 3):
            set_to(f"2027-03-0{day}T09:00:30")
            await world.work()
            assert await seen(world, author) == await seen(world, decoy)
        assert (await seen(world, author))["sent_count"] == 3


# Rows as the former release left them: the day of the opening, the time of the answer, the newest event, and
# what the invitation becomes. The last two are answered by name.
_AT, _DAY = "2027-03-01T10:20:30Z", "2027-03-02T00:00:00Z"
REVEALED = {
    "opened earlier": ("2027-03-01T00:00:00Z", _DAY, None, ("opened", None, True)),
    "opened on the day": (_DAY, _DAY, None, ("sent", None, False)),
    "declined": ("2027-03-01T00:00:00Z", _DAY, "invitation.declined", ("declined", None, True)),
    "bounced": (_DAY, _DAY, "invitation.bounced", ("bounced", "no_such_mailbox", False)),
    "sent again": (_DAY, _DAY, "invitation.sent", ("sent", None, False)),
    "with a name": (_DAY, _DAY, "named", ("contributed", None, True)),
    "at a time": (_DAY, "2027-03-02T10:00:00Z", None, ("contributed", None, True)),
}


@pytest.mark.parametrize("case", REVEALED)
async def test_the_migration_puts_back_what_a_closing_revealed(world: World, case: str) -> None:
    opened_at, contributed_at, event, expected = REVEALED[case]
    author, _ = await pair(world)
    await Visitor(world).sign(path_of(author["link"]), anonymous=None if event == "named" else "yes")
    before = await world.owner.fetchval("select version from invitations where id = $1", author["id"])
    await world.owner.execute(
        """
        update invitations set status = 'contributed', opened_at = $2::text::timestamptz,
          contributed_at = $3::text::timestamptz, version = version + 1
        where id = $1
        """,
        author["id"],
        opened_at,
        contributed_at,
    )
    if event and event != "named":
        await world.owner.execute(
            """
            insert into events (account_id, id, type, card_id, data, created_at)
            select account_id, 'evt_' || repeat('7', 26), $2, card_id,
              jsonb_build_object('invite_id', id, 'reason', $3::text), $4::text::timestamptz
            from invitations where id = $1
            """,
            author["id"],
            event,
            "no_such_mailbox" if event == "invitation.bounced" else None,
            _AT,
        )
    [step] = [each for each in migrations() if each.name == "0181_put_invitations_back.sql"]
    for _ in range(2):  # running it again changes nothing
        await world.owner.execute(step.sql)
        row = await world.owner.fetchrow("select * from invitations where id = $1", author["id"])
        assert row is not None
        assert (row["status"], row["status_reason"], row["opened_at"] is not None) == expected
        is_back = expected[0] != "contributed"
        assert (row["contributed_at"] is None, row["version"]) == (is_back, before + (not is_back))


async def test_a_queued_job_of_the_former_release_ends_without_effect(world: World) -> None:
    author, _ = await pair(world)
    await Visitor(world).sign(path_of(author["link"]), anonymous="yes")
    assert (await world.alice.post(f"/api/cards/{author['card_id']}/close")).status_code == 200
    before = await seen(world, author)
    args = {"account_id": world.alice.account_id, "card_id": author["card_id"]}
    async with world.services.db.transaction() as tx:
        await jobs.enqueue(tx, "invitations.reveal_signed", [args])
    late = "select run_at > created_at + interval '6 days' and not ready from jobs where kind like '%reveal%'"
    assert await world.owner.fetchval(late), "workers of that release, which still run, do not claim it"
    await world.owner.execute("update jobs set ready = true, run_at = created_at where kind like '%reveal%'")
    await world.work()
    assert await seen(world, author) == before
    assert not await world.owner.fetchval("select exists (select 1 from jobs where kind like '%reveal%')")
