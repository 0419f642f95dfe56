"""Whichever process dies, no server remains, and the database recovers."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.infra.embedded.processes import (
    PATIENCE_S,
    Bare,
    Holder,
    Python,
    alive,
    answers,
    ask,
    eventually,
    postmaster,
    servers,
)
from wellwish.infra.embedded import OWNER, Cluster, EmbeddedError
from wellwish.infra.embedded.binaries import bin_folder

pytestmark = pytest.mark.process

# A session that computes without ever waiting, so it does not notice the death of its postmaster.
COMPUTE = "do $$ begin loop end loop; end $$"

# Starts the server without the kernel's death signal, from a parent that waits as our supervisor does.
LOOSE = """
import os, sys
from wellwish.infra.embedded import launcher
if os.fork() == 0:
    os.setsid()
    if os.geteuid() == 0:
        launcher._leave_root()
    os.execv(sys.argv[1], sys.argv[1:])
sys.stdin.read()
"""


@contextmanager
def compute(folder: Path) -> Generator[int]:
    """Runs a session that computes forever; yields its process ID, and kills its client at the end."""
    command = [bin_folder() / "psql", "-Xq", "-d", Cluster(folder).dsn(OWNER), "-c", COMPUTE]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as client:
        try:
            assert eventually(lambda: computing(folder) is not None)
            yield computing(folder) or 0
        finally:
            client.kill()


def computing(folder: Path) -> int | None:
    """Returns the process ID of the computing session."""
    found: int | None = ask(folder, f"select max(pid) from pg_stat_activity where query = '{COMPUTE}'")
    return found


def test_no_server_outlives_a_supervisor_that_was_killed(folder: Path) -> None:
    with Holder(folder) as holder:
        holder.line()
        with compute(folder):
            assert len(servers(folder)) > 5
            holder.kill()
            assert eventually(lambda: not servers(folder))


def test_control_a_server_without_our_launcher_outlives_its_parent(folder: Path) -> None:
    arguments = ("-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off")
    with Python("-c", LOOSE, bin_folder() / "postgres", *arguments) as parent:
        assert eventually(lambda: answers(folder))
        server = postmaster(folder)
        parent.kill()
        assert not eventually(lambda: not alive(server), within_s=1)
        os.kill(server, signal.SIGQUIT)
        assert eventually(lambda: not servers(folder))


def test_a_server_that_was_started_again_dies_with_its_supervisor_too(folder: Path) -> None:
    with Holder(folder) as holder:
        holder.line()
        os.kill(postmaster(folder), signal.SIGKILL)
        assert eventually(lambda: answers(folder))
        holder.kill()
        assert eventually(lambda: not servers(folder))


def test_the_server_outlives_the_thread_that_called_start(folder: Path) -> None:
    cluster = Cluster(folder, durable=False)
    thread = threading.Thread(target=cluster.start)
    thread.start()
    thread.join(PATIENCE_S)
    server = postmaster(folder)
    try:
        assert not eventually(lambda: not alive(server), within_s=0.5)
    finally:
        cluster.stop()


def test_control_a_server_dies_with_the_thread_that_forked_it(folder: Path) -> None:
    started: list[Bare] = []

    def start() -> None:
        started.append(Bare(folder))
        assert eventually(lambda: answers(folder))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join(PATIENCE_S)
    with started[0] as server:
        assert eventually(lambda: server.process.poll() is not None)


def test_a_launcher_without_its_parent_starts_nothing(folder: Path) -> None:
    command = [sys.executable, Cluster.__module__, "1", str(folder), str(bin_folder() / "postgres"), "-V"]
    command[1] = str(Path(sys.modules["wellwish.infra.embedded.launcher"].__file__ or ""))
    gone = subprocess.run(command, capture_output=True, timeout=PATIENCE_S, check=False)
    command[2] = str(os.getpid())
    there = subprocess.run(command, capture_output=True, timeout=PATIENCE_S, check=False)
    assert (gone.returncode, gone.stdout) == (1, b"")
    assert (there.returncode, there.stdout[:8]) == (0, b"postgres")


def test_back_after_the_server_was_killed(folder: Path) -> None:
    with Cluster(folder) as cluster:
        ask(folder, "create table t (n int)")
        for n in range(3):
            ask(folder, f"insert into t values ({n})")
            os.kill(postmaster(folder), signal.SIGKILL)
            assert eventually(lambda: answers(folder))
            assert ask(folder, "select count(*) from t") == n + 1
        assert cluster.supervising


def test_recovers_after_one_session_was_killed(folder: Path) -> None:
    with Cluster(folder, durable=False), compute(folder) as session:
        os.kill(session, signal.SIGKILL)
        assert eventually(lambda: answers(folder))


def test_back_though_a_session_of_the_killed_server_computes_on(folder: Path) -> None:
    with Cluster(folder, durable=False), compute(folder) as orphan:
        os.kill(postmaster(folder), signal.SIGKILL)
        assert eventually(lambda: answers(folder))
        assert not alive(orphan)


def test_control_a_session_that_computes_on_keeps_a_bare_server_away(folder: Path) -> None:
    with Bare(folder) as first:
        assert eventually(lambda: answers(folder))
        with compute(folder) as orphan:
            first.kill()
            with Bare(folder) as second:
                assert second.process.wait(PATIENCE_S) == 1
            assert alive(orphan)
            with pytest.raises(EmbeddedError, match="which Wellwish did not start"):
                Cluster(folder, durable=False).start()
            os.kill(orphan, signal.SIGKILL)
            assert eventually(lambda: not alive(orphan))
    # Releases the shared memory that the killed server left.
    with Cluster(folder, durable=False):
        assert answers(folder)


def stale(folder: Path, process: int) -> None:
    """Creates the files of a crash with a process ID that is in use again, as happens in containers."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(folder / ".s.PGSQL.5432"))
    listener.close()
    lines = [process, folder / "data", 1, 5432, folder, "", "1 1", "ready"]
    text = "".join(f"{line}\n" for line in lines)
    (folder / "data" / "postmaster.pid").write_text(text)
    (folder / ".s.PGSQL.5432.lock").write_text(text)


def test_starts_over_stale_files_that_name_a_living_process(folder: Path) -> None:
    with Python("-c", "input()") as other:
        stale(folder, other.process.pid)
        with Bare(folder) as control:
            assert control.process.wait(PATIENCE_S) == 1
        with Cluster(folder, durable=False):
            assert answers(folder)
        assert other.process.poll() is None


def test_refuses_a_folder_on_which_another_server_runs(folder: Path) -> None:
    with Bare(folder) as other:
        assert eventually(lambda: answers(folder))
        with pytest.raises(EmbeddedError, match="did not start"):
            Cluster(folder, durable=False).start()
        assert answers(folder)
        other.process.send_signal(signal.SIGINT)
        assert other.process.wait(PATIENCE_S) == 0


def test_retries_until_the_obstacle_is_removed(folder: Path) -> None:
    control = folder / "data" / "global" / "pg_control"
    with Cluster(folder, durable=False):
        control.rename(folder / "aside")
        os.kill(postmaster(folder), signal.SIGKILL)
        assert not eventually(lambda: answers(folder), within_s=1)
        (folder / "aside").rename(control)
        assert eventually(lambda: answers(folder))


def test_a_missing_database_is_not_replaced_by_an_empty_one(folder: Path) -> None:
    aside = folder.with_name("aside")
    with Cluster(folder):
        ask(folder, "create table t as select 7 as n")
        server = postmaster(folder)
        (folder / "data").rename(aside)
        os.kill(server, signal.SIGKILL)
        assert not eventually(lambda: answers(folder) or (folder / "data").exists(), within_s=1)
        aside.rename(folder / "data")
        assert eventually(lambda: answers(folder))
        assert ask(folder, "select n from t") == 7
