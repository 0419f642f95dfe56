"""List the deliveries of a webhook endpoint."""

from typing import Any

import pytest

from tests import make
from tests.webhooks.receivers import Receiver
from tests.webhooks.steps import deliver_due, deliveries
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_lists_by_state_and_event_in_pages(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    for does in ("ok", "ok", "500"):
        receiver.does = does
        await make.card(alice)
        await deliver_due(world)
    assert [each["status"] for each in await deliveries(alice, whe)] == ["pending", "delivered", "delivered"]
    (waits,) = await deliveries(alice, whe, status="pending")
    assert [each["id"] for each in await deliveries(alice, whe, event_id=waits["event_id"])] == [waits["id"]]
    path = f"/api/webhook-endpoints/{whe['id']}/deliveries"
    first = (await alice.get(path, params={"limit": 2})).json()
    second = (await alice.get(path, params={"limit": 2, "cursor": first["next_cursor"]})).json()
    assert (len(first["data"]), len(second["data"]), second["has_more"]) == (2, 1, False)
    assert waits["attempts"][0].keys() == {
        "number", "response_status", "response_body", "error", "duration_ms", "created_at",
    }  # fmt: skip


async def test_shows_them_only_to_their_account(bob: Person, mallory: Person, whe: dict[str, Any]) -> None:
    for person in (bob, mallory):
        assert (await person.get(f"/api/webhook-endpoints/{whe['id']}/deliveries")).status_code == 404
