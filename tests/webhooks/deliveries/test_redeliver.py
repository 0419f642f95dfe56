"""Redeliver an event."""

from typing import Any

import pytest

from tests import make
from tests.webhooks.receivers import Receiver
from tests.webhooks.steps import deliver_due, deliver_later, deliveries
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def redeliver(person: Person, delivery: dict[str, Any]) -> Any:
    return await person.post(f"/api/webhook-deliveries/{delivery['id']}/redeliver")


async def test_sends_what_was_delivered_once_more_with_the_same_id(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    await make.card(alice)
    await deliver_due(world)
    (sent,) = await deliveries(alice, whe)
    answer = await redeliver(alice, sent)
    assert (answer.status_code, answer.json()["status"]) == (201, "pending")
    assert len(answer.json()["attempts"]) == 1
    await deliver_due(world)
    assert receiver.ids == [sent["event_id"]] * 2
    assert receiver.messages[0].body == receiver.messages[1].body
    (again,) = await deliveries(alice, whe)
    assert [each["number"] for each in again["attempts"]] == [1, 2]


async def test_gives_what_has_failed_ten_tries_again(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await deliver_due(world)
    await world.owner.execute("update webhook_deliveries set tries_left = 1, next_attempt_at = now()")
    await deliver_later(world, 60)
    (failed,) = await deliveries(alice, whe)
    assert failed["status"] == "failed"
    assert (await redeliver(alice, failed)).status_code == 201
    await deliver_due(world)
    (waits,) = await deliveries(alice, whe)
    assert (waits["status"], len(waits["attempts"])) == ("pending", 3)
    assert await world.owner.fetchval("select tries_left from webhook_deliveries") == 9


async def test_does_not_wait_for_the_pause_of_an_endpoint(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "503"
    await make.card(alice)
    await deliver_due(world)
    receiver.does = "ok"
    (waits,) = await deliveries(alice, whe)
    await redeliver(alice, waits)
    await deliver_due(world)
    assert len(receiver.messages) == 2


async def test_refuses_a_disabled_endpoint_a_deleted_one_and_strangers(
    world: World, alice: Person, bob: Person, mallory: Person, whe: dict[str, Any]
) -> None:
    await make.card(alice)
    await deliver_due(world)
    (sent,) = await deliveries(alice, whe)
    for person in (bob, mallory):
        assert (await redeliver(person, sent)).status_code == 404
    await alice.patch(f"/api/webhook-endpoints/{whe['id']}", {"disabled": True})
    assert (await redeliver(alice, sent)).json()["code"] == "webhook_endpoint_disabled"
    await alice.delete(f"/api/webhook-endpoints/{whe['id']}")
    assert (await redeliver(alice, sent)).status_code == 404
