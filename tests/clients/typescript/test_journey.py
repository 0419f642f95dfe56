"""The quickstart by the TypeScript client, against a service on a real port."""

import json
from base64 import b64encode
from typing import Any

import pytest

from tests.clients.conftest import Clients
from tests.clients.test_journey import facts, walk
from tests.clients.typescript.conftest import Installed, run_as
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import deliver_due
from tests.world import World

pytestmark = pytest.mark.generated


async def test_walks_the_quickstart(world: World, installed: Installed, clients: Clients) -> None:
    """The facts are those of the Python client; the note is in the database, and its webhook is verified."""
    async with receiving() as receiver:
        made: dict[str, Any] = await run_as(installed, world.alice, "journey", RECEIVER_URL=receiver.url)
        await deliver_due(world)
    (message,) = receiver.messages
    assert await facts(world, made["card"]) == await facts(
        world, await walk(clients.asynchronous(world.alice))
    )
    note = await world.owner.fetchrow(
        "select card_id, name, note_text from contributions where id = $1", made["contribution"]
    )
    assert note is not None
    assert dict(note) == {"card_id": made["card"], "name": "Jonas", "note_text": "Many more, Maya!"}
    assert "Many more, Maya!" in made["csv"]
    assert made["rotated"] != world.alice.api_key
    read = await run_as(
        installed,
        world.alice,
        "unwrap",
        BODY=b64encode(message.body).decode(),
        HEADERS=json.dumps({name: value for name, value in message.headers.items() if name}),
        SECRET=made["secret"],
    )
    assert read == message.json
    assert read["type"] == "contribution.created"
    assert read["data"]["card_id"] == made["card"]
