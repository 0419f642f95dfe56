"""The mail to a new card admin."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from tests import make
from tests.world import Person, World
from wellwish.base import clock
from wellwish.cards.admins import mail as mail_admin
from wellwish.delivery import budget

pytestmark = pytest.mark.anyio


async def test_notifies_the_admin_once(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["card_id"], bob)
    owner = alice.world.owner
    args = msgspec.json.decode(
        await owner.fetchval("select args::text from jobs where kind = $1", mail_admin.TELL_ADMIN)
    )
    await alice.world.work()
    await mail_admin.run(alice.world.services, args)
    [mail] = await owner.fetch("select * from messages")
    assert mail["recipient"] == "bob@example.com"
    assert mail["subject"] == "You're now an organiser of “Happy birthday, Maya”"
    assert "Priya and friends made you an organiser" in mail["body"]
    assert (mail["link_kind"], mail["link_subject_id"]) == ("admin", args["card_admin_id"])


async def test_sends_no_mail_to_an_admin_removed_before_it(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    admin = await make.admin(alice, card["card_id"], bob)
    await alice.delete(f"/api/card-admins/{admin['card_admin_id']}")
    await alice.world.work()
    assert await alice.world.owner.fetchval("select count(*) from messages") == 0


async def _written(world: World, **settings: Any) -> int:
    """Runs the jobs of all new admins, without demo mode; returns the number of mails so far."""
    services = replace(world.services, settings=replace(world.services.settings, demo=False, **settings))
    for row in await world.owner.fetch("select args::text from jobs where kind = $1", mail_admin.TELL_ADMIN):
        again = await mail_admin.run(services, msgspec.json.decode(row["args"]))
        assert again in (None, budget.day_end(clock.now()))
    return await world.owner.fetchval("select count(*) from messages where kind = 'admin_added'")


async def test_mails_to_admins_count_against_the_messages_of_the_account(world: World, alice: Person) -> None:
    card = await make.card(alice)
    for number in range(4):
        body = {"card_id": card["card_id"], "email": f"admin{number}@example.com"}
        assert (await alice.post("/api/card-admins", body)).status_code == 201
    few = {"messages_per_day": 3, "messages_per_day_unproven": 3}
    assert await _written(world, **few) == 3
    assert await _written(world, **few) == 3
    clock.move(timedelta(days=1))
    try:
        assert await _written(world, **few) == 4
    finally:
        clock.move(timedelta())


async def test_mails_to_one_admin_have_the_budget_of_an_address(world: World, alice: Person) -> None:
    card = await make.card(alice)
    body = {"card_id": card["card_id"], "email": "victim@example.com"}
    written = 0
    for _ in range(budget.TO_ONE_ADDRESS_FOR_ONE_CARD + 2):
        await world.owner.execute("delete from jobs")
        added = (await alice.post("/api/card-admins", body)).json()
        written = await _written(world)
        await alice.delete(f"/api/card-admins/{added['card_admin_id']}")
    assert written == budget.TO_ONE_ADDRESS_FOR_ONE_CARD
