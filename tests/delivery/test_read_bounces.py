"""Bounce mails change the invitation as a provider's callback does; each mail is handled once."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests import make
from tests.delivery.conftest import settings_of
from tests.fakes import dsn
from tests.fakes.certificates import Authority
from tests.fakes.imap import PASSWORD, USER, Imap
from tests.fakes.imap import serving as serving_imap
from tests.fakes.smtp import Post, serving
from tests.later import another_time
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.settings import Settings
from wellwish.base.settings.bounces import BounceSettings, ImapServer
from wellwish.delivery import bounce, purge, read_bounces
from wellwish.infra.mail import read_report
from wellwish.invitations import outcome

pytestmark = pytest.mark.anyio
ADDRESS = "bounce@bounces.example.org"


@dataclass
class Bouncing:
    world: World
    post: Post
    imap: Imap

    @property
    def sender(self) -> str:
        """The envelope sender of the latest mail."""
        return self.post.received[-1].sender

    async def read(self) -> Any:
        """Runs the job once; returns the time of its next run."""
        return await read_bounces.reading(outcome)(self.world.services, {})

    async def take(self, raw: bytes) -> bool:
        """Handles a mail as the pipe does."""
        report = read_report(raw)
        return report is not None and await bounce.apply(self.world.services, outcome, report)


@pytest.fixture
async def bouncing(clone: tuple[str, str], settings: Settings, world: World) -> AsyncIterator[Bouncing]:
    async with serving(Post()) as post, serving_imap(Imap()) as imap:
        server = ImapServer("127.0.0.1", imap.port, "none", USER, PASSWORD, "Bounces")
        given = replace(settings_of(settings, post), bounces=BounceSettings(ADDRESS, server))
        async with World.over(given, *clone) as outside:
            await outside.empty()
            await outside.settle()
            yield Bouncing(outside, post, imap)


async def invited(bouncing: Bouncing, person: Person, email: str = "ana@example.com") -> dict[str, Any]:
    """Invites an address, whose mail the server accepts."""
    card = await make.card(person)
    [made] = await make.invitations(person, card["card_id"], email)
    await bouncing.world.work()
    assert bouncing.post.received[-1].recipient.lower() == email.lower()
    return made


async def state(person: Person, made: dict[str, Any]) -> tuple[str, str | None]:
    shown = (await person.get(f"/api/cards/invitations/{made['invite_id']}")).json()
    return shown["status"], shown["status_reason"]


async def events(person: Person, kind: str) -> int:
    return len((await person.get("/api/events", params={"type": kind})).json()["data"])


async def test_every_mail_has_its_own_envelope_sender(bouncing: Bouncing) -> None:
    for email in ("ana@example.com", "ben@example.com"):
        await invited(bouncing, bouncing.world.alice, email)
    senders = [each.sender for each in bouncing.post.received]
    assert len(set(senders)) == 2
    assert all(re.fullmatch(r"bounce\+[a-z2-7]{26}@bounces\.example\.org", each) for each in senders)
    assert all("cards@cards.example" in str(each.message["From"]) for each in bouncing.post.received)
    rows = await bouncing.world.owner.fetch("select b::text as row from bounce_addresses b")
    assert len(rows) == 2
    tokens = [each.partition("+")[2].partition("@")[0] for each in senders]
    assert not [row for row in rows for token in tokens if token in row["row"]]


async def test_is_off_by_default(clone: tuple[str, str], settings: Settings, world: World) -> None:
    async with serving(Post()) as post, World.over(settings_of(settings, post), *clone) as outside:
        await outside.empty()
        await outside.settle()
        await make.invitations(outside.alice, (await make.card(outside.alice))["card_id"], "ana@example.com")
        await outside.work()
        assert post.received[0].sender == "cards@cards.example"
        assert await outside.owner.fetchval("select count(*) from bounce_addresses") == 0
        assert await read_bounces.reading(outcome)(outside.services, {}) is None


@pytest.mark.parametrize("shape", [dsn.postfix, dsn.exchange, dsn.gmail])
async def test_a_bounce_in_the_mailbox_bounces_the_invitation(
    bouncing: Bouncing, shape: Callable[[str, str], bytes]
) -> None:
    world = bouncing.world
    made = await invited(bouncing, world.alice)
    bouncing.imap.add(shape(bouncing.sender, "ana@example.com"))
    await bouncing.read()
    assert await state(world.alice, made) == ("bounced", "no_such_mailbox")
    assert await events(world.alice, "invitation.bounced") == 1
    assert bouncing.imap.mails == []
    card = await make.card(world.bob)
    [other] = await make.invitations(world.bob, card["card_id"], "ana@example.com")
    assert (other["status"], other["status_reason"]) == ("suppressed", None)


@pytest.mark.parametrize("is_trusted", [True, False])
async def test_the_job_reads_a_mailbox_over_tls(
    bouncing: Bouncing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_trusted: bool
) -> None:
    world = bouncing.world
    made = await invited(bouncing, world.alice)
    context = Authority(tmp_path).server("localhost")
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    async with serving_imap(Imap(), context) as imap:
        imap.add(dsn.postfix(bouncing.sender, "ana@example.com"))
        server = ImapServer("localhost", imap.port, "implicit", USER, PASSWORD, "Bounces")
        given = replace(world.services.settings, bounces=BounceSettings(ADDRESS, server))
        again = await read_bounces.reading(outcome)(replace(world.services, settings=given), {})
    assert again is not None
    assert (await state(world.alice, made))[0] == ("bounced" if is_trusted else "sent")
    assert len(imap.mails) == (0 if is_trusted else 1)


async def test_spellings_of_the_address_and_the_token_do_not_matter(bouncing: Bouncing) -> None:
    made = await invited(bouncing, bouncing.world.alice, "Ana@Example.com")
    assert await bouncing.take(dsn.postfix(bouncing.sender.upper(), "ana@EXAMPLE.COM"))
    assert (await state(bouncing.world.alice, made))[0] == "bounced"


async def test_a_policy_fails_one_mail_and_suppresses_no_address(bouncing: Bouncing) -> None:
    world = bouncing.world
    made = await invited(bouncing, world.alice)
    assert await bouncing.take(dsn.postfix(bouncing.sender, "ana@example.com", "5.7.1", "554 5.7.1 blocked"))
    assert await state(world.alice, made) == ("failed", "rejected")
    assert await world.owner.fetchval("select count(*) from suppressions") == 0


@pytest.mark.parametrize(
    ("status", "action"),
    [("4.4.1", "delayed"), ("4.4.7", "failed"), ("5.1.1", "delayed"), ("2.1.5", "relayed")],
)
async def test_delays_change_nothing_and_a_later_failure_counts(
    bouncing: Bouncing, status: str, action: str
) -> None:
    made = await invited(bouncing, bouncing.world.alice)
    delayed = dsn.postfix(bouncing.sender, "ana@example.com", status, action=action)
    assert not await bouncing.take(delayed)
    assert (await state(bouncing.world.alice, made))[0] == "sent"
    assert await bouncing.take(dsn.postfix(bouncing.sender, "ana@example.com"))  # the control
    assert (await state(bouncing.world.alice, made))[0] == "bounced"


async def test_forged_bounces_change_nothing(bouncing: Bouncing) -> None:
    """Another recipient's token, another recipient, no token, and tokens that were never sent."""
    world = bouncing.world
    made = await invited(bouncing, world.alice)
    ana = bouncing.sender
    await invited(bouncing, world.mallory, "mallory@example.com")
    own = bouncing.sender
    for to, recipient in (
        (own, "ana@example.com"),
        (ana, "ben@example.com"),
        (ADDRESS, "ana@example.com"),
        (ana.replace("+", ""), "ana@example.com"),
        (ana.replace("bounces.example.org", "example.net"), "ana@example.com"),
        ("bounce+" + "a" * 26 + "@bounces.example.org", "ana@example.com"),
        (ana[:-25] + ("y" if ana[-25] == "x" else "x") + ana[-24:], "ana@example.com"),
    ):
        assert not await bouncing.take(dsn.postfix(to, recipient)), (to, recipient)
    assert await state(world.alice, made) == ("sent", None)
    assert await world.owner.fetchval("select count(*) from suppressions") == 0
    assert await bouncing.take(dsn.postfix(ana, "ana@example.com"))  # the control


async def test_a_mail_is_handled_once_though_it_was_not_deleted(bouncing: Bouncing) -> None:
    """The process dies after handling the mail, before deleting it; then the owner lifts the suppression."""
    world, imap = bouncing.world, bouncing.imap
    await invited(bouncing, world.alice)
    imap.add(dsn.postfix(bouncing.sender, "ana@example.com"))
    imap.die_at = "UID STORE"
    await bouncing.read()
    assert len(imap.mails) == 1
    [row] = (await world.alice.get("/api/suppressions")).json()["data"]
    assert (await world.alice.delete(f"/api/suppressions/{row['id']}")).status_code == 204
    imap.die_at = ""
    await bouncing.read()
    assert imap.mails == []
    assert await events(world.alice, "invitation.bounced") == 1
    assert (await world.alice.get("/api/suppressions")).json()["data"] == []


async def test_two_readers_at_once_handle_a_mail_once(bouncing: Bouncing) -> None:
    await invited(bouncing, bouncing.world.alice)
    raw = dsn.postfix(bouncing.sender, "ana@example.com")
    taken = await asyncio.gather(*(bouncing.take(raw) for _ in range(4)))
    assert sorted(taken) == [False, False, False, True]
    assert await events(bouncing.world.alice, "invitation.bounced") == 1


async def test_other_mails_stay_for_the_operator(bouncing: Bouncing) -> None:
    made = await invited(bouncing, bouncing.world.alice)
    kept = bouncing.imap.add(dsn.automatic_reply(bouncing.sender))
    others = bouncing.imap.add(dsn.postfix("info@example.org", "ana@example.com"))
    bouncing.imap.add(dsn.postfix(bouncing.sender, "ana@example.com", action="delayed"))
    await bouncing.read()
    assert bouncing.imap.mails == [kept, others]
    assert kept.flags == others.flags == {"\\Seen"}
    assert (await state(bouncing.world.alice, made))[0] == "sent"
    before = len(bouncing.imap.commands)
    await bouncing.read()
    assert not [each for each in bouncing.imap.commands[before:] if "FETCH" in each]


async def test_expunges_only_with_uidplus(bouncing: Bouncing) -> None:
    """Without it, expunging would also delete mails that the operator has flagged."""
    await invited(bouncing, bouncing.world.alice)
    bouncing.imap.has_uidplus = False
    mail = bouncing.imap.add(dsn.postfix(bouncing.sender, "ana@example.com"))
    await bouncing.read()
    assert mail.flags == {"\\Seen", "\\Deleted"}
    assert not [each for each in bouncing.imap.commands if "EXPUNGE" in each]


@pytest.mark.parametrize("step", ["LOGIN", "SELECT", "UID SEARCH", "UID FETCH"])
async def test_an_unavailable_mailbox_is_tried_again(bouncing: Bouncing, step: str) -> None:
    made = await invited(bouncing, bouncing.world.alice)
    bouncing.imap.add(dsn.postfix(bouncing.sender, "ana@example.com"))
    bouncing.imap.die_at = step
    due = await bouncing.read()
    assert clock.now() < due <= clock.now() + read_bounces.EVERY
    assert (await state(bouncing.world.alice, made))[0] == "sent"
    bouncing.imap.die_at = ""
    await bouncing.read()
    assert (await state(bouncing.world.alice, made))[0] == "bounced"


async def test_fetches_only_the_beginning_of_a_large_mail(bouncing: Bouncing) -> None:
    made = await invited(bouncing, bouncing.world.alice)
    bouncing.imap.add(dsn.postfix(bouncing.sender, "ana@example.com") + b"x" * 5_000_000)
    await bouncing.read()
    assert (await state(bouncing.world.alice, made))[0] == "bounced"


async def test_purges_old_envelope_senders(bouncing: Bouncing) -> None:
    world = bouncing.world
    await invited(bouncing, world.alice)
    with another_time():
        clock.move(timedelta(days=29))
        await purge.run(world.services, {})
        assert await world.owner.fetchval("select count(*) from bounce_addresses") == 1
        clock.move(timedelta(days=2))
        await purge.run(world.services, {})
    assert await world.owner.fetchval("select count(*) from bounce_addresses") == 0


async def test_finds_unread_mails_behind_many_read_ones(
    bouncing: Bouncing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wellwish.infra.mail.mailbox._AT_ONCE", 3)
    made = await invited(bouncing, bouncing.world.alice)
    for _ in range(7):
        bouncing.imap.add(dsn.automatic_reply(ADDRESS)).flags.add("\\Seen")
    bouncing.imap.add(dsn.postfix(bouncing.sender, "ana@example.com"))
    await bouncing.read()
    assert (await state(bouncing.world.alice, made))[0] == "bounced"


async def asked(bouncing: Bouncing, form: str, visitor: Visitor | None = None) -> int:
    """Requests a mail to alice that is not stored; returns the number of accepted mails."""
    visitor = visitor or Visitor(bouncing.world)
    await visitor.open(form)
    answer = await visitor.press(form, email="alice@example.com")
    assert answer.status_code == 303
    await bouncing.world.work()
    return len(bouncing.post.received)


@pytest.mark.parametrize("form", ["/sign-in", "/privacy"])
async def test_a_bounce_stops_mails_that_are_not_stored(bouncing: Bouncing, form: str) -> None:
    world = bouncing.world
    known = Visitor(world)
    assert await asked(bouncing, "/sign-in", known) == 1
    link = re.search(r"http\S+/sign-in/\S+", bouncing.post.received[0].plain)
    assert link is not None
    await known.open(path_of(link[0]))
    await known.press(path_of(link[0]))
    assert await asked(bouncing, form) == 2
    sender = bouncing.post.received[1].sender
    assert re.fullmatch(r"bounce\+[a-z2-7]{26}@bounces\.example\.org", sender)
    assert not await bouncing.take(dsn.postfix(sender, "eve@example.com"))
    assert not await bouncing.take(dsn.postfix(sender, "alice@example.com", "4.2.2", action="delayed"))
    assert await asked(bouncing, form) == 3  # the control
    assert await bouncing.take(dsn.postfix(sender, "ALICE@example.com"))
    assert await asked(bouncing, "/sign-in") == await asked(bouncing, "/privacy") == 3
    assert await asked(bouncing, "/sign-in", known) == 4  # a browser that has signed in by a mail
    [made] = await make.invitations(world.bob, (await make.card(world.bob))["card_id"], "alice@example.com")
    assert made["status"] == "suppressed"
    await world.owner.execute("delete from suppressions")
    assert not await bouncing.take(dsn.postfix(sender, "alice@example.com"))  # read again
    assert await asked(bouncing, form) == 5


async def test_a_policy_does_not_stop_mails_that_are_not_stored(bouncing: Bouncing) -> None:
    assert await asked(bouncing, "/sign-in") == 1
    sender = bouncing.post.received[0].sender
    assert await bouncing.take(dsn.postfix(sender, "alice@example.com", "5.7.1", "554 5.7.1 blocked"))
    assert await asked(bouncing, "/sign-in") == 2


async def test_a_refused_recipient_stops_mails_that_are_not_stored(bouncing: Bouncing) -> None:
    bouncing.post.at_rcpt = lambda _: "550 5.1.1 no such user"
    assert await asked(bouncing, "/sign-in") == 0
    bouncing.post.at_rcpt = lambda _: None
    assert await asked(bouncing, "/privacy") == 0
    await bouncing.world.owner.execute("delete from suppressions")
    assert await asked(bouncing, "/privacy") == 1  # the control
