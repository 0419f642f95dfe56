"""The database server is lost under load, and restored from a base backup and the archived WAL."""

import asyncio
import os
import random
import re
import signal
import time

import asyncpg
import pytest

from tests import make
from tests.backup.test_recovery import Shell, blocks, shell, start
from tests.commands import environment, wellwish
from tests.contributions import giving
from tests.world import Person, World
from wellwish.base.settings import Settings

__all__ = ["shell"]  # a fixture
pytestmark = [pytest.mark.anyio, pytest.mark.full]
SEED, CLIENTS, ERASED = 20261123, 4, "kim@example.com"
INVITED = f"select count(*) from invitations where delivery_id = '{ERASED}'"
# The documented command for a failed server whose disk can still be read.
COPY = 'for f in "$PGDATA"/pg_wal/0*; do test -f "$ARCHIVE/${f##*/}" || cp "$f" "$ARCHIVE/"; done'
DISCARD = 'pg_ctl stop --pgdata "$RECOVERED" --mode immediate; rm -rf "$RECOVERED"'


class Clients:
    """Clients that create cards and give money until the server is gone; records the acknowledged cards."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.cards: set[str] = set()
        self.gone = asyncio.Event()

    async def run(self, number: int) -> None:
        made = 0
        while not self.gone.is_set():
            made += 1
            body = await make.body(self.person, title=f"{number}-{made}", collection=giving.OPEN)
            answer = await self.person.post("/api/cards", body, key=f"{number}-{made}")
            if answer.status_code == 201:
                self.cards.add(answer.json()["id"])
                await giving.post(self.person, answer.json()["id"])

    async def until_killed(self, shell: Shell, chance: random.Random) -> None:
        """Runs the clients, and kills the server at a random moment."""
        clients = [asyncio.create_task(self.run(number)) for number in range(CLIENTS)]
        await asyncio.sleep(chance.uniform(3, 8))  # the kill comes at any moment
        os.kill(int((shell.folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        await asyncio.sleep(1)  # time for its children to end, which this process cannot wait for
        # Where process 1 does not reap ended processes, PostgreSQL would consider this one alive.
        (shell.folder / ".s.PGSQL.5432.lock").unlink(missing_ok=True)
        self.gone.set()
        await asyncio.gather(*clients, return_exceptions=True)  # requests to a server that is gone


async def query(dsn: str, statement: str) -> list[str]:
    connection = await asyncpg.connect(dsn)
    try:
        return [row[0] for row in await connection.fetch(statement)]
    finally:
        await connection.close()


async def test_loses_nothing_acknowledged_and_nobody_erased_returns(shell: Shell, settings: Settings) -> None:
    archive, base, recover = blocks()
    to_the_end = re.sub(r"^recovery_target_\w+ = .*\n", "", recover, flags=re.MULTILINE)
    start(shell)
    shell.sql("create role app login")
    shell.sql("create database wellwish")
    shell(archive)
    owner, runtime = (f"postgresql://{role}@/wellwish?host={shell.folder}" for role in ("owner", "app"))
    given = environment((owner, runtime)) | {
        "WELLWISH_SECRET_KEY": settings.secret_key.hex(),
        "WELLWISH_DATA_DIR": str(settings.data_dir),
    }

    async def run(*words: str) -> str:
        done = await asyncio.to_thread(wellwish, given, *words)
        assert done.returncode == 0, done.stderr
        return done.stderr + done.stdout

    await run("migrate")
    async with World.over(settings, owner, runtime) as world:
        alice = await world.person("alice", 100_000)
        card = await giving.card(alice)
        await giving.gave(alice, card["id"])
        await make.invitations(alice, card["id"], ERASED, "lee@example.com")
        shell(base)
        moment = shell.sql("select clock_timestamp()")
        await run("person", "erase", ERASED, "--yes")
        clients = Clients(alice)
        await clients.until_killed(shell, random.Random(SEED))

    # The control: without the segments that were not yet archived, cards are missing.
    shell(to_the_end)
    archived = set(await query(owner, "select id from cards"))
    shell(DISCARD)

    shell(COPY)
    began = time.monotonic()
    shell(to_the_end)
    recovered_s = time.monotonic() - began
    kept = set(await query(owner, "select id from cards"))
    assert "The ledger is correct." in await run("ledger", "check")
    assert await query(owner, INVITED) == [0]
    shell(DISCARD)

    # Recovered to a moment before the erasure: the journal erases the person again.
    shell(recover, MOMENT=moment)
    before = await query(owner, INVITED)
    await run("person", "replay")
    after = await query(owner, INVITED)
    assert "The ledger is correct." in await run("ledger", "check")

    lost = len(clients.cards - kept)
    print(
        f"seed {SEED}: {len(clients.cards)} cards acknowledged, {lost} lost, {len(clients.cards - archived)} "
        f"without the last segments; recovered after {recovered_s:.1f} s"
    )
    assert len(clients.cards) > 20
    assert lost == 0
    assert clients.cards - archived, "the control"
    assert (before, after) == ([1], [0])
