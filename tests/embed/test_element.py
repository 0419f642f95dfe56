"""The script of the element: its cache lifetime and its size."""

import re

import pytest

from tests.world import World
from wellwish.base.language import LANGUAGES

pytestmark = pytest.mark.anyio


async def test_browsers_keep_the_script_for_an_hour_and_then_ask(world: World) -> None:
    answer = await world.client.get("/embed.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "public, max-age=3600, stale-while-revalidate=86400"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "set-cookie" not in answer.headers
    again = await world.client.get("/embed.js", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert (await world.client.get("/embed.js", headers={"If-None-Match": '"x"'})).status_code == 200


async def test_the_script_is_small(world: World) -> None:
    for coding in ("br", "gzip"):
        answer = await world.client.get("/embed.js", headers={"Accept-Encoding": coding})
        assert answer.headers["content-encoding"] == coding
        assert "Accept-Encoding" in answer.headers["vary"]
        assert int(answer.headers["content-length"]) < 2048


async def test_names_the_frame_in_each_language_of_the_pages(world: World) -> None:
    found = re.search("const TITLES = {([^}]*)}", (await world.client.get("/embed.js")).text)
    assert found is not None
    assert re.findall(r"(\w+):", found[1]) == [*LANGUAGES]
