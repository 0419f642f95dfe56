"""Sending texts through a carrier, and the resulting status of the invitation."""

from collections.abc import AsyncGenerator, Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from tests import make
from tests.delivery.texting import MOBILE, invite, state, texting
from tests.fakes.carrier import SENDER, FakeCarrier, carrying
from tests.later import another_time, day, set_to
from tests.world import Person, World
from wellwish.base import clock, failover
from wellwish.base.settings import Settings
from wellwish.delivery.mail import JITTER, PAUSES_S

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        yield


@pytest.fixture
async def fakes() -> AsyncGenerator[list[FakeCarrier]]:
    async with carrying("a", "b") as made:
        yield made


@pytest.fixture
async def service(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> AsyncGenerator[World]:
    async with texting(clone, settings, *fakes) as made:
        yield made


def taken(fakes: list[FakeCarrier]) -> list[Any]:
    return [text for fake in fakes for text in fake.texts]


async def later(world: World, **by: float) -> None:
    clock.move(timedelta(**by))
    world.alice.token = None
    await world.work()


async def events_of(person: Person, kind: str) -> list[dict[str, Any]]:
    person.token = None
    return [each["data"] for each in (await person.get("/api/events", params={"type": kind})).json()["data"]]


async def test_is_sent_once_it_is_handed_over(service: World, fakes: list[FakeCarrier]) -> None:
    [made] = await invite(service.alice, MOBILE, message="She loves “cats”…")
    assert (made["status"], made["sent_count"]) == ("queued", 0)
    await service.work()
    [text] = taken(fakes)
    assert (text.to, text.sender) == (MOBILE, SENDER)
    assert text.body.endswith(f"Reply STOP to opt out.\n{made['link']}")
    assert 'She loves "cats"...' in text.body  # GSM-7, which needs fewer parts
    assert await state(service.alice, made) == ("sent", None, 1)
    assert len(await events_of(service.alice, "invitation.sent")) == 1
    await service.work()
    assert len(taken(fakes)) == 1


async def test_the_first_carrier_gets_all_texts(service: World, fakes: list[FakeCarrier]) -> None:
    await invite(service.alice, *(f"+4474001{each:05}" for each in range(60)))
    await service.work()
    assert [len(each.texts) for each in fakes] == [60, 0]


@pytest.mark.parametrize("fault", ["dead", "500", "429", "html", "lost"])
async def test_the_other_takes_over_at_once(fault: str, service: World, fakes: list[FakeCarrier]) -> None:
    if fault == "dead":
        await fakes[0].die()
    fakes[0].does = fault
    made = await invite(service.alice, *(f"+4474001{each:05}" for each in range(20)))
    await service.work()
    assert len(fakes[1].copies) == 20
    assert {await state(service.alice, each) for each in made} == {("sent", None, 1)}


async def test_with_both_away_a_text_waits_and_is_not_lost(service: World, fakes: list[FakeCarrier]) -> None:
    for each in fakes:
        each.does = "503"
    [made] = await invite(service.alice, MOBILE)
    await service.work()
    assert await state(service.alice, made) == ("queued", "retrying", 0)
    for _ in range(3):
        await later(service, minutes=10)
    for each in fakes:
        each.does = "ok"
    await later(service, minutes=40)
    assert await state(service.alice, made) == ("sent", None, 1)
    assert len(taken(fakes)) == 1


async def test_is_tried_again_after_seconds_and_then_less_often(
    service: World, fakes: list[FakeCarrier]
) -> None:
    for each in fakes:
        each.does = "503"
    await invite(service.alice, MOBILE)
    await service.work()
    tries = [fakes[0].requests]
    for pause_s in PAUSES_S[:2]:
        await later(service, seconds=pause_s * (1 + JITTER))
        tries.append(fakes[0].requests)
    assert tries == [1, 2, 3]
    await later(service, seconds=PAUSES_S[1])  # the third delay is longer
    assert fakes[0].requests == 3


async def test_gives_up_after_four_hours(service: World, fakes: list[FakeCarrier]) -> None:
    for each in fakes:
        each.does = "503"
    [made] = await invite(service.alice, MOBILE)
    for _ in range(15):
        await later(service, minutes=40)
    assert await state(service.alice, made) == ("failed", "gave_up", 0)
    assert fakes[0].requests < 20


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("+442079460958", "landline"),
        ("+449098790000", "not_mobile"),
        ("+33612345678", "country_not_allowed"),
        ("+18765551234", "country_not_allowed"),
        ("+9991234567", "invalid_number"),
    ],
)
async def test_accepts_a_number_by_its_form_and_fails_it_when_sending(
    number: str, reason: str, service: World, fakes: list[FakeCarrier]
) -> None:
    [made] = await invite(service.alice, number)
    assert made["status"] == "queued"
    await service.work()
    assert await state(service.alice, made) == ("failed", reason, 0)
    assert not taken(fakes)
    assert [each["status"] for each in await events_of(service.alice, "invitation.failed")] == ["failed"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (21614, ("failed", "not_mobile", 0)),
        (21408, ("failed", "country_not_allowed", 0)),
        (21610, ("suppressed", "stopped", 0)),
        (30005, ("bounced", "unknown_number", 0)),
    ],
)
async def test_a_refusal_is_final(code: int, expected: Any, service: World, fakes: list[FakeCarrier]) -> None:
    for each in fakes:
        each.codes[MOBILE] = code
    [made] = await invite(service.alice, MOBILE)
    await service.work()
    await later(service, hours=1)
    assert await state(service.alice, made) == expected
    assert sum(each.requests for each in fakes) == 1


async def test_an_address_that_refused_for_good_gets_nothing_from_anybody(
    service: World, fakes: list[FakeCarrier]
) -> None:
    for each in fakes:
        each.codes[MOBILE] = 30005
    await invite(service.alice, MOBILE)
    await service.work()
    [made] = await invite(service.mallory, MOBILE)
    assert made["status"] == "suppressed"
    assert made["status_reason"] is None  # not visible to another account


async def test_the_budget_of_an_account_counts_parts(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> None:
    async with texting(clone, settings, *fakes, sms_per_day=10) as service:
        long = "word " * 60  # truncated, but still three parts
        made = await invite(service.alice, *(f"+4474001{each:05}" for each in range(6)), message=long)
        await service.work()
        states = [await state(service.alice, each) for each in made]
        went = states.count(("sent", None, 1))
        assert 0 < went < 6
        assert states.count(("queued", "sms_budget", 0)) == 6 - went
        [other] = await invite(service.mallory, MOBILE)
        await service.work()
        assert (await state(service.mallory, other))[0] == "sent"
        await later(service, days=1)
        assert [await state(service.alice, each) for each in made].count(("sent", None, 1)) == min(
            6, 2 * went
        )
        shown = (await service.alice.get("/api/limits")).json()["text_parts"]
        assert shown == {"quota": 10, "window_seconds": 86400}


async def test_a_text_that_is_tried_again_counts_once(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> None:
    set_to(f"{day(3)}T10:00")
    for each in fakes:
        each.does = "503"
    async with texting(clone, settings, *fakes, sms_per_day=2) as service:
        [made] = await invite(service.alice, MOBILE)
        await service.work()
        for _ in range(3):
            await later(service, minutes=20)
        assert await state(service.alice, made) == ("queued", "retrying", 0)
        for each in fakes:
            each.does = "ok"
        await later(service, minutes=40)
        assert await state(service.alice, made) == ("sent", None, 1)
        # The control: the second text is the last of the day.
        assert [(await invite(service.alice, number))[0] for number in ("+447400123457", "+447400123458")]
        await service.work()
        assert len(taken(fakes)) == 2


async def test_waits_where_no_carrier_is_set(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> None:
    async with texting(clone, settings) as service:
        [made] = await invite(service.alice, MOBILE)
        await service.work()
        assert await state(service.alice, made) == ("queued", "no_provider", 0)
    async with World.over(settings, *clone):  # The operator adds a carrier and restarts.
        pass


async def test_sends_nothing_about_a_card_that_has_closed(service: World, fakes: list[FakeCarrier]) -> None:
    card = await make.card(service.alice)
    invitee = {"delivery_type": "sms", "delivery_id": MOBILE}
    body = {"card_id": card["id"], "invitees": [invitee]}
    assert (await service.alice.post("/api/cards/invitations", body)).status_code == 201
    await service.alice.post(f"/api/cards/{card['id']}/close")
    await service.work()
    assert not taken(fakes)


async def test_a_failing_carrier_is_tried_last_for_a_while(
    service: World, fakes: list[FakeCarrier], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(failover, "time", SimpleNamespace(monotonic=lambda: now))
    fakes[0].does = "500"
    for number in range(20):
        await invite(service.alice, f"+4474001{number:05}")
        await service.work()
    assert (fakes[0].requests, len(fakes[1].copies)) == (1, 20)
    fakes[0].does = "ok"
    now += failover.FIRST_REST_S
    await invite(service.alice, MOBILE)
    await service.work()
    assert [text.to for text in fakes[0].texts] == [MOBILE]


async def test_control_with_one_carrier_that_is_dead_nothing_is_sent(
    world: World, clone: tuple[str, str], settings: Settings, fakes: list[FakeCarrier]
) -> None:
    """The control: without a second carrier nothing is sent."""
    await fakes[0].die()
    async with texting(clone, settings, fakes[0]) as service:
        made = await invite(service.alice, *(f"+4474001{each:05}" for each in range(5)))
        await service.work()
        assert {(await state(service.alice, each))[0] for each in made} == {"queued"}
