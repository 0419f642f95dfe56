"""Concurrent card creation never oversells a bundle and refuses nobody while capacity is left."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

import httpx2
import pytest

from tests import make
from tests.waiting import until
from tests.world import Person, World
from wellwish.bundles.grant import grant

CREATORS, REQUESTS, CAPACITY, REPEATED = 64, 400, 100, 0.2
SEED = 20261121


@dataclass
class Round:
    """The IDs of the cards that each idempotency key created; empty if capacity was exhausted."""

    cards: dict[str, set[str]] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)


async def race(person: Person, body: dict[str, object], seed: int) -> Round:
    """Sends 400 creations from 64 creators and repeats a fifth of them with the same key."""
    shuffle = random.Random(seed)
    keys = [f"key-{number}" for number in range(REQUESTS)]
    keys += shuffle.sample(keys, int(REQUESTS * REPEATED))
    shuffle.shuffle(keys)
    left, made = iter(keys), Round()

    async def creator(left: Iterator[str]) -> None:
        for key in left:
            answer = await _settled(person, body, key)
            made.statuses[answer.status_code] += 1
            cards = made.cards.setdefault(key, set())
            if answer.status_code == 201:
                cards.add(answer.json()["id"])
            else:
                assert answer.status_code == 409, answer.text
                assert answer.json()["code"] in ("no_bundle_available", "bundle_capacity_exhausted")

    async with asyncio.TaskGroup() as group:  # which cancels all tasks when the first one fails
        for _ in range(CREATORS):
            group.create_task(creator(left))
    return made


async def _settled(person: Person, body: dict[str, object], key: str) -> httpx2.Response:
    """Repeats the request while its key is running, or the server is too busy: all wait for one row."""

    async def answered() -> httpx2.Response:
        answer = await person.post("/api/cards", body, key=key)
        assert answer.status_code != 503, answer.text
        assert answer.json().get("code") != "idempotency_key_running"
        return answer

    return await until(answered, despite=AssertionError)


async def check(world: World, made: Round, purchases: int) -> None:
    """Checks that the cards, purchases and events all match the capacity exactly."""
    winners = {key: cards for key, cards in made.cards.items() if cards}
    assert all(len(cards) == 1 for cards in winners.values()), "a key made two cards"
    assert len(winners) == CAPACITY
    assert len({card for cards in winners.values() for card in cards}) == CAPACITY
    assert len(made.cards) - len(winners) == REQUESTS - CAPACITY
    assert await world.owner.fetchval("select count(*) from cards") == CAPACITY
    rows = await world.owner.fetch(
        "select cards_total, cards_used, (select count(*) from cards c "
        "where c.account_id = p.account_id and c.bundle_purchase_id = p.id) "
        "from bundle_purchases p where account_id = $1",
        world.alice.account_id,
    )
    assert [(row[0], row[1], row[2]) for row in rows] == [(CAPACITY // purchases,) * 3] * purchases
    events = await world.owner.fetchval("select count(*) from events where type = 'card.created'")
    assert events == CAPACITY
    left = await world.alice.get("/api/bundle-purchases/available")
    assert left.json()["data"] == []


async def rounds(world: World, count: int, purchases: int) -> AsyncIterator[Round]:
    for number in range(count):
        await world.empty()
        await world.settle()
        await world.owner.execute("delete from bundle_purchases")
        async with world.services.db.transaction([world.alice.account_id]) as tx:
            granted = [
                await grant(tx, world.alice.account_id, CAPACITY // purchases) for _ in range(purchases)
            ]
        named = {"bundle_purchase_id": granted[0].id} if purchases == 1 else {}
        world.alice.token = await world.alice.exchange()
        print(f"round {number}, seed {SEED + number}")
        yield await race(world.alice, await make.body(world.alice, **named), SEED + number)


@pytest.mark.parametrize(
    ("count", "purchases"),
    [
        pytest.param(2, 1, id="one purchase of 100"),
        pytest.param(2, 4, id="four purchases of 25"),
        pytest.param(20, 1, id="one purchase of 100, 20 rounds", marks=pytest.mark.full),
        pytest.param(20, 4, id="four purchases of 25, 20 rounds", marks=pytest.mark.full),
    ],
)
async def test_makes_exactly_as_many_cards_as_were_bought(world: World, count: int, purchases: int) -> None:
    done = 0
    async for made in rounds(world, count, purchases):
        await check(world, made, purchases)
        done += 1
    assert done == count


async def test_oversells_when_it_reads_before_it_writes(world: World, alice: Person) -> None:
    """The control: the same load against code that reads the counter before it writes."""

    async def naive() -> bool:
        async with world.services.db.transaction([alice.account_id]) as tx:
            given = {"account_id": alice.account_id, "id": alice.bundle_purchase_id}
            used = await tx.value(
                "select cards_used from bundle_purchases where account_id = :account_id and id = :id", **given
            )
            if used >= CAPACITY:
                return False
            await tx.run(
                "update bundle_purchases set cards_used = :used where account_id = :account_id and id = :id",
                used=used + 1,
                **given,
            )
            return True

    left, sold = iter(range(REQUESTS)), list[bool]()

    async def creator(left: Iterator[int]) -> None:
        for _ in left:
            sold.append(await naive())

    await asyncio.gather(*(creator(left) for _ in range(CREATORS)))
    assert sum(sold) > CAPACITY
