"""PostgreSQL servers for tests: the embedded one, or the system's."""

import os
import pwd
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from bench.operate.citus_cluster import SOURCE, citus_cluster
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster


@dataclass(frozen=True)
class Server:
    """A running server for these tests only. It is not durable."""

    owner_dsn: str
    runtime_dsn: str
    stop: Callable[[], None]


def start_server(folder: Path, programs: str | None) -> Server:
    """Starts the embedded server, or the system PostgreSQL whose programs are in the given folder."""
    if programs is not None:
        return _system_server(folder, Path(programs))
    cluster = Cluster(folder / "postgres", durable=False)
    cluster.start()
    return Server(cluster.dsn(OWNER), cluster.dsn(RUNTIME), cluster.stop)


def start_citus() -> Server:
    """Starts a coordinator and two worker nodes of Citus."""
    assert SOURCE is not None, "CITUS_SOURCE is not set"
    running = ExitStack()
    cluster = running.enter_context(citus_cluster(Path(SOURCE)))
    return Server(cluster.url(OWNER), cluster.url(RUNTIME), running.close)


def _system_server(folder: Path, programs: Path) -> Server:
    data, sockets = folder / "system", folder / "sockets"
    sockets.mkdir(parents=True)
    user = None
    if os.geteuid() == 0:  # postgres refuses to run as root; its Debian package creates a user
        user = pwd.getpwnam("postgres")
        folder.chmod(0o755)
        data.mkdir()
        for path in (data, sockets):
            os.chown(path, user.pw_uid, user.pw_gid)

    def run(*command: str) -> None:
        subprocess.run(
            [str(programs / command[0]), *command[1:]],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
            user=user and user.pw_uid,
            group=user and user.pw_gid,
            extra_groups=[] if user else None,
        )

    run(
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
    options = (
        f"-c listen_addresses= -c unix_socket_directories={sockets} -c max_connections=200 "
        "-c fsync=off -c full_page_writes=off -c synchronous_commit=off"
    )
    run("pg_ctl", "start", "-w", "-D", str(data), "-l", str(data / "log"), "-o", options)
    psql = ("psql", "-h", str(sockets), "-U", OWNER, "-q", "-d", "postgres", "-c")
    run(*psql, f"create role {RUNTIME} login")
    run(*psql, "create database wellwish")

    def dsn(role: str) -> str:
        return f"postgresql://{role}@/wellwish?host={sockets}"

    def stop() -> None:
        run("pg_ctl", "stop", "-m", "immediate", "-D", str(data))

    return Server(dsn(OWNER), dsn(RUNTIME), stop)
