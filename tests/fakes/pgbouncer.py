"""PgBouncer in transaction mode before a database, from the Debian package."""

import asyncio
import os
import pwd
import shutil
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg

from tests.journeys.test_readme import free_port

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MISSING = "NO POOLER TEST ON THIS MACHINE: install the Debian package pgbouncer"
_PATIENCE_S = 20.0


@asynccontextmanager
async def pooled(dsn: str, *, servers: int = 4) -> AsyncGenerator[str]:
    """Yields the URL of a pooler with this many connections to the database of ``dsn``."""
    assert PROGRAM is not None
    split = urlsplit(dsn)
    database, user, port = split.path.lstrip("/"), split.username, free_port()
    given = parse_qs(split.query)
    socket = f"{given['host'][0]}/.s.PGSQL.{given.get('port', ['5432'])[0]}"
    with tempfile.TemporaryDirectory(prefix="wellwish-pooler-") as name:
        folder = Path(name)
        async with forwarded(socket) as behind:
            (folder / "users.txt").write_text(f'"{user}" ""\n')
            (folder / "pgbouncer.ini").write_text(
                f"[databases]\n{database} = host=127.0.0.1 port={behind}\n"
                f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
                f"auth_type = trust\nauth_file = {folder}/users.txt\npool_mode = transaction\n"
                f"default_pool_size = {servers}\nmax_client_conn = 200\n"
            )
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
                    process.terminate()
                await process.wait()


@asynccontextmanager
async def forwarded(socket: str) -> AsyncGenerator[int]:
    """Yields a port that leads to the socket, whose folder only its owner can enter."""

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await reader.read(65536):
                writer.write(chunk)
                await writer.drain()
        writer.close()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_unix_connection(socket)
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
