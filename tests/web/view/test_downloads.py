"""Places of the copies to keep: downloads of folders, and long PDFs next to short ones."""

import asyncio
import gc
import os
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.web.view.card import HTML, finished, own_link
from tests.web.view.test_keep import folder, sent_by, words_of
from tests.world import Person, World
from wellwish.keepsake import archive, typeset
from wellwish.limiter import Limiter
from wellwish.web.view import keep

pytestmark = pytest.mark.anyio


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Downloads stop after their first bytes until the event."""
    go, stream = asyncio.Event(), archive.stream

    async def stopped(*given: Any) -> Any:
        async for piece in stream(*given):
            yield piece
            await go.wait()

    monkeypatch.setattr(archive, "stream", stopped)
    monkeypatch.setattr(keep, "_QUEUE_S", 0.05)
    return go


async def get(person: Person, link: str) -> httpx2.Response:
    return await person.world.client.get(link + "/card.zip", headers=HTML)


@pytest.mark.parametrize("places", [2, 20])
async def test_slow_downloads_of_one_account_leave_a_place_to_others(
    alice: Person, mallory: Person, slow: asyncio.Event, monkeypatch: pytest.MonkeyPatch, places: int
) -> None:
    monkeypatch.setattr(keep, "_DOWNLOADS", Limiter(places))
    hers, his = [own_link(await finished(each, "Words")) for each in (alice, mallory)]
    flood = [asyncio.create_task(get(mallory, his)) for _ in range(5)]
    await asyncio.sleep(0.3)
    refused = [each.result() for each in flood if each.done()]
    assert len(refused) == (4 if places == 2 else 0)
    assert {(each.status_code, each.headers["Retry-After"]) for each in refused} <= {(503, "30")}
    answer = asyncio.create_task(get(alice, hers))
    await asyncio.sleep(0.3)
    assert not answer.done()  # it has begun
    slow.set()
    assert (await answer).status_code == 200
    await asyncio.gather(*flood)


async def test_a_download_gives_its_place_back_however_it_ends(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keep, "_DOWNLOADS", Limiter(1))
    monkeypatch.setattr(keep, "_QUEUE_S", 5.0)
    link = own_link(await finished(alice, "Words"))
    assert "index.html" in await folder(alice, link)
    await sent_by(world, "HEAD", link + "/card.zip")
    stream = archive.stream

    async def broken(*given: Any) -> Any:
        async for piece in stream(*given):
            yield piece
            raise OSError

    with monkeypatch.context() as breaks:
        breaks.setattr(archive, "stream", broken)
        with pytest.raises(OSError):  # noqa: PT011 - the test's own
            await get(alice, link)
    gc.collect()
    assert "index.html" in await folder(alice, link)


async def test_notes_from_before_the_limit_of_marks_are_printed_without_the_surplus(
    world: World, alice: Person
) -> None:
    card = await finished(alice, "Words")
    await world.owner.execute("update contributions set note_text = $1", "Zalgo" + "\u0301" * 1990 + " ends")
    begun = time.monotonic()
    answer = await world.client.get(own_link(card) + "/card.pdf", headers=HTML)
    assert time.monotonic() - begun < 60
    assert "ends" in words_of(answer.content)


def test_a_long_typesetting_lowers_its_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    lowered: dict[int, int] = {}
    monkeypatch.setattr(os, "setpriority", lambda _, thread, value: lowered.update({thread: value}))
    monkeypatch.setattr(typeset, "SHORT_CPU_S", time.process_time() + 0.05)
    spent = time.process_time() + 0.1
    while time.process_time() < spent:
        pass
    typeset.step_back()
    assert lowered == {int(each.name): 10 for each in Path("/proc/self/task").iterdir()}
