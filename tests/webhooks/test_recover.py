"""Recover the events that an endpoint missed."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.infra.events.test_purge import grow_old
from tests.waiting import until
from tests.webhooks.receivers import Receiver
from tests.webhooks.steps import deliver_due, deliveries
from tests.world import Person, World
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def recover(person: Person, whe: dict[str, Any], since: Any) -> Any:
    return await person.post(f"/api/webhook-endpoints/{whe['id']}/recover", {"since": since})


async def test_redelivers_failed_and_missed_events_once(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    since = clock.rfc3339(clock.now() - timedelta(seconds=1))
    path = f"/api/webhook-endpoints/{whe['id']}"
    await make.card(alice)
    await deliver_due(world)  # delivered
    receiver.does = "500"
    await make.card(alice)
    await deliver_due(world)
    await world.owner.execute("update webhook_deliveries set status = 'failed' where status = 'pending'")
    receiver.does = "ok"
    await alice.patch(path, {"disabled": True})
    for _ in range(2):
        await make.card(alice)
    await deliver_due(world)
    await alice.patch(path, {"disabled": False})
    before = len(receiver.messages)
    answer = await recover(alice, whe, since)
    assert answer.status_code == 202
    assert answer.json() == {"object": "webhook_recovery", "webhook_endpoint_id": whe["id"], "since": since}
    await deliver_due(world)
    await recover(alice, whe, since)
    await deliver_due(world)
    assert len(receiver.messages) == before + 3
    events = (await alice.get("/api/events", params={"type": "card.created"})).json()["data"]
    sent = await deliveries(alice, whe)
    assert {each["event_id"] for each in sent} == {each["id"] for each in events}
    assert {each["status"] for each in sent} == {"delivered"}


async def test_recovers_no_event_past_its_retention(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    path = f"/api/webhook-endpoints/{whe['id']}"
    await alice.patch(path, {"disabled": True})
    await make.card(alice)
    await deliver_due(world)
    await grow_old(world, 91)
    young = await make.card(alice)
    await deliver_due(world)
    await alice.patch(path, {"disabled": False})
    await recover(alice, whe, "2020-01-01T00:00:00Z")
    await deliver_due(world)
    assert [message.json["data"]["card_id"] for message in receiver.messages] == [young["id"]]


async def test_begins_at_the_time_and_keeps_to_the_types(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    path = f"/api/webhook-endpoints/{whe['id']}"
    await alice.patch(path, {"disabled": True, "event_types": ["card.closed"]})
    old = await make.card(alice)
    await alice.post(f"/api/cards/{old['id']}/close")
    closed_at = clock.rfc3339(clock.now())
    await until(lambda: clock.rfc3339(clock.now()) > closed_at)
    since = clock.rfc3339(clock.now())
    new = await make.card(alice)
    await alice.post(f"/api/cards/{new['id']}/close")
    await alice.patch(path, {"disabled": False})
    await recover(alice, whe, since.replace("Z", "+00:00"))
    await deliver_due(world)
    assert [each.json["data"]["card_id"] for each in receiver.messages] == [new["id"]]


async def test_recovers_more_events_than_a_batch(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    from wellwish.webhooks import refill

    monkeypatch.setattr(refill, "_BATCH", 3)
    since = clock.rfc3339(clock.now() - timedelta(seconds=1))
    await alice.patch(f"/api/webhook-endpoints/{whe['id']}", {"disabled": True})
    for _ in range(7):
        await make.card(alice)
    await alice.patch(f"/api/webhook-endpoints/{whe['id']}", {"disabled": False})
    await recover(alice, whe, since)
    await deliver_due(world)
    assert len(set(receiver.ids)) == len(receiver.ids) == 7


@pytest.mark.parametrize(
    "since", ["yesterday", "2026-11-21", "2026-11-21T00:00:00", "0000-01-01T00:00:00Z", 5, None]
)
async def test_refuses_an_invalid_time(since: Any, alice: Person, whe: dict[str, Any]) -> None:
    answer = await recover(alice, whe, since)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/since")


async def test_refuses_a_disabled_endpoint_and_strangers(
    alice: Person, mallory: Person, whe: dict[str, Any]
) -> None:
    since = clock.rfc3339(clock.now())
    assert (await recover(mallory, whe, since)).status_code == 404
    await alice.patch(f"/api/webhook-endpoints/{whe['id']}", {"disabled": True})
    assert (await recover(alice, whe, since)).json()["code"] == "webhook_endpoint_disabled"
