"""Measurements during hostile uploads: the service answers other requests and accepts others' photos."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Iterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import httpx2
import pytest

from tests import make, probed
from tests.fifo import Fifo
from tests.media import files, hostile
from tests.probed import TRIES, WORST_S
from tests.world import Person, World
from wellwish.media import picture
from wellwish.media.child import Program, Uploads

pytestmark = [pytest.mark.anyio, pytest.mark.load]

MAX_TIMES = 3


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a demo in another process."""
    with probed.serving(tmp_path_factory.mktemp("served")) as url:
        yield url


_BY_PAGE = """
import sys, httpx2
url, kind, token, cookie = sys.argv[1:]
answer = httpx2.post(url + "/media", data={"form_token": token, "kind": kind}, timeout=120,
    files={"file": ("file", sys.stdin.buffer.read())}, headers={"Cookie": cookie})
print(answer.status_code)
"""
_BY_API = """
import base64, sys, httpx2
url, kind, token = sys.argv[1:]
body = {"kind": kind, "content": base64.b64encode(sys.stdin.buffer.read()).decode()}
print(httpx2.post(url, json=body, headers={"Authorization": f"Bearer {token}"}, timeout=120).status_code)
"""


@pytest.mark.parametrize("by", ["page", pytest.param("api", marks=pytest.mark.full)])
@pytest.mark.parametrize("what", hostile.UPLOADS)
async def test_probes_are_answered_while_an_upload_is_parsed(served: str, what: str, by: str) -> None:
    kind, content = hostile.upload(what)
    with httpx2.Client(base_url=served) as client:
        token, card = probed.token_and_card(client)
        path = re.sub(r"^https?://[^/]+", "", card["sign_url"])
        page = client.get(path, headers={"Accept": "text/html"})
        found = re.search(r'name="form_token"[^>]* value="([^"]+)"', page.text)
        assert found is not None
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    arguments = [_BY_PAGE, f"{served}{path}", kind, found[1], cookie]
    if by == "api":
        arguments = [_BY_API, f"{served}/api/cards/{card['id']}/media", kind, token]

    async def upload() -> None:
        assert await probed.sent(*arguments, content=content) in (201, 422)

    worst = [await probed.worst(served, upload()) for _ in range(TRIES)]
    print(f"\n{what}, by {by}: worst /livez {', '.join(f'{each * 1000:.0f}' for each in worst)} ms")
    assert min(worst) <= WORST_S


def _former(content: bytes) -> None:
    """The former parser of the blocks of a GIF."""
    at = content.index(b"\x21\xfe") + 2
    while content[at]:
        at += 1 + content[at]


async def test_a_parser_on_the_event_loop_delays_everyone() -> None:
    """The control: the longest pause of this loop, with the parser in it and in a child process."""

    async def pause(work: Awaitable[Any]) -> float:
        worst, task = 0.0, asyncio.ensure_future(work)
        while not task.done():
            began = time.perf_counter()
            await asyncio.sleep(0.002)  # the pause to measure
            worst = max(worst, time.perf_counter() - began)
        await asyncio.gather(task, return_exceptions=True)
        return worst

    async def former() -> None:
        _former(content)

    kind, content = hostile.upload("a GIF of blocks")
    assert kind == "gif"
    apart = [
        await pause(picture.redrawn(content, "gif", picture.Key("account", "card"))) for _ in range(TRIES)
    ]
    assert await pause(former()) > WORST_S
    assert min(apart) <= WORST_S


@asynccontextmanager
async def _flood(person: Person, card: str, contents: list[bytes]) -> AsyncGenerator[list[int]]:
    """Uploads GIFs to a card, again and again."""
    stop, statuses = asyncio.Event(), list[int]()

    async def send(content: bytes) -> None:
        while not stop.is_set():
            answer = await person.post(f"/api/cards/{card}/media", files.body("gif", content))
            statuses.append(answer.status_code)

    tasks = [asyncio.create_task(send(content)) for content in contents]
    await asyncio.sleep(1)  # the flood has filled every place
    try:
        yield statuses
    finally:
        stop.set()
        await asyncio.gather(*tasks)


async def _photo(person: Person, card: str) -> float:
    """Returns the seconds that the upload of a photo takes."""
    began = time.perf_counter()
    answer = await person.post(f"/api/cards/{card}/media", files.body("photo", files.photo(800, 600)))
    assert answer.status_code == 201, answer.text
    return time.perf_counter() - began


@cache
def _gifs() -> list[bytes]:
    """Returns the most expensive animation that is accepted, and the one that took 30 seconds."""
    return [hostile.long_gif(75, 1_000, 1_000)] * 5 + [hostile.long_gif(299, 1_000, 1_000)]


async def _compared(world: World, rounds: int, flooding: list[Person]) -> tuple[float, float]:
    """Returns the median seconds of a photo, without and with the floods."""
    mine = (await make.card(world.alice))["id"]
    before = sorted([await _photo(world.alice, mine) for _ in range(rounds)])
    cards = [(person, (await make.card(person))["id"]) for person in flooding]
    async with _flood(*cards[0], _gifs()), _flood(*cards[-1], _gifs() if len(cards) > 1 else []):
        during = sorted([await _photo(world.alice, mine) for _ in range(rounds)])
    return before[rounds // 2], during[rounds // 2]


async def test_a_photo_is_made_during_a_flood_of_gifs(world: World) -> None:
    quiet_s, flood_s = await _compared(world, 3, [world.mallory])
    print(f"\nA photo: {quiet_s:.2f} s, during a flood {flood_s:.2f} s")
    assert flood_s <= MAX_TIMES * quiet_s


async def test_a_photo_waits_for_the_flood_if_places_are_not_shared(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(picture, "_REDRAW", Program(picture._REDRAW.module, Fifo(2), Uploads(2**40), 2**40))
    quiet_s, flood_s = await _compared(world, 1, [world.mallory])
    assert flood_s > MAX_TIMES * quiet_s


@pytest.mark.full
async def test_photos_are_made_during_two_accounts_that_flood(world: World) -> None:
    quiet_s, flood_s = await _compared(world, 9, [world.mallory, world.bob])
    print(f"\nA photo: {quiet_s:.2f} s, during two floods {flood_s:.2f} s (medians of 9)")
    assert flood_s <= MAX_TIMES * quiet_s
