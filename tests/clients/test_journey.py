"""The quickstart by both kinds of the Python client: the same facts in the database."""

import asyncio
from typing import Any

from tests.clients.conftest import Clients
from tests.world import World
from wellwish_sdk import AsyncWellwish, Wellwish

INVITEES: Any = [{"delivery_type": "email", "delivery_id": "jonas@example.com"}]


async def walk(client: AsyncWellwish) -> str:
    """Creates a card with an invitation and an admin, as the README does. Returns the card's id."""
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
    return card.id


def walk_blocking(client: Wellwish) -> str:
    """The same by the other kind."""
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
    return card.id


async def facts(world: World, card_id: str) -> dict[str, Any]:
    """What the database holds about a card, without ids and times."""
    card = await world.owner.fetchrow(
        "select title, sender, template_id, bundle_purchase_id, add_money, currency from cards where id = $1",
        card_id,
    )
    invitations = await world.owner.fetch(
        "select delivery_type, delivery_id, message, parent_id is null as first from invitations "
        "where card_id = $1 order by id", card_id
    )  # fmt: skip
    admins = await world.owner.fetch(
        "select email, invite_contributors from card_admins where card_id = $1", card_id
    )
    assert card is not None
    return {
        "card": dict(card),
        "invitations": [dict(each) for each in invitations],
        "admins": [dict(each) for each in admins],
    }


async def test_both_kinds_leave_the_same_facts(world: World, clients: Clients) -> None:
    first = await walk(clients.asynchronous(world.alice))
    blocking = clients.blocking(world.alice)
    second = await asyncio.to_thread(walk_blocking, blocking)
    assert first != second
    assert await facts(world, first) == await facts(world, second)
    assert len((await facts(world, first))["invitations"]) == 1


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
    """No event twice, none lost: the second tail resumes after the last event of the first."""
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
    assert (await client.cards.delete(await walk(client))).deleted is True
