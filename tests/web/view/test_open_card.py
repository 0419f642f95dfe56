"""Opening the card: the requests that count, and the visibility of the time."""

import asyncio
from typing import Any

import pytest

from tests import make
from tests.web.view.card import HTML, finished, own_link, page
from tests.web.visitor import path_of
from tests.world import Person

pytestmark = pytest.mark.anyio


async def press(person: Person, address: str, status: int = 303, **headers: str) -> str:
    """Presses the button on the cover. Returns the target."""
    answer = await person.world.client.post(address, headers={**HTML, **headers})
    assert answer.status_code == status, answer.text
    return answer.headers.get("location", "")


async def viewed_at(person: Person, card: dict[str, Any]) -> list[str | None]:
    read = (await person.get(f"/api/cards/{card['id']}")).json()
    return [each["first_viewed_at"] for each in read["recipients"]]


async def events(person: Person) -> list[dict[str, Any]]:
    listed = (await person.get("/api/events", params={"type": "card.viewed"})).json()["data"]
    return [each["data"] for each in listed]


async def test_the_first_press_counts_and_leads_inside(alice: Person) -> None:
    card = await finished(alice, "Words", recipients=[{"name": "Maya"}, {"name": "Noor"}])
    assert await viewed_at(alice, card) == [None, None]
    assert await press(alice, own_link(card)) == path_of(own_link(card)) + "?inside"
    first, other = await viewed_at(alice, card)
    assert first is not None
    assert other is None
    await press(alice, own_link(card))
    assert await viewed_at(alice, card) == [first, None]
    rcp = card["recipients"][0]["id"]
    assert [(each["card_id"], each["recipient_id"]) for each in await events(alice)] == [(card["id"], rcp)]
    await press(alice, card["recipients"][1]["view_url"])
    assert None not in await viewed_at(alice, card)
    assert len(await events(alice)) == 2


async def test_presses_at_the_same_time_count_once(alice: Person) -> None:
    card = await finished(alice, "Words")
    before = (await alice.get(f"/api/cards/{card['id']}")).json()["version"]
    await asyncio.gather(*(press(alice, own_link(card)) for _ in range(5)))
    assert len(await events(alice)) == 1
    assert (await alice.get(f"/api/cards/{card['id']}")).json()["version"] == before + 1


async def test_reading_pages_does_not_count(alice: Person) -> None:
    """Mail scanners and chat previews open pages. The control is a press."""
    card = await finished(alice, "Words")
    for query in ("", "?inside", "?as=board", "?as=book", "?as=slides", "/card.zip"):
        assert (await alice.world.client.get(own_link(card) + query, headers=HTML)).status_code == 200
    await alice.world.client.head(own_link(card))
    assert await viewed_at(alice, card) == [None]
    await press(alice, own_link(card))
    assert await viewed_at(alice, card) != [None]


async def test_previews_and_the_public_link_do_not_count(alice: Person, bob: Person) -> None:
    card = await finished(alice, "Words")
    await make.admin(alice, card["id"], bob)
    previews = [await person.post(f"/api/cards/{card['id']}/preview") for person in (alice, bob)]
    for link in (card["view_url"], *(each.json()["url"] for each in previews)):
        assert await press(alice, link) == path_of(link) + "?inside"
    assert await viewed_at(alice, card) == [None]
    assert await events(alice) == []


async def test_a_press_before_the_closing_does_not_count(alice: Person) -> None:
    """Includes a card for oneself, whose pages show everything from the start."""
    for card_type in (0, 2):
        card = await finished(alice, close=False, card_type=card_type, public_read=False)
        await press(alice, own_link(card))
        assert await viewed_at(alice, card) == [None]


async def test_another_site_cannot_press(alice: Person) -> None:
    card = await finished(alice, "Words")
    for headers in ({"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}):
        await press(alice, own_link(card), 403, **headers)
    assert await viewed_at(alice, card) == [None]
    await press(alice, own_link(card), Origin="http://localhost:8080")
    assert await viewed_at(alice, card) != [None]


async def test_wrong_links_and_deleted_cards_have_the_same_answer(alice: Person) -> None:
    card = await finished(alice, "Words")
    await press(alice, own_link(card)[:-1] + ("y" if own_link(card).endswith("x") else "x"), 404)
    await press(alice, card["sign_url"].replace("/s/", "/c/"), 404)
    await alice.delete(f"/api/cards/{card['id']}")
    await press(alice, own_link(card), 404)
    assert await events(alice) == []


async def test_admins_see_the_time_and_strangers_do_not(alice: Person, bob: Person, mallory: Person) -> None:
    card = await finished(alice, "Words")
    await make.admin(alice, card["id"], bob)
    await press(alice, own_link(card))
    assert await viewed_at(bob, card) == await viewed_at(alice, card) != [None]
    assert (await mallory.get(f"/api/cards/{card['id']}")).status_code == 404
    assert await events(mallory) == []


async def test_the_same_person_keeps_the_time_when_recipients_are_replaced(alice: Person) -> None:
    card = await finished(alice, "Words", recipients=[{"name": "Maya"}])
    await press(alice, own_link(card))
    [first] = await viewed_at(alice, card)
    path = f"/api/cards/{card['id']}"
    assert (await alice.post(f"{path}/reopen", {})).status_code == 200
    changed = await alice.patch(path, {"recipients": [{"name": "Noor"}, {"name": "maya", "locale": "ar"}]})
    assert changed.status_code == 200, changed.text
    assert await viewed_at(alice, card) == [None, first]


async def test_a_press_changes_the_version_of_the_card(alice: Person) -> None:
    """A client with an ETag from before the press gets 412. The control is the ETag after it."""
    card = await finished(alice, "Words")
    path = f"/api/cards/{card['id']}"
    old = (await alice.get(path)).headers["etag"]
    await press(alice, own_link(card))
    new = (await alice.get(path)).headers["etag"]
    assert (await alice.post(f"{path}/archive", headers={"If-Match": old})).status_code == 412
    assert (await alice.post(f"{path}/archive", headers={"If-Match": new})).status_code == 200


async def test_the_cover_has_the_button_for_readers_without_scripts(alice: Person) -> None:
    card = await finished(alice, "Words")
    text = await page(alice, own_link(card))
    assert f'method="post" action="{path_of(own_link(card))}"' in text
    assert "Open your card</button>" in text
