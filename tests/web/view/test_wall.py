"""The wall: its content, its audience and its updates."""

import asyncio
import re
from typing import Any

import httpx2
import pytest

from tests.contributions.signing import signs, wish
from tests.media import files
from tests.waiting import until
from tests.web.view.card import HTML, finished, media, note, page
from tests.world import Person
from wellwish.app import application
from wellwish.base import ids
from wellwish.base.limiter import Limiter
from wellwish.web.view import wall as walls

pytestmark = pytest.mark.anyio


async def walled(person: Person, *notes: str, **fields: Any) -> tuple[dict[str, Any], str]:
    card = await finished(person, *notes, close=False, **fields)
    answer = await person.post(f"/api/cards/{card['id']}/wall")
    assert answer.status_code == 201
    return card, answer.json()["wall_url"]


async def test_shows_the_newest_notes_first_and_turns_its_pages(alice: Person) -> None:
    card, url = await walled(alice, *(f"Note {number:02}" for number in range(11)))
    first, second = await page(alice, url), await page(alice, url + "?page=2")
    assert re.findall(r"Note \d\d", first) == [f"Note {number:02}" for number in range(10, 2, -1)]
    assert re.findall(r"Note \d\d", second) == ["Note 02", "Note 01", "Note 00"]
    assert '<noscript><meta http-equiv="refresh" content="20; url=' in first
    assert "?page=2" in first
    assert "?page=1" in second
    assert "http-equiv" not in await page(alice, url + "?page=1&still")
    assert "11 notes" in first
    assert card["title"] in first


async def test_shows_nothing_but_published_notes_for_everyone(alice: Person) -> None:
    """The control is a published note for everyone."""
    card, url = await walled(alice, "Hidden", "Shown", moderation="off")
    await note(alice, card["id"], "Between us", name="Ana", visibility="recipient")
    listed = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    [hidden] = [each["id"] for each in listed if each["note"]["text"] == "Hidden"]
    await alice.post(f"/api/cards/{card['id']}/contributions/{hidden}/hide")
    text = await page(alice, url)
    assert "Shown" in text
    assert "Hidden" not in text
    assert "Between us" not in text
    assert "1 note" in text
    moderated, other = await walled(alice, moderation="pre")
    await signs(alice.world, moderated["sign_url"], wish(text="Not yet reviewed"))
    assert "Not yet reviewed" not in await page(alice, other)


@pytest.mark.parametrize("setting", [0, 1, 2, 3])
async def test_shows_names_only_if_everyone_sees_them(alice: Person, setting: int) -> None:
    card, url = await walled(alice, collection={"see_contributor_names": setting})
    await signs(alice.world, card["sign_url"], wish("Ximena Quux", "Named"))
    await signs(alice.world, card["sign_url"], wish("Secret Author", "Nameless", anonymous=True))
    text = await page(alice, url)
    assert "Named" in text
    assert "Nameless" in text
    assert ("Ximena Quux" in text) == (setting == 0)
    assert "Secret Author" not in text


async def test_shows_no_money(alice: Person) -> None:
    card, url = await walled(
        alice, collection={"add_money": "everyone", "add_cash": True, "see_total": "everyone",
                           "see_contributors": "everyone", "goal_amount": 4711}
    )  # fmt: skip
    body = {
        "name": "Ana",
        "note": {"text": "Rich"},
        "money": {"amount": 1234, "currency": "USD", "method": "cash"},
    }
    given = await alice.post(f"/api/cards/{card['id']}/contributions", body, key=ids.new("req"))
    assert given.status_code == 201, given.text
    text = await page(alice, url)
    assert "Rich" in text
    assert not re.search(r"12\.34|1234|47\.11|\$|c-pot", text)


async def test_the_code_leads_to_the_signing_page_while_the_card_takes_notes(alice: Person) -> None:
    card, url = await walled(alice)
    text = await page(alice, url)
    assert 'class="w-code"' in text
    assert "The first note will appear here" in text
    assert card["sign_url"] not in text
    await alice.post(f"/api/cards/{card['id']}/close")
    assert 'class="w-code"' not in await page(alice, url)
    _, without = await walled(alice, shared_link=False)
    assert 'class="w-code"' not in await page(alice, without)


async def test_a_photo_is_a_picture_and_a_recording_is_named(alice: Person) -> None:
    card, url = await walled(alice)
    photo = await media(alice, card["id"], "photo", files.photo(400, 300))
    await note(alice, card["id"], "Look", name="Ana", media=[photo])
    text = await page(alice, url)
    assert 'src="/media/' in text
    assert (await alice.world.client.get(re.findall(r'src="(/media/[^"]+)"', text)[0])).status_code == 200


async def streamed(person: Person, url: str, count: int) -> list[str]:
    """Returns the first events of a wall's stream."""
    found: list[str] = []
    async with person.world.client.stream("GET", url + "/stream") as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        async for line in answer.aiter_lines():
            if line.startswith(("event:", "data:")):
                found.append(line)
            if len(found) >= 2 * count:
                break
    return found


async def test_the_stream_reports_changes_and_its_end(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walls, "_LOOK_S", 0.02)
    monkeypatch.setattr(walls, "_STREAM_S", 20.0)
    card, url = await walled(alice, "One")
    reported: list[int] = []
    make_event = walls._event

    def made(state: Any) -> bytes:
        reported.append(state.count)
        return make_event(state)

    monkeypatch.setattr(walls, "_event", made)

    async def change() -> None:
        await until(lambda: reported == [1])
        await note(alice, card["id"], "Two", name="Ben")
        await until(lambda: reported == [1, 2])
        await alice.delete(f"/api/cards/{card['id']}/wall")

    async def all_events() -> str:
        answer = await alice.world.client.get(url + "/stream")
        return answer.text

    text, _ = await asyncio.gather(all_events(), change())
    events = re.findall(r"event: (\w+)\n(?:id: [^\n]*\n)?data: (\S+)", text)
    assert events[-1] == ("end", "{}")
    assert ("notes", "2") in events
    assert (await alice.world.client.get(url + "/stream", headers=HTML)).status_code == 404


async def test_streams_have_a_limit_and_give_their_place_back(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams = Limiter(1, card_waiting=2)
    monkeypatch.setattr(walls, "_STREAMS", streams)
    monkeypatch.setattr(walls, "_LOOK_S", 0.05)
    monkeypatch.setattr(walls, "_STREAM_S", 4.0)
    _, url = await walled(alice, "One")
    held = asyncio.ensure_future(alice.world.client.get(url + "/stream"))
    await until(lambda: [each.free for each in streams._by_loop.values()] == [0])
    refused = await alice.world.client.get(url + "/stream")
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert (await held).status_code == 200
    assert (await alice.world.client.get(url + "/stream")).status_code == 200


async def test_one_network_leaves_places_of_a_card_to_others(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walls, "_STREAMS", Limiter(40, card_waiting=20))
    monkeypatch.setattr(walls, "_LOOK_S", 0.5)
    monkeypatch.setattr(walls, "_STREAM_S", 4.0)
    _, url = await walled(alice, "One")
    app = application(alice.world.services)

    async def watch(network: str) -> int:
        transport = httpx2.ASGITransport(app, client=(network, 50000))
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
            return (await client.get(url + "/stream")).status_code

    flood = [asyncio.ensure_future(watch("203.0.113.9")) for _ in range(12)]
    await until(lambda: sum(each.done() for each in flood) >= 7)
    assert await watch("198.51.100.7") == 200
    statuses = [await each for each in flood]
    assert statuses.count(200) == 5  # a half of a half of a half of the places
    assert statuses.count(503) == 7
