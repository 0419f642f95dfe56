"""Dry runs by both kinds of the Python client."""

import asyncio
from typing import Any

import httpx2
import pytest

from tests import make
from tests.clients.conftest import Clients
from tests.infra.http.rows import contents
from tests.infra.http.test_bad_input import faults
from tests.payments import buying
from tests.world import World
from wellwish_sdk import AsyncWellwish, Wellwish, errors, models

INVITEES: Any = [{"delivery_type": "email", "delivery_id": "jonas@example.com"}]


async def planned(client: AsyncWellwish, template_id: str) -> models.Card:
    trial = client.with_options(dry_run=True)
    return await trial.cards.create(title="Hooray", sender="P", template_id=template_id, collection={})


def planned_blocking(client: Wellwish, template_id: str) -> models.Card:
    trial = client.with_options(dry_run=True)
    return trial.cards.create(title="Hooray", sender="P", template_id=template_id, collection={})


def plan_of(record: Any) -> models.DryRun:
    assert isinstance(record.dry_run, models.DryRun)
    return record.dry_run


async def test_plans_each_step_before_it_is_done(world: World, clients: Clients) -> None:
    """Runs the quickstart, with a dry run before each step by the same client."""
    client = clients.asynchronous(world.alice)
    trial = client.with_options(dry_run=True)
    template_id = (await client.templates.list(limit=1)).data[0].id
    assert plan_of(await planned(client, template_id)).cards_remaining == 99
    card = await client.cards.create(title="Hooray", sender="P", template_id=template_id, collection={})
    assert not card.dry_run
    plan = plan_of(await trial.invitations.create(card_id=card.id, invitees=INVITEES))
    assert [each.delivery_id for each in plan.messages] == ["jonas@example.com"]
    assert (await client.invitations.list(card.id)).data == []
    [invitation] = (await client.invitations.create(card_id=card.id, invitees=INVITEES)).data
    await world.work()
    before = await contents(world)
    for record, kind in (
        (await trial.invitations.resend(invite_id=invitation.id), "resend"),
        (await trial.cards.remind(card.id), "reminder"),
    ):
        [message] = plan_of(record).messages
        assert (message.kind, message.invite_id) == (kind, invitation.id)
    assert (await trial.cards.close(card.id)).status == "closed"
    cancelled = await trial.cards.cancel(card.id)
    assert (cancelled.status, plan_of(cancelled).cards_returned) == ("cancelled", 0)
    assert await contents(world) == before
    assert (await client.cards.retrieve(card.id)).status == "open"


async def test_plans_a_refund(world: World, clients: Clients) -> None:
    made = await buying.bought(world.alice)
    client = clients.asynchronous(world.alice)
    trial = client.with_options(dry_run=True, idempotency_key="refund-1")
    plan = plan_of(await trial.refunds.create(made["payment_id"], if_match='"2"'))
    assert [each.amount.amount for each in plan.refunds] == [3900]
    done = client.with_options(idempotency_key="refund-1")
    assert (await done.refunds.create(made["payment_id"], if_match='"2"')).status == "pending"


async def test_the_kind_that_blocks_plans_the_same(world: World, clients: Clients) -> None:
    template_id = (await clients.asynchronous(world.alice).templates.list(limit=1)).data[0].id
    before = await contents(world)
    card = await asyncio.to_thread(planned_blocking, clients.blocking(world.alice), template_id)
    assert plan_of(card).cards_remaining == 99
    assert await contents(world) == before


async def test_an_operation_without_dry_runs_refuses(world: World, clients: Clients) -> None:
    trial = clients.asynchronous(world.alice).with_options(dry_run=True)
    batch = await make.batch(world.alice)
    with pytest.raises(errors.InvalidRequest) as refused:
        await trial.card_batches.check(**batch)
    assert [each.pointer for each in refused.value.faults] == ["?dry_run"]
    assert faults(await world.alice.post("/api/card-batches/check?dry_run=true", batch))
    # The derived client without dry runs checks the batch.
    assert await trial.with_options(dry_run=False).card_batches.check(**batch)


async def test_tries_an_operation_that_returns_no_record(world: World, clients: Clients) -> None:
    client = clients.asynchronous(world.alice)
    group = await client.groups.create(name="Team", members=[])
    before = await contents(world)
    assert await client.with_options(dry_run=True).groups.delete(group.id) is None
    assert await contents(world) == before
    with pytest.raises(errors.NotFound):
        await client.with_options(dry_run=True).groups.delete("grp_01m7z4t0qbe5rz8w1d7f3h6m9p")
    await client.groups.delete(group.id)
    assert await contents(world) != before


async def test_a_server_that_ignores_the_parameter_is_an_error(world: World, clients: Clients) -> None:
    async def drop(request: httpx2.Request, _: Any) -> httpx2.Response:
        bare = request.url.copy_remove_param("dry_run")
        answer = await world.client.request(
            request.method, bare, headers=request.headers, content=await request.aread()
        )
        return httpx2.Response(answer.status_code, headers=answer.headers, content=answer.content)

    template_id = (await clients.asynchronous(world.alice).templates.list(limit=1)).data[0].id
    with pytest.raises(errors.ConnectionFailed, match="does not support dry runs"):
        await planned(clients.asynchronous(world.alice, drop), template_id)
