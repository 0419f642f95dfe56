"""The quickstart by the TypeScript client, against a service on a real port."""

import json
from base64 import b64encode
from typing import Any

import pytest

from tests.clients import quickstart
from tests.clients.typescript.conftest import Installed, run_as
from tests.webhooks.receivers import receiving
from tests.world import World

pytestmark = pytest.mark.generated


async def test_walks_the_quickstart(world: World, installed: Installed) -> None:
    async with receiving() as receiver:
        made: dict[str, Any] = await run_as(installed, world.alice, "journey", RECEIVER_URL=receiver.url)
        message = await quickstart.check(world, receiver)
    assert "Many more, Maya!" in made["csv"]
    read = await run_as(
        installed,
        world.alice,
        "unwrap",
        BODY=b64encode(message.body).decode(),
        HEADERS=json.dumps({name: value for name, value in message.headers.items() if name}),
        SECRET=made["secret"],
    )
    assert read == message.json
