"""Clients that write as fast as the service responds, and the acknowledged, lost and duplicated rows."""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

import asyncpg

from tests.delivery.service import Service
from tests.waiting import seconds_until, until

_CLIENTS: Final = 6
_NOTES: Final = 8  # per card
_TABLES: Final = ("cards", "invitations", "contributions")
# Duplicated rows: the clients request each title, guest and note once, under one key.
_DOUBLED: Final = """
    select (select count(*) - count(distinct title) from cards)
      + (select count(*) - count(distinct delivery_id) from invitations)
      + (select count(*) - count(distinct (card_id, note_text)) from contributions)
      + (select abs(sum(cards_used) - (select count(*) from cards)) from bundle_purchases)
    """
_WAITING: Final = "select count(*) from jobs where dead_at is null and run_at <= now()"


class Writers:
    """Clients that create cards with guests and notes, with an idempotency key for each request."""

    def __init__(self, running: Service, *, guests: int = 1, send: bool = True) -> None:
        """``guests``: guests per card, invited in one request; ``send``: whether they get mails."""
        self.running = running
        self.guests, self.send = guests, send
        self.acknowledged: dict[str, set[str]] = {table: set() for table in _TABLES}
        self.recent: dict[str, set[str]] = {table: set() for table in _TABLES}
        self.count = self.requests = 0
        self.stop = asyncio.Event()
        self.arrived = asyncio.Event()

    async def write(self, table: str, path: str, body: dict[str, Any], key: str) -> str:
        """Returns the ID of the first row, once the request is acknowledged."""
        headers = {**self.running.headers, "Idempotency-Key": key}
        answer = await self.running.until_final("POST", path, json=body, headers=headers)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        ids = [each["id"] for each in made.get("data", [made])]
        self.acknowledged[table].update(ids)
        self.recent[table].update(ids)
        self.count += len(ids)
        self.requests += 1
        self.arrived.set()
        return ids[0]

    async def client(self, number: int, template_id: str) -> None:
        made = 0
        while not self.stop.is_set():
            made += 1
            name = f"{number}-{made}"
            body = {"title": name, "sender": "S", "template_id": template_id, "collection": {}}
            card_id = await self.write("cards", "/api/cards", body, f"card-{name}")
            guests = [
                {"delivery_type": "email", "delivery_id": f"guest-{name}-{guest}@example.com"}
                for guest in range(self.guests)
            ]
            body = {"card_id": card_id, "invitees": guests, "send": self.send}
            await self.write("invitations", "/api/cards/invitations", body, f"guests-{name}")
            for note in range(_NOTES):
                if self.stop.is_set():
                    return
                body = {"name": "N", "note": {"text": f"Note {note}"}}
                path = f"/api/cards/{card_id}/contributions"
                await self.write("contributions", path, body, f"note-{name}-{note}")

    async def until(self, count: int) -> None:
        while self.count < count:
            self.arrived.clear()
            await self.arrived.wait()

    async def next(self) -> None:
        """Waits for the next acknowledgement."""
        await self.until(self.count + 1)

    async def lost(self, *, recently: bool = False) -> int:
        """Returns the number of acknowledged rows that are missing; ``recently``: since the last call."""
        # Copied before the query: a later acknowledgement may be too new for it.
        wanted = {
            table: [*found] for table, found in (self.recent if recently else self.acknowledged).items()
        }
        self.recent = {table: set() for table in _TABLES}
        return sum(
            [
                await self.value(
                    f"select count(*) from unnest($1::text[]) i(id)"
                    f" where not exists (select from {table} t where t.id = i.id)",
                    found,
                )
                for table, found in wanted.items()
            ]
        )

    async def doubled(self) -> int:
        return int(await self.value(_DOUBLED))

    async def waiting(self) -> int:
        """Returns the number of jobs that are due."""
        return await self.value(_WAITING)

    async def value(self, statement: str, *given: object) -> Any:
        """Queries as the owner; retries while the database recovers."""

        async def fetched() -> tuple[Any]:
            owner = await asyncpg.connect(self.running.owner_dsn)
            try:
                return (await owner.fetchval(statement, *given),)
            finally:
                await owner.close()

        away = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
        return (await until(fetched, despite=away))[0]

    async def survive(
        self, cycles: int, each: int, fail: Callable[[], Awaitable[None]], pauses_s: Sequence[float] = ()
    ) -> tuple[list[float], int]:
        """Causes this many failures, each after ``each`` more acknowledged rows and, if given, a pause.

        Ends at the first loss. Returns the seconds for which each failure kept the service from being ready,
        and the number of lost rows.
        """
        listed = await self.running.client.get("/api/templates", headers=self.running.headers)
        template_id = listed.json()["data"][0]["template_id"]
        clients = [asyncio.create_task(self.client(number, template_id)) for number in range(_CLIENTS)]
        away_s: list[float] = []
        lost = 0
        try:
            for cycle in range(cycles):
                await self.until(self.count + each)
                await asyncio.sleep(pauses_s[cycle] if pauses_s else 0)  # the failure comes at any moment
                await self.next()
                began = time.monotonic()
                await fail()
                await self.running.until_ready()
                away_s.append(time.monotonic() - began)
                lost += await self.lost(recently=True)
                if cycle % 20 == 19:
                    print(f"{self.figures(away_s)}; {lost} lost", flush=True)
                if lost:
                    break
        finally:
            self.stop.set()
            ended = await asyncio.gather(*clients, return_exceptions=True)
        assert lost or [one for one in ended if one is not None] == []
        return away_s, await self.lost()

    async def until_idle(self, within_s: float) -> float:
        """Waits until no job is due or the time has passed. Returns the seconds waited."""

        async def is_idle() -> bool:
            return not await self.waiting()

        return await seconds_until(is_idle, within_s)

    def figures(self, away_s: list[float]) -> str:
        return (
            f"{len(away_s)} cycles, {self.count} rows acknowledged in {self.requests} requests; ready again "
            f"after p50 {statistics.median(away_s):.1f} s, max {max(away_s):.1f} s"
        )
