"""A restored backup has the same content, and a backup that cannot be restored is refused."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import asyncpg
import pytest
from msgspec.structs import replace

from tests.backup.conftest import MEDIA, Environment, content, media
from tests.cli import sealed_values
from tests.commands import Ended, wellwish
from tests.world import World
from wellwish.backup import take, transactions
from wellwish.backup.folder import DUMP, Backup, Count, seal
from wellwish.backup.programs import _connection
from wellwish.base.settings import load
from wellwish.cli import key_rotation, launch
from wellwish.infra.db.snapshot import Snapshot, exported_snapshot
from wellwish.privacy.replay import Replayed

pytestmark = [pytest.mark.anyio, pytest.mark.process]


async def run(environment: Environment, *words: str) -> Ended:
    return await asyncio.to_thread(wellwish, environment, *words)


async def test_restores_the_same_content(
    filled: World, source: Environment, target: Environment, tmp_path: Path
) -> None:
    folder = tmp_path / "backup"
    made = await run(source, "backup", str(folder), "--json")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["media"] == {"files": len(MEDIA), "bytes": sum(map(len, MEDIA.values()))}
    assert source["WELLWISH_SECRET_KEY"] not in (folder / "manifest.json").read_text()
    before = await content(source)
    assert (before["cards"].split()[0], before["invitations"].split()[0]) == ("2", "4")

    checked = await run(source, "verify", str(folder))
    assert (checked.returncode, "The backup is correct" in checked.stderr) == (0, True), checked.stderr

    restored = await run(target, "restore", str(folder))
    assert restored.returncode == 0, restored.stderr
    assert await content(target) == before
    assert media(target) == media(source)

    # The control: the comparison sees one changed row.
    owner = await asyncpg.connect(target["WELLWISH_OWNER_DATABASE_URL"])
    await owner.execute("update cards set title = title || '.' where id = (select min(id) from cards)")
    await owner.close()
    assert await content(target) != before

    again = await run(target, "restore", str(folder))
    assert (again.returncode, "The database is not empty" in again.stderr) == (1, True)
    other = await run(source, "backup", str(folder))
    assert (other.returncode, "never overwritten" in other.stderr) == (1, True)


async def test_reads_events_on_where_the_ids_of_transactions_start_again(
    filled: World, source: Environment, target: Environment, tmp_path: Path
) -> None:
    owner = filled.owner
    account = filled.alice.account_id
    ids = [row["id"] for row in await owner.fetch("select id from events where account_id = $1", account)]
    assert len(ids) >= 3
    for place, event_id in enumerate(reversed(ids)):  # committed in a different order than their IDs
        txid = str(10**15 + place // 2)
        await owner.execute("update events set txid = $1::text::xid8 where id = $2", txid, event_id)
    await owner.execute(
        "insert into webhook_tails (account_id, txid, event_id) select account_id, txid, id from events "
        "where account_id = $1 order by txid, id offset 1 limit 1 "
        "on conflict (account_id) do update set txid = excluded.txid, event_id = excluded.event_id",
        account,
    )
    order = "select id from events where account_id = $1 order by txid, id"
    unread = (
        "select e.id from events e join webhook_tails t using (account_id) where account_id = $1 "
        "and (e.txid, e.id) > (t.txid, t.event_id) order by e.txid, e.id"
    )
    card_id = await owner.fetchval("select card_id from events where account_id = $1 limit 1", account)
    await owner.execute(
        "insert into organiser_news (account_id, card_id, txid, read_at) select account_id, $2, txid, now() "
        "from webhook_tails where account_id = $1",
        account,
        card_id,
    )
    news = (
        "select e.id from events e join organiser_news n using (account_id) where account_id = $1 "
        "and e.txid >= n.txid order by e.txid, e.id"
    )
    visible = "select count(*) from events where account_id = $1 and txid < events_horizon()"
    expected = [await owner.fetch(each, account) for each in (order, unread, news)]
    assert len(expected[1]) == len(ids) - 2
    assert await owner.fetchval(visible, account) == 0, "the control: as dumped, they are invisible"

    assert (await run(source, "backup", str(tmp_path / "b"))).returncode == 0
    restored = await run(target, "restore", str(tmp_path / "b"))
    assert restored.returncode == 0, restored.stderr
    there = await asyncpg.connect(target["WELLWISH_OWNER_DATABASE_URL"])
    try:
        assert [await there.fetch(each, account) for each in (order, unread, news)] == expected
        assert await there.fetchval(visible, account) == len(ids)
        columns = await there.fetch(
            "select table_name || '.' || column_name as name from information_schema.columns "
            "where table_schema = 'public' and udt_name = 'xid8' order by 1"
        )
        assert tuple(row["name"] for row in columns) == transactions.COLUMNS
    finally:
        await there.close()


async def test_loads_a_backup_of_an_older_schema(
    filled: World, source: Environment, target: Environment, tmp_path: Path
) -> None:
    """The translation of transaction IDs needs no table that was added later."""
    owner = await asyncpg.connect(target["WELLWISH_OWNER_DATABASE_URL"])
    try:
        tables = ("events", "webhook_endpoints", "webhook_tails")
        for name in tables:
            columns = "account_id text, id text, event_id text, txid xid8, since_txid xid8"
            await owner.execute(f"create table {name} ({columns})")
        await owner.execute(f"begin; {transactions.SQL} commit")
    finally:
        await owner.close()


async def test_repeats_the_erasures_since_the_backup(
    filled: World, source: Environment, target: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, invited = tmp_path / "backup", "select count(*) from invitations where delivery_id = $1"
    assert (await run(source, "backup", str(folder))).returncode == 0
    erased = await run(source, "person", "erase", "kim@example.com", "--yes")
    assert erased.returncode == 0, erased.stderr
    # The bucket has survived, including its journal of erasures.
    target["WELLWISH_DATA_DIR"] = source["WELLWISH_DATA_DIR"]

    async def none(_: object) -> Replayed:
        return Replayed(0, 0)

    with monkeypatch.context() as control:
        control.setattr("wellwish.cli.backup.replay", none)
        assert (await run(target, "restore", str(folder))).returncode == 0
    owner = await asyncpg.connect(target["WELLWISH_OWNER_DATABASE_URL"])
    try:
        assert await owner.fetchval(invited, "kim@example.com") == 2, "the control"
        await owner.execute("drop schema public cascade; create schema public")
        restored = await run(target, "restore", str(folder))
        assert (restored.returncode, "Erased 1 person again" in restored.stderr) == (0, True), restored.stderr
        assert await owner.fetchval(invited, "kim@example.com") == 0
        assert await owner.fetchval(invited, "lee@example.com") == 2
    finally:
        await owner.close()


async def test_refuses_what_it_cannot_restore(
    filled: World, source: Environment, target: Environment, tmp_path: Path
) -> None:
    folder = tmp_path / "backup"
    assert (await run(source, "backup", str(folder), "--without-media")).returncode == 0
    other_key = await run(target | {"WELLWISH_SECRET_KEY": "cd" * 32}, "restore", str(folder))
    assert (other_key.returncode, "is not the server key" in other_key.stderr) == (1, True)

    manifest = (folder / "manifest.json").read_bytes()
    (folder / "manifest.json").write_bytes(manifest.replace(b'"0001_', b'"9001_', 1))
    newer = await run(target, "restore", str(folder))
    assert (newer.returncode, "newer version of Wellwish" in newer.stderr) == (1, True)
    (folder / "manifest.json").write_bytes(manifest)

    with (folder / DUMP).open("r+b") as dump:
        dump.truncate(1000)
    for command in ("restore", "verify"):
        damaged = await run(target, command, str(folder))
        assert (damaged.returncode, f"{DUMP} is damaged" in damaged.stderr) == (1, True)
    assert await content(target) == {}


async def test_restores_with_the_previous_key_and_rotates_it(
    filled: World, source: Environment, target: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup from before a rotation, restored by processes that have both keys."""
    fresh = "cd" * 32
    await sealed_values.fill(filled.alice)
    assert (await run(source, "backup", str(tmp_path / "b"))).returncode == 0
    both = target | {
        "WELLWISH_SECRET_KEY": fresh,
        "WELLWISH_SECRET_KEY_PREVIOUS": source["WELLWISH_SECRET_KEY"],
    }
    restored = await run(both, "restore", str(tmp_path / "b"))
    assert restored.returncode == 0, restored.stderr
    owner = await asyncpg.connect(target["WELLWISH_OWNER_DATABASE_URL"])
    try:
        needing = await sealed_values.needing_another_key(owner, bytes.fromhex(fresh))
        assert needing == list(sealed_values.COLUMNS), "the control: the restore changes no value"
        monkeypatch.setattr(key_rotation, "ADOPTED_AFTER", timedelta())
        rotated = await run(both, "key", "rotate", "--json")
        assert rotated.returncode == 0, rotated.stderr
        assert json.loads(rotated.stdout)["unreadable"] == 0
        assert await sealed_values.needing_another_key(owner, bytes.fromhex(fresh)) == []
    finally:
        await owner.close()


@pytest.mark.crash
async def test_counts_the_rows_again(filled: World, source: Environment, tmp_path: Path) -> None:
    """A dump taken at another time has valid checksums, but other counts."""
    folder = tmp_path / "backup"
    assert (await run(source, "backup", str(folder))).returncode == 0
    backup = Backup(folder)
    manifest = replace(backup.manifest, rows=backup.manifest.rows | {"cards": 3})
    seal(folder, manifest, {name: value for name, value in backup.sums.items() if name != "manifest.json"})
    found = await run(source, "verify", str(folder))
    assert (found.returncode, "The table cards has 2 rows instead of 3." in found.stderr) == (1, True)


async def test_copies_media_that_are_added_before_the_snapshot(
    filled: World, source: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: dict[str, int] = {}

    def progress(step: str) -> Count:
        steps[step] = 0

        def count(size: int) -> None:
            steps[step] += size

        return count

    @asynccontextmanager
    async def delayed(dsn: str) -> AsyncGenerator[Snapshot]:
        await filled.services.storage.put("photos/late/3.webp", b"late")
        async with exported_snapshot(dsn) as snapshot:
            yield snapshot

    monkeypatch.setattr(take, "exported_snapshot", delayed)
    owner_dsn = source["WELLWISH_OWNER_DATABASE_URL"]
    await take.take(tmp_path / "b", owner_dsn, filled.services.storage, progress)
    assert "photos/late/3.webp" in set(Backup(tmp_path / "b").media())
    assert steps["Media added meanwhile"] == len(b"late")
    await filled.services.storage.delete("photos/late")


async def test_no_command_starts_on_an_unfinished_restore(filled: World, source: Environment) -> None:
    settings = load(source)
    unsafe = "A restore into this database has not finished"
    await filled.owner.execute("create table unfinished_restore (backup text)")
    try:
        with pytest.raises(launch.NotReadyError, match=unsafe):
            await launch.check(settings)
    finally:
        await filled.owner.execute("drop table unfinished_restore")
    with pytest.raises(launch.NotReadyError) as refused:  # the tests' server is not durable
        await launch.check(settings)
    assert unsafe not in str(refused.value)


def test_passes_the_password_only_in_the_environment() -> None:
    where, environment = _connection("postgresql://me:p%40ss@db.example/wellwish?sslmode=verify-full")
    assert (where, environment["PGPASSWORD"]) == (
        "postgresql://me@db.example/wellwish?sslmode=verify-full",
        "p@ss",
    )
    where, environment = _connection("postgresql://me@a,b/w?password=x%20y&target_session_attrs=primary")
    assert (where, environment["PGPASSWORD"]) == ("postgresql://me@a,b/w?target_session_attrs=primary", "x y")
