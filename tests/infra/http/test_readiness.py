"""/readyz: 503 while the process cannot read, cannot write, or is ending."""

import asyncio
import os
import signal
from pathlib import Path
from types import SimpleNamespace

import httpx2
import pytest

from tests.commands import environment
from tests.delivery.service import Program, command
from tests.listening import free_port
from tests.waiting import until as until_true
from tests.world import World
from wellwish.base.errors import Unavailable
from wellwish.cli.drain import DRAIN, drain_first
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster
from wellwish.infra.http.readiness import Readiness

READ_ONLY = """
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$;
    create trigger refuse before insert on write_probes execute function refuse();
"""


@pytest.fixture(autouse=True)
def probes_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellwish.infra.http.readiness._WRITES_EVERY_S", 0.0)


async def ready(world: World) -> int:
    return (await world.client.get("/readyz")).status_code


async def test_is_ready_and_leaves_no_row(world: World) -> None:
    assert await ready(world) == 200
    assert await world.owner.fetchval("select count(*) from write_probes") == 0


async def test_is_not_ready_on_a_full_disk_and_recovers(world: World) -> None:
    await world.owner.execute(READ_ONLY)
    try:
        answer = await world.client.get("/readyz")
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "2"
        assert (await world.client.get("/livez")).status_code == 200
    finally:
        await world.owner.execute("drop function refuse() cascade")
    assert await ready(world) == 200


@pytest.mark.parametrize("privilege", ["select on cards", "insert on write_probes"])
async def test_is_not_ready_without_a_privilege(world: World, privilege: str) -> None:
    await world.owner.execute(f"revoke {privilege} from wellwish_runtime")
    try:
        assert await ready(world) == 503
    finally:
        await world.owner.execute(f"grant {privilege} to wellwish_runtime")
    assert await ready(world) == 200


async def test_probes_writes_only_now_and_then(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellwish.infra.http.readiness._WRITES_EVERY_S", 3600.0)
    assert await ready(world) == 200
    await world.owner.execute("revoke insert on write_probes from wellwish_runtime")
    try:
        assert await ready(world) == 200
    finally:
        await world.owner.execute("grant insert on write_probes to wellwish_runtime")


async def test_is_not_ready_while_it_drains(world: World) -> None:
    draining = Readiness()
    draining.drain()
    with pytest.raises(Unavailable, match="shutting down"):
        await draining.check(world.services.db)
    assert await ready(world) == 200


class Serving:
    """A fake of Granian's server, with one worker process."""

    def __init__(self, pid: int) -> None:
        self.wrks = [SimpleNamespace(inner=SimpleNamespace(pid=pid))]
        self.ended = 0

    def signal_handler_interrupt(self) -> None:
        self.ended += 1


@pytest.mark.parametrize("drain_s", [0.0, 600.0])
def test_the_first_sigterm_drains_and_the_second_ends(drain_s: float) -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(DRAIN)
    drained: list[int] = []
    server = Serving(os.getpid())
    try:
        signal.signal(signal.SIGTERM, lambda *_: server.signal_handler_interrupt())
        signal.signal(DRAIN, lambda number, _: drained.append(number))
        drain_first(server, drain_s)
        signal.raise_signal(signal.SIGTERM)
        assert (server.ended, len(drained)) == ((0, 1) if drain_s else (1, 0))
        signal.raise_signal(signal.SIGTERM)
        assert server.ended == (1 if drain_s else 2)
    finally:
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(DRAIN, before[1])


@pytest.mark.full
async def test_drains_after_sigterm_while_the_port_stays_open(tmp_path: Path) -> None:
    port = free_port()
    with Cluster(tmp_path / "pg") as cluster:
        given = {
            **environment((cluster.dsn(OWNER), cluster.dsn(RUNTIME))),
            "WELLWISH_PORT": str(port),
            "WELLWISH_DATA_DIR": str(tmp_path / "data"),
            "WELLWISH_DRAIN_S": "600",
        }
        await command(given, "migrate")
        serving = Program("serve", given)
        await serving.start()
        assert serving.process is not None
        try:
            async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=10) as client:
                await until(client, 200)
                serving.process.send_signal(signal.SIGTERM)
                await until(client, 503)
                assert (await client.get("/livez")).status_code == 200
                assert (await client.get("/api/cards")).status_code == 401
                assert serving.process.returncode is None
            serving.process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(60):
                assert await serving.process.wait() == 0
        finally:
            await serving.kill()


async def until(client: httpx2.AsyncClient, status: int) -> None:
    """Waits until /readyz has this status."""

    async def has_it() -> bool:
        return (await client.get("/readyz")).status_code == status

    await until_true(has_it, despite=httpx2.TransportError)
