"""The sign-in mail through a real server, and its failures."""

import pytest

from tests.delivery.conftest import Sending
from tests.delivery.conftest import sending as sending  # noqa: PLC0414 - a fixture of another folder
from tests.web.visitor import Visitor, path_of
from wellwish.auth.sign_in import mail as sign_in_mail
from wellwish.delivery import suppression

pytestmark = pytest.mark.anyio


async def asked(sending: Sending, email: str) -> Visitor:
    visitor = Visitor(sending.world)
    await visitor.open("/sign-in")
    await visitor.press("/sign-in", email=email)
    return visitor


async def test_reaches_the_stored_address(sending: Sending) -> None:
    visitor = await asked(sending, "ALICE@example.com")
    await sending.world.work()
    [mail] = sending.post.received
    assert mail.recipient == "alice@example.com"
    text = str(mail.message.get_body(("plain",)).get_content())  # type: ignore[union-attr]
    [link] = [line for line in text.splitlines() if "/sign-in/" in line]
    await visitor.open(path_of(link))
    await visitor.press(path_of(link))
    assert visitor.next == "/desk"
    assert mail.message["List-Unsubscribe"] is None
    assert await sending.world.owner.fetchval("select count(*) from messages") == 0


async def test_is_sent_despite_a_complaint(sending: Sending) -> None:
    """A recipient who reported an invitation can still sign in."""
    world = sending.world
    async with world.services.db.transaction() as tx:
        address = suppression.seal(world.services.keys, suppression.key("email", "alice@example.com"))
        await suppression.suppress(tx, address, "", "complained", everywhere=True)
    await asked(sending, "alice@example.com")
    await world.work()
    assert len(sending.post.received) == 1


async def test_sends_nothing_to_an_unknown_address(sending: Sending) -> None:
    await asked(sending, "nobody@example.com")
    await asked(sending, "bob@example.com")  # the control
    await sending.world.work()
    assert [each.recipient for each in sending.post.received] == ["bob@example.com"]


async def test_sends_nothing_after_the_attempt_expired(sending: Sending) -> None:
    await asked(sending, "alice@example.com")
    await sending.world.owner.execute("update sign_in_attempts set expires_at = now() - interval '1 s'")
    await sending.world.work()
    assert sending.post.received == []


async def test_a_second_run_sends_the_same_mail(sending: Sending) -> None:
    """The worker was killed before it recorded the outcome."""
    await asked(sending, "alice@example.com")
    world = sending.world
    attempt_id = await world.owner.fetchval("select id from sign_in_attempts")
    for _ in range(2):
        await sign_in_mail.run(world.services, {"attempt_id": attempt_id})
    first, second = sending.post.received
    assert first.message["Message-ID"] == second.message["Message-ID"]
    assert first.message.as_bytes() == second.message.as_bytes()
