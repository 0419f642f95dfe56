"""Rotate a webhook secret: both secrets sign for a day, then only the new one."""

from typing import Any

import pytest
import standardwebhooks
import svix.webhooks

from tests import make
from tests.webhooks.receivers import Message, Receiver
from tests.webhooks.steps import deliver_due, deliver_later
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def rotate(person: Person, whe: dict[str, Any], **body: Any) -> Any:
    return await person.post(f"/api/webhook-endpoints/{whe['id']}/rotate-secret", body or None)


def verifies(secret: str, message: Message) -> bool:
    """Compares signatures with both libraries instead of verifying: the test clock may be ahead of theirs."""
    said: list[bool] = []
    signatures = message.headers["webhook-signature"].split(" ")
    for library in (standardwebhooks, svix.webhooks):
        webhook = library.Webhook(secret)
        from datetime import UTC, datetime

        at = datetime.fromtimestamp(int(message.headers["webhook-timestamp"]), UTC)
        said.append(webhook.sign(message.id, at, message.body.decode()) in signatures)
    assert said[0] == said[1]
    return said[0]


async def test_signs_with_both_for_a_day_then_with_the_new_one(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    answer = await rotate(alice, whe)
    assert answer.status_code == 201
    new = answer.json()
    assert new["secret"] != whe["secret"]
    assert (new["version"], new["previous_secret_ends_at"] is None) == (2, False)
    await make.card(alice)
    await deliver_due(world)
    message = receiver.messages[-1]
    for secret in (whe["secret"], new["secret"]):
        standardwebhooks.Webhook(secret).verify(message.body, message.headers)
        svix.webhooks.Webhook(secret).verify(message.body, message.headers)
    await deliver_later(world, 86_401)
    await make.card(alice)
    await deliver_due(world)
    assert verifies(new["secret"], receiver.messages[-1])
    assert not verifies(whe["secret"], receiver.messages[-1])
    shown = (await alice.get(f"/api/webhook-endpoints/{whe['id']}")).json()
    assert shown["previous_secret_ends_at"] is None


async def test_can_end_a_leaked_secret_at_once(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    new = (await rotate(alice, whe, overlap_seconds=0)).json()
    await make.card(alice)
    await deliver_due(world)
    assert verifies(new["secret"], receiver.messages[-1])
    assert not verifies(whe["secret"], receiver.messages[-1])


async def test_a_second_rotation_ends_the_first_secret(
    world: World, alice: Person, whe: dict[str, Any], receiver: Receiver
) -> None:
    second = (await rotate(alice, whe)).json()
    third = (await rotate(alice, whe)).json()
    await make.card(alice)
    await deliver_due(world)
    assert [verifies(each["secret"], receiver.messages[-1]) for each in (whe, second, third)] == [
        False,
        True,
        True,
    ]


async def test_is_not_repeated_and_not_for_others(
    alice: Person, mallory: Person, whe: dict[str, Any]
) -> None:
    path = f"/api/webhook-endpoints/{whe['id']}/rotate-secret"
    assert (await alice.post(path, key="k")).status_code == 201
    assert (await alice.post(path, key="k")).json()["code"] == "secret_no_longer_available"
    assert (await mallory.post(path)).status_code == 404
    assert (await alice.post(path, {"overlap_seconds": 604_801})).status_code == 422
