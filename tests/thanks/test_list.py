"""A recipient's thanks and who can read them."""

import re
from typing import Any

import pytest

from tests import make
from tests.contributions.signing import own_url, signs, wish
from tests.web.view.card import HTML, finished, own_link, page
from tests.world import Person

pytestmark = pytest.mark.anyio


async def form_token(person: Person, address: str) -> str:
    [found] = re.findall(r'name="form_token" value="([^"]+)"', await page(person, address))
    return found


async def say(person: Person, card: dict[str, Any], text: str, token: str | None = None) -> int:
    address = own_link(card) + "/thanks"
    body = {"form_token": token or await form_token(person, address), "text": text}
    return (await person.world.client.post(address, data=body, headers=HTML)).status_code


async def events(person: Person) -> list[dict[str, Any]]:
    return [
        each for each in (await person.get("/api/events")).json()["data"] if each["type"] == "card.thanked"
    ]


async def test_thanks_everyone_and_changes_the_text(alice: Person) -> None:
    card = await finished(alice, "Words")
    assert await say(alice, card, "Thank you all") == 303
    assert await say(alice, card, "  Thank you, each of you\r\nMaya ") == 303
    [said] = (await alice.get(f"/api/cards/{card['id']}/thanks")).json()["data"]
    assert said["text"] == "Thank you, each of you\nMaya"
    assert said["name"] == "Maya"
    assert said["recipient_id"] == card["recipients"][0]["id"]
    assert "Thank you, each of you" in await page(alice, own_link(card) + "?as=board")
    assert "Maya<br>— <bdi>Maya</bdi>" in await page(alice, own_link(card) + "?as=board")
    assert "Thank you, each of you" in await page(alice, own_link(card) + "/thanks")
    assert len(await events(alice)) == 2
    assert "Thank" not in str(await events(alice))


async def test_keeps_the_thanks_while_the_recipient_remains(alice: Person) -> None:
    card = await finished(alice, "Words", recipients=[{"name": "Maya"}, {"name": "Noor"}])
    await say(alice, card, "Thank you all")
    path = f"/api/cards/{card['id']}"
    for people, count in (
        ([{"name": "Noor"}, {"name": "Maya", "locale": "de"}], 1),
        ([{"name": "Noor"}], 0),
    ):
        answer = await alice.patch(path, {"recipients": people})
        assert [each["name"] for each in answer.json()["recipients"]] == [each["name"] for each in people]
        assert len((await alice.get(f"{path}/thanks")).json()["data"]) == count


async def test_an_empty_field_takes_the_words_back(alice: Person) -> None:
    card = await finished(alice, "Words")
    await say(alice, card, "Thank you all")
    assert await say(alice, card, " \n ") == 303
    assert (await alice.get(f"/api/cards/{card['id']}/thanks")).json()["data"] == []
    assert "Thank you all" not in await page(alice, own_link(card) + "?as=board")
    assert len(await events(alice)) == 1


async def test_the_same_words_twice_are_said_once(alice: Person) -> None:
    card = await finished(alice, "Words")
    token = await form_token(alice, own_link(card) + "/thanks")
    assert [await say(alice, card, "Thank you", token) for _ in range(2)] == [303, 303]
    assert len(await events(alice)) == 1


async def test_keeps_what_was_typed_when_it_is_too_long(alice: Person) -> None:
    card = await finished(alice, "Words")
    address = own_link(card) + "/thanks"
    body = {"form_token": await form_token(alice, address), "text": "thanks " * 400}
    answer = await alice.world.client.post(address, data=body, headers=HTML)
    assert answer.status_code == 422
    assert "Use 2,000 characters or fewer" in answer.text
    assert "thanks thanks" in answer.text
    assert (await alice.get(f"/api/cards/{card['id']}/thanks")).json()["data"] == []


async def test_each_recipient_has_words_of_their_own(alice: Person) -> None:
    card = await finished(alice, "Words", recipients=[{"name": "Maya"}, {"name": "Noor"}])
    await say(alice, card, "From Maya")
    other = card["recipients"][1]["view_url"] + "/thanks"
    body = {"form_token": await form_token(alice, other), "text": "From Noor"}
    await alice.world.client.post(other, data=body, headers=HTML)
    listed = (await alice.get(f"/api/cards/{card['id']}/thanks")).json()["data"]
    assert [each["text"] for each in listed] == ["From Maya", "From Noor"]


async def test_a_visitor_with_the_public_link_neither_writes_nor_reads_it(alice: Person) -> None:
    card = await finished(alice, "Words")
    await say(alice, card, "Thank you, dear friends")
    assert "dear friends" not in await page(alice, card["view_url"] + "?as=board")
    answer = await alice.world.client.get(card["view_url"] + "/thanks", headers=HTML)
    assert answer.status_code == 404


async def test_another_page_cannot_speak_for_the_recipient(alice: Person) -> None:
    card, other = await finished(alice, "Words"), await finished(alice, "Words")
    foreign = await form_token(alice, own_link(other) + "/thanks")
    for token in ("", "nonsense", foreign):
        body = {"form_token": token, "text": "Not me"}
        answer = await alice.world.client.post(own_link(card) + "/thanks", data=body, headers=HTML)
        assert answer.status_code == 403
    assert (await alice.get(f"/api/cards/{card['id']}/thanks")).json()["data"] == []


async def test_admins_read_them_and_strangers_do_not(alice: Person, bob: Person, mallory: Person) -> None:
    card = await finished(alice, "Words")
    await say(alice, card, "Thank you")
    await make.admin(alice, card["id"], bob)
    assert len((await bob.get(f"/api/cards/{card['id']}/thanks")).json()["data"]) == 1
    assert (await mallory.get(f"/api/cards/{card['id']}/thanks")).status_code == 404


async def test_escapes_markup_in_thanks(alice: Person) -> None:
    card = await finished(alice, "Words")
    await say(alice, card, "</textarea><script>alert(1)</script>")
    for address in (own_link(card) + "/thanks", own_link(card) + "?as=board"):
        assert "<script>" not in await page(alice, address)


async def test_erasing_the_card_erases_them(alice: Person) -> None:
    from wellwish.cards import erase

    card = await finished(alice, "Words")
    await say(alice, card, "Thank you")
    await alice.delete(f"/api/cards/{card['id']}")
    await erase.run(alice.world.services, {"account_id": alice.account_id, "card_id": card["id"]})
    assert await alice.world.owner.fetchval("select count(*) from thanks") == 0


async def test_contributors_read_them_through_their_own_link(alice: Person) -> None:
    card = await make.card(alice, recipients=[{"name": "Maya"}])
    invited = await make.invitations(alice, card["id"], "ana@example.com", "ben@example.com")
    await signs(alice.world, invited[0]["link"])
    await alice.post(f"/api/cards/{card['id']}/close")
    await say(alice, card, "Thank you, dear friends")
    assert "Thank you, dear friends" in await page(alice, invited[0]["link"])
    for other in (invited[1]["link"], card["sign_url"]):
        assert "dear friends" not in await page(alice, other)


async def answer(person: Person, card: dict[str, Any], note: str, text: str, status: int = 303) -> None:
    address = own_link(card) + "/thanks"
    body = {"form_token": await form_token(person, address), "text": text, "note": note}
    answer = await person.world.client.post(address, data=body, headers=HTML)
    assert answer.status_code == status, answer.text


async def test_one_author_is_thanked_and_only_this_author_reads_it(alice: Person) -> None:
    """The control is the message for everyone, which the other author reads, too."""
    card = await make.card(alice, recipients=[{"name": "Maya"}], public_read=True)
    invited = await make.invitations(alice, card["id"], "ana@example.com", "ben@example.com")
    ana, ben = [own_url(alice.world, (await signs(alice.world, each["link"])).row) for each in invited]
    await alice.post(f"/api/cards/{card['id']}/close")
    [_, first] = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    await answer(alice, card, first["id"], "Dear Ana, how kind")
    await say(alice, card, "Thanks to all of you")
    texts = {name: await page(alice, link) for name, link in (("ana", ana), ("ben", ben))}
    assert "how kind" in texts["ana"]
    assert "thanks you for your note" in texts["ana"]
    assert "how kind" not in texts["ben"]
    assert "to all of you" in texts["ben"]
    for link in (card["view_url"], ben.replace("/s/", "/c/")):
        assert "how kind" not in await page(alice, link + "?as=board")
    assert "how kind" in await page(alice, own_link(card) + "?as=board")
    said = (await alice.get(f"/api/cards/{card['id']}/thanks")).json()["data"]
    assert [each["contribution_id"] for each in said] == [None, first["id"]]
    assert [each["data"].get("contribution_id") for each in await events(alice)] == [None, first["id"]]


async def test_the_answer_to_an_anonymous_note_names_nobody(alice: Person) -> None:
    card = await finished(alice, close=False)
    author = await signs(alice.world, card["sign_url"], wish("Quux", "Guess who", anonymous=True))
    await alice.post(f"/api/cards/{card['id']}/close")
    shown = await page(alice, f"{own_link(card)}/thanks?note={author.row.id}")
    assert "Thank the person who wrote this note" in shown
    assert "Quux" not in shown
    await answer(alice, card, author.row.id, "Kind stranger")
    assert "Kind stranger" in await page(alice, own_url(alice.world, author.row))
    assert "Quux" not in (await alice.get(f"/api/cards/{card['id']}/thanks")).text


async def test_notes_that_the_recipient_does_not_see_cannot_be_answered(alice: Person) -> None:
    card, other = await finished(alice, "Words"), await finished(alice, "Elsewhere")
    [mine] = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    [foreign] = (await alice.get(f"/api/cards/{other['id']}/contributions")).json()["data"]
    await alice.post(f"/api/cards/{card['id']}/contributions/{mine['id']}/hide")
    for note in (foreign["id"], mine["id"], "ctb_x"):
        await answer(alice, card, note, "Thank you", 404)
    assert (await alice.get(f"/api/cards/{card['id']}/thanks")).json()["data"] == []
    await alice.post(f"/api/cards/{card['id']}/contributions/{mine['id']}/publish")
    await answer(alice, card, mine["id"], "Thank you")
