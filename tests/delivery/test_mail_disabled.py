"""The mail to account owners about a disabled webhook endpoint."""

from typing import Any

import pytest

from tests import make
from tests.outside import NAMES
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due, endpoint
from tests.world import World
from wellwish.delivery import mail_disabled
from wellwish.webhooks import outcome
from wellwish.worker import JOBS

pytestmark = pytest.mark.anyio


async def gone(world: World) -> dict[str, Any]:
    """Disables an endpoint of alice's with a 410 response and runs the notification."""
    async with receiving("410") as receiver:
        NAMES["hooks.example.com"] = ["127.0.0.1"]
        url = f"http://hooks.example.com:{receiver.port}/s3cret?key=hidden"
        whe = await endpoint(world.alice, url, description="Payroll")
        await make.card(world.alice)
        await deliver_due(world)
    return whe


async def mails(world: World) -> list[dict[str, Any]]:
    answer = await world.client.get("/outbox", headers={"Accept": "application/json"})
    return [each for each in answer.json()["data"] if each["kind"] == "webhook_endpoint_disabled"]


async def test_notifies_each_owner_once_without_secrets(world: World) -> None:
    whe = await gone(world)
    [mail] = await mails(world)
    assert mail["recipient"] == "alice@example.com"
    assert mail["subject"] == "Webhook endpoint disabled: hooks.example.com"
    assert "(Payroll)" in mail["body"]
    assert "responded with 410 Gone" in mail["body"]
    assert whe["id"] in mail["body"]
    assert "s3cret" not in mail["body"]
    assert "hidden" not in mail["body"]
    job = {"account_id": world.alice.account_id, "endpoint_id": whe["id"]}
    shown = (await world.alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    await mail_disabled.run(world.services, {**job, "disabled_at": shown["disabled_at"]})
    assert len(await mails(world)) == 1


async def test_sends_nothing_if_the_owner_disabled_it(world: World) -> None:
    whe = await endpoint(world.alice, "https://hooks.example.com/")
    await world.alice.patch(f"/api/webhook-endpoints/{whe['id']}", {"disabled": True})
    await world.work()
    assert await mails(world) == []


async def test_sends_nothing_if_it_was_enabled_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[dict[str, Any]] = []

    async def hold(services: Any, args: dict[str, Any]) -> None:
        held.append(args)

    monkeypatch.setattr("tests.world.JOBS", {**JOBS, outcome.TELL_OWNERS: hold})
    whe = await gone(world)
    await world.alice.patch(f"/api/webhook-endpoints/{whe['id']}", {"disabled": False})
    for args in held:
        await mail_disabled.run(world.services, args)
    assert len(held) == 1
    assert await mails(world) == []
