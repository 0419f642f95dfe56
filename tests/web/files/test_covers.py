"""The covers of templates: immutable files under each path."""

from xml.etree import ElementTree as ET

import pytest

from tests.world import Person, World


@pytest.fixture
async def urls(world: World, alice: Person) -> dict[str, str]:
    """Returns the paths of the first design's cover and thumbnail."""
    template = (await alice.get("/api/templates")).json()["data"][0]
    base = world.services.settings.base_url
    return {name: template[name].removeprefix(base) for name in ("cover_url", "thumbnail_url")}


async def test_serves_a_drawing_for_good(world: World, urls: dict[str, str]) -> None:
    answer = await world.client.get(urls["cover_url"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert ET.fromstring(answer.text).get("viewBox") == "0 0 1000 1400"
    packed = await world.client.get(urls["cover_url"], headers={"Accept-Encoding": "gzip"})
    plain = await world.client.get(urls["cover_url"], headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content


async def test_a_drawing_may_not_act_and_may_be_shown_elsewhere(world: World, urls: dict[str, str]) -> None:
    headers = (await world.client.get(urls["cover_url"])).headers
    assert "script" not in headers["content-security-policy"]
    assert "sandbox" in headers["content-security-policy"]
    assert headers["cross-origin-resource-policy"] == "cross-origin"
    assert headers["x-content-type-options"] == "nosniff"


async def test_serves_a_thumbnail(world: World, urls: dict[str, str]) -> None:
    answer = await world.client.get(urls["thumbnail_url"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/avif")
    assert answer.content[4:12] == b"ftypavif"


@pytest.mark.parametrize(
    "path",
    ["/covers/none/x.svg", "/covers/birthday-cake/indigo.svg", "/covers/birthday-cake/..%2fmanifest.json"],
)
async def test_knows_no_other_path(path: str, world: World) -> None:
    assert (await world.client.get(path)).status_code == 404
