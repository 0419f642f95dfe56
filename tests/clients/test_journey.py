"""The quickstart, lists, files and events by both Python clients."""

import asyncio
from typing import Any

from tests.clients import quickstart
from tests.clients.conftest import Clients
from tests.webhooks.receivers import receiving
from tests.world import World
from wellwish_sdk import AsyncWellwish, Wellwish, webhooks

INVITEES: Any = [{"delivery_type": "email", "delivery_id": "jonas@example.com"}]


async def walk(client: AsyncWellwish, receiver_url: str) -> str:
    """Creates an endpoint and a card that Jonas signs. Returns the endpoint's secret."""
    endpoint = await client.webhook_endpoints.create(url=receiver_url, event_types=["contribution.created"])
    purchase = (await client.bundle_purchases.list_available()).data[0]
    template = (await client.templates.list(limit=1)).data[0]
    card = await client.cards.create(
        title="Happy birthday, Maya",
        sender="Priya and friends",
        recipient="Maya",
        template_id=template.template_id,
        bundle_purchase_id=purchase.bundle_purchase_id,
        collection={"add_money": "everyone", "currency": "EUR"},
    )
    await client.invitations.create(card_id=card.id, message="Sign before Friday", invitees=INVITEES)
    invitation = (await client.invitations.list(card.id)).data[0]
    await client.invitations.resend(invite_id=invitation.invite_id)
    await client.card_admins.create(
        card_id=card.id, email="sam@example.com", privilege={"invite_contributors": True}
    )
    await client.contributions.create(card.id, name="Jonas", note={"text": "Many more, Maya!"})
    return endpoint.secret


def walk_blocking(client: Wellwish, receiver_url: str) -> str:
    """The same by the blocking client."""
    endpoint = client.webhook_endpoints.create(url=receiver_url, event_types=["contribution.created"])
    purchase = client.bundle_purchases.list_available().data[0]
    template = client.templates.list(limit=1).data[0]
    card = client.cards.create(
        title="Happy birthday, Maya",
        sender="Priya and friends",
        recipient="Maya",
        template_id=template.template_id,
        bundle_purchase_id=purchase.bundle_purchase_id,
        collection={"add_money": "everyone", "currency": "EUR"},
    )
    client.invitations.create(card_id=card.id, message="Sign before Friday", invitees=INVITEES)
    invitation = client.invitations.list(card.id).data[0]
    client.invitations.resend(invite_id=invitation.invite_id)
    client.card_admins.create(
        card_id=card.id, email="sam@example.com", privilege={"invite_contributors": True}
    )
    client.contributions.create(card.id, name="Jonas", note={"text": "Many more, Maya!"})
    return endpoint.secret


async def test_walks_the_quickstart_with_asyncio(world: World, clients: Clients) -> None:
    async with receiving() as receiver:
        secret = await walk(clients.asynchronous(world.alice), receiver.url)
        message = await quickstart.check(world, receiver)
    assert webhooks.unwrap(message.body, message.headers, secret).type == "contribution.created"


async def test_walks_the_quickstart_in_a_thread(world: World, clients: Clients) -> None:
    async with receiving() as receiver:
        blocking = clients.blocking(world.alice)
        secret = await asyncio.to_thread(walk_blocking, blocking, receiver.url)
        message = await quickstart.check(world, receiver)
    assert webhooks.unwrap(message.body, message.headers, secret).type == "contribution.created"


def listed(client: Wellwish) -> list[str]:
    return [card.id for card in client.cards.list(limit=2).auto_paging_iter()]


async def test_pages_through_a_list(world: World, clients: Clients) -> None:
    client = clients.asynchronous(world.alice)
    template = (await client.templates.list(limit=1)).data[0]
    made: list[str] = []
    for number in range(7):
        card = await client.cards.create(
            title=f"Card {number}", sender="P", template_id=template.id, collection={}
        )
        made.append(card.id)
    page = await client.cards.list(limit=3)
    assert len(page.data) == 3
    assert sorted([card.id async for card in page.auto_paging_iter()]) == sorted(made)
    blocking = clients.blocking(world.alice)
    assert sorted(await asyncio.to_thread(listed, blocking)) == sorted(made)


async def test_tails_events_over_a_restart(world: World, clients: Clients) -> None:
    """The second tail resumes after the last event of the first: no duplicates, no losses."""
    client = clients.asynchronous(world.alice)
    template = (await client.templates.list(limit=1)).data[0]

    async def create(count: int) -> None:
        for number in range(count):
            await client.cards.create(
                title=f"Card {number}", sender="P", template_id=template.id, collection={}
            )

    await create(5)
    first: list[Any] = []
    rest: list[Any] = []
    after = (await client.events.list(order="asc", limit=1)).data[0].id
    async for event in client.events.tail(after, poll_s=0.01):
        first.append(event)
        if len(first) == 3:
            break
    await create(2)
    total = await world.owner.fetchval(
        "select count(*) from events where account_id = $1", world.alice.account_id
    )
    async for event in clients.asynchronous(world.alice).events.tail(first[-1].id, poll_s=0.01):
        rest.append(event)
        if len(first) + len(rest) == total - 1:
            break
    ids = [event.id for event in first + rest]
    assert len(ids) == len(set(ids)) == total - 1


async def test_a_file_arrives_as_bytes(world: World, clients: Clients) -> None:
    client = clients.asynchronous(world.alice)
    head = (await client.movements.export()).splitlines()[0]
    assert b"card_id" in head
    template = (await client.templates.list(limit=1)).data[0]
    card = await client.cards.create(title="T", sender="P", template_id=template.id, collection={})
    assert (await client.cards.delete(card.id)).deleted is True
