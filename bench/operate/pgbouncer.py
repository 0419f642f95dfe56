"""PgBouncer in transaction mode before a database, with the configuration of docs/operate/pooler.md."""

import asyncio
import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operate" / "pooler.md"
# PGBOUNCER names a program other than the installed one.
PROGRAM = os.environ.get("PGBOUNCER") or shutil.which(
    "pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin"
)
MISSING = "NO POOLER TEST ON THIS MACHINE: install the Debian package pgbouncer"
TOO_OLD = "NO TEST OF max_prepared_statements ON THIS MACHINE: set PGBOUNCER to the program of 1.21 or newer"
_PATIENCE_S = 20.0


def can_keep_statements() -> bool:
    """Whether the program knows max_prepared_statements: https://www.pgbouncer.org/changelog.html, 1.21.0."""
    if PROGRAM is None:
        return False
    printed = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    found = re.search(r"PgBouncer (\d+)\.(\d+)", printed)
    assert found is not None, printed
    return tuple(map(int, found.groups())) >= (1, 21)


@asynccontextmanager
async def pooled(dsn: str, *, servers: int = 4, statements: int = 0) -> AsyncGenerator[str]:
    """Yields the URL of a pooler with at most ``servers`` connections to the database of ``dsn``.

    The pooler keeps up to ``statements`` prepared statements on each connection.
    """
    assert PROGRAM is not None
    kept = f"max_prepared_statements = {statements}\n" if statements or can_keep_statements() else ""
    split = urlsplit(dsn)
    database, user = split.path.lstrip("/"), split.username
    given = parse_qs(split.query)
    path = f"{given['host'][0]}/.s.PGSQL.{given.get('port', ['5432'])[0]}"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = int(listening.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="wellwish-pooler-") as name:
        folder = Path(name)
        async with forwarded(path) as behind:
            (folder / "users.txt").write_text(f'"{user}" ""\n')
            configured = configuration(
                {
                    "wellwish": f"host=127.0.0.1 port={behind}",
                    "listen_addr": "127.0.0.1",
                    "listen_port": str(port),
                    "auth_type": "trust",
                    "auth_file": f"{folder}/users.txt",
                    "default_pool_size": str(servers),
                }
            ).replace("wellwish =", f"{database} =")
            (folder / "pgbouncer.ini").write_text(f"{configured}{kept}unix_socket_dir =\n")
            os.chmod(folder, 0o755)
            root = os.geteuid() == 0  # PgBouncer refuses to run as root
            nobody = pwd.getpwnam("nobody")
            process = await asyncio.create_subprocess_exec(
                PROGRAM, "-q", str(folder / "pgbouncer.ini"),
                user=nobody.pw_uid if root else None, group=nobody.pw_gid if root else None,
                stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
            )  # fmt: skip
            try:
                url = f"postgresql://{user}@127.0.0.1:{port}/{database}"
                await _until_ready(url, process)
                yield url
            finally:
                if process.returncode is None:
                    process.kill()  # on SIGTERM, 1.23 and newer wait for their clients
                await process.wait()


def configuration(changed: dict[str, str]) -> str:
    """Returns the configuration in docs/operate/pooler.md with the changed values."""
    text = PAGE.read_text(encoding="utf-8").partition("<!-- pooler")[2]
    [block] = re.findall(r"```ini\n(.*?)```", text, re.DOTALL)
    for name, value in changed.items():
        block, count = re.subn(rf"^{name} = .*$", f"{name} = {value}", block, flags=re.MULTILINE)
        assert count == 1, name
    return block


@asynccontextmanager
async def forwarded(path: str) -> AsyncGenerator[int]:
    """Yields a port that forwards to the socket, whose folder only its owner can enter."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(65536):
                writer.write(chunk)
                await writer.drain()
        writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_unix_connection(path)
        await asyncio.gather(pump(reader, server_writer), pump(server_reader, writer))

    server = await asyncio.start_server(connected, "127.0.0.1")
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


async def _until_ready(url: str, process: asyncio.subprocess.Process) -> None:
    async with asyncio.timeout(_PATIENCE_S):
        while True:
            assert process.returncode is None, "pgbouncer ended"
            try:
                connection = await asyncpg.connect(url, statement_cache_size=0)
            except (OSError, asyncpg.PostgresError):
                await asyncio.sleep(0.05)
            else:
                await connection.close()
                return
