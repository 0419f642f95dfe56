"""Measure money: callbacks, the time until a contribution is paid, and the total of a busy card."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any, Final

import httpx2
import rounds
from processes import cpu_s
from rounds import Load
from servers import Running, whole
from stage import Person, Stage

from wellwish.app import application, build_services
from wellwish.base import clock, ids
from wellwish.base.settings import Settings
from wellwish.infra.checkout.sandbox import Sandbox
from wellwish.infra.http import Services
from wellwish.payments import ledger

MOVEMENTS: Final = 100_000
TARGET_P95_MS: Final = 2.0
FEW: Final = 100
_READS: Final = 200  # per round and card
_CALLBACKS: Final = 300  # per round
_FIRST: Final = 120  # callbacks until the connections have planned each statement for good
_GIFTS: Final = 20  # per round
_LOOK_S: Final = 0.005
_PATIENCE_S: Final = 30.0
# A poll, every 30 s, would find the payments before their callbacks.
_POLL_LATER: Final = "update jobs set run_at = now() + interval '1 hour' where kind = 'payments.poll'"
_SETTLED: Final = "select count(*) from payments where account_id = $1 and succeeded_at is not null"


@dataclass(frozen=True)
class Taken:
    """Latencies in milliseconds."""

    p50_ms: float
    p95_ms: float


@dataclass(frozen=True)
class Money:
    """Medians over the rounds."""

    totals: dict[int, Taken]
    settled: Taken


async def measure(stage: Stage, person: Person, count: int) -> Money:
    """Creates the cards and measures totals and settlements in interleaved rounds."""
    totals: dict[int, list[Taken]] = {FEW: [], MOVEMENTS: []}
    settled: list[Taken] = []
    async with _application(stage, person) as (services, client):
        cards = {many: await _card(client, stage) for many in totals}
        for many, card_id in cards.items():
            await _fill(stage, person.account_id, card_id, many)
        giving = await _card(client, stage)
        with whole(stage) as server:
            for _ in range(count):
                for many, card_id in cards.items():
                    totals[many].append(await _total(services, person.account_id, card_id))
                settled.append(await _settled(server, person, giving))
    return Money({many: _middle(found) for many, found in totals.items()}, _middle(settled))


@asynccontextmanager
async def _application(stage: Stage, person: Person) -> AsyncGenerator[tuple[Services, httpx2.AsyncClient]]:
    settings = Settings(
        data_dir=stage.folder,
        base_url="http://localhost:8080",
        secret_key=stage.secret_key,
        pool_size=2,
        requests_per_minute=0,
        page_requests_per_minute=0,
    )
    services = build_services(settings, stage.runtime_dsn)
    app = application(services)
    headers = {"Authorization": f"Bearer {person.bearer}"}
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app), base_url="http://localhost:8080", headers=headers
        ) as client,
    ):
        yield services, client


async def _card(client: httpx2.AsyncClient, stage: Stage) -> str:
    body = {
        "title": "Happy birthday, Maya", "sender": "Priya and friends", "template_id": stage.template_id,
        "collection": {"add_money": "everyone", "currency": "EUR"},
    }  # fmt: skip
    return (await client.post("/api/cards", json=body)).json()["id"]


async def _fill(stage: Stage, account_id: str, card_id: str, many: int) -> None:
    """Writes ledger movements as ``ledger.book`` does, but in bulk."""
    pot, clearing = ledger.income(card_id), f"clearing:sandbox:{account_id}"
    await stage.owner.execute(
        """
        insert into ledger_accounts (account_id, name, currency, kind, created_at)
        select $1, name, 'EUR', split_part(name, ':', 1), now() from unnest($2::text[]) as name
        on conflict do nothing
        """,
        account_id, [pot, clearing],
    )  # fmt: skip
    await stage.owner.execute(
        """
        insert into ledger (account_id, movement, leg, debit, credit, amount, currency, created_at)
        select $1, $2 || ':' || n, 1, $3, $2, 1 + n % 5000, 'EUR', now() from generate_series(1, $4::int) as n
        """,
        account_id, pot, clearing, many, timeout=300,
    )  # fmt: skip
    await stage.owner.execute(
        """
        insert into ledger_balances (account_id, name, currency, balance)
        select account_id, credit, currency, sum(amount)::bigint from ledger
        where account_id = $1 and credit = $2 group by 1, 2, 3
        """,
        account_id, pot, timeout=300,
    )  # fmt: skip
    await stage.owner.execute("vacuum analyze ledger, ledger_balances", timeout=300)


async def _total(services: Services, account_id: str, card_id: str) -> Taken:
    """Reads the total repeatedly, each time in a separate transaction."""
    times: list[float] = []
    for _ in range(_READS):
        began = time.perf_counter()
        async with services.db.transaction([account_id]) as tx:
            await ledger.total(tx, account_id, card_id, "EUR")
        times.append((time.perf_counter() - began) * 1e3)
    return _taken(times)


async def callbacks(stage: Stage, person: Person) -> dict[str, float]:
    """Sends the first callback of each paid payment over 8 connections to one process with the job worker.

    The queue is empty at the beginning and at the end.
    """
    await stage.owner.execute("delete from jobs")
    settled = await stage.owner.fetchval(_SETTLED, person.account_id)
    with whole(stage) as server:
        await _idle(stage)
        await stage.owner.execute(_POLL_LATER)
        requests = await _paid(stage, person)
        await _idle(stage)
        rounds.send(server.port, requests[:_FIRST], 204, Load(8, 60.0), most=_FIRST)
        await _idle(stage)
        if await stage.owner.fetchval(_SETTLED, person.account_id) != settled + _FIRST:
            raise RuntimeError("the server has polled the provider before the callbacks")
        used, database = cpu_s(server.pid), cpu_s(stage.database_pid)
        began = time.perf_counter()
        outcome = rounds.send(server.port, requests[_FIRST:], 204, Load(8, 60.0), most=_CALLBACKS)
        await _idle(stage)
        elapsed_s = time.perf_counter() - began
        used, database = cpu_s(server.pid) - used, cpu_s(stage.database_pid) - database
    return {
        "answered_per_second": outcome.answers / outcome.elapsed_s,
        "settled_per_second": outcome.answers / elapsed_s,
        "server_us": used / outcome.answers * 1e6,
        "database_us": database / outcome.answers * 1e6,
    }


async def _paid(stage: Stage, person: Person) -> list[str]:
    """Creates payments that succeeded at the provider. Returns their callback requests."""
    async with _application(stage, person) as (services, client):
        sandbox = services.checkout.by_name["sandbox"]
        if not isinstance(sandbox, Sandbox):
            raise TypeError("there is no sandbox")
        card_id = await _card(client, stage)
        return [
            await _told(services, client, sandbox, person.account_id, card_id)
            for _ in range(_FIRST + _CALLBACKS)
        ]


async def _idle(stage: Stage) -> None:
    """Waits until no job is due or running."""
    due = (
        "select exists (select from jobs where dead_at is null and (run_at <= now() or locked_until > now()))"
    )
    async with asyncio.timeout(_PATIENCE_S):
        while await stage.owner.fetchval(due):  # noqa: ASYNC110 - the queue is another process's
            await asyncio.sleep(_LOOK_S)


async def _told(
    services: Services, client: httpx2.AsyncClient, sandbox: Sandbox, account_id: str, card_id: str
) -> str:
    """Creates a payment that succeeds at the provider. Returns its callback request."""
    made = await _give(client, card_id)
    await client.get(httpx2.URL(made["checkout_url"]).path)
    async with services.db.transaction() as tx:
        found = await sandbox.load(tx, made["money"]["payment_id"])
        body = None if found is None else await sandbox.move(tx, found, "paid")
    if body is None:
        raise RuntimeError("the payment could not be made")
    lines = [
        f"POST /callbacks/payments/sandbox/{account_id} HTTP/1.1",
        "Host: localhost", f"Content-Length: {len(body)}",
        *(f"{name}: {value}" for name, value in sandbox.sign(body, clock.now()).items()),
    ]  # fmt: skip
    return "\r\n".join([*lines, "", body.decode()])


async def _give(client: httpx2.AsyncClient, card_id: str) -> dict[str, Any]:
    body = {"name": "Jo", "money": {"amount": 1250, "currency": "EUR"}}
    headers = {"Idempotency-Key": ids.new("req")}
    answer = await client.post(f"/api/cards/{card_id}/contributions", json=body, headers=headers)
    if answer.status_code != 201:
        raise RuntimeError(answer.text)
    return answer.json()


async def _settled(server: Running, person: Person, card_id: str) -> Taken:
    """Measures the time from the contribution to the paid gift, including the payment page, one at a time."""
    times: list[float] = []
    headers = {"Authorization": f"Bearer {person.bearer}"}
    async with (
        httpx2.AsyncClient(base_url=f"http://localhost:{server.port}", headers=headers) as client,
        httpx2.AsyncClient(base_url=f"http://localhost:{server.port}", follow_redirects=True) as browser,
    ):
        for _ in range(_GIFTS):
            began = time.perf_counter()
            made = await _give(client, card_id)
            opened = await browser.get(httpx2.URL(made["checkout_url"]).path)
            token = opened.text.partition('name="form_token" value="')[2].partition('"')[0]
            form = {"form_token": token, "button": "succeed"}
            await browser.post(opened.url, data=form, follow_redirects=False)
            await _until_paid(client, f"/api/cards/{card_id}/contributions/{made['id']}")
            times.append((time.perf_counter() - began) * 1e3)
    return _taken(times)


async def _until_paid(client: httpx2.AsyncClient, path: str) -> None:
    async with asyncio.timeout(_PATIENCE_S):
        while json.loads((await client.get(path)).content)["money"]["status"] != "paid":  # noqa: ASYNC110
            await asyncio.sleep(_LOOK_S)


def _taken(times: list[float]) -> Taken:
    return Taken(median(times), quantiles(times, n=20)[-1])


def _middle(found: list[Taken]) -> Taken:
    return Taken(median(each.p50_ms for each in found), median(each.p95_ms for each in found))
