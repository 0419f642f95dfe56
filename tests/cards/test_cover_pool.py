"""Drawn covers of several accounts: fair places, one drawing for the same words, shares of the memory."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import httpx2
import pytest

from tests import make
from tests.fifo import Fifo
from tests.web.view.card import own_link, page
from tests.world import Person
from wellwish.cards import cover
from wellwish.cards.cover import CoverWords
from wellwish.covers import draw
from wellwish.covers.files import Kind
from wellwish.limiter import Limiter

pytestmark = pytest.mark.anyio


class Drawings:
    """Stands in for the child process: a drawing ends when it is let go."""

    def __init__(self) -> None:
        self.began: list[list[str]] = []
        self.running = 0
        self.size = 10
        self.go = asyncio.Event()

    async def __call__(self, order: bytes) -> Mapping[Kind, bytes]:
        lines = json.loads(order)["lines"]
        self.began.append(lines)
        self.running += 1
        try:
            await self.go.wait()
        finally:
            self.running -= 1
        return {"svg": f"<svg>{lines}".encode().ljust(self.size), "og": b"og"}

    async def until(self, running: int) -> None:
        async with asyncio.timeout(10):
            while self.running < running:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> Drawings:
    made = Drawings()
    monkeypatch.setattr(draw, "_drawn", made)
    cover._kept.clear()
    return made


async def covers(person: Person, *texts: str) -> list[str]:
    """Returns the paths of the covers of cards with these texts."""
    found: list[str] = []
    for text in texts:
        card = await make.card(person, recipients=[{"name": "Maya"}], cover_text=[text])
        await person.post(f"/api/cards/{card['id']}/close")
        inside = await page(person, own_link(card))
        found.append(inside.partition('src="/covers/')[2].partition('"')[0])
    return [f"/covers/{each}" for each in found]


@pytest.mark.parametrize("is_fair", [True, False])
async def test_a_flood_of_one_account_leaves_the_cover_of_another(
    alice: Person, mallory: Person, drawings: Drawings, monkeypatch: pytest.MonkeyPatch, is_fair: bool
) -> None:
    monkeypatch.setattr(draw, "LIMITER", Limiter(3) if is_fair else Fifo(2))
    monkeypatch.setattr(draw, "QUEUE_S", 10.0 if is_fair else 0.3)
    flood = [
        asyncio.create_task(mallory.world.client.get(each))
        for each in await covers(mallory, *(f"Words {number}" for number in range(8)))
    ]
    (victim,) = await covers(alice, "Happy")
    await drawings.until(1 if is_fair else 2)
    answer = asyncio.create_task(alice.world.client.get(victim))
    await asyncio.sleep(0.1)
    assert (["Happy"] in drawings.began) is is_fair
    drawings.go.set()
    if not is_fair:
        drawings.go.clear()
    assert ((await answer).status_code == 200) is is_fair
    drawings.go.set()
    await asyncio.gather(*flood)


async def test_the_same_words_are_drawn_once_at_a_time(
    alice: Person, mallory: Person, drawings: Drawings
) -> None:
    (one,), (other,) = await covers(alice, "Happy"), await covers(mallory, "Happy")
    assert one != other
    waiting = [asyncio.create_task(alice.world.client.get(each)) for each in (one, one, one, other)]
    await drawings.until(2)
    drawings.go.set()
    answers: list[httpx2.Response] = await asyncio.gather(*waiting)
    assert [each.status_code for each in answers] == [200] * 4
    assert drawings.began == [["Happy"], ["Happy"]]  # one for each account
    assert (await alice.world.client.get(one)).status_code == 200
    assert len(drawings.began) == 2


async def test_the_account_with_the_most_covers_gives_up_its_oldest(
    drawings: Drawings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cover, "_KEPT_BYTES", 3000)
    drawings.size = 900
    drawings.go.set()

    async def drawn(account: str, *texts: str) -> None:
        for text in texts:
            words = CoverWords("indigo", "en", (text,), account)
            await cover.drawn("birthday-cake", words, "svg")

    await drawn("a", "one")
    await drawn("b", *"12345678")
    began = len(drawings.began)
    await drawn("a", "one")
    await drawn("b", "8")
    assert len(drawings.began) == began
    await drawn("b", "1")
    assert len(drawings.began) == began + 1


async def test_covers_in_mails_that_were_sent_before_are_still_drawn(
    alice: Person, drawings: Drawings
) -> None:
    """Their URLs do not name the account."""
    keys: Any = alice.world.services.keys
    sealed = keys.seal_alike(json.dumps(["indigo", "en", ["Happy"]]).encode(), "cover:birthday-cake")
    drawings.go.set()
    answer = await alice.world.client.get(f"/covers/birthday-cake/{sealed}.svg")
    assert (answer.status_code, drawings.began) == (200, [["Happy"]])
