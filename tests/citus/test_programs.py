"""`script/distribute`, and the program that builds Citus and runs a cluster."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import asyncpg
import pytest

from bench.operate.citus_cluster import MISSING, SOURCE, build, citus_cluster
from wellwish.infra.db import migrate
from wellwish.infra.db.citus import BY_ACCOUNT, REFERENCE
from wellwish.infra.embedded import OWNER, RUNTIME

ROOT: Final = Path(__file__).resolve().parents[2]
PROGRAM: Final = ROOT / "bench/operate/citus_cluster.py"
pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(SOURCE is None, reason=f"CITUS IS NOT TESTED: {MISSING}"),
]


def distribute(owner_dsn: str) -> tuple[int, list[str]]:
    """Runs `script/distribute`; returns its status and its lines."""
    given = {key: value for key, value in os.environ.items() if not key.startswith("WELLWISH_")}
    ended = subprocess.run(
        [ROOT / "script/distribute"], capture_output=True, text=True, check=False, cwd="/",
        env=given | {"DATABASE_URL": owner_dsn, "WELLWISH_OWNER_DATABASE_URL": owner_dsn,
                     "WELLWISH_SECRET_KEY": "00" * 32, "WELLWISH_BASE_URL": "http://localhost:8080"},
    )  # fmt: skip
    return ended.returncode, [*ended.stdout.splitlines(), *ended.stderr.splitlines()]


async def execute(dsn: str, *statements: str) -> None:
    connection = await asyncpg.connect(dsn)
    for each in statements:
        await connection.execute(each)
    await connection.close()


def test_the_script_distributes_what_is_new_and_names_what_is_missing() -> None:
    assert SOURCE is not None
    with citus_cluster(Path(SOURCE)) as cluster:
        url = cluster.url(OWNER)
        asyncio.run(migrate(url, RUNTIME))
        status, lines = distribute(url)
        assert status == 0, lines
        assert [*lines[: len(REFERENCE)]] == [f"Distributing {each}" for each in REFERENCE]
        assert set(lines) > {f"Distributing {each}" for each in BY_ACCOUNT}
        assert (
            lines[-1] == f"{sum(line.startswith('Distributing') for line in lines)} tables were distributed."
        )
        assert distribute(url) == (0, ["All tables are distributed already."])
        # As a later migration creates it.
        asyncio.run(execute(url, "create table later (id text primary key)"))
        assert distribute(url)[1][0] == "Distributing later"

        asyncio.run(execute(url, "create database plain"))
        status, lines = distribute(f"{url.removesuffix('wellwish')}plain")
        assert (status, lines) == (
            1,
            ["The database has no Citus: run `create extension citus` as a superuser."],
        )
        status, lines = distribute(url.replace("//wellwish_owner", "//nobody"))
        assert (status, len(lines)) == (1, 1)
        assert "the server rejects the role" in lines[0]
        for port in cluster.ports[1:]:
            sql = f"select citus_set_node_property('127.0.0.1', {port}, 'shouldhaveshards', false)"
            asyncio.run(execute(url, sql))
        status, lines = distribute(url)
        assert (status, lines) == (
            1, ["The cluster has no worker nodes: add them with citus_add_node."]
        )  # fmt: skip


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the user of the nodes can enter."""
    with tempfile.TemporaryDirectory(prefix="wellwish-citus-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def nodes(folder: Path) -> set[str]:
    """Returns the IDs of the processes that work in the folder."""
    found: set[str] = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cwd").readlink().is_relative_to(folder):
                found.add(entry.name)
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("after", ["Creating the schema", "WELLWISH_OWNER_DATABASE_URL"])
def test_the_program_leaves_no_node_behind(folder: Path, number: signal.Signals, after: str) -> None:
    given = os.environ | {"TMPDIR": str(folder), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-P", str(PROGRAM)]
    with subprocess.Popen(command, env=given, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert any(line.startswith(after) for line in program.stdout)
        assert nodes(folder), "the control"
        program.send_signal(number)
        program.stdout.read()
        assert program.wait(60) == 0
    assert nodes(folder) == set()
    assert [*folder.iterdir()] == []


def test_builds_in_an_empty_folder(folder: Path) -> None:
    assert SOURCE is not None
    shutil.copytree(SOURCE, folder / "source", ignore=shutil.ignore_patterns(".git", "*.o", "*.so"))
    programs = build(folder / "source")
    assert {each.name for each in folder.iterdir()} == {"source", "source.built"}
    module = programs.parent / "lib/citus.so"
    made = module.stat().st_mtime_ns
    assert build(folder / "source") == programs
    assert module.stat().st_mtime_ns == made, "built once"
    with citus_cluster(folder / "source") as cluster:
        asyncio.run(execute(cluster.url(OWNER), "select citus_version()"))
