"""Erase a person in the background: twice at once, and with a test key."""

import asyncio

import pytest

from tests import make
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased, rows_of_others
from tests.privacy.erasures.test_create import PLACED
from tests.privacy.traces import EMAIL
from tests.world import Person, World
from wellwish.privacy.erasures import run as erasures_run
from wellwish.test_mode.create_key import create_pair

pytestmark = pytest.mark.anyio


async def test_of_requests_at_the_same_time_one_is_made(world: World, alice: Person) -> None:
    paths = ("/api/erasures", "/api/exports", "/api/erasures")
    answers = await asyncio.gather(*(alice.post(path, {"email": EMAIL}) for path in paths))
    assert sorted(each.status_code for each in answers) == [201, 409, 409]
    [made] = [each.json()["id"] for each in answers if each.status_code == 201]
    named = [each.json() for each in answers if each.status_code == 409]
    assert all(made in (each.get("erasure_id"), each.get("export_id")) for each in named)
    await world.work()


async def test_two_runs_at_once_count_each_record_once(world: World, alice: Person) -> None:
    """The queue starts a job again if its worker stops responding, even if the worker goes on."""
    await traces.place(world, alice)
    made = (await alice.post("/api/erasures", {"email": EMAIL})).json()
    args = {"account_id": alice.account_id, "erasure_id": made["id"]}
    await asyncio.gather(*(erasures_run.run(world.services, args) for _ in range(3)))
    done = (await alice.get(f"/api/erasures/{made['id']}")).json()
    assert (done["status"], done["counts"]) == ("completed", PLACED)
    events = (await alice.get("/api/events", params={"type": "erasure.completed"})).json()["data"]
    assert len(events) == 1


async def test_a_test_key_touches_no_live_data(world: World, alice: Person, bob: Person) -> None:
    """Bob is an owner of the account. His membership for test data is that for live data, and stays."""
    sql = "insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')"
    await world.owner.execute(sql, alice.account_id, bob.user_id)
    tester = await alice.tester()
    for person in (alice, tester):
        card = await make.card(person)
        await make.invitations(person, card["id"], bob.email)
    await world.work()
    memberships = "select m::text from memberships m order by 1"
    members, before = await world.owner.fetch(memberships), await rows_of_others(world, tester)
    tried = await tester.post("/api/erasures", {"email": bob.email}, params={"dry_run": "true"})
    done = await erased(world, tester, email=bob.email)
    assert done["counts"] == tried.json()["counts"] == {**dict.fromkeys(PLACED, 0), "invitations": 1}
    assert await world.owner.fetch(memberships) == members
    assert await rows_of_others(world, tester) == before
    assert bob.email not in (await traces.dump(world.owner, tester.account_id))["invitations"]  # the control
    async with world.services.db.transaction([alice.account_id]) as tx:
        await create_pair(tx, world.services.keys, alice.account_id, bob.user_id)
