"""A start creates a cluster, provides the database, and keeps existing data."""

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import threading
from pathlib import Path

import asyncpg
import pytest

from tests.infra.embedded.processes import (
    PATIENCE_S,
    Holder,
    answers,
    ask,
    eventually,
    postmaster,
    said_by_root,
    servers,
)
from wellwish.infra.embedded import DATABASE, OWNER, RUNTIME, Cluster
from wellwish.infra.embedded.binaries import MAJOR, bin_folder

pytestmark = pytest.mark.process

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "data_checksums": "on",
    "wal_level": "replica",
    "shared_buffers": "128MB",
    "max_connections": "100",
    "TimeZone": "UTC",
    "server_encoding": "UTF8",
    "logging_collector": "on",
    "log_truncate_on_rotation": "on",
}


def shown(folder: Path) -> dict[str, str]:
    return {name: ask(folder, f"show {name}") for name in SETTINGS}


def test_makes_a_cluster_in_an_empty_folder(place: Path) -> None:
    with Cluster(place) as cluster:
        assert cluster.supervising
        assert cluster.socket_folder == place
        assert ask(place, "select current_user", role=RUNTIME) == RUNTIME
        assert ask(place, "select current_database()") == DATABASE
        assert shown(place) == SETTINGS
        locale = "format('%s %s', datlocprovider, datlocale)"
        assert ask(place, f"select {locale} from pg_database where datname = '{DATABASE}'") == "b C.UTF-8"


def test_makes_a_cluster_where_no_folder_is(place: Path) -> None:
    with Cluster(place / "a" / "b", durable=False):
        assert answers(place / "a" / "b")


def test_the_runtime_role_is_bound_by_row_level_security(folder: Path) -> None:
    with Cluster(folder, durable=False):
        rights = "rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication"
        assert ask(folder, f"select {rights} from pg_roles where rolname = '{RUNTIME}'") is False
        owner = "select pg_get_userbyid(datdba) from pg_database where datname = current_database()"
        assert ask(folder, owner) == OWNER
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            ask(folder, "create table public.t ()", role=RUNTIME)


def test_asyncpg_and_libpq_take_the_url(folder: Path) -> None:
    async def pooled(url: str) -> object:
        async with asyncpg.create_pool(url, min_size=1, max_size=2, timeout=PATIENCE_S) as pool:
            return await pool.fetchval("select current_user", timeout=PATIENCE_S)

    with Cluster(folder, durable=False) as cluster:
        assert asyncio.run(pooled(cluster.dsn(RUNTIME))) == RUNTIME
        psql = [bin_folder() / "psql", "-XAt", "-d", cluster.dsn(OWNER, "postgres")]
        command = [*psql, "-c", "select current_database()"]
        assert subprocess.check_output(command, text=True, timeout=PATIENCE_S) == "postgres\n"


def test_keeps_what_was_committed(folder: Path) -> None:
    with Cluster(folder, durable=False):
        ask(folder, "create table t as select 7 as n")
    with Cluster(folder, durable=False):
        assert ask(folder, "select n from t") == 7


def test_makes_the_role_and_the_database_again_where_they_are_missing(folder: Path) -> None:
    with Cluster(folder, durable=False) as cluster:
        psql = [bin_folder() / "psql", "-XAtq", "-d", cluster.dsn(OWNER, "postgres")]
        for sql in (f"drop database {DATABASE}", f"drop role {RUNTIME}"):
            subprocess.run([*psql, "-c", sql], check=True, timeout=PATIENCE_S)
        assert not answers(folder)
    with Cluster(folder, durable=False):
        assert answers(folder)


def test_our_settings_reach_a_folder_that_says_otherwise(folder: Path) -> None:
    with (folder / "data" / "postgresql.auto.conf").open("a") as file:
        file.write("fsync = off\nmax_connections = 7\nlisten_addresses = '*'\ntimezone = 'Asia/Tokyo'\n")
    with Cluster(folder):
        assert shown(folder) == SETTINGS


def test_only_a_test_gets_a_server_that_is_not_durable(folder: Path) -> None:
    with Cluster(folder, durable=False):
        assert shown(folder) == {
            **SETTINGS,
            "max_connections": "200",
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "off",
        }


def test_nothing_is_open_to_other_users(place: Path) -> None:
    place.chmod(0o755)
    with Cluster(place, durable=False):
        for path in (place, place / "data", place / "log", place / ".s.PGSQL.5432"):
            assert stat.S_IMODE(path.stat().st_mode) == 0o700, path
        entries = [place, *place.rglob("*")]
        assert {path.lstat().st_uid for path in entries} == {os.geteuid()}
        assert not [path for path in (place / "data").rglob("*") if path.lstat().st_mode & 0o077]


def test_a_folder_made_as_root_starts_again_as_root(place: Path) -> None:
    for _ in range(2):
        assert said_by_root(place / "db") == f"0 {OWNER}"
        assert (place / "db").stat().st_uid == os.geteuid()


def test_the_log_names_the_error_and_not_the_person(folder: Path) -> None:
    def log() -> str:
        return next((folder / "log").glob("postgresql-*.log")).read_text()

    def cause(setting: str) -> str:
        before = log()
        ask(folder, f"alter role {OWNER} set log_error_verbosity = {setting}")
        with pytest.raises(asyncpg.UniqueViolationError):
            ask(folder, "insert into t select email from t")
        assert eventually(lambda: "duplicate key value" in log()[len(before) :])
        return log()

    with Cluster(folder, durable=False):
        ask(folder, "create table t as select 'alice@example.org' as email")
        ask(folder, "create unique index on t (email)")
        assert "alice@example.org" not in cause("terse")
        assert "(alice@example.org) already exists" in cause("verbose")


def test_stop_leaves_no_process_and_no_socket(folder: Path) -> None:
    cluster = Cluster(folder, durable=False)
    cluster.start()
    assert servers(folder)
    cluster.stop()
    assert not cluster.supervising
    assert not servers(folder)
    assert not (folder / ".s.PGSQL.5432").exists()
    cluster.stop()


def title(process: int) -> bytes:
    """Returns the title of a process; nothing if it has ended, as workers of the autovacuum do."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def test_stop_waits_for_the_process_that_writes_the_log(folder: Path) -> None:
    cluster = Cluster(folder, durable=False)
    cluster.start()
    (logger,) = [each for each in servers(folder) if b"logger" in title(each)]
    os.kill(logger, signal.SIGSTOP)
    stopping = threading.Thread(target=cluster.stop)
    stopping.start()
    try:
        assert eventually(lambda: servers(folder) == {logger})
        stopping.join(0.5)
        assert stopping.is_alive()
    finally:
        os.kill(logger, signal.SIGCONT)
        stopping.join()
    assert not servers(folder)


def test_stop_does_not_wait_for_sessions(folder: Path) -> None:
    async def hold(cluster: Cluster) -> None:
        connection = await asyncpg.connect(cluster.dsn(OWNER), timeout=PATIENCE_S)
        await connection.execute("begin; create table t ()")
        await asyncio.wait_for(asyncio.to_thread(cluster.stop), 20)
        connection.terminate()

    cluster = Cluster(folder, durable=False)
    cluster.start()
    asyncio.run(hold(cluster))
    assert not servers(folder)


def test_a_cluster_is_started_once_and_can_be_started_again_after_stop(folder: Path) -> None:
    cluster = Cluster(folder, durable=False)
    for _ in range(2):
        with cluster:
            assert answers(folder)
            with pytest.raises(RuntimeError):
                cluster.start()


def test_a_process_that_only_exits_shuts_the_server_down_in_order(folder: Path) -> None:
    with Holder(folder, "exit") as holder:
        assert holder.line() == "supervising"
        assert holder.process.wait(PATIENCE_S) == 0
    assert state(folder) == "shut down"
    with Holder(folder) as holder:
        assert holder.line() == "supervising"
        server = postmaster(folder)
        holder.kill()
    assert server
    assert state(folder) == "in production"


def state(folder: Path) -> str:
    command = [bin_folder() / "pg_controldata", folder / "data"]
    said = subprocess.check_output(command, text=True, timeout=PATIENCE_S)
    return next(line for line in said.splitlines() if "cluster state" in line).partition(":")[2].strip()


def test_the_major_version_is_that_of_the_binaries() -> None:
    said = subprocess.check_output([bin_folder() / "postgres", "--version"], text=True, timeout=PATIENCE_S)
    assert said.split()[-1].startswith(f"{MAJOR}.")


def test_the_package_needs_no_other_package_and_says_when_the_binaries_are_missing(place: Path) -> None:
    source = shutil.copytree(Path(bin_folder.__code__.co_filename).parent, place / "wellwish/infra/embedded")
    script = (
        f"import sys; sys.path.insert(0, {str(source.parents[2])!r})\n"
        "from wellwish.infra.embedded.binaries import bin_folder\n"
        "bin_folder()"
    )
    said = subprocess.run(
        ["/proc/self/exe", "-I", "-S", "-c", script],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert "DATABASE_URL" in said.stderr.splitlines()[-1]
