"""Measure what an operator plans with: `python bench/operate/capacity.py [--quick]`, on an idle machine.

Prints the rows of docs/operate/capacity.md: requests per second of one server process, mails per minute of
one worker, disk space per million cards, connections, and memory per process. The database is the embedded
one with its durable settings, in a scratch folder; client, server, worker and database share the machine.
"""

import argparse
import asyncio
import os
import platform
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import growth
import rounds
from operations import INVITED, OPERATIONS
from population import Size
from processes import proportional_mb
from rounds import Load
from servers import Running
from stage import SLOTS, Stage, make_account, multiply, publish, stage

_CONNECTIONS: Final = 16
_POOL_SIZE: Final = 10
_READY_S: Final = 60.0
_MAILS_S: Final = 300.0
_STOP_S: Final = 60.0
_SHOWN: Final = ("create", "list", "sign")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@contextmanager
def process(words: Sequence[str], environment: Mapping[str, str]) -> Generator[int]:
    """Runs a Python program during the block and yields its process ID."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("WELLWISH_")}
    running = subprocess.Popen(
        [sys.executable, "-P", "-m", *words],
        env={**inherited, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield running.pid
    finally:
        running.terminate()
        try:
            running.wait(_STOP_S)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait()


def await_ready(port: int) -> None:
    """Raises TimeoutError if the server does not become ready."""
    until = time.monotonic() + _READY_S
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
    raise TimeoutError("the server is not ready")


def environment(stage: Stage, port: int, smtp: int) -> dict[str, str]:
    limits = ("REQUESTS", "PAGE_REQUESTS", "SIGNINGS")
    return {
        "DATABASE_URL": stage.runtime_dsn,
        "WELLWISH_SECRET_KEY": stage.secret_key.hex(),
        "WELLWISH_DATA_DIR": str(stage.folder / "server"),
        "WELLWISH_PORT": str(port),
        "WELLWISH_POOL_SIZE": str(_POOL_SIZE),
        "WELLWISH_SMTP_URLS": f"smtp://127.0.0.1:{smtp}?tls=none",
        "WELLWISH_MAIL_FROM": "cards@example.org",
        "WELLWISH_POSTAL_ADDRESS": "Example Ltd, 1 High Street, London",
        "WELLWISH_MESSAGES_PER_DAY": "0",
        "WELLWISH_MESSAGES_PER_DAY_UNPROVEN": "0",
        **{f"WELLWISH_{limit}_PER_MINUTE": "0" for limit in limits},
    }


async def space(stage: Stage, server: Running, size: Size) -> float:
    """Returns the gigabytes of the database per million cards, each with five notes and one invitation."""
    await growth.first(stage, server, "warm")
    before = await stage.owner.fetchval("select pg_database_size(current_database())")
    await growth.large(stage, server, size)
    after = await stage.owner.fetchval("select pg_database_size(current_database())")
    return (after - before) / size.cards * 1e6 / 1e9


async def mails(stage: Stage, server: Running, requests: list[str], number: int) -> float:
    """Returns the invitations per minute, from the first request to the last accepted mail."""
    sent = "select count(*) from messages where status in ('handed_over', 'delivered')"
    began, before = time.monotonic(), await stage.owner.fetchval(sent)
    await asyncio.to_thread(
        rounds.send, server.port, requests, 201, Load(1, _MAILS_S), most=number // INVITED
    )
    while (done := await stage.owner.fetchval(sent) - before) < number:
        if time.monotonic() - began > _MAILS_S:
            raise TimeoutError(f"only {done} of {number} mails were sent")
        await asyncio.sleep(0.1)
    return number / (time.monotonic() - began) * 60


async def connections(stage: Stage) -> int:
    return await stage.owner.fetchval(
        "select count(*) from pg_stat_activity where starts_with(application_name, 'wellwish')"
    )


async def measure(*, quick: bool) -> list[tuple[str, str]]:
    seconds, cards, number = (1.0, 2_000, 200) if quick else (20.0, 100_000, 6_000)
    rows: list[tuple[str, str]] = []
    async with stage() as place:
        port, smtp = free_port(), free_port()
        given = environment(place, port, smtp)
        sink = ("aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{smtp}")
        with process(sink, {}), process(("wellwish", "serve"), given) as pid:
            await asyncio.to_thread(await_ready, port)
            server = Running(pid, port)
            person, card_id = await growth.first(place, server, "capacity")
            await multiply(place, person.account_id, card_id, SLOTS)
            await publish(place, person.account_id)
            named = {each.key: each for each in OPERATIONS}
            for operation in (named[key] for key in _SHOWN):
                requests = operation.requests(place, person)
                sample = await asyncio.to_thread(
                    rounds.http, place, server, requests, operation.status, Load(_CONNECTIONS, seconds)
                )
                value = f"{sample.per_second:,.0f}/s, p95 {sample.p95_ms:.0f} ms"
                rows.append((f"requests, 1 server process: {operation.title}", value))
            rows.append(
                ("connections of 1 server process", f"{await connections(place)} (pool {_POOL_SIZE})")
            )
            rows.append(("memory of serve with 1 process", f"{proportional_mb(pid):,.0f} MB"))
            busy = await connections(place)
            with process(("wellwish", "work"), given) as worker:
                mailer = await make_account(place, "mailer")
                await growth.first(place, server, "mailed", mailer)
                await multiply(place, mailer.account_id, await _card(place, mailer.account_id), SLOTS)
                requests = named["invite"].requests(place, mailer)
                rate = await mails(place, server, requests, number)
                rows.append(("mails, 1 worker", f"{rate:,.0f}/min"))
                rows.append(("connections of 1 worker", f"{await connections(place) - busy}"))
                rows.append(("memory of work", f"{proportional_mb(worker):,.0f} MB"))
            found = await space(place, server, Size(cards, max(cards // 100, 20)))
            rows.append(("disk space of 1 M cards", f"{found:.1f} GB"))
    return rows


async def _card(stage: Stage, account_id: str) -> str:
    return await stage.owner.fetchval("select id from cards where account_id = $1 limit 1", account_id)


def main() -> None:
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # also ends the child processes
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="Only show that it works.")
    rows = asyncio.run(measure(quick=parser.parse_args().quick))
    print(f"{time.strftime('%Y-%m-%d')}, {os.cpu_count()} cores, {platform.machine()}")
    print("| what | figure |\n|---|---|")
    for name, figure in rows:
        print(f"| {name} | {figure} |")


if __name__ == "__main__":
    main()
