"""Serving uploaded files: sandboxed, only under secret paths, with range requests."""

import re
from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.media import files
from tests.media.test_attach import noted, sent
from tests.web.signing.test_sign import shared
from tests.web.signing.test_sign_guards import served
from tests.web.visitor import Visitor
from tests.world import Person, World
from wellwish.base import clock
from wellwish.infra.http.budget import Visits
from wellwish.media.media import review_token

pytestmark = pytest.mark.anyio


@pytest.fixture
async def voice(alice: Person) -> dict[str, Any]:
    """Creates a recording by alice."""
    return (await sent(alice, (await make.card(alice))["id"], "voice"))["files"][0]


async def test_serves_with_headers_that_let_it_do_nothing(world: World, alice: Person) -> None:
    made = await sent(alice, (await make.card(alice))["id"], "drawing")
    answer = await world.client.get(made["files"][0]["url"])
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "script" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert answer.headers["content-disposition"] == 'attachment; filename="drawing-drawing.svg"'
    assert answer.headers["cache-control"] == "private, max-age=600"
    assert "set-cookie" not in answer.headers


async def test_serves_parts(world: World, voice: dict[str, Any]) -> None:
    whole = (await world.client.get(voice["url"])).content
    size = len(whole)
    for asked, part in (
        ("bytes=0-9", whole[:10]),
        ("bytes=10-", whole[10:]),
        ("bytes=-7", whole[-7:]),
        (f"bytes=5-{size + 100}", whole[5:]),
        (f"bytes=-{size + 9}", whole),
    ):
        answer = await world.client.get(voice["url"], headers={"Range": asked})
        assert (answer.status_code, answer.content) == (206, part), asked
        start = 0 if asked == "bytes=0-9" else size - len(part)
        assert answer.headers["content-range"] == f"bytes {start}-{start + len(part) - 1}/{size}"


@pytest.mark.parametrize("asked", ["bytes=9-2", "bytes=0-1,4-5", "items=0-1", "bytes=", "bytes=x-y"])
async def test_serves_the_whole_file_for_an_unsupported_range(
    world: World, voice: dict[str, Any], asked: str
) -> None:
    answer = await world.client.get(voice["url"], headers={"Range": asked})
    whole = await world.client.get(voice["url"])
    assert (answer.status_code, answer.content) == (200, whole.content)
    assert len(whole.content) == voice["bytes"]


async def test_refuses_a_range_behind_the_end(world: World, voice: dict[str, Any]) -> None:
    for asked in (f"bytes={voice['bytes']}-", "bytes=-0"):
        answer = await world.client.get(voice["url"], headers={"Range": asked})
        assert answer.status_code == 416
        assert answer.headers["content-range"] == f"bytes */{voice['bytes']}"


async def test_honours_the_etag_in_conditional_requests(world: World, voice: dict[str, Any]) -> None:
    tag = (await world.client.head(voice["url"])).headers["etag"]
    again = await world.client.get(voice["url"], headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    ranged = {"Range": "bytes=0-3", "If-Range": tag}
    assert (await world.client.get(voice["url"], headers=ranged)).status_code == 206
    assert (await world.client.get(voice["url"], headers=ranged | {"If-Range": '"old"'})).status_code == 200


async def test_reveals_nothing_to_guesses(world: World, voice: dict[str, Any]) -> None:
    base, token, name = voice["url"].rsplit("/", 2)
    answers = [
        await world.client.get(f"{base}/{guess}", headers={"Accept": "application/json"})
        for guess in (
            f"{token[:-1]}A/{name}" if token[-1] != "A" else f"{token[:-1]}Q/{name}",
            f"{token}/voice.exe",
            f"{token}/..%2f{name}",
            f"short/{name}",
            f"{'x' * 5000}/{name}",
        )
    ]
    assert {(each.status_code, each.json()["code"]) for each in answers} == {(404, "not_found")}
    assert (await world.client.get(voice["url"])).status_code == 200


async def reviewed(person: Person, media_id: str) -> str:
    """Returns the moderator's URL of the file."""
    return (await person.get(f"/api/media/{media_id}")).json()["files"][0]["url"]


async def test_only_moderators_get_the_picture_of_a_hidden_note(
    world: World, alice: Person, bob: Person
) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob)
    picture = await sent(alice, card["id"])
    public = picture["files"][0]["url"]
    note = (await noted(alice, card["id"], picture["id"])).json()["id"]
    path = f"/api/cards/{card['id']}/contributions/{note}"
    tag = (await world.client.get(public)).headers["etag"]
    assert await reviewed(bob, picture["id"]) == public
    for verb in ("hide", "reject"):
        assert (await alice.post(f"{path}/{verb}")).status_code == 200
        assert (await world.client.get(public)).status_code == 404
        assert (await world.client.get(public, headers={"If-None-Match": tag})).status_code == 404
        for moderator in (alice, bob):
            review = await reviewed(moderator, picture["id"])
            assert review != public
            assert (await world.client.get(review)).status_code == 200
        assert (await alice.post(f"{path}/publish")).status_code == 200
        assert (await world.client.get(public)).status_code == 200
        assert await reviewed(alice, picture["id"]) == public


async def test_a_hidden_file_does_not_count_as_a_guess(world: World, alice: Person) -> None:
    """A page opened earlier requests all of its pictures again, which must not count as guessing."""
    card = (await make.card(alice))["id"]
    hidden, other = await sent(alice, card), await sent(alice, card, "drawing")
    note = (await noted(alice, card, hidden["id"])).json()["id"]
    await alice.post(f"/api/cards/{card}/contributions/{note}/hide")
    past = review_token(world.services.keys, hidden["id"], clock.now() - timedelta(hours=3))
    base, token, name = hidden["files"][0]["url"].rsplit("/", 2)
    async with served(world, Visits(0, 0, 1)) as live:
        for asked in (token, past, token):
            assert (await live.client.get(f"{base}/{asked}/{name}")).status_code == 404
        assert (await live.client.get(other["files"][0]["url"])).status_code == 200
        assert (await live.client.get(f"{base}/{'A' * 22}/{name}")).status_code == 404
        # The limit refuses only further guesses, not valid addresses or those of hidden files.
        assert (await live.client.get(f"{base}/{'A' * 22}/{name}")).status_code == 429
        assert (await live.client.get(f"{base}/{token}/{name}")).status_code == 404
        assert (await live.client.get(other["files"][0]["url"])).status_code == 200


async def test_an_address_for_review_ends_and_cannot_be_made_up(world: World, alice: Person) -> None:
    card = (await make.card(alice))["id"]
    first, second = await sent(alice, card), await sent(alice, card, "drawing")
    note = (await noted(alice, card, first["id"])).json()["id"]
    await alice.post(f"/api/cards/{card}/contributions/{note}/hide")
    base, token, name = (await reviewed(alice, first["id"])).rsplit("/", 2)
    plain, until, tag = token.split(".")
    other = second["files"][0]["url"].split("/")[-2]
    guesses = [
        f"{plain}.{int(until) + 3600}.{tag}",
        f"{plain}.{until}.{tag[::-1]}",
        f"{other}.{until}.{tag}",
        f"{plain}.{until}",
        plain,
    ]
    for guess in guesses:
        assert (await world.client.get(f"{base}/{guess}/{name}")).status_code == 404, guess
    assert (await world.client.get(f"{base}/{token}/{name}")).status_code == 200
    past = review_token(world.services.keys, first["id"], clock.now() - timedelta(hours=3))
    assert (await world.client.get(f"{base}/{past}/{name}")).status_code == 404


async def test_an_author_still_sees_the_files_of_a_pending_note(world: World) -> None:
    _, path = await shared(world, moderation="pre")
    visitor = Visitor(world)
    picture = {"photo": ("p.jpg", files.photo(), "image/jpeg")}
    assert (await visitor.sign(path, picture, text="")).status_code == 303
    for page in (path, f"{path}/signed"):
        await visitor.open(page)
        found = re.search(r'<img src="(/media/[^"]+)"', visitor.page)
        assert found is not None
        assert (await world.client.get(found[1])).status_code == 200
        token = found[1].split("/")[2]
        assert (await world.client.get(found[1].replace(token, token[:22]))).status_code == 404
