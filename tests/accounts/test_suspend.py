"""Nothing leaves a suspended account: neither mails nor calls of other servers."""

from contextlib import AsyncExitStack

import pytest

from tests import make
from tests.webhooks.receivers import Receiver, receiving
from tests.webhooks.steps import deliver_due
from tests.world import Person, World

pytestmark = pytest.mark.anyio

SUSPEND = "insert into account_suspensions (account_id, suspended_at) values ($1, now())"
RESUME = "delete from account_suspensions where account_id = $1"
ALL = {"webhook", "post", "invitation", "person_added"}


async def asked(person: Person, receiver: Receiver) -> None:
    """Asks for a webhook, a post in a channel, an invitation and the notice to a new person."""
    assert (await person.post("/api/webhook-endpoints", {"url": receiver.url})).status_code == 201
    group = {"name": "#team", "kind": "channel", "webhook_url": receiver.url}
    channel = (await person.post("/api/groups", group)).json()
    card = await make.card(person)
    invitees = [
        {"delivery_type": "group", "delivery_id": channel["id"]},
        {"delivery_type": "email", "delivery_id": "carol@example.com"},
    ]
    invited = await person.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
    assert invited.status_code == 201, invited.text
    dora = {"name": "Dora", "email": "dora@example.com"}
    assert (await person.post("/api/people", dora)).status_code == 201


async def left(person: Person, receiver: Receiver) -> set[str]:
    """Returns what has left the account."""
    rows = await person.world.owner.fetch(
        "select kind from messages where account_id = $1", person.account_id
    )
    return {row["kind"] for row in rows} | {
        "webhook" if "webhook-id" in each.headers else "post" for each in receiver.messages
    }


async def test_sends_and_posts_nothing_until_it_is_resumed(world: World, alice: Person, bob: Person) -> None:
    async with AsyncExitStack() as stack:
        receivers = {each: await stack.enter_async_context(receiving()) for each in (alice, bob)}
        for person, receiver in receivers.items():
            await asked(person, receiver)
        await world.owner.execute(SUSPEND, alice.account_id)
        await deliver_due(world)
        assert await left(alice, receivers[alice]) == set()
        assert await left(bob, receivers[bob]) == ALL, "the control"
        await world.owner.execute(RESUME, alice.account_id)
        await deliver_due(world)
        assert await left(alice, receivers[alice]) == ALL
