"""The handover on the pages: its visibility, its words and its link."""

from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.web.view.card import own_link, page
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World

pytestmark = pytest.mark.anyio

URL = "https://shop.example.com/v/7f3a"
VOUCHER = {"method": "voucher", "amount": 1250, "note": "Enjoy the bookshop", "url": URL}
OPEN = {"add_money": "everyone", "currency": "EUR"}


async def collected(
    person: Person, *names: str, see_total: str = "everyone", **fields: Any
) -> dict[str, Any]:
    """Returns a card for these people that has collected 12.50 EUR."""
    recipients = [{"name": name} for name in names]
    collection = {**OPEN, "see_total": see_total}
    card = await make.card(person, recipients=recipients, public_read=True, collection=collection, **fields)
    await giving.gave(person, card["id"])
    return card


async def handed_over(person: Person, card: dict[str, Any], **fields: Any) -> None:
    await person.post(f"/api/cards/{card['id']}/close")
    answer = await person.post(f"/api/cards/{card['id']}/handover", {**VOUCHER, **fields})
    assert answer.status_code == 200, answer.text


def plain(text: str) -> str:
    """Removes bidi isolation characters and elements."""
    for each in ("\u2068", "\u2069", "<bdi>", "</bdi>"):
        text = text.replace(each, "")
    return text


@pytest.mark.parametrize("way", ["?inside", "?as=board"])
async def test_the_recipient_sees_what_they_were_given_and_the_link(way: str, alice: Person) -> None:
    """The control is the card before the handover."""
    card = await collected(alice, "Maya")
    await alice.post(f"/api/cards/{card['id']}/close")
    before = plain(await page(alice, own_link(card) + way))
    assert "Priya and friends will hand it over to you." in before
    await handed_over(alice, card)
    text = plain(await page(alice, own_link(card) + way))
    assert "Priya and friends gave you €12.50 as a voucher on " in text
    assert "Enjoy the bookshop" in text
    assert "will hand it over" not in text
    button = f'<a class="v-button v-main v-big" href="{URL}" rel="noopener noreferrer nofollow"'
    assert text.count(button) == 1
    assert "It opens shop.example.com, outside Wellwish." in text


async def test_only_the_recipients_own_link_shows_the_url(alice: Person) -> None:
    """The control is the recipient's own link."""
    card = await collected(alice, "Maya")
    await handed_over(alice, card)
    preview = (await alice.post(f"/api/cards/{card['id']}/preview")).json()["url"]
    for way in ("?inside", "?as=board"):
        assert "shop.example.com" not in await page(alice, preview + way)
        public = await page(alice, card["view_url"] + way)
        assert "shop.example.com" not in public
        assert "as a voucher" not in public
        assert "shop.example.com" in await page(alice, own_link(card) + way)


async def test_the_amount_is_hidden_with_the_total(alice: Person) -> None:
    card = await collected(alice, "Maya", see_total="admins")
    await handed_over(alice, card)
    text = plain(await page(alice, own_link(card) + "?inside"))
    assert "Priya and friends gave you the collected money as a voucher on " in text
    assert "12.50" not in text


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ((), "Priya and friends handed over €12.50 in cash on "),
        (("Maya",), "Priya and friends gave Maya €12.50 in cash on "),
        (("Maya", "Sam"), "Priya and friends gave Maya and Sam €12.50 in cash on "),
        (("A", "B", "C", "D"), "Priya and friends handed over €12.50 in cash on "),
    ],
)
async def test_contributors_see_it_on_their_page(
    names: tuple[str, ...], says: str, world: World, alice: Person
) -> None:
    card = await collected(alice, *names)
    path, visitor = path_of(card["sign_url"]), Visitor(world)
    await visitor.sign(path)
    await alice.post(f"/api/cards/{card['id']}/close")
    await visitor.open(f"{path}/signed")
    assert "Handed over" not in visitor.page
    await handed_over(alice, card, method="cash")
    await visitor.open(f"{path}/signed")
    assert says in plain(visitor.page)
    assert "Handed over" in visitor.page
    assert "Enjoy the bookshop" in visitor.page
    assert "shop.example.com" not in visitor.page


async def test_a_visitor_whose_note_waits_does_not_see_it(world: World, alice: Person) -> None:
    """The control is the same visitor after the note is published."""
    card = await collected(alice, "Maya", moderation="pre")
    path, visitor = path_of(card["sign_url"]), Visitor(world)
    await visitor.sign(path)
    await handed_over(alice, card)
    await visitor.open(f"{path}/signed")
    assert "Handed over" not in visitor.page
    notes = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
    [own] = [each for each in notes if each["name"] == "Noor"]
    await alice.post(f"/api/cards/{card['id']}/contributions/{own['id']}/publish")
    await visitor.open(f"{path}/signed")
    assert "Handed over" in visitor.page


async def test_escapes_what_the_owner_wrote(alice: Person) -> None:
    card = await collected(alice, "<i>Maya</i>")
    url = "https://shop.example.com/?a=1&b=\"'<i>"
    await handed_over(alice, card, note="<b>Hi</b>", url=url)
    text = await page(alice, own_link(card) + "?inside")
    assert "<b>Hi" not in text
    assert "<i>" not in text
    assert "&lt;b&gt;Hi" in text


@pytest.mark.parametrize(("locale", "says"), [("de", "als Gutschein"), ("ar", "على شكل قسيمة شراء")])
async def test_speaks_the_cards_language(locale: str, says: str, alice: Person) -> None:
    card = await collected(alice, "Maya", locale=locale)
    await handed_over(alice, card)
    assert says in await page(alice, own_link(card) + "?inside")
