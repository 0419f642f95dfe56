"""Limits per host: endpoints and channels of a hanging host occupy few places of a worker."""

import asyncio
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from tests import make
from tests.invitations.test_post_to_channel import channel_of
from tests.waiting import PATIENCE_S, turns, until
from tests.webhooks.receivers import receiving
from tests.webhooks.steps import endpoint
from tests.world import Person
from wellwish.base import hosts
from wellwish.base.hosts import HostLimiter
from wellwish.infra.jobs import Worker
from wellwish.webhooks import tail
from wellwish.worker import JOBS, LANES

pytestmark = pytest.mark.anyio

ONE_ACCOUNT = 6


def held(limiter: HostLimiter, stack: ExitStack, host: str, account_id: str) -> float | None:
    return stack.enter_context(limiter.place(host, account_id))


def test_an_account_holds_three_quarters_of_a_host_and_a_newcomer_finds_a_place() -> None:
    limiter = HostLimiter()
    with ExitStack() as stack:
        admitted = [held(limiter, stack, "a.example", "acct_a") is None for _ in range(300)]
        assert sum(admitted) == ONE_ACCOUNT
        assert held(limiter, stack, "a.example", "acct_b") is None
        assert held(limiter, stack, "a.example", "acct_b") is not None
        assert held(limiter, stack, "a.example", "acct_c") is None
        assert held(limiter, stack, "a.example", "acct_d") is not None
        assert held(limiter, stack, "b.example", "acct_a") is None
    assert not limiter._hosts


def test_refused_jobs_return_one_after_the_other_at_the_rate_of_the_host(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = HostLimiter()
    with ExitStack() as stack:
        for _ in range(ONE_ACCOUNT):
            held(limiter, stack, "a.example", "acct_a")
        now += 12
        waits = [held(limiter, stack, "a.example", "acct_a") or 0 for _ in range(60)]
        assert waits == pytest.approx([1 + 2 * number for number in range(60)])
        assert held(limiter, stack, "a.example", "acct_b") is None
        assert held(limiter, stack, "a.example", "acct_c") is None
        newcomer = [held(limiter, stack, "a.example", "acct_d") or 0 for _ in range(3)]
        assert newcomer == pytest.approx([1, 2, 3]), "it holds none, so it asks each second"
        many = [held(limiter, stack, "a.example", "acct_a") or 0 for _ in range(1000)]
        assert max(many) <= 300
        assert len({round(each) for each in many[200:]}) > 100, "they would return together"


def test_hosts_are_compared_in_one_spelling() -> None:
    spellings = ("https://Bücher.example/a", "https://xn--bcher-kva.example.:443/b", "http://BÜCHER.example")
    assert {hosts.of(each) for each in spellings} == {"xn--bcher-kva.example"}
    assert hosts.of("https://[::1]:443/x") == "::1"
    assert hosts.of("nonsense") == hosts.of("https://[") == ""


@pytest.fixture(params=["limit", "control"])
def limited(request: pytest.FixtureRequest, alice: Person, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the limit applies; in the control, a host has as many places as the lane."""
    if request.param == "control":
        monkeypatch.setattr(alice.world.services.net, "_limiter", HostLimiter(1000))
    return request.param == "limit"


def worker_of(alice: Person) -> Worker:
    return Worker(alice.world.services.db, alice.world.services, JOBS, lanes=LANES.values())


async def until_refused(alice: Person, count: int) -> None:
    """Waits until that many jobs have been put back."""
    refused = "select count(*) = $1 from jobs where locked_until is null and run_at > now()"
    await until(lambda: alice.world.owner.fetchval(refused, count))


async def test_channels_that_hang_hold_few_places_and_none_is_lost(alice: Person, limited: bool) -> None:
    card, count = await make.card(alice), 20
    async with receiving("hang") as hangs:
        groups = [await channel_of(alice, hangs.url, name=f"#team {number}") for number in range(count)]
        invitees = [{"delivery_type": "group", "delivery_id": each["id"]} for each in groups]
        body = {"card_id": card["card_id"], "invitees": invitees}
        assert (await alice.post("/api/cards/invitations", body)).status_code == 201
        worker = worker_of(alice)
        running = asyncio.create_task(worker.run())
        await until(lambda: hangs.connections >= (ONE_ACCOUNT if limited else count))
        await until_refused(alice, count - ONE_ACCOUNT if limited else 0)
        assert hangs.connections == (ONE_ACCOUNT if limited else count)
        worker.stop()
        if limited:  # the worker may just have claimed a job, which it puts back
            put_back = "select count(*) = $1 from jobs where locked_until is null"
            await until(lambda: alice.world.owner.fetchval(put_back, count - ONE_ACCOUNT))
        attempts = await alice.world.owner.fetch("select attempts from jobs where locked_until is null")
        assert {row["attempts"] for row in attempts} <= {0}, "a job that was put back counts no attempt"
    await running  # the receiver has closed its connections
    if limited:
        assert len(attempts) == count - ONE_ACCOUNT


async def test_channels_of_a_host_that_responds_are_all_posted(alice: Person) -> None:
    card, count = await make.card(alice), 20
    async with receiving() as healthy:
        groups = [await channel_of(alice, healthy.url, name=f"#team {number}") for number in range(count)]
        invitees = [{"delivery_type": "group", "delivery_id": each["id"]} for each in groups]
        body = {"card_id": card["card_id"], "invitees": invitees}
        assert (await alice.post("/api/cards/invitations", body)).status_code == 201
        worker = worker_of(alice)
        running = asyncio.create_task(worker.run())
        await until(lambda: len(healthy.messages) == count)
        worker.stop()
        await running


async def test_endpoints_that_hang_hold_few_places(
    alice: Person, limited: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with receiving("hang") as hangs:
        for _ in range(20):
            await endpoint(alice, hangs.url)
        await make.card(alice)
        await tail.run(alice.world.services, {})
        worker = worker_of(alice)
        running = asyncio.create_task(worker.run())
        await until(lambda: hangs.connections >= (ONE_ACCOUNT if limited else 20))
        await until_refused(alice, 20 - ONE_ACCOUNT if limited else 0)
        assert (hangs.connections == ONE_ACCOUNT) is limited
        worker.stop()
    await running


async def test_lookups_that_hang_delay_no_other_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(host: str, *_: Any, **__: Any) -> Any:
        calls.append(host)
        go.wait()
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 443))]

    calls: list[str] = []
    go = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", hang)
    names = [f"h{number % 40}.example" for number in range(120)]
    lookups = asyncio.gather(*(hosts.resolve(name, 443) for name in names))
    await until(lambda: calls)
    await asyncio.wait_for(asyncio.to_thread(lambda: None), PATIENCE_S)
    assert not lookups.done()
    go.set()
    assert await lookups == [["192.0.2.1"]] * 120
    assert len(calls) == 40, "simultaneous calls share a lookup"
    assert not hosts._under_way

    # The control: with the lookups of the event loop, the other thread waits.
    calls.clear()
    go.clear()
    executor = ThreadPoolExecutor(4)
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "_default_executor", executor)
    lookups = asyncio.gather(*(loop.getaddrinfo(name, 443) for name in names[:40]))
    await until(lambda: len(calls) == 4)
    other = asyncio.ensure_future(asyncio.to_thread(lambda: None))
    await turns(5)
    assert not other.done()
    assert executor._work_queue.qsize() == 37, "all threads wait for lookups, and the other one for a thread"
    go.set()
    await asyncio.gather(lookups, other)
    executor.shutdown()
