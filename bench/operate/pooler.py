"""Run two servers and two workers behind PgBouncer in transaction mode, under mixed load. Prints JSON.

The configuration is that of docs/operate/pooler.md, the database the embedded one. Clients create cards,
invite, list and open signing pages, and the workers send the mails; none may get a status of 500 or more.
`--prepared` uses prepared statements, which PgBouncer 1.21 and newer keep.
"""

import argparse
import asyncio
import json
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

import asyncpg
import httpx2
from capacity import await_ready, free_port, process
from failover import run
from pgbouncer import MISSING, PROGRAM, TOO_OLD, can_keep_statements, pooled

from wellwish.infra.embedded import OWNER, RUNTIME, Cluster

_CLIENTS: Final = 8
_CONNECTIONS: Final = 10  # from the pooler to PostgreSQL
_STATEMENTS: Final = 1000  # as in docs/operate/pooler.md
_SENT: Final = "select count(*) from messages where status in ('handed_over', 'delivered')"
_SESSIONS: Final = "select count(*) from pg_stat_activity where usename = $1"


async def client(base: str, account: dict[str, Any], until: float, found: Counter[int]) -> None:
    """Sends requests until the deadline and counts the statuses."""
    async with httpx2.AsyncClient(base_url=base, timeout=20) as http:
        pair = {"x-api-key": account["api_key"], "x-client-secret": account["client_secret"]}
        token = await http.post("/account/api-access/token", headers=pair)
        http.headers["authorization"] = f"Bearer {token.json()['access_token']}"
        template = (await http.get("/api/templates")).json()["data"][0]["template_id"]
        body = {"title": "T", "sender": "S", "template_id": template, "collection": {}}
        while time.monotonic() < until:
            card = await http.post("/api/cards", json=body)
            found[card.status_code] += 1
            if card.status_code != 201:
                continue
            invitees = [{"delivery_type": "email", "delivery_id": f"g{found.total()}@example.com"}]
            invited = {"card_id": card.json()["id"], "invitees": invitees}
            path = "/s/" + card.json()["sign_url"].rpartition("/")[2]
            found[(await http.post("/api/cards/invitations", json=invited)).status_code] += 1
            found[(await http.get("/api/cards?limit=50")).status_code] += 1
            found[(await http.get(path)).status_code] += 1


async def measure(seconds: float, *, prepared: bool) -> dict[str, Any]:
    if PROGRAM is None:
        raise SystemExit(MISSING)
    if prepared and not can_keep_statements():
        raise SystemExit(TOO_OLD)
    statements = _STATEMENTS if prepared else 0
    found = Counter[int]()
    with (
        tempfile.TemporaryDirectory(prefix="wellwish-pooler-") as name,
        Cluster(Path(name) / "pg") as cluster,
    ):
        owner = await asyncpg.connect(cluster.dsn(OWNER))
        async with pooled(cluster.dsn(RUNTIME), servers=_CONNECTIONS, statements=statements) as url:
            ports, smtp = [free_port(), free_port()], free_port()
            environment = {
                "DATABASE_URL": url,
                "WELLWISH_OWNER_DATABASE_URL": cluster.dsn(OWNER),
                "WELLWISH_SECRET_KEY": "ab" * 32,
                "WELLWISH_STATEMENT_CACHE": str(statements),
                "WELLWISH_DATA_DIR": f"{name}/data",
                "WELLWISH_REQUESTS_PER_MINUTE": "0",
                "WELLWISH_PAGE_REQUESTS_PER_MINUTE": "0",
                "WELLWISH_MESSAGES_PER_DAY": "0",
                "WELLWISH_MESSAGES_PER_DAY_UNPROVEN": "0",
                "WELLWISH_SMTP_URLS": f"smtp://127.0.0.1:{smtp}?tls=none",
                "WELLWISH_MAIL_FROM": "cards@example.org",
                "WELLWISH_LOG_LEVEL": "error",
            }
            await run(environment, "migrate")
            given = ("--name", "Acme", "--email", "a@acme.example", "--cards", "1000000", "--json")
            account = json.loads(await run(environment, "account", "create", *given))
            first, second = ({**environment, "WELLWISH_PORT": str(port)} for port in ports)
            sink = ("aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{smtp}")
            with (
                process(sink, {}),
                process(("wellwish", "serve"), first),
                process(("wellwish", "serve"), second),
                process(("wellwish", "work"), environment),
                process(("wellwish", "work"), environment),
            ):
                for port in ports:
                    await asyncio.to_thread(await_ready, port)
                bases = [f"http://127.0.0.1:{port}" for port in ports]
                until = time.monotonic() + seconds
                await asyncio.gather(
                    *(client(bases[number % 2], account, until, found) for number in range(_CLIENTS))
                )
                sessions = await owner.fetchval(_SESSIONS, RUNTIME)
                sent = await owner.fetchval(_SENT)
        await owner.close()
    return {
        "seconds": seconds,
        "statuses": {str(status): count for status, count in sorted(found.items())},
        "mails": sent,
        "connections_of_postgresql": sessions,
    }


def main() -> None:
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # also ends the child processes
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--prepared", action="store_true", help="use prepared statements")
    options = parser.parse_args()
    print(json.dumps(asyncio.run(measure(options.seconds, prepared=options.prepared))))


if __name__ == "__main__":
    main()
