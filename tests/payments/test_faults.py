"""Payments and refunds over a bad connection, with duplicate, reordered, lost and forged callbacks."""

import asyncio
import io
import json
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager, redirect_stderr
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from tests.fakes.faulty import Faulty
from tests.infra.http.limited import limited
from tests.later import another_time
from tests.payments import buying
from tests.payments.test_callback import OPERATOR
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.infra.checkout.sandbox import Sandbox
from wellwish.payments import poll

AT_ONCE = 20
SPREAD = timedelta(seconds=5)  # callbacks arrive within this period
# Expected log entries; all others are printed.
Line = tuple[str, str | None]  # of the log: event and exception
EXPECTED: set[Line] = {
    ("job failed", "AwayError"),
    ("job failed", "Unavailable"),
    ("callback rejected", None),
}
UNFIT: Line = ("provider event does not match", None)  # only in the control


@contextmanager
def bad_line(world: World, seed: int, *, keyless: bool = False) -> Generator[tuple[Faulty, Sandbox]]:
    """Puts the provider behind a bad connection, until the end of the block."""
    sandbox = buying.sandbox(world)
    faulty = Faulty(sandbox, seed, keyless=keyless)
    world.services.checkout.by_name["sandbox"] = faulty
    try:
        with quietly(EXPECTED | {UNFIT} if keyless else EXPECTED):
            yield faulty, sandbox
    finally:
        world.services.checkout.by_name["sandbox"] = sandbox


@contextmanager
def quietly(expected: set[Line]) -> Generator[None]:
    """Counts the expected log entries instead of printing them."""
    log, counts = io.StringIO(), Counter[str]()
    try:
        with redirect_stderr(log):
            yield
    finally:
        for line in log.getvalue().splitlines():
            entry = json.loads(line) if line.startswith("{") else {}
            if (entry.get("event"), entry.get("exception")) in expected:
                counts[f"{entry['event']}: {entry.get('exception') or entry.get('why')}"] += 1
            else:
                print(line, file=sys.stderr)
        print(f"logged as expected: {dict(counts)}")


async def each(items: list[Any], does: Any) -> list[Any]:
    """Applies a function to all items, several at a time."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(item: Any) -> Any:
        async with room:
            return await does(item)

    return await asyncio.gather(*(one(item) for item in items))


async def opened(world: World, purchase: dict[str, Any]) -> None:
    """Retries the payment link until the provider's page opens."""
    for _ in range(100):
        answer = await world.client.get(purchase["checkout_url"])
        if answer.status_code == 303:
            return
        assert answer.status_code == 503
    raise AssertionError("the line is too bad")


async def pay(world: World, sandbox: Sandbox, purchase: dict[str, Any]) -> None:
    """Pays at the provider without a callback."""
    async with world.services.db.transaction() as tx:
        found = await sandbox.load(tx, purchase["payment_id"])
        assert found is not None
        await sandbox.move(tx, found, "paid")


async def deliver(world: World, sandbox: Sandbox, random: Random) -> dict[str, int]:
    """Delivers the missing callbacks: three times each, shuffled, a fifth lost, some stale or forged."""
    rows = await world.owner.fetch(
        "select body from sandbox_events e where not exists (select from provider_events p where p.id = e.id)"
    )
    calls: list[tuple[str, dict[str, str], str]] = []
    counts = {"sent": 0, "lost": 0, "stale": 0, "forged": 0}
    for (body,) in rows:
        kind = random.choices(["sent", "lost", "stale"], [70, 20, 10])[0]
        counts[kind] += 1
        at = clock.now() - timedelta(minutes=6 if kind == "stale" else 0)
        if kind != "lost":
            calls += [(body, sandbox.sign(body.encode(), at), kind)] * 3
        if random.random() < 0.3:
            counts["forged"] += 1
            event = {**json.loads(body), "id": ids.new("sev"), "amount": 1}
            headers = {"sandbox-signature": f"t={int(clock.now().timestamp())},v1={'0' * 64}"}
            calls.append((json.dumps(event), headers, "forged"))
    random.shuffle(calls)
    answers: list[tuple[str, int]] = []

    async def call(given: tuple[str, dict[str, str], str]) -> tuple[str, int]:
        body, headers, kind = given
        answer = await world.client.post("/callbacks/payments/sandbox", content=body, headers=headers)
        return kind, answer.status_code

    for first in range(0, len(calls), AT_ONCE):
        answers += await each(calls[first : first + AT_ONCE], call)
        clock.move(SPREAD * AT_ONCE / len(calls))
    counts["accepted_wrongly"] = sum(kind in ("forged", "stale") and code < 400 for kind, code in answers)
    return counts


async def pending(world: World) -> int:
    """Returns the number of pending payments; all of them are paid at the provider."""
    return await world.owner.fetchval("select count(*) from payments where status = 'pending'")


async def settle(world: World, sandbox: Sandbox, random: Random) -> int:
    """Retries failed jobs, with callbacks in between, until none is left.

    Returns the number of wrongly accepted callbacks.
    """
    wrongly = 0
    for _ in range(10):
        await world.work()
        wrongly += (await deliver(world, sandbox, random))["accepted_wrongly"]
        if not await world.owner.fetchval("select count(*) from jobs where kind = 'payments.send_refund'"):
            return wrongly
        clock.move(timedelta(hours=1))
    raise AssertionError("refunds hang")


async def campaign(
    world: World, alice: Person, count: int, seed: int, *, keyless: bool = False
) -> dict[str, Any]:
    """Buys, pays, delivers callbacks, refunds a third, delivers again. Returns the figures."""
    random = Random(seed)
    bundle = await buying.bundle(alice, 1)

    async def buy(number: int) -> dict[str, Any]:
        body = {"bundle_id": bundle["id"], "currency": random.choice(["EUR", "JPY", "KWD", "USD"])}
        answer = await alice.post("/api/bundle-purchases", body, key=f"order-{number}")
        assert answer.status_code == 201, answer.text
        return answer.json()

    with bad_line(world, seed, keyless=keyless) as (faulty, sandbox), another_time():
        purchases = await each(list(range(count)), buy)
        await each(purchases, lambda purchase: opened(world, purchase))
        await each(purchases, lambda purchase: pay(world, sandbox, purchase))
        told = await deliver(world, sandbox, random)
        untold = await pending(world)
        await poll.look(world.services, OPERATOR)
        still_untold = await pending(world)
        await world.work()
        back = [purchase for purchase in purchases if random.random() < 0.33]
        answers = await each(back, lambda purchase: buying.refund(alice, purchase["payment_id"]))
        assert all(answer.status_code == 201 for answer in answers)
        wrongly = await settle(world, sandbox, random)
        await poll.look(world.services, OPERATOR)
        await world.work()
        return {
            "payments": count, "refunds": len(back), "calls": faulty.calls, "refused": faulty.refused,
            "answers_lost": faulty.lost, "answers_late": faulty.late, **told, "accepted_later": wrongly,
            "untold": untold, "untold_after_one_look": still_untold,
            "provider": await buying.at_the_provider(world), "ledger": await buying.in_the_ledger(world),
            "clearing": await buying.in_the_ledger(world, "clearing"),
        }  # fmt: skip


async def held(world: World, alice: Person, count: int, seed: int) -> None:
    """Runs the campaign, prints its figures, and asserts the invariants."""
    figures = await campaign(world, alice, count, seed)
    print(f"seed {seed}: {figures}")
    assert figures["provider"] == figures["ledger"]
    assert figures["clearing"] == {}
    assert figures["accepted_wrongly"] == figures["accepted_later"] == 0
    assert figures["untold"] >= figures["lost"] > figures["untold_after_one_look"] == 0
    assert await pending(world) == 0
    assert await world.owner.fetchval("select count(*) from sandbox_payments") == count
    refunded = await world.owner.fetchval("select count(*) from payments where status = 'refunded'")
    assert (
        refunded == figures["refunds"] == await world.owner.fetchval("select count(*) from sandbox_refunds")
    )
    unfit = "select count(*) from provider_events where outcome in ('unknown', 'mismatch')"
    assert await world.owner.fetchval(unfit) == 0


async def test_keeps_the_books_over_a_bad_line(world: World, alice: Person) -> None:
    await held(world, alice, 50, 1)


@pytest.mark.full
async def test_keeps_the_books_of_a_thousand_payments(world: World, alice: Person) -> None:
    async with limited(world, pending_purchases_per_account=0) as unlimited:
        await held(unlimited, alice, 1000, 2)


async def test_detects_refunds_without_an_idempotency_key(world: World, alice: Person) -> None:
    """The control: with a new key per attempt, provider and ledger disagree."""
    figures = await campaign(world, alice, 20, 3, keyless=True)
    assert figures["provider"] != figures["ledger"]
