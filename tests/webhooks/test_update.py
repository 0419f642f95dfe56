"""Update, disable and enable a webhook endpoint."""

from typing import Any

import pytest

from tests import make
from tests.webhooks.receivers import Receiver, receiving
from tests.webhooks.steps import deliver_due, deliveries
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def change(person: Person, whe: dict[str, Any], body: Any, **given: Any) -> Any:
    return await person.patch(f"/api/webhook-endpoints/{whe['id']}", body, **given)


async def test_changes_only_the_given_fields_and_clears_with_null(alice: Person, whe: dict[str, Any]) -> None:
    answer = await change(
        alice, whe, {"description": "Ours", "event_types": ["card.closed"], "personal_data": True}
    )
    assert answer.status_code == 200
    shown = answer.json()
    assert (shown["description"], shown["event_types"], shown["payload"], shown["version"]) == (
        "Ours", ["card.closed"], "full", 2,
    )  # fmt: skip
    cleared = (await change(alice, whe, {"description": None, "event_types": None, "payload": None})).json()
    assert (cleared["description"], cleared["event_types"], cleared["payload"]) == (None, None, "thin")
    assert "secret" not in cleared


async def test_refuses_a_private_address_and_an_outdated_version(alice: Person, whe: dict[str, Any]) -> None:
    answer = await change(alice, whe, {"url": "https://192.168.1.1/"})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/url")
    assert (await change(alice, whe, {"url": None})).status_code == 422
    assert (await change(alice, whe, {"payload": "thin"}, headers={"If-Match": '"7"'})).status_code == 412
    assert (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()["version"] == 1


async def test_only_the_account_changes_it(bob: Person, mallory: Person, whe: dict[str, Any]) -> None:
    for person in (bob, mallory):
        assert (await change(person, whe, {"disabled": True})).status_code == 404


async def test_delivers_waiting_events_once_enabled_again(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    receiver.does = "500"
    await make.card(alice)
    await deliver_due(world)
    receiver.does = "ok"
    disabled = (await change(alice, whe, {"disabled": True})).json()
    assert (disabled["status"], disabled["disabled_reason"]) == ("disabled", "by_hand")
    await make.card(alice)
    await deliver_due(world)
    assert len(receiver.messages) == 1
    enabled = (await change(alice, whe, {"disabled": False})).json()
    assert (enabled["status"], enabled["disabled_at"], enabled["failing_since"]) == ("enabled", None, None)
    await make.card(alice)
    await deliver_due(world)
    (after, waited) = await deliveries(alice, whe)
    assert after["status"] == "delivered"
    assert waited["status"] == "pending", "its next try has its time; what happened in between needs recover"


async def test_tries_go_to_the_new_address(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    await make.card(alice)
    async with receiving() as other:
        await change(alice, whe, {"url": other.url})
        await deliver_due(world)
        assert (len(receiver.messages), len(other.messages)) == (0, 1)
