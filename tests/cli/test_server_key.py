"""A database belongs to the server key that it was first used with."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

import asyncpg
import pytest

from tests.commands import environment, wellwish
from tests.world import World
from wellwish.base.crypto import Keys, fingerprint
from wellwish.base.settings import Settings
from wellwish.cli import checks
from wellwish.infra.db import Database

OTHER = "11" * 32
SAYS = "WELLWISH_SECRET_KEY is not the key that this database was written with"
CREATE = ("account", "create", "--name", "A", "--email", "a@a.example", "--json")


async def recorded(world: World) -> list[bytes]:
    return [row[0] for row in await world.owner.fetch("select fingerprint from server_key")]


async def test_records_the_first_key(world: World, clone: tuple[str, str]) -> None:
    given = environment(clone)
    assert await recorded(world) == []
    assert wellwish(given, "doctor").returncode == 1  # reports other faults, and only reads
    assert await recorded(world) == []
    for _ in range(2):
        assert wellwish(given, "jobs", "list").returncode == 0
        assert await recorded(world) == [fingerprint(bytes(32))]


@pytest.mark.parametrize(
    "words",
    [
        ("serve",),
        ("work",),
        ("doctor",),
        CREATE,
        ("jobs", "list"),
        ("ledger", "check"),
        ("template", "retire", "tmpl_x"),
        ("provider", "connect", "acct_x", "acct_y"),
    ],
    ids=" ".join,
)
async def test_refuses_another_key(words: tuple[str, ...], world: World, clone: tuple[str, str]) -> None:
    right = environment(clone)
    assert wellwish(right, "jobs", "list").returncode == 0
    refused = wellwish({**right, "WELLWISH_SECRET_KEY": OTHER}, *words)
    assert refused.returncode == 1
    assert refused.stderr.count(SAYS) == 1
    assert "Traceback" not in refused.stderr
    assert await recorded(world) == [fingerprint(bytes(32))]
    assert SAYS not in wellwish(right, *words).stderr


async def test_lets_one_of_two_keys_win(world: World, clone: tuple[str, str], settings: Settings) -> None:
    keys = [replace(settings, secret_key=bytes([number]) * 32) for number in (1, 2)]
    for _ in range(20):
        await world.owner.execute("delete from server_key")
        pools = [Database(clone[1], size=1) for _ in keys]
        for pool in pools:
            await pool.open()
        faults = await asyncio.gather(
            *(checks.key_faults(pool, key, record=True) for pool, key in zip(pools, keys, strict=True))
        )
        for pool in pools:
            await pool.close()
        [winner] = await recorded(world)
        for key, found in zip(keys, faults, strict=True):
            assert (found == []) == (fingerprint(key.secret_key) == winner)


async def test_the_service_cannot_replace_the_key(world: World, clone: tuple[str, str]) -> None:
    assert wellwish(environment(clone), "jobs", "list").returncode == 0
    runtime = await asyncpg.connect(clone[1])
    try:
        for statement in ("delete from server_key", "update server_key set fingerprint = ''"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await runtime.execute(statement)
        with pytest.raises(asyncpg.UniqueViolationError):
            await runtime.execute("insert into server_key (fingerprint) values ('x')")
        with pytest.raises(asyncpg.CheckViolationError):
            await runtime.execute("insert into server_key (is_only, fingerprint) values (false, 'x')")
    finally:
        await runtime.close()
    assert await recorded(world) == [fingerprint(bytes(32))]


async def test_names_missing_rights(world: World, clone: tuple[str, str]) -> None:
    await world.owner.execute("revoke insert on server_key from wellwish_runtime")
    try:
        for words in (("jobs", "list"), ("doctor",)):
            refused = wellwish(environment(clone), *words)
            assert refused.returncode == 1
            assert "Run `wellwish migrate`" in refused.stderr
    finally:
        await world.owner.execute("grant insert on server_key to wellwish_runtime")


def test_the_fingerprint_is_no_other_derived_key() -> None:
    key = bytes(range(32))
    assert fingerprint(key) == fingerprint(key)
    assert fingerprint(key) != fingerprint(bytes(32))
    assert len(fingerprint(key)) == 32
    [sealed] = Keys(key).next_ring(datetime.now(UTC))[:1]
    lasting = Keys(key).unseal(sealed.sealed, "generations of derived keys")
    derived = {lasting[at : at + 32] for at in range(0, len(lasting), 32)}
    assert len(derived) == 5
    assert fingerprint(key) not in derived | {key}
