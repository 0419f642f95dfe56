"""A card's music and logo: downloaded only if the operator allows it and only from public addresses."""

from collections.abc import AsyncGenerator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from aiohttp import web

from tests import make
from tests.infra.http.rows import contents
from tests.infra.http.test_bad_input import STRICT
from tests.later import another_time
from tests.media import files, sounds
from tests.media.conftest import Serving
from tests.world import Person, World
from wellwish.base import clock, hosts
from wellwish.base.settings.media import MediaSettings
from wellwish.media import media

pytestmark = pytest.mark.anyio

ALLOWED = MediaSettings(fetch=True)


@dataclass
class Elsewhere:
    """A third-party server."""

    url: str = ""
    asked: list[str] = field(default_factory=list[str])
    files: dict[str, bytes] = field(default_factory=dict[str, bytes])
    status: int = 200

    async def give(self, request: web.Request) -> web.Response:
        """Serves every path."""
        self.asked.append(request.path)
        if self.status != 200:
            return web.Response(status=self.status, headers={"Location": f"{self.url}/music"})
        return web.Response(body=self.files.get(request.path, b"<html>"), content_type="text/html")


@asynccontextmanager
async def elsewhere() -> AsyncGenerator[Elsewhere]:
    fake = Elsewhere(files={"/music": sounds.ogg(90), "/logo": files.photo(300, 100, "PNG")})
    app = web.Application()
    app.router.add_get("/{path:.*}", fake.give)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    fake.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield fake
    finally:
        await runner.cleanup()


async def copies(world: World, card: dict[str, Any]) -> dict[str, Any]:
    async with world.services.db.transaction([world.alice.account_id]) as tx:
        found = await media.find_copies(tx, world.alice.account_id, card["id"])
    return {kind: media.record(row, world.services) for kind, row in found.items()}


async def named(world: World, url: str) -> dict[str, Any]:
    return await make.card(
        world.alice, audio_file={"name": "Song", "url": f"{url}/music"}, custom_logo=f"{url}/logo"
    )


async def test_copies_music_and_logo(serving: Serving) -> None:
    async with elsewhere() as fake, serving(ALLOWED) as world:
        card = await named(world, fake.url)
        await world.work()
        found = await copies(world, card)
        assert sorted(fake.asked) == ["/logo", "/music"]
        music = await world.client.get(found["audio"].files[0].url)
        assert music.headers["content-type"] == "audio/ogg"
        assert sounds.ogg_packets(music.content)[2:] == sounds.ogg_packets(sounds.ogg(90), check=False)[2:]
        assert (await world.client.get(found["logo"].files[0].url)).headers["content-type"] == "image/webp"
        read = (await world.alice.get(f"/api/cards/{card['id']}")).json()
        assert read["custom_logo"] == f"{fake.url}/logo", "the record shows the address as sent"
        await world.alice.patch(f"/api/cards/{card['id']}", {"custom_logo": None, "title": "Other"})
        await world.work()
        assert list(await copies(world, card)) == ["audio"]
        assert len(fake.asked) == 2, "what has not changed is not asked for again"


async def test_warns_of_what_it_never_copies(serving: Serving) -> None:
    song = {"name": "Song", "url": "https://example.com/song.mp3"}
    logo = "https://example.com/logo.png"

    async def said(alice: Person, headers: dict[str, str] | None = None, **fields: Any) -> dict[str, str]:
        body = await make.body(alice, **fields)
        answer = await alice.post("/api/cards", body, headers=headers or {})
        listed = answer.json().get("warnings" if answer.status_code == 201 else "errors", [])
        return {each["pointer"]: each["code"] for each in listed}

    both = {"/audio_file/url": "not_copied", "/custom_logo": "not_copied"}
    async with serving(MediaSettings()) as world:
        assert await said(world.alice, audio_file=song, custom_logo=logo) == both
        before = await contents(world)
        assert await said(world.alice, STRICT, audio_file=song) == {"/audio_file/url": "not_copied"}
        assert await contents(world) == before
        assert await said(world.alice, audio_file={"name": "Song"}) == {}
        card = await make.card(world.alice)
        changed = await world.alice.patch(f"/api/cards/{card['id']}", {"audio_file": song, "title": "Other"})
        assert [each["pointer"] for each in changed.json()["warnings"]] == ["/audio_file/url"]
        cleared = await world.alice.patch(f"/api/cards/{card['id']}", {"audio_file": None})
        assert "warnings" not in cleared.json()
    async with serving(ALLOWED) as world:
        assert await said(world.alice, audio_file=song, custom_logo=logo) == {}
        assert await said(world.alice, STRICT, custom_logo=logo) == {}
        assert await said(world.alice, custom_logo="logo.png") == {"/custom_logo": "not_copied"}


async def test_fetches_nothing_without_permission(serving: Serving) -> None:
    async with elsewhere() as fake, serving(MediaSettings()) as world:
        card = await named(world, fake.url)
        await world.work()
        assert not fake.asked
        assert not await copies(world, card)


@pytest.mark.parametrize("status", [302, 404])
async def test_gives_up_on_missing_media(serving: Serving, status: int) -> None:
    async with elsewhere() as fake, serving(ALLOWED) as world:
        fake.status = status
        card = await named(world, fake.url)
        with another_time():
            for _ in range(3):
                await world.work()
                clock.move(timedelta(hours=2))
        assert len(fake.asked) == 2
        assert not await copies(world, card)


async def test_keeps_no_page_for_music_or_logo(serving: Serving) -> None:
    async with elsewhere() as fake, serving(ALLOWED) as world:
        fake.files.clear()
        card = await named(world, fake.url)
        await world.work()
        assert not await copies(world, card)


async def test_tries_again_while_the_server_is_away(serving: Serving) -> None:
    async with elsewhere() as fake, serving(ALLOWED) as world:
        fake.status = 503
        card = await named(world, fake.url)
        await world.work()
        assert not await copies(world, card)
        fake.status = 200
        with another_time():
            clock.move(timedelta(minutes=1))
            await world.work()
        assert sorted(await copies(world, card)) == ["audio", "logo"]


async def test_calls_no_address_that_is_not_public(serving: Serving) -> None:
    async with serving(ALLOWED) as world:
        card = await named(world, "http://169.254.169.254/latest/meta-data")
        await world.work()
        assert not await copies(world, card)
        assert await world.owner.fetchval("select count(*) from media where status = 'refused'") == 2


async def test_waits_for_a_place_at_the_host_without_counting_an_attempt(serving: Serving) -> None:
    async with elsewhere() as fake, serving(ALLOWED) as world:
        card = await named(world, fake.url)
        with ExitStack() as stack:
            for number in range(hosts.PLACES):
                stack.enter_context(world.services.net.place(fake.url, f"acct_{number}"))
            await world.work()
            assert not fake.asked
            assert await world.owner.fetchval("select attempts from jobs where kind = 'media.fetch'") == 0
        with another_time():
            clock.move(timedelta(minutes=1))
            await world.work()
        assert sorted(await copies(world, card)) == ["audio", "logo"]
