"""Write an export of an account part by part: killed, repeated, concurrent, and of a large account."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.account_exports.exporting import begun, completed, exported, filled, lines, part, parts
from tests.contributions.signing import signs
from tests.later import another_time
from tests.occasions.making import begin
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.world import Person, World
from wellwish.account_exports import kinds, of_account, of_cards
from wellwish.account_exports import run as exports
from wellwish.base import clock
from wellwish.infra.db import tx as transactions
from wellwish.infra.jobs import Worker
from wellwish.privacy.exports import purge
from wellwish.worker import JOBS

pytestmark = pytest.mark.anyio


class KilledError(Exception):
    """The process ends here."""


@pytest.fixture
def _begun(alice: Person) -> Iterator[None]:
    with another_time():
        begin(alice)
        yield


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes parts of two records."""
    for module in (kinds, of_account, of_cards):
        monkeypatch.setattr(module, "ROWS", 2)
    monkeypatch.setattr(of_cards, "MEDIA", 1)


class Repeated:
    """An export that the test runs again from its beginning."""

    def __init__(self, world: World, owner: Person, export_id: str, whole: str) -> None:
        self.world, self.owner, self.id, self._whole = world, owner, export_id, whole
        self.args = {"account_id": owner.account_id, "export_id": export_id}

    @classmethod
    async def of(cls, world: World, owner: Person) -> "Repeated":
        made = await begun(owner)
        whole = await world.owner.fetchval("select whole from data_requests where id = $1", made["id"])
        return cls(world, owner, made["id"], whole)

    async def begin(self) -> None:
        await self.world.owner.execute(
            """
            update data_requests set status = 'pending', whole = $2, steps_done = 0, size_bytes = null,
              expires_at = null, finished_at = null where id = $1
            """,
            self.id,
            self._whole,
        )
        await self.world.owner.execute("delete from export_parts")
        await self.world.owner.execute("delete from events where type = 'export.completed'")

    async def run(self) -> bool:
        """Runs the job once, as after a restart. Returns whether there is more."""
        return await exports.run(self.world.services, self.args) is not None

    async def finish(self) -> None:
        """Runs the job to its end, and no other job, which could change records."""
        while await self.run():
            pass

    async def content(self) -> tuple[list[dict[str, Any]], list[bytes]]:
        await completed(self.owner, self.id)
        found = await parts(self.owner, self.id)
        return found, [await part(self.owner, self.id, each["number"]) for each in found]


@pytest.mark.usefixtures("_begun", "_small")
async def test_a_kill_at_each_boundary_leaves_the_same_bytes(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(world, alice)
    export = await Repeated.of(world, alice)
    await export.finish()
    expected = await export.content()
    assert len(expected[0]) >= 40
    assert sum(each["kind"] == "file" for each in expected[0]) == 1
    commit_step = exports.commit_step
    for is_before in (True, False):  # the file is stored; or the rows are written and not committed
        await export.begin()
        killed: set[int] = set()

        async def commit(
            tx: Any,
            account_id: str,
            row: Any,
            step: Any,
            killed: set[int] = killed,
            is_before: bool = is_before,
        ) -> bool:
            is_first = row.steps_done not in killed
            killed.add(row.steps_done)
            if is_first and is_before:
                raise KilledError
            is_more = await commit_step(tx, account_id, row, step)
            if is_first:
                raise KilledError
            return is_more

        with monkeypatch.context() as patched:
            patched.setattr(exports, "commit_step", commit)
            while await _survives(export):
                pass
        assert len(killed) > 30
        assert await export.content() == expected


async def _survives(export: Repeated) -> bool:
    """Runs the job, and says whether to run it again."""
    try:
        return await export.run()
    except KilledError:
        return True


@pytest.mark.usefixtures("_begun", "_small")
async def test_a_place_without_its_file_would_show(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: if the place were stored before the file, a kill between them would lose a part."""
    await filled(world, alice)
    export = await Repeated.of(world, alice)
    await export.finish()
    expected = await export.content()
    await world.owner.execute("update export_parts set storage_key = storage_key || '-lost' where number = 7")
    assert await export.content() != expected


@pytest.mark.usefixtures("_begun", "_small")
async def test_two_runs_at_once_write_each_part_once(world: World, alice: Person) -> None:
    await filled(world, alice)
    export = await Repeated.of(world, alice)
    await export.finish()
    expected = await export.content()
    await export.begin()
    while any(await asyncio.gather(*(export.run() for _ in range(3)))):
        pass
    assert await export.content() == expected
    events = (await alice.get("/api/events", params={"type": "export.completed"})).json()["data"]
    assert [each["data"] for each in events] == [{"export_id": export.id, "status": "completed"}]


async def test_other_jobs_have_their_turn_after_each_part(world: World, alice: Person) -> None:
    made = await begun(alice)
    worker = Worker(world.services.db, world.services, JOBS)
    await worker.drain()
    found = (await alice.get(f"/api/exports/{made['id']}")).json()
    assert found["status"] == "pending"
    assert [each["kind"] for each in found["records"] if each["done"]] == ["account"]
    await world.work()
    await completed(alice, made["id"])


async def test_statements_of_a_part_do_not_grow_with_the_account(
    world: World, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[list[int]] = []
    for owner, cards in ((bob, 2), (alice, 20)):
        for _ in range(cards):
            card = await make.card(owner)
            await make.invitations(owner, card["id"], "ana@example.org")
            await signs(world, card["sign_url"])
        await world.work()
        export = await Repeated.of(world, owner)
        counts.append(await _statements(export, monkeypatch))
    assert counts[0] == counts[1]


async def _statements(export: Repeated, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns the number of statements of each run."""
    compile_sql, sent, counts = transactions.compile_sql, [0], list[int]()

    def counting(*given: Any) -> Any:
        sent[0] += 1
        return compile_sql(*given)

    with monkeypatch.context() as patched:
        patched.setattr(transactions, "compile_sql", counting)
        is_more = True
        while is_more:
            sent[0] = 0
            is_more = await export.run()
            counts.append(sent[0])
    return counts


async def test_reads_thousands_of_rows_in_parts(world: World, alice: Person) -> None:
    await world.owner.execute(
        """
        insert into people (account_id, id, name, celebrate, created_at, updated_at)
        select $1, 'per_' || lpad(n::text, 26, '0'), 'Person ' || n, true, now(), now()
        from generate_series(1, 1201) n
        """,
        alice.account_id,
    )
    done = await exported(alice)
    sizes = [each["records"] for each in await parts(alice, done["id"]) if each["kind"] == "person"]
    assert sizes == [500, 500, 201]
    names = {each["name"] for each in (await lines(alice, done["id"]))["person"]}
    assert len(names) == 1201


async def test_an_erasure_ends_exports_of_the_account(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    done = await exported(alice)
    running = await begun(alice)
    args = {"account_id": alice.account_id, "export_id": running["id"]}
    await exports.run(world.services, args)
    assert _files(world, done["id"], running["id"])
    await erased(world, alice)
    assert not _files(world, done["id"], running["id"])
    assert (await alice.get(f"/api/exports/{done['id']}/file")).json()["code"] == "export_not_ready"
    assert (await alice.get(f"/api/exports/{done['id']}/parts/1")).json()["code"] == "export_not_ready"
    failed = (await alice.get(f"/api/exports/{running['id']}")).json()
    assert (failed["status"], failed["status_reason"]) == ("failed", "person_erased")
    events = (await alice.get("/api/events", params={"type": "export.failed"})).json()["data"]
    assert [each["data"]["export_id"] for each in events] == [running["id"]]
    assert await world.owner.fetchval("select count(*) from export_parts") == 0


@pytest.mark.parametrize("is_purged", [False, True])
async def test_what_a_run_writes_after_its_end_is_deleted(
    world: World, alice: Person, is_purged: bool
) -> None:
    """The run read the data before the erasure, its file is durable after it, and then the run is killed."""
    await traces.place(world, alice)
    made = await begun(alice)
    args = {"account_id": alice.account_id, "export_id": made["id"]}
    store, is_erased = exports.store, False

    async def late(*given: Any) -> Any:
        nonlocal is_erased
        if not is_erased:
            is_erased = True
            await erased(world, alice)
            if is_purged:
                await purge.run(world.services, {})
        return await store(*given)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(exports, "store", late)
        await exports.run(world.services, args)
    assert _files(world, made["id"])  # the control
    assert await exports.run(world.services, args) is None  # the queue runs a killed job again
    await world.work()
    assert not _files(world, made["id"])


async def test_expires_after_a_week(world: World, alice: Person) -> None:
    done = await exported(alice)
    assert _files(world, done["id"])
    with another_time():
        clock.move(timedelta(days=7, minutes=1))
        alice.token = None
        await purge.run(world.services, {})
        await world.work()
        assert (await alice.get(f"/api/exports/{done['id']}/parts")).json()["code"] == "export_not_ready"
    assert not _files(world, done["id"])
    assert await world.owner.fetchval("select count(*) from export_parts") == 0


def _files(world: World, *export_ids: str) -> list[str]:
    return [str(each) for each in traces.files(world) if any(one in str(each) for one in export_ids)]


async def test_a_dead_job_fails_the_export(world: World, alice: Person) -> None:
    made = await begun(alice)
    args = {"account_id": alice.account_id, "export_id": made["id"]}
    await exports.run(world.services, args)
    async with world.services.db.transaction([alice.account_id]) as tx:
        await exports.fail_dead(tx, world.services, args)
    found = (await alice.get(f"/api/exports/{made['id']}")).json()
    assert (found["status"], found["status_reason"]) == ("failed", "internal_error")
    await purge.run(world.services, {})
    await world.work()
    assert not _files(world, made["id"])
