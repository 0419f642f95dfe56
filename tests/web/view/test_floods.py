"""A PDF during floods of the pool by other accounts; prints the figures.

The control runs the same flood with two slots, granted in the order of requests.
"""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from statistics import median
from typing import Any

import httpx2
import pytest

from tests.fifo import Fifo
from tests.web.view.card import HTML, finished, own_link
from tests.world import Person
from wellwish.base import ids
from wellwish.base.combining_marks import MAX_MARKS
from wellwish.base.limiter import Limiter
from wellwish.keepsake import pdf

pytestmark = pytest.mark.anyio

AT_MOST = 3  # multiple of the time without a flood
HOSTILE = (("Z" + "\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307"[:MAX_MARKS]) * 300)[:2000]

# Requests a page of the victim or a flooder, different each time, so that no cache applies.
Ask = Callable[[Person, dict[str, Any]], Awaitable[httpx2.Response]]
_numbers = itertools.count()


async def ask_pdf(person: Person, card: dict[str, Any]) -> httpx2.Response:
    answer = await person.request(
        "PATCH", f"/api/cards/{card['id']}", json={"title": f"Title {next(_numbers)}"}
    )
    assert answer.status_code == 200, answer.text
    return await person.world.client.get(own_link(card) + "/card.pdf", headers=HTML)


async def hostile_cards(person: Person, cards: int, notes: int) -> list[dict[str, Any]]:
    """Returns closed cards with many notes, whose letters have the maximum number of combining marks."""
    made: list[dict[str, Any]] = []
    for _ in range(cards):
        card = await finished(person, HOSTILE)
        copies = [ids.new("ctb") for _ in range(notes - 1)]
        await person.world.owner.execute(
            """
            insert into contributions
            select (jsonb_populate_record(c, jsonb_build_object('id', copy))).*
            from contributions c, unnest($2::text[]) as copy where c.card_id = $1
            """,
            card["id"],
            copies,
        )
        made.append(card)
    return made


@asynccontextmanager
async def flood(ask: Ask, cards: Sequence[tuple[Person, dict[str, Any]]]) -> AsyncGenerator[None]:
    async def again(person: Person, card: dict[str, Any]) -> None:
        while True:
            await ask(person, card)

    tasks = [asyncio.create_task(again(*each)) for each in cards]
    await asyncio.sleep(1)  # the flood has filled every place
    try:
        yield
        assert not any(task.done() for task in tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def seconds(ask: Ask, person: Person, card: dict[str, Any], times: int, limit_s: float) -> list[float]:
    """Returns the duration of each request; refusals and timeouts count as infinite."""
    found: list[float] = []
    for _ in range(times):
        begun, status = time.monotonic(), 0
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(limit_s):
                status = (await ask(person, card)).status_code
        found.append(time.monotonic() - begun if status == 200 else float("inf"))
    return found


def printed(title: str, quiet: Sequence[float], flooded: Sequence[float]) -> float:
    """Prints the figures. Returns the ratio of the medians with and without the flood."""
    times = median(flooded) / median(quiet)
    print(
        f"{title}: {median(quiet):.2f} s, next to the flood median {median(flooded):.2f} s, "
        f"worst {max(flooded):.2f} s, {times:.1f} times as long"
    )
    return times


async def pdf_flood(
    alice: Person, flooders: Sequence[Person], *, cards: int, notes: int, times: int, title: str
) -> float:
    victim = await finished(alice, *(f"Happy birthday, {number}" for number in range(10)))
    hostile = [(each, card) for each in flooders for card in await hostile_cards(each, cards, notes)]
    quiet = await seconds(ask_pdf, alice, victim, times, 60)
    async with flood(ask_pdf, hostile):
        flooded = await seconds(ask_pdf, alice, victim, times, 8 * median(quiet))
    return printed(f"PDF, {title}", quiet, flooded)


@pytest.mark.load
@pytest.mark.parametrize("is_fair", [True, False], ids=["fair", "control"])
async def test_a_flood_of_pdfs_leaves_those_of_others(
    alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch, is_fair: bool
) -> None:
    monkeypatch.setattr(pdf, "LIMITER", Limiter(4) if is_fair else Fifo(2))
    title = "fair" if is_fair else "control"
    times = await pdf_flood(alice, [mallory], cards=6, notes=40, times=3 if is_fair else 1, title=title)
    assert (times <= AT_MOST) is is_fair


@pytest.mark.full
@pytest.mark.parametrize("accounts", [1, 2])
@pytest.mark.parametrize("is_fair", [True, False], ids=["fair", "control"])
async def test_pdfs_next_to_cards_with_150_hostile_notes(
    alice: Person, bob: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch, is_fair: bool, accounts: int
) -> None:
    monkeypatch.setattr(pdf, "LIMITER", Limiter(4) if is_fair else Fifo(2))
    title = f"{'fair' if is_fair else 'control'}, {accounts} accounts with 4 cards of 150 notes"
    people = [mallory, bob][:accounts]
    times = await pdf_flood(alice, people, cards=4, notes=150, times=9 if is_fair else 3, title=title)
    assert (times <= AT_MOST) is is_fair
