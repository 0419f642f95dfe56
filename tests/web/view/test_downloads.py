"""Slots for copies to keep: folder downloads, and long PDFs next to short ones."""

import asyncio
import gc
import io
import os
import random
import time
import zipfile
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from PIL import Image

from tests.waiting import until
from tests.web.view.card import HTML, finished, media, note, own_link
from tests.web.view.test_keep import ask, folder, sent_by, words_of
from tests.world import Person, World
from wellwish.base.limiter import Limiter
from wellwish.infra.http import Services
from wellwish.keepsake import archive, typeset
from wellwish.web.view import keep
from wellwish.web.view.printed import Whole

pytestmark = pytest.mark.anyio


class Gate(asyncio.Event):
    """An event that counts its waiters, with another event for the first of them."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()
        self.waiting = 0

    async def wait(self) -> Literal[True]:
        self.waiting += 1
        self.reached.set()
        return await super().wait()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Pauses downloads after their first bytes until the event."""
    go, stream = Gate(), archive.stream

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
    alice: Person, mallory: Person, slow: Gate, monkeypatch: pytest.MonkeyPatch, places: int
) -> None:
    monkeypatch.setattr(keep, "_DOWNLOADS", Limiter(places))
    hers, his = [own_link(await finished(each, "Words")) for each in (alice, mallory)]
    flood = [asyncio.create_task(get(mallory, his))]
    await slow.reached.wait()  # between pieces, a download occupies no slot
    flood += [asyncio.create_task(get(mallory, his)) for _ in range(4)]
    expected = 4 if places == 2 else 0
    await until(lambda: slow.waiting + sum(each.done() for each in flood) == len(flood))
    refused = [each.result() for each in flood if each.done()]
    assert len(refused) == expected
    assert {(each.status_code, each.headers["Retry-After"]) for each in refused} <= {(503, "30")}
    answer = asyncio.create_task(get(alice, hers))
    await until(lambda: slow.waiting == len(flood) - expected + 1)
    assert not answer.done()  # the download has begun
    slow.set()
    assert (await answer).status_code == 200
    await asyncio.gather(*flood)


class _Reader:
    """A client that requests a folder and reads nothing until ``go`` is set."""

    def __init__(self, world: World, link: str) -> None:
        self.go, self.has_begun = asyncio.Event(), asyncio.Event()
        self.status = 0
        self.content = b""
        self.largest = 0
        self.task = asyncio.create_task(ask(world, "GET", f"{link}/card.zip", self._take))

    async def _take(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        if message["type"] == "http.response.body":
            self.content += message["body"]
            self.largest = max(self.largest, len(message["body"]))
            self.has_begun.set()
            await self.go.wait()


async def _former(services: Services, whole: Whole) -> AsyncGenerator[bytes]:
    """The former implementation, which occupied a slot until the client had read everything."""
    async with keep._DOWNLOADS.slot(whole.key, keep._QUEUE_S):
        async for piece in archive.stream(keep._entries(services, whole), whole.opened.now):
            yield piece


@pytest.mark.parametrize("former", [False, True], ids=["", "control"])
async def test_readers_who_take_nothing_hold_no_place(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch, former: bool
) -> None:
    monkeypatch.setattr(keep, "_DOWNLOADS", Limiter(1))
    monkeypatch.setattr(keep, "_QUEUE_S", 0.2 if former else 5.0)
    if former:
        monkeypatch.setattr(keep, "_download", _former)
    hers, his = [own_link(await finished(each, "Words")) for each in (alice, mallory)]
    readers = [_Reader(world, his) for _ in range(1 if former else 3)]
    for reader in readers:
        await reader.has_begun.wait()
    assert (await get(alice, hers)).status_code == (503 if former else 200)
    for reader in readers:
        reader.go.set()
        await reader.task
        assert zipfile.ZipFile(io.BytesIO(reader.content)).testzip() is None


async def test_a_reader_who_takes_nothing_holds_little_memory(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keep, "PIECE_BYTES", 1_000)
    card = await finished(alice, close=False)
    noise = io.BytesIO()
    Image.frombytes("RGB", (500, 500), random.Random(1).randbytes(750_000)).save(noise, "PNG")
    photo = await media(alice, card["id"], "photo", noise.getvalue())
    await note(alice, card["id"], "Words", "Ana", media=[photo])
    await alice.post(f"/api/cards/{card['id']}/close")
    reader = _Reader(world, own_link(card))
    reader.go.set()
    await reader.task
    found = zipfile.ZipFile(io.BytesIO(reader.content))
    sizes = {each.filename: each.file_size for each in found.infolist()}
    assert sizes["media/1-1600.webp"] > 100_000, "it has many pieces"
    assert found.testzip() is None
    assert reader.largest < 50_000


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
