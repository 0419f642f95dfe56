"""Mail to the organisers of a card: when it is written, what each may read, and when it stops."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tests import make
from tests.contributions.signing import signs, wish
from tests.later import another_time, pass_until, set_to
from tests.members.joining import join
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.cards import wake_jobs
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.organisers import mail
from wellwish.delivery import mute, suppression
from wellwish.infra import events

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        set_to("2031-05-01T10:00")
        yield


async def organised(person: Person, **fields: Any) -> dict[str, Any]:
    """Creates a card whose organiser is the person, as the desk does."""
    card = await make.card(person, **fields)
    await person.world.owner.execute(
        "update cards set organiser_id = $1 where id = $2", person.user_id, card["id"]
    )
    return card


async def written(world: World, to: str = "") -> list[str]:
    """Returns time, address and subject of each mail to an organiser."""
    rows = await world.owner.fetch(
        "select created_at, recipient, subject from messages where kind = 'card_news' "
        "and recipient like $1 order by created_at, recipient",
        f"{to}%",
    )
    return [
        f"{row['created_at'].astimezone(UTC):%m-%dT%H:%M} {row['recipient']} {row['subject']}" for row in rows
    ]


async def bodies(world: World) -> list[str]:
    rows = await world.owner.fetch(
        "select body from messages where kind = 'card_news' order by created_at, recipient"
    )
    return [row["body"] for row in rows]


async def pending(world: World) -> list[str]:
    """Returns the times at which the jobs of organisers run."""
    rows = await world.owner.fetch("select run_at from jobs where kind = $1", wake_jobs.MAIL_ORGANISERS)
    return [f"{row['run_at'].astimezone(UTC):%m-%dT%H:%M}" for row in rows]


async def test_a_digest_at_nine_in_the_zone_of_the_card(alice: Person) -> None:
    world = alice.world
    card = await organised(alice, timezone="America/New_York")
    assert await pending(world) == []
    for name in ("Ana", "Ben"):
        await signs(world, card["sign_url"], wish(name))
    assert await pending(world) == ["05-01T13:00"]
    await pass_until(alice, "2031-05-01T12:59")
    assert await written(world) == []
    await pass_until(alice, "2031-05-01T13:00")
    title = card["title"]
    assert await written(world) == [f"05-01T13:00 alice@example.com “{title}”: 2 people have signed."]
    [body] = await bodies(world)
    assert "Ana" not in body
    # Nothing new: no further mail, and no job.
    for day in (2, 3):
        await pass_until(alice, f"2031-05-0{day}T13:00")
    assert len(await written(world)) == 1
    assert await pending(world) == []
    await signs(world, card["sign_url"], wish("Cy"))
    await pass_until(alice, "2031-05-04T13:00")
    assert (await written(world))[1:] == [f"05-04T13:00 alice@example.com Cy signed “{title}”"]


@pytest.mark.parametrize(
    ("day", "mailed"),
    # Clocks go forward on 2031-03-30 and back on 2031-10-26.
    [("03-29", "03-29T08:00"), ("03-30", "03-30T07:00"), ("10-25", "10-25T07:00"), ("10-26", "10-26T08:00")],
)
async def test_nine_oclock_on_the_days_when_clocks_change(alice: Person, day: str, mailed: str) -> None:
    set_to(f"2031-{day}T02:00")
    card = await organised(alice, timezone="Europe/Berlin")
    await signs(alice.world, card["sign_url"])
    assert await pending(alice.world) == [mailed]
    await pass_until(alice, f"2031-{mailed}")
    assert [each[:11] for each in await written(alice.world)] == [mailed]


async def test_a_missed_morning_is_made_up_for_the_next_morning(alice: Person) -> None:
    card = await organised(alice)
    await signs(alice.world, card["sign_url"])
    await pass_until(alice, "2031-05-02T22:00")
    assert await written(alice.world) == []
    await pass_until(alice, "2031-05-03T09:00")
    assert [each[:11] for each in await written(alice.world)] == ["05-03T09:00"]


async def test_single_events_are_mailed_at_once_and_a_flood_in_one(alice: Person) -> None:
    world = alice.world
    card = await organised(alice, organiser_mail="each")
    await signs(world, card["sign_url"])
    await world.work()
    assert [each[:11] for each in await written(world)] == ["05-01T10:00"]
    for _ in range(5):
        await signs(world, card["sign_url"])
        await world.work()
    assert len(await written(world)) == 1
    await pass_until(alice, "2031-05-01T10:06")
    title = card["title"]
    assert [each.partition("example.com ")[2] for each in await written(world)] == [
        f"Carol signed “{title}”", f"“{title}”: 5 people have signed.",
    ]  # fmt: skip


async def test_no_mail_if_it_is_switched_off_and_none_about_that_time(alice: Person) -> None:
    world = alice.world
    card = await organised(alice, organiser_mail="none")
    await signs(world, card["sign_url"])
    assert await pending(world) == []
    await alice.patch(f"/api/cards/{card['id']}", {"organiser_mail": "daily"})
    await world.work()
    await signs(world, card["sign_url"])
    await pass_until(alice, "2031-05-02T09:00")
    signed = f"Carol signed “{card['title']}”"
    assert [each.partition("example.com ")[2] for each in await written(world)] == [signed]
    await signs(world, card["sign_url"])
    await alice.patch(f"/api/cards/{card['id']}", {"organiser_mail": "none"})
    await pass_until(alice, "2031-05-03T09:00")
    assert len(await written(world)) == 1
    assert await pending(world) == []


@pytest.mark.parametrize(
    ("signed", "subject"),
    [
        (({},), "Ana signed “{title}”"),
        (({"anonymous": True},), "“{title}”: 1 person has signed."),
        (({}, {"anonymous": True}), "“{title}”: 2 people have signed."),
        (({}, {}), "“{title}”: 2 people have signed."),
    ],
)
async def test_names_the_only_one_who_signed_by_name(
    alice: Person, signed: tuple[dict[str, Any], ...], subject: str
) -> None:
    card = await organised(alice)
    for fields in signed:
        await signs(alice.world, card["sign_url"], wish("Ana", **fields))
    await pass_until(alice, "2031-05-02T09:00")
    [mail] = await written(alice.world)
    assert mail.partition("example.com ")[2] == subject.format(title=card["title"])
    [body] = await bodies(alice.world)
    assert ("Ana" in body) == subject.startswith("Ana")


async def test_names_nobody_whose_note_waits_for_review(alice: Person) -> None:
    card = await organised(alice, moderation="pre")
    await signs(alice.world, card["sign_url"], wish("Ana"))
    await pass_until(alice, "2031-05-02T09:00")
    [body] = await bodies(alice.world)
    assert "Ana" not in body
    assert "1 person has signed." in body


@pytest.mark.parametrize("step", ["close", "cancel", "archive", "delete"])
async def test_sends_no_mail_about_a_card_that_has_ended(alice: Person, step: str) -> None:
    card = await organised(alice)
    await signs(alice.world, card["sign_url"])
    path = f"/api/cards/{card['id']}"
    if step == "archive":
        assert (await alice.post(f"{path}/close")).status_code == 200
    ended = await (alice.delete(path) if step == "delete" else alice.post(f"{path}/{step}"))
    assert ended.status_code == 200
    await pass_until(alice, "2031-05-02T09:00")
    assert await written(alice.world) == []
    assert await pending(alice.world) == []


async def test_a_mail_on_the_day_before_the_end_also_after_the_end_moves(alice: Person) -> None:
    card = await organised(alice, contribution_end_date="2031-05-05", timezone="Asia/Tokyo")
    assert await pending(alice.world) == ["05-04T00:00"]
    await alice.patch(f"/api/cards/{card['id']}", {"contribution_end_date": "2031-05-07T18:00"})
    await pass_until(alice, "2031-05-04T00:00")
    assert await written(alice.world) == []
    await pass_until(alice, "2031-05-06T00:00")
    [only] = await written(alice.world)
    assert only[:11] == "05-06T00:00"
    assert "The card closes tomorrow, Wed 7 May, at 18:00 (Asia/Tokyo)." in only
    await pass_until(alice, "2031-05-07T00:00")
    assert len(await written(alice.world)) == 1


async def test_everyone_has_signed_unless_an_anonymous_note_would_show(alice: Person) -> None:
    world = alice.world
    card = await organised(alice, organiser_mail="each")
    ana, ben = await make.invitations(alice, card["id"], "ana@example.com", "ben@example.com")
    await signs(world, ana["link"], wish("Ana"))
    await signs(world, ben["link"], wish("Ben", anonymous=True))
    await world.work()
    assert all("Everyone" not in body for body in await bodies(world))
    # The control: the same with two names.
    card = await organised(alice, organiser_mail="each")
    for each in await make.invitations(alice, card["id"], "ana@example.com", "ben@example.com"):
        await signs(world, each["link"], wish())
    await world.work()
    assert "Everyone who was invited has signed." in (await bodies(world))[-1]


EVERYONE = "Everyone who was invited has signed"


@pytest.mark.parametrize("end", ["decline", "revoke"])
async def test_everyone_has_signed_once_the_last_invitee_is_out(alice: Person, end: str) -> None:
    world = alice.world
    card = await organised(alice, organiser_mail="each")
    ana, ben, cy = await make.invitations(
        alice, card["id"], "ana@example.com", "ben@example.com", "cy@example.com"
    )
    await signs(world, ana["link"], wish("Ana"))
    await pass_until(alice, "2031-05-01T10:10")
    await _end(alice, ben, end)
    await pass_until(alice, "2031-05-01T10:20")
    assert all(EVERYONE not in body for body in await bodies(world))  # the control: Cy has not signed
    await _end(alice, cy, end)
    await pass_until(alice, "2031-05-01T10:30")
    assert [EVERYONE in body for body in await bodies(world)] == [False, True]
    assert (f"{EVERYONE} or declined." in (await bodies(world))[-1]) == (end == "decline")
    # A later invitee who also drops out does not repeat the news; one who signs does.
    dan, eve = await make.invitations(alice, card["id"], "dan@example.com", "eve@example.com")
    await _end(alice, dan, end)
    await _end(alice, eve, end)
    await pass_until(alice, "2031-05-01T10:40")
    assert len(await bodies(world)) == 2
    [fay] = await make.invitations(alice, card["id"], "fay@example.com")
    await signs(world, fay["link"], wish("Fay"))
    await pass_until(alice, "2031-05-01T10:50")
    assert [EVERYONE in body for body in await bodies(world)] == [False, True, True]


async def test_nobody_has_signed_if_all_decline(alice: Person) -> None:
    card = await organised(alice, organiser_mail="each")
    for each in await make.invitations(alice, card["id"], "ana@example.com", "ben@example.com"):
        await _end(alice, each, "decline")
    await pass_until(alice, "2031-05-01T10:10")
    assert await bodies(alice.world) == []


async def _end(person: Person, invitation: dict[str, Any], how: str) -> None:
    if how == "revoke":
        ended = await person.post(f"/api/cards/invitations/{invitation['id']}/revoke")
        assert ended.status_code == 200, ended.text
        return
    visitor = Visitor(person.world)
    await visitor.open(path_of(invitation["link"]))
    assert (await visitor.press(f"{path_of(invitation['link'])}/decline")).status_code == 303


PRIVILEGES = ("can_update", "invite_contributors")


@pytest.mark.parametrize("given", [(), ("can_update",), ("invite_contributors",), PRIVILEGES])
async def test_an_admin_reads_what_the_privileges_allow(
    alice: Person, bob: Person, given: tuple[str, ...]
) -> None:
    world = alice.world
    card = await organised(alice, moderation="pre")
    await make.admin(alice, card["id"], bob, **{name: name in given for name in PRIVILEGES})
    await signs(world, card["sign_url"])
    await make.invitations(alice, card["id"], "ana@example.com")
    await bounce(alice, card)
    await pass_until(alice, "2031-05-02T09:00")
    assert await written(world, "bob") == []  # has not opened the card yet
    assert (await bob.get(f"/api/cards/{card['id']}")).status_code == 200
    await signs(world, card["sign_url"])
    await bounce(alice, card)
    await pass_until(alice, "2031-05-03T09:00")
    [body] = [row["body"] for row in await world.owner.fetch(
        "select body from messages where kind = 'card_news' and recipient like 'bob%'")]  # fmt: skip
    assert "1 person has signed." in body
    assert ("2 notes are waiting for review." in body) == ("can_update" in given)
    assert ("1 invitation was not delivered." in body) == ("invite_contributors" in given)
    await alice.delete(f"/api/card-admins/{(await admins(alice, card))[0]['id']}")
    await signs(world, card["sign_url"])
    await pass_until(alice, "2031-05-04T09:00")
    assert len(await written(world, "bob")) == 1
    assert len(await written(world, "alice")) == 3


async def admins(person: Person, card: dict[str, Any]) -> list[dict[str, Any]]:
    return (await person.get(f"/api/card-admins/card/{card['id']}")).json()["data"]


async def bounce(person: Person, card: dict[str, Any]) -> None:
    """Records that an invitation bounced, as the outcome of its message does."""
    access = CardAccess(person.account_id, card["id"], EVERYTHING)
    async with person.world.services.db.transaction([person.account_id]) as tx:
        await events.record(tx, person.account_id, "invitation.bounced", card_id=card["id"], data={})
        await wake_jobs.tell_organisers_of(tx, access)


async def test_the_owners_get_the_mail_of_a_member_who_has_left(alice: Person) -> None:
    world = alice.world
    card = await organised(alice)
    for name, role in (("oli", "owner"), ("may", "member")):
        await join(await world.person(name, 1), alice, role)
    await signs(world, card["sign_url"])
    await pass_until(alice, "2031-05-02T09:00")
    assert [each.split()[1] for each in await written(world)] == ["alice@example.com"]
    await signs(world, card["sign_url"])
    await world.owner.execute("delete from memberships where user_id = $1", alice.user_id)
    set_to("2031-05-03T09:00")
    await world.work()
    assert [each.split()[1] for each in await written(world)] == ["alice@example.com", "oli@example.com"]


async def _mailed_of(person: Person, bob: Person, how: str) -> list[str]:
    """Returns the recipients of the digest about a card that the person's program creates."""
    card = await make.card(person, **({"organiser_mail": "daily"} if how == "created" else {}))
    if how == "changed":
        assert (await person.patch(f"/api/cards/{card['id']}", {"organiser_mail": "daily"})).is_success
    if how == "copied":
        asked = await make.card(person, organiser_mail="daily")
        card = (await person.post(f"/api/cards/{asked['id']}/duplicate")).json()
    await make.admin(person, card["id"], bob)
    await bob.get(f"/api/cards/{card['id']}")
    await signs(person.world, card["sign_url"])
    await pass_until(person, "2031-05-02T09:00")
    return [each.split()[1] for each in await written(person.world)]


@pytest.mark.parametrize("how", ["created", "changed", "copied"])
async def test_a_program_asks_for_the_mail_to_the_owners(alice: Person, bob: Person, how: str) -> None:
    assert await _mailed_of(alice, bob, how) == ["alice@example.com", "bob@example.com"]


async def test_a_card_of_a_program_that_did_not_ask_has_only_its_admins(alice: Person, bob: Person) -> None:
    assert await _mailed_of(alice, bob, "") == ["bob@example.com"]


async def test_two_workers_and_a_repeated_job_write_it_once(alice: Person) -> None:
    world = alice.world
    card = await organised(alice)
    await signs(world, card["sign_url"])
    set_to("2031-05-02T09:00")
    args = {"account_id": alice.account_id, "card_id": card["id"]}
    await asyncio.gather(*(mail.run(world.services, args) for _ in range(4)))
    await mail.run(world.services, args)
    assert len(await written(world)) == 1
    # The control: without the position, the same run on another day writes the mail again.
    await world.owner.execute("delete from organiser_news")
    set_to("2031-05-03T09:00")
    await signs(world, card["sign_url"])
    await mail.run(world.services, args)
    assert len(await written(world)) == 2


async def test_a_run_that_fails_leaves_the_news_for_the_next(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = alice.world
    card = await organised(alice)
    await signs(world, card["sign_url"])
    set_to("2031-05-02T09:00")
    args = {"account_id": alice.account_id, "card_id": card["id"]}

    async def dies(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr("wellwish.cards.organisers.news.mailed", dies)
        with pytest.raises(RuntimeError):
            await mail.run(world.services, args)
    assert await written(world) == []
    await mail.run(world.services, args)
    assert len(await written(world)) == 1


async def test_an_event_of_an_older_open_transaction_is_in_a_later_mail(alice: Person) -> None:
    """While an older transaction is open, newer events may be out of order: they wait, and none is lost."""
    world = alice.world
    card, other = await organised(alice, organiser_mail="each"), await make.card(alice)
    args = {"account_id": alice.account_id, "card_id": card["id"]}
    async with world.services.db.transaction([alice.account_id]) as older:
        await older.run(
            "update cards set words = words where account_id = :account_id and id = :id",
            account_id=alice.account_id,
            id=other["id"],
        )
        await signs(world, card["sign_url"])
        again = await mail.run(world.services, args)
        assert again is not None
        assert await written(world) == []
    await mail.run(world.services, args)
    await mail.run(world.services, args)
    signed = f"Carol signed “{card['title']}”"
    assert [each.partition("example.com ")[2] for each in await written(world)] == [signed]


async def test_the_reader_ends_the_mail_about_the_card_by_one_click(alice: Person) -> None:
    world = alice.world
    card, other = await organised(alice), await organised(alice)
    for each in (card, other):
        await signs(world, each["sign_url"])
    await pass_until(alice, "2031-05-02T09:00")
    [link] = await world.owner.fetch(
        "select hash from links where kind = 'mute' and card_id = $1", card["id"]
    )
    assert link is not None
    key = suppression.key("email", "alice@example.com")
    url = mute.url(world.services.keys, "", alice.account_id, card["id"], key)
    assert (await world.client.post(url)).status_code == 200
    for each in (card, other):
        await signs(world, each["sign_url"])
    await pass_until(alice, "2031-05-03T09:00")
    latest = await world.owner.fetch(
        "select card_id from messages where kind = 'card_news' and created_at > $1",
        datetime(2031, 5, 3, tzinfo=UTC),
    )
    assert [row["card_id"] for row in latest] == [other["id"]]
