"""The job of a batch: interrupted, repeated, and dead."""

import json
from typing import Any

import pytest

from tests import make
from tests.world import Person
from wellwish.cards.batches import make as job
from wellwish.cards.create import create_card

pytestmark = pytest.mark.anyio


async def begun(person: Person, count: int) -> dict[str, str]:
    """Creates a batch and returns the arguments of its job."""
    made = await person.post("/api/card-batches", await make.batch(person, *(["Card"] * count)))
    return {"account_id": person.account_id, "batch_id": made.json()["id"]}


async def count(person: Person) -> int:
    return await person.world.owner.fetchval(
        "select count(*) from cards where account_id = $1", person.account_id
    )


class Killed(BaseException):
    """Ends a run as the death of its process would."""


async def test_a_run_that_is_killed_half_way_leaves_no_card_and_the_retry_makes_each_once(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    args, services, made = await begun(alice, 20), alice.world.services, 0

    async def create(*given: Any) -> Any:
        nonlocal made
        made += 1
        if made == 11:
            raise Killed
        return await create_card(*given)

    with monkeypatch.context() as patch:
        patch.setattr(job, "create_card", create)
        with pytest.raises(Killed):
            await job.run(services, args)
    assert (made, await count(alice)) == (11, 0)
    for _ in range(2):
        await job.run(services, args)
    assert await count(alice) == 20


async def test_control_a_batch_reset_to_pending_creates_its_cards_twice(alice: Person) -> None:
    """The control: a run that finds the batch waiting again creates its cards again."""
    args, services = await begun(alice, 3), alice.world.services
    body = await alice.world.owner.fetchval("select body from card_batches where id = $1", args["batch_id"])
    await job.run(services, args)
    await alice.world.owner.execute(
        "update card_batches set status = 'pending', body = $2 where id = $1", args["batch_id"], body
    )
    await job.run(services, args)
    assert await count(alice) == 6


async def test_fails_if_a_template_was_retired_meanwhile(alice: Person) -> None:
    args, world = await begun(alice, 3), alice.world
    body = json.loads(
        await world.owner.fetchval("select body from card_batches where id = $1", args["batch_id"])
    )
    body["cards"][2]["template_id"] = "tpl_gone"
    await world.owner.execute(
        "update card_batches set body = $2 where id = $1", args["batch_id"], json.dumps(body)
    )
    await job.run(world.services, args)
    batch = (await alice.get(f"/api/card-batches/{args['batch_id']}")).json()
    assert (batch["status"], batch["status_reason"]) == ("failed", "not_found")
    assert await count(alice) == 0


async def test_a_dead_job_fails_the_batch(alice: Person) -> None:
    args, services = await begun(alice, 2), alice.world.services
    async with services.db.transaction([alice.account_id]) as tx:
        await job.fail_dead(tx, services, args)
    batch = (await alice.get(f"/api/card-batches/{args['batch_id']}")).json()
    assert (batch["status"], batch["status_reason"]) == ("failed", "internal_error")
    await job.run(services, args)
    assert await count(alice) == 0
