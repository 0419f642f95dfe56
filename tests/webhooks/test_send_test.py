"""Send a test event."""

from typing import Any

import pytest
import standardwebhooks

from tests.webhooks.receivers import Receiver, receiving
from tests.webhooks.steps import deliver_due, deliveries, endpoint
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_goes_only_to_this_endpoint_regardless_of_its_types(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    async with receiving() as other:
        chosen = await endpoint(alice, other.url, event_types=["card.created"])
        answer = await alice.post(f"/api/webhook-endpoints/{chosen['id']}/test")
        assert (answer.status_code, answer.json()["status"]) == (201, "pending")
        await deliver_due(world)
        (message,) = other.messages
        assert message.json["type"] == "webhook_endpoint.test"
        assert message.id == answer.json()["event_id"]
        standardwebhooks.Webhook(chosen["secret"]).verify(message.body, message.headers)
        assert receiver.messages == []
    (sent,) = await deliveries(alice, chosen)
    assert (sent["id"], sent["status"]) == (answer.json()["id"], "delivered")


async def test_refuses_a_disabled_one_and_strangers(
    alice: Person, mallory: Person, whe: dict[str, Any]
) -> None:
    path = f"/api/webhook-endpoints/{whe['id']}"
    assert (await mallory.post(f"{path}/test")).status_code == 404
    await alice.patch(path, {"disabled": True})
    answer = await alice.post(f"{path}/test")
    assert (answer.status_code, answer.json()["code"]) == (409, "webhook_endpoint_disabled")
