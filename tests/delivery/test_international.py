"""Mail to addresses beyond ASCII: domains by IDNA 2008, local parts by SMTPUTF8."""

from datetime import timedelta
from typing import Any

import pytest

from tests.delivery.conftest import Sending, settings_of
from tests.delivery.test_mail import events, invited, later, state
from tests.fakes.smtp import Post, serving
from tests.world import World
from wellwish.base import clock
from wellwish.base.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _clock() -> Any:
    yield
    clock.move(timedelta())


@pytest.mark.parametrize(
    ("given", "recipient"),
    [
        ("anna@straße.de", "anna@xn--strae-oqa.de"),
        ("anna@βόλος.com", "anna@xn--nxasmm1c.com"),
        ("anna@Bücher.example", "anna@xn--bcher-kva.example"),
        ("anna@strasse.de", "anna@strasse.de"),
    ],
)
async def test_a_domain_is_encoded_by_idna_2008(sending: Sending, given: str, recipient: str) -> None:
    [made] = await invited(sending.world.alice, given)
    await sending.world.work()
    [copy] = sending.post.received
    assert copy.recipient == recipient
    assert copy.message["To"].addresses[0].addr_spec == recipient
    assert await state(sending.world.alice, made) == ("sent", None, 1)


async def test_a_domain_that_idna_2008_refuses_is_no_address(sending: Sending) -> None:
    card = (await invited(sending.world.alice, "ana@example.com"))[0]["card_id"]
    body = {"card_id": card, "invitees": [{"delivery_type": "email", "delivery_id": "ana@straße☃.de"}]}
    answer = await sending.world.alice.post("/api/cards/invitations", body)
    assert answer.status_code == 422


async def test_a_stored_domain_that_idna_2008_refuses_fails(sending: Sending) -> None:
    """Another version of the IDNA tables may have accepted it."""
    world = sending.world
    sending.post.at_rcpt = lambda _: "451 4.7.1 later"
    [made, fine] = await invited(world.alice, "ana@example.com", "bo@example.com")
    await world.work()
    await world.owner.execute(
        "update messages set recipient = 'ana@straße☃.de' where recipient = 'ana@example.com'"
    )
    sending.post.at_rcpt = lambda _: None
    await later(world, timedelta(minutes=5))
    assert await state(world.alice, made) == ("failed", "invalid_address", 0)
    assert await state(world.alice, fine) == ("sent", None, 1)
    assert [each.recipient for each in sending.post.received] == ["bo@example.com"]
    assert len(await events(world.alice, "invitation.failed")) == 1


@pytest.mark.parametrize(
    "address", ["jürgen@example.com", "jürgen@straße.de", '"jü r"@example.com', "用户@example.com"]
)
async def test_a_local_part_beyond_ascii_goes_by_smtputf8(sending: Sending, address: str) -> None:
    [made] = await invited(sending.world.alice, address)
    await sending.world.work()
    [copy] = sending.post.received
    assert copy.recipient == address.replace("straße", "xn--strae-oqa")
    # Python's parser keeps the bytes of a header in UTF-8 (RFC 6532) as surrogates.
    to = copy.message["To"].addresses[0].addr_spec.encode(errors="surrogateescape").decode()
    assert to == copy.recipient
    assert made["link"] in copy.plain
    assert await state(sending.world.alice, made) == ("sent", None, 1)


async def test_a_local_part_beyond_ascii_fails_at_once_without_smtputf8(sending: Sending) -> None:
    alice = sending.world.alice
    sending.post.smtputf8 = False
    [made, fine] = await invited(alice, "jürgen@example.com", "anna@straße.de")
    await sending.world.work()
    assert await state(alice, made) == ("failed", "no_smtputf8", 0)
    assert await state(alice, fine) == ("sent", None, 1)
    assert len(await events(alice, "invitation.failed")) == 1
    assert await sending.world.owner.fetchval("select count(*) from jobs where kind = 'delivery.mail'") == 0


async def test_waits_for_a_server_with_smtputf8_that_is_away(
    clone: tuple[str, str], settings: Settings, world: World
) -> None:
    first, second = Post(smtputf8=False), Post()
    async with serving(second):
        pass
    async with (
        serving(first),
        World.over(settings_of(settings, first, second), *clone) as outside,
    ):
        await outside.empty()
        await outside.settle()
        [made] = await invited(outside.alice, "jürgen@example.com")
        await outside.work()
        assert await state(outside.alice, made) == ("queued", "retrying", 0)
        async with serving(second):
            await later(outside, timedelta(minutes=5))
            assert await state(outside.alice, made) == ("sent", None, 1)
        assert [each.recipient for each in second.received] == ["jürgen@example.com"]
        assert first.received == []
