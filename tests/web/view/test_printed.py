"""The PDF: covers, pages, and the machine-checkable rules of PDF/UA-1 (ISO 14289-1)."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pypdf
import pytest
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, StreamObject

from tests import pdf_ua
from tests.browser import cards
from tests.media import files
from tests.web.view.card import HTML, finished, media, note, own_link
from tests.world import Person
from wellwish.base.limiter import Key
from wellwish.keepsake.keepsake import Keepsake, Picture, Piece
from wellwish.keepsake.pdf import typeset, without_grain
from wellwish.keepsake.scripts import find_missing
from wellwish.web.view.printed import FONTS

pytestmark = pytest.mark.anyio
COVERS = Path(__file__).parents[3] / "src/wellwish/designs/covers/built"
A5_WIDTH_PT = 419.5


async def content_of(person: Person, card: dict[str, Any], language: str) -> bytes:
    answer = await person.world.client.get(f"{own_link(card)}/card.pdf?lang={language}", headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.content


async def pdf(person: Person, card: dict[str, Any], language: str = "en") -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(await content_of(person, card, language)))


@pytest.mark.parametrize("slug", ["sympathy-water", "birthday-cake"])
def test_covers_lose_their_paper_fibres(slug: str) -> None:
    """PDF readers draw the pattern as dark specks. The control is the unchanged cover."""
    for file in (COVERS / slug).glob("*.svg"):
        cover = file.read_bytes()
        bare = without_grain(cover)
        assert cover.count(b"url(#") == bare.count(b"url(#") + 1
        assert without_grain(bare) == bare


@pytest.mark.parametrize("count", [1, 4])
async def test_no_page_is_nearly_empty(alice: Person, count: int) -> None:
    """The closing line is in the footer of the last page, which also has notes."""
    found = (await alice.get("/api/templates", params={"occasion": "sympathy"})).json()["data"]
    words = [f"Words of comfort, number {n}." for n in range(count)]
    card = await finished(alice, *words, template_id=found[0]["template_id"])
    read = await pdf(alice, card)
    assert len(read.pages) == 2
    last = " ".join(read.pages[-1].extract_text().split())
    assert "Saved on" in last
    assert f"number {count - 1}." in last


async def test_notes_spread_over_the_pages_evenly(alice: Person) -> None:
    """Pages that are filled one by one hold 4, 4 and 1 of these notes: the last one is nearly empty."""
    card = await finished(alice, *(f"Note {n}: {'Words that take a few lines. ' * 14}" for n in range(9)))
    texts = [page.extract_text() for page in (await pdf(alice, card)).pages[1:]]
    counts = [len(re.findall(r"Note \d:", text)) for text in texts]
    assert sum(counts) == 9
    assert min(counts) > 1


Place = tuple[int, bool]


async def places(read: pypdf.PdfReader) -> dict[str, Place]:
    """Returns the page and the side of each word with a digit."""
    found: dict[str, Place] = {}
    for number, page in enumerate(read.pages):

        def seen(text: str, outer: Any, inner: Any, *_: Any, page_number: int = number) -> None:
            for word in re.findall(r"\w+\d+", text):
                found[word] = (page_number, outer[4] + inner[4] > A5_WIDTH_PT / 2)

        page.extract_text(visitor_text=seen)
    return found


@pytest.mark.parametrize("letters", [300, 800, 1100, 1400])
async def test_a_note_that_fits_a_column_is_never_cut(alice: Person, letters: int) -> None:
    """The lengths come in any order, so that notes meet the ends of columns everywhere."""
    texts = [f"Begin{n} {'words of a note ' * (letters * (1 + n % 3) // 48)} End{n}" for n in range(9)]
    read = await pdf(alice, await finished(alice, *texts))
    found = await places(read)
    assert {found[f"Begin{n}"] == found[f"End{n}"] for n in range(9)} == {True}
    whole = " ".join(page.extract_text() for page in read.pages)
    assert "continued" not in whole


async def test_a_note_higher_than_a_column_says_that_it_goes_on(alice: Person) -> None:
    card = await finished(alice, "One", close=False)
    await note(alice, card["id"], f"Begin1 {'words of a note ' * 120} End1", name="Ana", pen="reenie")
    await alice.post(f"/api/cards/{card['id']}/close")
    read = await pdf(alice, card)
    found = await places(read)
    assert found["Begin1"] != found["End1"]
    whole = " ".join(page.extract_text() for page in read.pages)
    assert whole.count("words") == 120
    assert [whole.count(mark) for mark in ("goes on …", "… continued")] == [1, 1]
    assert whole.index("goes on …") < whole.index("… continued") < whole.index("End1")
    assert pdf_ua.faults(read) == []
    assert pdf_ua.headings(read) == ["H1", "H2", "H2"]


async def test_notes_fill_both_columns_in_every_direction(alice: Person) -> None:
    card = await finished(alice, *(["Some words for you"] * 4), locale="ar")
    places: set[bool] = set()

    def seen(text: str, outer: Any, inner: Any, *_: Any) -> None:
        if "words" in text:
            places.add(outer[4] + inner[4] > A5_WIDTH_PT / 2)

    (await pdf(alice, card, "ar")).pages[-1].extract_text(visitor_text=seen)
    assert places == {True, False}


async def rich(alice: Person) -> dict[str, Any]:
    """Creates a closed card with a picture, two scripts, a long and an anonymous note, and thanks."""
    card = await finished(alice, "One", "Two", close=False, title="Alles Gute, Jürgen")
    photo = await media(alice, card["id"], "photo", files.photo(400, 300), description="A cake")
    await note(alice, card["id"], "كل عام وأنت بخير", name="أمل", media=[photo])
    await note(alice, card["id"], "A long letter. " * 60, name="Ana", pen="caveat")
    await note(alice, card["id"], "Guess who", name=None, anonymous=True)
    await alice.post(f"/api/cards/{card['id']}/close")
    return card


async def test_keeps_the_rules_of_pdf_ua_that_a_program_can_check(alice: Person) -> None:
    read = await pdf(alice, await rich(alice), "de")
    assert pdf_ua.faults(read) == []
    assert str(root(read)["/Lang"]).startswith("de")
    assert pdf_ua.headings(read) == ["H1", *["H2"] * 5]
    bookmarks = [each.title for each in flat(read.outline)]
    assert bookmarks[0] == "Alles Gute, Jürgen"
    assert "Anonymer Gruß" in bookmarks
    assert any("أمل" in each for each in bookmarks)


async def test_a_letter_has_its_headings_too(alice: Person) -> None:
    read = await pdf(alice, await finished(alice, "Only one"))
    assert pdf_ua.faults(read) == []
    assert pdf_ua.headings(read) == ["H1", "H2"]


async def typed(*texts: str, language: str = "en", direction: Literal["ltr", "rtl"] = "ltr") -> bytes:
    """Returns a PDF without a cover, of notes with a picture and with text that no form normalized."""
    picture = Picture("a.jpg", 0, "A cake", files.photo(40, 30))
    notes = [Piece(each, "Ana", "courier", "navy", "cream", [picture], "Note from Ana") for each in texts]
    card = Keepsake(
        title="Farewell", lead="From us", language=language, direction=direction, wash="#ffffff",
        accent="#ffffff", cover_svg=None, pieces=notes,
    )  # fmt: skip

    async def make() -> Keepsake:
        return card

    return await typeset(Key("acc", "card"), make, FONTS)


@pytest.mark.parametrize(
    ("language", "direction", "text", "is_right"), [("ar", "rtl", "Hi", False), ("de", "ltr", "سلام", True)]
)
async def test_a_note_begins_on_the_side_of_its_script(
    language: str, direction: Literal["ltr", "rtl"], text: str, *, is_right: bool
) -> None:
    places: set[bool] = set()

    def seen(part: str, outer: Any, inner: Any, *_: Any) -> None:
        if set(part) & set(text):
            places.add(outer[4] + inner[4] > A5_WIDTH_PT / 2)

    content = await typed(text, language=language, direction=direction)
    pypdf.PdfReader(io.BytesIO(content)).pages[0].extract_text(visitor_text=seen)
    assert places == {is_right}


async def test_a_character_without_a_font_ends_the_claim_of_pdf_ua() -> None:
    """No font has the unassigned character, so the file does not claim PDF/UA."""
    read = pypdf.PdfReader(io.BytesIO(await typed("a\u0378b", "Two")))
    assert {each.partition(":")[0] for each in pdf_ua.faults(read)} == {"5", "7.1"}
    assert pdf_ua.headings(read) == ["H1", "H2", "H2"]


async def test_says_that_no_font_has_a_character(alice: Person) -> None:
    """The control is a card whose characters the fonts contain."""
    for words, says in (("a\u0378b", True), ("Plain words", False)):
        whole = (await pdf(alice, await finished(alice, words, "Two"))).pages[-1].extract_text()
        assert ("Some characters can't be shown in this PDF." in whole) is says
        assert "Saved on" in whole


def test_finds_the_scripts_without_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellwish.keepsake.scripts._LETTERS", {"Latin": "a", "Unassigned": "\u0378"})
    assert find_missing() == ["Unassigned"]


def flat(outline: Any) -> list[Any]:
    return [one for each in outline for one in (flat(each) if isinstance(each, list) else [each])]


@pytest.mark.full
@pytest.mark.parametrize("count", [1, 2, 3, 5, 11, 25, 60, 300, 1000])
async def test_keeps_the_rules_with_any_number_of_notes(alice: Person, count: int) -> None:
    """The notes have between one emoji and 2,000 characters, in five scripts."""
    card = await finished(alice, close=False)
    await cards.crowd(alice.world, card, count)
    words = ("🎂", "Χρόνια πολλά " * 20, "День рождения " * 40, "יום הולדת שמח", "Fare well, dear. " * 117)
    for index in range(0, count, 3):
        await alice.world.owner.execute(
            """
            update contributions set note_text = $2 where id =
            (select id from contributions where card_id = $1 order by id offset $3 limit 1)
            """,
            card["id"], words[index % len(words)], index,
        )  # fmt: skip
    await alice.post(f"/api/cards/{card['id']}/close")
    read = await pdf(alice, card)
    print(f"\n{count} notes: {len(read.pages)} pages")
    assert pdf_ua.faults(read) == []
    assert pdf_ua.headings(read) == ["H1", *["H2"] * count]


async def test_each_rule_finds_its_fault() -> None:
    """The controls: each rule finds a fault inserted into an otherwise valid file."""
    content = await typed("One", "Two")
    assert pdf_ua.faults(pypdf.PdfReader(io.BytesIO(content))) == []
    for rule, spoil in SPOILS.items():
        read = pypdf.PdfReader(io.BytesIO(content))
        spoil(read)
        assert any(each.startswith(rule.partition(" ")[0]) for each in pdf_ua.faults(read)), rule


def root(read: pypdf.PdfReader) -> Any:
    return read.trailer["/Root"]


def nodes(read: pypdf.PdfReader, kind: str) -> list[Any]:
    found: list[Any] = []
    waiting = [root(read)["/StructTreeRoot"]]
    while waiting:
        node = waiting.pop()
        found += [node] if node.get("/S") == kind else []
        waiting += pdf_ua.kids(node)
    return found


def rename(node: Any, kind: str) -> None:
    node[NameObject("/S")] = NameObject(kind)


def put(page: Any, content: bytes, *, first: bool = False) -> None:
    """Adds operators to a page's content stream."""
    stream = StreamObject()
    old = page.get_contents().get_data()
    stream.set_data(content + b"\n" + old if first else old + b"\n" + content)
    page[NameObject("/Contents")] = stream


def fonts(read: pypdf.PdfReader) -> Any:
    return pdf_ua.fonts(read)[0]


SPOILS: dict[str, Callable[[pypdf.PdfReader], Any]] = {
    "5: version": lambda read: root(read)["/Metadata"].get_object().set_data(b"<x/>"),
    "6.2: tagged": lambda read: root(read).pop("/MarkInfo"),
    "7.1: title": lambda read: root(read)["/ViewerPreferences"].pop("/DisplayDocTitle"),
    "7.1: structure": lambda read: root(read).pop("/StructTreeRoot"),
    "7.1: role": lambda read: rename(nodes(read, "/H1")[0], "/Heading"),
    "7.1: untagged": lambda read: put(read.pages[0], b"0 0 5 5 re f"),
    "7.1: unbalanced": lambda read: put(read.pages[0], b"/Artifact BMC"),
    "7.1: nested": lambda read: put(read.pages[0], b"/Artifact BMC /P <</MCID 999>> BDC EMC EMC"),
    "7.2: language": lambda read: root(read).pop("/Lang"),
    "7.2: list": lambda read: rename(nodes(read, "/H1")[0], "/LI"),
    "7.3: figure": lambda read: nodes(read, "/Figure")[0].pop("/Alt"),
    "7.4.2: level": lambda read: rename(nodes(read, "/H2")[0], "/H4"),
    "7.10: layers": lambda read: root(read).update({NameObject("/OCProperties"): DictionaryObject()}),
    "7.15: form": lambda read: root(read).update({NameObject("/AcroForm"): DictionaryObject()}),
    "7.18: annotation": lambda read: read.pages[0].update(
        {
            NameObject("/Annots"): ArrayObject(
                [DictionaryObject({NameObject("/Subtype"): NameObject("/Text")})]
            )
        }
    ),
    "7.21.3.3: encoding": lambda read: fonts(read).update({NameObject("/Encoding"): NameObject("/Other")}),
    "7.21.4.1: embedded": lambda read: [
        fonts(read)["/DescendantFonts"][0]["/FontDescriptor"].pop(key, None)
        for key in ("/FontFile2", "/FontFile3")
    ],
    "7.21.7: Unicode": lambda read: fonts(read).pop("/ToUnicode"),
}
