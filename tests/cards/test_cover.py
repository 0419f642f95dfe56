"""The cover of a card, with custom words or the defaults of its language, wherever the card is shown."""

import io
import re
import zipfile
from typing import Any
from xml.etree import ElementTree as ET

import pypdf
import pytest

from tests import make
from tests.drawings import Drawings, really_draw
from tests.web.view.card import HTML, own_link, page
from tests.world import Person, World
from wellwish.designs.covers import draw
from wellwish.infra.jobs import worker as jobs_worker

pytestmark = pytest.mark.anyio

WORDS = ["Bravo, Maya", "forty years"]


@pytest.fixture
def really(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws covers in the process that the service uses, with deadlines for a busy machine."""
    monkeypatch.setattr(draw, "_drawn", really_draw)
    monkeypatch.setattr(draw, "_DEADLINE_S", 300.0)
    monkeypatch.setattr(jobs_worker, "LIMIT_S", 300.0)


async def words_on(world: World, path: str) -> str:
    """Returns the alternative text of the drawing."""
    answer = await world.client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml"), path
    return ET.fromstring(answer.text).findtext("{http://www.w3.org/2000/svg}title") or ""


async def finished(person: Person, **fields: Any) -> dict[str, Any]:
    card = await make.card(person, recipients=[{"name": "Maya"}], **fields)
    assert (await person.post(f"/api/cards/{card['id']}/close")).status_code == 200
    return card


def drawing_in(text: str) -> str:
    found = re.search(r'src="(/covers/[^"]+\.svg)"', text)
    assert found is not None
    return found[1]


@pytest.mark.usefixtures("really")
async def test_the_cards_own_words_stand_on_its_cover(world: World, alice: Person) -> None:
    card = await finished(alice, cover_text=WORDS)
    text = await page(alice, own_link(card))
    assert "Card cover: Bravo, Maya forty years" in text
    drawing = drawing_in(text)
    assert "Maya" not in drawing
    assert not (await words_on(world, drawing)).startswith("Bravo")
    answer = await world.client.get(drawing)
    assert answer.headers["cache-control"] == "private, max-age=10"
    assert answer.headers["x-robots-tag"] == "noindex"
    await world.work()
    assert drawing_in(await page(alice, own_link(card))) == drawing
    assert (await words_on(world, drawing)).startswith("Bravo, Maya forty years")
    answer = await world.client.get(drawing)
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert answer.headers["x-robots-tag"] == "noindex"
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "<text" not in answer.text
    for picture in set(re.findall(r"/covers/[^\s\"]+\.avif", await page(alice, own_link(card)))):
        answer = await world.client.get(picture)
        assert (answer.status_code, answer.content[4:12]) == (200, b"ftypavif")
    for picture in (".og.jpg", ".480.jpg"):
        answer = await world.client.get(drawing.replace(".svg", picture))
        assert (answer.headers["content-type"], answer.content[:3]) == ("image/jpeg", b"\xff\xd8\xff")
    pdf = await world.client.get(own_link(card) + "/card.pdf", headers=HTML)
    assert len(pypdf.PdfReader(io.BytesIO(pdf.content)).pages) >= 1


async def test_pictures_for_signers_links_and_mails_have_them_too(world: World, alice: Person) -> None:
    card = await make.card(alice, cover_text=WORDS)
    text = await page(alice, card["sign_url"])
    pictures = set(re.findall(r"/covers/[^\s\"]+\.avif", text))
    assert len(pictures) == 2
    plain = await page(alice, (await make.card(alice))["sign_url"])
    assert not pictures & set(re.findall(r"/covers/[^\s\"]+\.avif", plain))
    await make.invitations(alice, card["id"], "jonas@example.com")
    await world.work()
    mail = str(await world.owner.fetchval("select content from messages where kind = 'invitation'"))
    found = re.search(r"(/covers/[^\s\"]+[.]480)\.jpg", mail)
    assert found is not None
    assert f"{found[1]}.avif" in pictures
    for picture in pictures:
        assert b"Bravo, Maya forty years" in (await world.client.get(picture)).content


# The quick form is the next test; tests/designs/covers draws the words of each language.
@pytest.mark.full
@pytest.mark.usefixtures("really")
@pytest.mark.parametrize(("locale", "says"), [("de-AT", "Alles Gute")])
async def test_without_them_it_speaks_the_cards_language(
    world: World, alice: Person, locale: str, says: str
) -> None:
    card = await finished(alice, locale=locale)
    await world.work()
    assert says.lower() in (await words_on(world, drawing_in(await page(alice, own_link(card))))).lower()


@pytest.mark.parametrize(
    ("locale", "drawn"), [("de-AT", "de"), ("ar", "ar"), ("fr", "fr"), ("es", "es")], ids=lambda each: each
)
async def test_default_words_are_drawn_in_the_language_of_the_card(
    world: World, alice: Person, drawings: Drawings, locale: str, drawn: str
) -> None:
    drawing = drawing_in(await page(alice, own_link(await finished(alice, locale=locale))))
    await world.work()
    assert await words_on(world, drawing) == drawn
    assert [(each["lines"], each["locale"]) for each in drawings.began] == [(None, drawn)]


async def test_a_language_that_only_some_designs_have_is_drawn_for_those(
    world: World, alice: Person, drawings: Drawings
) -> None:
    templates = (await alice.get("/api/templates")).json()["data"]
    ids = {each["slug"]: each["id"] for each in templates}
    await finished(alice, locale="tr-TR", template_id=ids["new-home"])
    eid = await finished(alice, locale="tr-TR", template_id=ids["eid-lanterns"])
    drawing = drawing_in(await page(alice, own_link(eid)))
    await world.work()
    assert await words_on(world, drawing) == "tr"
    assert [(each["slug"], each["locale"]) for each in drawings.began] == [("eid-lanterns", "tr")]


async def test_copies_to_keep_have_it(alice: Person) -> None:
    card = await finished(alice, cover_text=WORDS)

    async def copy() -> str:
        kept = await alice.world.client.get(own_link(card) + "/card.zip", headers=HTML)
        with zipfile.ZipFile(io.BytesIO(kept.content)) as archive:
            return archive.read("cover.svg").decode()

    assert "<svg" in await copy()
    assert "Bravo" not in await copy()
    await alice.world.work()
    assert "<title>Bravo, Maya forty years" in await copy()


async def test_no_one_else_can_have_words_drawn(world: World, alice: Person) -> None:
    drawing = drawing_in(await page(alice, own_link(await finished(alice, cover_text=WORDS))))
    base, sealed = drawing.rsplit("/", 1)
    guesses = [
        f"{base}/{'A' * 40}.svg",
        f"{base}/{sealed[1:]}",
        f"{base}/{sealed[::-1]}",
        f"/covers/baby-mobile/{sealed}",
        f"{base}/{sealed.replace('.svg', '.png')}",
    ]
    for guess in guesses:
        assert (await world.client.get(guess)).status_code == 404, guess


async def test_shows_the_cover_of_the_design_without_the_extra(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw, "is_available", lambda: False)
    card = await finished(alice, cover_text=WORDS)
    assert re.search(r"/birthday-cake/\w+\.\w{12}\.svg$", drawing_in(await page(alice, own_link(card))))
