"""Copies to keep: a self-contained folder, and a PDF with all names."""

import html
import io
import re
import zipfile
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser
from typing import Any

import pypdf
import pytest

from tests.waiting import turns
from tests.web.view.card import HTML, finished, note, own_link, page
from tests.web.view.test_read import HOSTILE
from tests.web.visitor import path_of
from tests.world import Person, World
from wellwish.app import application
from wellwish.base.limiter import Key, Limiter
from wellwish.keepsake import pdf
from wellwish.keepsake.keepsake import Keepsake
from wellwish.web.view.printed import FONTS

pytestmark = pytest.mark.anyio


class _Addresses(HTMLParser):
    """Collects the addresses that a page loads or links to, and its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.elements: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        for name, value in attrs:
            if name in ("href", "src", "srcset", "poster", "data", "action", "data-moving"):
                self.found += [part.split()[0] for part in (value or "").split(",") if part.strip()]
            if name.startswith("on") or name == "style":
                self.handlers.append(name)


async def folder(person: Person, link: str) -> dict[str, bytes]:
    answer = await person.world.client.get(link + "/card.zip", headers=HTML)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/zip"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="card.zip"; ')
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


async def test_the_folder_needs_nothing_from_outside(alice: Person) -> None:
    card = await finished(alice, *HOSTILE, "Plain words", title="<script>x</script>")
    files = await folder(alice, own_link(card))
    text = files["index.html"].decode()
    read = _Addresses()
    read.feed(text)
    for address in read.found:
        assert address.startswith("#") or address in files, address
    assert not {"script", "form", "iframe", "object", "embed", "base"} & set(read.elements)
    assert read.handlers == []
    assert "default-src 'none'" in html.unescape(text)
    assert "://" not in re.sub(r"javascript:alert|http-equiv", "", text)
    css = files["style.css"].decode()
    for address in re.findall(r"url\(([^)]+)\)", css):
        assert address in files
    assert "@import" not in css
    assert "Plain words" in text


async def test_the_folder_has_the_cover_the_hands_on_the_card_and_no_others(alice: Person) -> None:
    card = await finished(alice, close=False)
    await note(alice, card["id"], "In Caveat", name="Ana", pen="caveat")
    await alice.post(f"/api/cards/{card['id']}/close")
    files = await folder(alice, own_link(card))
    assert files["cover.svg"].startswith(b"<svg")
    fonts = {name for name in files if name.startswith("fonts/")}
    assert "fonts/caveat.woff2" in fonts
    assert not fonts & {"fonts/kalam.woff2", "fonts/gochi.woff2"}


async def test_copies_have_the_letters_that_were_written(alice: Person) -> None:
    card = await finished(alice, close=False)
    await note(alice, card["id"], "день рождения", name="Zoë", pen="caveat")
    await note(alice, card["id"], "Wszystkiego najlepszego, Łucjo", name="Ana", pen="courier")
    await note(alice, card["id"], "जन्मदिन मुबारक", name="Asha", pen="kalam")
    await alice.post(f"/api/cards/{card['id']}/close")
    files = await folder(alice, own_link(card))
    slices = {name for name in files if re.search(r"fonts/(kalam|caveat|courier|patrick)-", name)}
    assert slices == {
        "fonts/caveat-cyrillic.woff2",
        "fonts/courier-latin-ext.woff2",
        "fonts/kalam-devanagari.woff2",
    }
    answer = await alice.world.client.get(own_link(card) + "/card.pdf", headers=HTML)
    resources: list[Any] = [each["/Resources"] for each in pypdf.PdfReader(io.BytesIO(answer.content)).pages]
    fonts = {
        str(font.get_object()["/BaseFont"]) for each in resources for font in each.get("/Font", {}).values()
    }
    for each in slices:
        assert any(name.endswith(each[6:-6]) for name in fonts), fonts
    assert "день рождения" in words_of(answer.content)


async def test_the_folder_has_all_notes_of_a_large_card(alice: Person) -> None:
    card = await finished(alice, *(f"Words {n:03}." for n in range(90)))
    text = (await folder(alice, own_link(card)))["index.html"].decode()
    assert text.count("<article") == 90


async def test_copies_hold_what_their_link_shows(alice: Person) -> None:
    card = await finished(alice, close=False)
    await note(alice, card["id"], "Just between us", name="Ana", visibility="recipient")
    await note(alice, card["id"], "For everybody", name="Ben")
    await alice.post(f"/api/cards/{card['id']}/close")
    assert b"Just between us" not in (await folder(alice, card["view_url"]))["index.html"]
    assert b"Just between us" in (await folder(alice, own_link(card)))["index.html"]


def words_of(content: bytes) -> str:
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    return " ".join(each.extract_text() for each in pages).replace("\u200b", "")


async def test_the_pdf_has_the_cover_and_every_name(alice: Person) -> None:
    card = await finished(alice, "One", "Two #let x = 1", "Three $a$ *b*", "Four", "Five " * 300)
    answer = await alice.world.client.get(own_link(card) + "/card.pdf", headers=HTML)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    text = words_of(answer.content)
    for name in ("Ana", "Ben", "Cleo", "Dora", "Emil", "Happy birthday, Maya", "#let x = 1", "$a$ *b*"):
        assert name in text, name


async def test_the_pdf_takes_hostile_words_and_no_notes_at_all(alice: Person) -> None:
    for card in (await finished(alice, *HOSTILE), await finished(alice)):
        answer = await alice.world.client.get(own_link(card) + "/card.pdf", headers=HTML)
        assert answer.status_code == 200
        assert answer.content.startswith(b"%PDF")


async def test_offers_to_print_where_pdf_cannot_be_made(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await finished(alice, "Words")
    assert "Download as PDF" in await page(alice, own_link(card) + "?as=board")
    monkeypatch.setattr(pdf, "is_there", lambda: False)
    text = await page(alice, own_link(card) + "?as=board")
    assert "Print or save as PDF" in text
    assert "card.pdf" not in text
    assert (await alice.world.client.get(own_link(card) + "/card.pdf", headers=HTML)).status_code == 404


async def test_a_pdf_that_takes_too_long_is_given_up(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    card = await finished(alice, "Words")
    monkeypatch.setattr(pdf, "DEADLINE_S", 0.0)
    answer = await alice.world.client.get(own_link(card) + "/card.pdf", headers=HTML)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


async def test_a_pdf_waits_for_its_turn_and_not_for_ever(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await finished(alice, "Words")
    monkeypatch.setattr(pdf, "LIMITER", Limiter(0))
    monkeypatch.setattr(pdf, "QUEUE_S", 0.01)
    answer = await alice.world.client.get(own_link(card) + "/card.pdf", headers=HTML)
    assert answer.status_code == 503


async def test_a_waiting_request_has_read_no_pictures_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    async def make() -> Keepsake:
        raise AssertionError("was made before its turn")

    monkeypatch.setattr(pdf, "LIMITER", Limiter(0))
    monkeypatch.setattr(pdf, "QUEUE_S", 0.01)
    with pytest.raises(pdf.NoPlace):
        await pdf.typeset(Key("a", "x"), make, FONTS)


@pytest.mark.parametrize("below", ["", "?as=board", "/card.zip", "/card.pdf"])
async def test_head_has_no_effect_and_no_body(alice: Person, below: str) -> None:
    card = await finished(alice, "Words")
    sent = await sent_by(alice.world, "HEAD", own_link(card) + below)
    assert sent[0]["status"] == 200
    assert b"".join(each["body"] for each in sent[1:]) == b""
    whole = await sent_by(alice.world, "GET", own_link(card) + below)
    assert b"".join(each["body"] for each in whole[1:]) != b""


async def sent_by(world: World, method: str, url: str) -> list[dict[str, Any]]:
    """Returns the application's messages, because HTTP clients discard the body of a HEAD response."""
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    await ask(world, method, url, send)
    return sent


async def ask(world: World, method: str, url: str, send: Callable[[Any], Awaitable[None]]) -> None:
    """Calls the application as a server does. ``send`` receives each message of the response."""
    path, _, query = path_of(url).partition("?")
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(),
        "query_string": query.encode(), "headers": [(b"accept", b"text/html"), (b"host", b"localhost:8080")],
        "scheme": "http", "root_path": "", "http_version": "1.1",
        "client": ("127.0.0.1", 50000), "server": ("localhost", 8080),
    }  # fmt: skip

    async def receive() -> dict[str, Any]:
        await turns()
        return {"type": "http.request", "body": b"", "more_body": False}

    await application(world.services)(scope, receive, send)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Happy birthday, Maya", "Happy%20birthday%2C%20Maya"),
        ("Für Jürgen: 50/50?", "F%C3%BCr%20J%C3%BCrgen%2050%2050"),
        ("../../etc/passwd", "etc%20passwd"),
        ("a\u202egpj.exe", "a%20gpj.exe"),
        ("...", "card"),
        ("x" * 255, "x" * 60),
    ],
)
async def test_names_the_files_by_the_title(alice: Person, title: str, name: str) -> None:
    card = await finished(alice, "Hi", title=title)
    answer = await alice.world.client.get(own_link(card) + "/card.zip", headers=HTML)
    named = answer.headers["Content-Disposition"].partition("filename*=UTF-8''")[2]
    assert named == f"{name}.zip"
