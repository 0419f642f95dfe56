"""The outcome of a delivery: retries, pauses of an endpoint, and disabling it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests import make
from tests.webhooks.receivers import Receiver
from tests.webhooks.steps import deliver_due, deliver_later, deliveries
from tests.world import Person, World
from wellwish.base import clock
from wellwish.webhooks import outcome
from wellwish.webhooks.outcome import DELAYS_S, JITTER, Attempt
from wellwish.webhooks.payload import PendingDelivery

pytestmark = pytest.mark.anyio


async def test_tries_ten_times_over_three_days_then_gives_up(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await deliver_due(world)
    for wait_s in (*DELAYS_S[1:], 86_400):
        await deliver_later(world, wait_s * (1 - JITTER) - 1)
        count = len(receiver.messages)
        await deliver_later(world, wait_s * 2 * JITTER + 2)
        assert len(receiver.messages) == count + (len(receiver.messages) <= 10 and count < 10)
    (failed,) = await deliveries(alice, whe)
    assert (failed["status"], len(failed["attempts"]), failed["next_attempt_at"]) == ("failed", 10, None)
    assert receiver.ids == [failed["event_id"]] * 10
    times = [datetime.fromisoformat(each["created_at"]) for each in failed["attempts"]]
    assert timedelta(days=2) < times[-1] - times[0] < timedelta(days=4.5)


def tried(status: int | None, retry_after: str | None = None, tries_left: int = 10) -> Attempt:
    delivery = PendingDelivery(
        "dlv", 0, tries_left, "evt", "card.created", None, "{}", clock.now(), is_test=False
    )
    return Attempt(delivery, clock.now(), status, None, None, 5, retry_after)


def test_keeps_to_the_schedule_with_a_fifth_of_jitter() -> None:
    now = clock.now()
    for tries_left in range(10, 1, -1):
        delay_s = DELAYS_S[11 - tries_left]
        waits = [
            (outcome.next_at(tried(500, None, tries_left), now) - now).total_seconds() for _ in range(500)
        ]
        assert delay_s * 0.8 <= min(waits) < delay_s * 0.85
        assert delay_s * 1.15 < max(waits) <= delay_s * 1.2
    assert DELAYS_S == (0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)


@pytest.mark.parametrize(
    ("status", "retry_after", "seconds"),
    [
        (429, "120", 120), (503, "120", 120), (500, "120", 0), (429, None, 0), (429, "-5", 0),
        (429, "soon", 0),
        (429, "99999999999999999999", 86_400), (429, "Sat, 21 Nov 2026 12:01:00 GMT", 60),
        (429, "Sat, 21 Nov 2020 12:00:00 GMT", 0), (429, "Fri, 99 Foo 2026", 0), (429, "٣", 0),
    ],
)  # fmt: skip
def test_waits_for_the_requested_time_up_to_a_day(status: int, retry_after: str | None, seconds: int) -> None:
    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert outcome.asked_for_s(tried(status, retry_after), now) == seconds


async def test_does_not_call_an_endpoint_before_the_requested_time(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "503"  # Retry-After: more than a year
    await make.card(alice)
    await deliver_due(world)
    await make.card(alice)
    await deliver_later(world, 3_500)
    assert len(receiver.messages) == 1, "the second event waits too, for an hour at most"
    receiver.does = "ok"
    await deliver_later(world, 200)
    assert len(receiver.messages) == 2
    await deliver_later(world, 86_400)
    assert len(receiver.messages) == 3
    assert {each["status"] for each in await deliveries(alice, whe)} == {"delivered"}


async def test_disables_after_five_days_of_failures_and_records_an_event(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await deliver_due(world)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["failing_since"] is not None
    for day in range(1, 6):
        await make.card(alice)
        await deliver_later(world, 86_400 - 60)
        shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
        assert shown["status"] == "enabled", f"day {day}"
    await make.card(alice)
    await deliver_later(world, 600)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert (shown["status"], shown["disabled_reason"]) == ("disabled", "failing")
    (event,) = (await alice.get("/api/events", params={"type": "webhook_endpoint.disabled"})).json()["data"]
    assert event["data"] == {"webhook_endpoint_id": whe["id"], "reason": "failing"}
    count = len(receiver.messages)
    await make.card(alice)
    await deliver_later(world, 86_400)
    assert len(receiver.messages) == count


async def test_a_success_begins_the_five_days_anew(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await deliver_due(world)
    receiver.does = "ok"
    await deliver_later(world, 10)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["failing_since"] is None
    receiver.does = "500"
    await make.card(alice)
    await deliver_later(world, 6 * 86_400)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["status"] == "enabled"


async def test_two_failures_with_days_of_silence_between_them_are_no_five_days_of_failing(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await deliver_due(world)
    for wait_s in DELAYS_S[1:]:
        await deliver_later(world, wait_s * (1 + JITTER) + 1)
    (failed,) = await deliveries(alice, whe)
    assert failed["status"] == "failed"
    since = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()["failing_since"]
    await deliver_later(world, 2 * 86_400)
    await make.card(alice)
    await deliver_later(world, 1)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["status"] == "enabled"
    assert shown["failing_since"] > since


async def test_disables_an_endpoint_that_responds_410(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "410"
    await make.card(alice)
    await deliver_due(world)
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert (shown["status"], shown["disabled_reason"]) == ("disabled", "gone")
    states = [(each["status"], each["next_attempt_at"]) for each in await deliveries(alice, whe)]
    assert ("failed", None) in states, "the delivery is final"
    assert {at for _, at in states} == {None}, "nothing is sent to a disabled endpoint"
