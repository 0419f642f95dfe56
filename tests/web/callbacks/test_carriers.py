"""Callbacks of carriers: signed, duplicate and out of order; and replies of recipients."""

import itertools
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from tests.delivery.texting import MOBILE, invite, state, texting
from tests.fakes.carrier import FakeCarrier, carrying
from tests.world import World
from wellwish.base.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
async def fake() -> AsyncGenerator[FakeCarrier]:
    async with carrying("a") as [made]:
        yield made


@pytest.fixture
async def service(
    world: World, clone: tuple[str, str], settings: Settings, fake: FakeCarrier
) -> AsyncGenerator[World]:
    async with texting(clone, settings, fake) as made:
        yield made


async def sent(service: World) -> dict[str, Any]:
    [made] = await invite(service.alice, MOBILE)
    await service.work()
    return made


async def count(service: World, kind: str) -> int:
    return len((await service.alice.get("/api/events", params={"type": kind})).json()["data"])


async def test_a_text_that_has_arrived_is_delivered(service: World, fake: FakeCarrier) -> None:
    made = await sent(service)
    for status in ("queued", "sending", "sent", "delivered"):
        assert await fake.tell(service.client, fake.texts[0], status) == 204
    assert await state(service.alice, made) == ("delivered", None, 1)
    assert await count(service, "invitation.delivered") == 1


@pytest.mark.parametrize(
    "order", sorted(set(itertools.permutations(["sent", "delivered", "sending", "delivered"])))
)
async def test_reordered_and_duplicate_callbacks_record_one_delivery(
    order: tuple[str, ...], service: World, fake: FakeCarrier
) -> None:
    made = await sent(service)
    for status in order:
        await fake.tell(service.client, fake.texts[0], status)
    assert await state(service.alice, made) == ("delivered", None, 1)
    assert await count(service, "invitation.delivered") == 1


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (30003, ("not_reachable", False)),
        (30005, ("unknown_number", True)),
        (30006, ("landline", False)),
        (30007, ("filtered", False)),
        (99999, ("not_delivered", False)),
        (0, ("not_delivered", False)),
    ],
)
async def test_records_why_a_text_did_not_arrive(
    code: int, expected: tuple[str, bool], service: World, fake: FakeCarrier
) -> None:
    await sent(service)
    for _ in range(2):
        await fake.tell(service.client, fake.texts[0], "undelivered", code)
    row = dict((await service.owner.fetch("select status, status_reason from messages"))[0])
    assert row["status_reason"] == expected[0]
    assert row["status"] == ("bounced" if expected[1] else "failed")
    suppressed = await service.owner.fetchval("select count(*) from suppressions where account_id = ''")
    assert bool(suppressed) == expected[1]


async def test_what_has_arrived_does_not_fail_afterwards(service: World, fake: FakeCarrier) -> None:
    made = await sent(service)
    await fake.tell(service.client, fake.texts[0], "delivered")
    await fake.tell(service.client, fake.texts[0], "failed", 30008)
    assert (await state(service.alice, made))[0] == "delivered"


async def test_accepts_a_callback_before_the_response_to_sending(service: World, fake: FakeCarrier) -> None:
    fake.does = "lost"  # accepted, but the response is lost
    [made] = await invite(service.alice, MOBILE)
    await service.work()
    assert (await state(service.alice, made))[0] == "queued"
    await fake.tell(service.client, fake.texts[0], "delivered")
    assert (await state(service.alice, made))[0] == "delivered"
    fake.does = "ok"
    await service.work()
    assert len(fake.texts) == 1


async def test_refuses_callbacks_not_signed_for_the_exact_url(service: World, fake: FakeCarrier) -> None:
    made = await sent(service)
    text = fake.texts[0]
    changes: list[dict[str, Any]] = [
        {"token": "another"},
        {"signed": text.callback + "&x=1"},
        {"signed": text.callback.replace("http://", "https://")},
        {"signed": text.callback.replace("localhost", "evil.example")},
    ]
    for change in changes:
        assert await fake.tell(service.client, text, "delivered", **change) == 404
    assert (await service.client.post(text.callback, content=b"MessageStatus=delivered")).status_code == 404
    assert (await state(service.alice, made))[0] == "sent"


@pytest.mark.parametrize("body", [b"\xff\xfe", b"a=1&" * 500, b"", b"MessageStatus"])
async def test_refuses_an_invalid_form(body: bytes, service: World) -> None:
    answer = await service.client.post("/callbacks/sms/a/status", content=body)
    assert answer.status_code == 404


async def test_refuses_unknown_carriers(service: World) -> None:
    for path in ("/callbacks/sms/z/status", "/callbacks/sms/z/inbound", "/callbacks/sms/../status"):
        assert (await service.client.post(path)).status_code in (404, 405)


async def test_stop_ends_texts_everywhere_at_once(service: World, fake: FakeCarrier) -> None:
    first = await sent(service)
    [waiting] = await invite(service.bob, MOBILE)  # requested, not yet sent
    answer = await fake.say(service.client, service.services.settings.base_url, MOBILE, "Please STOP!")
    assert answer.count("<Message>") == 1
    assert "any more texts" in answer
    await service.work()
    assert len(fake.texts) == 1
    assert (await state(service.bob, waiting))[0] == "suppressed"
    [later] = await invite(service.mallory, MOBILE)
    assert later["status"] == "suppressed"
    again = await service.alice.post("/api/cards/invitations/resend", {"invite_id": first["id"]})
    assert again.status_code == 409
    await service.work()
    assert len(fake.texts) == 1


async def test_confirms_an_unsubscription_once(service: World, fake: FakeCarrier) -> None:
    base = service.services.settings.base_url
    said = [await fake.say(service.client, base, MOBILE, each) for each in ("stop", "STOP", "unsubscribe me")]
    assert [each.count("<Message>") for each in said] == [1, 0, 0]


async def test_start_lets_texts_come_again(service: World, fake: FakeCarrier) -> None:
    base = service.services.settings.base_url
    assert "<Message>" not in await fake.say(service.client, base, MOBILE, "start")
    await fake.say(service.client, base, MOBILE, "stop")
    assert "again" in await fake.say(service.client, base, MOBILE, "START")
    made = await sent(service)
    assert (await state(service.alice, made))[0] == "sent"


async def test_help_says_what_this_is(service: World, fake: FakeCarrier) -> None:
    base = service.services.settings.base_url
    for _ in range(2):
        assert f"Reply STOP to opt out. {base}" in await fake.say(service.client, base, MOBILE, "HELP")


async def test_does_not_reply_to_other_texts_and_numbers(service: World, fake: FakeCarrier) -> None:
    base = service.services.settings.base_url
    for sender, said in ((MOBILE, "Thanks, lovely!"), ("72000", "STOP"), ("Bank", "STOP")):
        assert "<Message>" not in await fake.say(service.client, base, sender, said)
    assert await service.owner.fetchval("select count(*) from suppressions") == 0


async def test_leaves_the_confirmation_to_a_carrier_that_has_given_it(
    service: World, fake: FakeCarrier
) -> None:
    base = service.services.settings.base_url
    said = await fake.say(service.client, base, MOBILE, "Arrêtez", OptOutType="STOP")
    assert "<Message>" not in said
    assert await service.owner.fetchval("select count(*) from suppressions") == 1


async def test_stop_outlasts_a_bounce(service: World, fake: FakeCarrier) -> None:
    """The suppression of an unknown number expires, that of a number that replied STOP does not."""
    await sent(service)
    await fake.tell(service.client, fake.texts[0], "undelivered", 30005)
    await fake.say(service.client, service.services.settings.base_url, MOBILE, "STOP")
    rows = await service.owner.fetch("select reason, expires_at from suppressions where account_id = ''")
    assert [tuple(row) for row in rows] == [("stopped", None)]
