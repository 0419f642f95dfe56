"""Connect to the server of a URL, or to the primary if there are several servers."""

import asyncio
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

import asyncpg

from wellwish.infra.db.reason import UnreachableError
from wellwish.infra.db.tx import Connection

_PORT: Final = "5432"


async def connect(dsn: str, timeout_s: float, **given: Any) -> Connection:
    """Raises UnreachableError if no server can be used."""
    try:
        return await _connect(dsn, timeout_s, **given)
    except (
        asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, ValueError,
    ) as error:  # fmt: skip
        raise UnreachableError(dsn, error) from error


async def _connect(dsn: str, timeout_s: float, **given: Any) -> Connection:
    servers = _servers(dsn)
    if len(servers) < 2:
        return await asyncpg.connect(dsn, timeout=timeout_s, **given)
    if "target_session_attrs" not in parse_qs(urlsplit(dsn).query):
        given["target_session_attrs"] = "primary"
    # Hosts are tried in parallel: asyncpg tries them one by one, so that a host that does not respond would
    # delay each attempt to reach the others.
    tasks = [
        asyncio.create_task(asyncpg.connect(dsn, host=host, port=port, timeout=timeout_s, **given))
        for host, port in servers
    ]
    chosen: Connection | None = None
    errors: list[Exception] = []
    try:
        for each in asyncio.as_completed(tasks):
            try:
                chosen = await each
            except (asyncpg.PostgresError, asyncpg.InternalClientError, OSError) as error:
                errors.append(error)
            else:
                return chosen
    finally:
        for task in tasks:
            task.cancel()
        for other in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(other, BaseException) and other is not chosen:
                other.terminate()
    # An error from a server, such as a wrong password, is more useful than a timeout of another server.
    raise next((each for each in errors if isinstance(each, asyncpg.PostgresError)), errors[-1])


def _servers(dsn: str) -> list[tuple[str, int]]:
    """Returns the hosts of the URL with their ports: ``h1:5432,h2:5433`` or ``?host=h1,h2&port=5432``."""
    split = urlsplit(dsn)
    query = parse_qs(split.query)
    place = split.netloc.rpartition("@")[2]
    found: list[tuple[str, int]] = []
    ports = query.get("port", [_PORT])[0].split(",")
    for number, each in enumerate((place or query.get("host", [""])[0]).split(",")):
        host, colon, port = each.rpartition(":") if place and not each.endswith("]") else ("", "", "")
        host, port = (host, port) if colon else (each, ports[number % len(ports)])
        found.append((unquote(host).strip("[]"), int(port)))
    return found
