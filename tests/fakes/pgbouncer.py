"""PgBouncer in transaction mode before a database, from the Debian package."""

import asyncio
import os
import pwd
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import asyncpg

PROGRAM = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MISSING = "NO POOLER TEST ON THIS MACHINE: install the Debian package pgbouncer"
_PATIENCE_S = 20.0


@asynccontextmanager
async def pooled(folder: Path, dsn: str, port: int, *, servers: int = 4) -> AsyncGenerator[str]:
    """Yields the URL of a pooler with this many connections to the database of ``dsn``."""
    assert PROGRAM is not None
    split = urlsplit(dsn)
    sockets = parse_qs(split.query)["host"][0]
    database, user = split.path.lstrip("/"), split.username
    (folder / "users.txt").write_text(f'"{user}" ""\n')
    (folder / "pgbouncer.ini").write_text(
        f"""
        [databases]
        {database} = host={sockets} port={parse_qs(split.query).get("port", ["5432"])[0]}
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = {port}
        unix_socket_dir =
        auth_type = trust
        auth_file = {folder}/users.txt
        pool_mode = transaction
        default_pool_size = {servers}
        max_client_conn = 200
        """
    )
    for each in (folder, folder / "users.txt", folder / "pgbouncer.ini", *list(folder.parents)[:2]):
        each.chmod(0o755)
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
