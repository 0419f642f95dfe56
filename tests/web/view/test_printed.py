"""The PDF: its covers, its pages, and the rules of PDF/UA-1 (ISO 14289-1) that a program can check."""

import io
from pathlib import Path
from typing import Any, cast

import pypdf
import pytest
from pypdf.generic import BooleanObject, ContentStream

from tests.media import files
from tests.web.view.card import HTML, finished, media, note, own_link
from tests.world import Person
from wellwish.keepsake.pdf import without_grain

pytestmark = pytest.mark.anyio
COVERS = Path(__file__).parents[3] / "src/wellwish/covers/built"
A5_WIDTH_PT = 419.5
# ISO 32000-1, 14.8.4: the structure types that need no role map.
STANDARD = {
    "/Document", "/Part", "/Art", "/Sect", "/Div", "/BlockQuote", "/Caption", "/TOC", "/TOCI", "/Index",
    "/NonStruct", "/Private", "/P", "/H", "/H1", "/H2", "/H3", "/L", "/LI", "/Lbl", "/LBody", "/Table", "/TR",
    "/TH", "/TD", "/Span", "/Quote", "/Note", "/Reference", "/Code", "/Link", "/Figure", "/Formula", "/Form",
}  # fmt: skip


async def pdf(person: Person, card: dict[str, Any], language: str = "en") -> pypdf.PdfReader:
    answer = await person.world.client.get(f"{own_link(card)}/card.pdf?lang={language}", headers=HTML)
    assert answer.status_code == 200, answer.text
    return pypdf.PdfReader(io.BytesIO(answer.content))


@pytest.mark.parametrize("slug", ["sympathy-water", "birthday-cake"])
def test_covers_lose_their_paper_fibres(slug: str) -> None:
    """PDF readers draw the pattern as dark specks. The control is the cover before."""
    for file in (COVERS / slug).glob("*.svg"):
        cover = file.read_bytes()
        bare = without_grain(cover)
        assert cover.count(b"url(#") == bare.count(b"url(#") + 1
        assert without_grain(bare) == bare


@pytest.mark.parametrize("count", [1, 4])
async def test_no_page_is_nearly_empty(alice: Person, count: int) -> None:
    """The closing line is in the foot of the last page, which has notes, too."""
    found = (await alice.get("/api/templates", params={"occasion": "sympathy"})).json()["data"]
    words = [f"Words of comfort, number {n}." for n in range(count)]
    card = await finished(alice, *words, template_id=found[0]["template_id"])
    read = await pdf(alice, card)
    assert len(read.pages) == 2
    last = " ".join(read.pages[-1].extract_text().split())
    assert "Saved on" in last
    assert f"number {count - 1}." in last


async def test_notes_fill_both_columns_in_every_direction(alice: Person) -> None:
    card = await finished(alice, *(["Some words for you"] * 4), locale="ar")
    places: set[bool] = set()

    def seen(text: str, outer: Any, inner: Any, *_: Any) -> None:
        if "words" in text:
            places.add(outer[4] + inner[4] > A5_WIDTH_PT / 2)

    (await pdf(alice, card, "ar")).pages[-1].extract_text(visitor_text=seen)
    assert places == {True, False}


async def test_keeps_the_rules_of_pdf_ua_that_a_program_can_check(alice: Person) -> None:
    card = await finished(alice, "One", "Two", close=False, title="Alles Gute, Jürgen")
    photo = await media(alice, card["id"], "photo", files.photo(400, 300), description="A cake")
    await note(alice, card["id"], "كل عام وأنت بخير", name="أمل", media=[photo])
    await alice.post(f"/api/cards/{card['id']}/close")
    read = await pdf(alice, card, "de")
    root = cast("dict[str, Any]", read.trailer["/Root"])
    xmp = root["/Metadata"].get_object().get_data().decode()
    assert "<pdfuaid:part>1</pdfuaid:part>" in xmp, "5: the version of PDF/UA"
    assert root["/MarkInfo"]["/Marked"] == BooleanObject(True), "7.1: tagged"
    assert root["/MarkInfo"].get("/Suspects") in (None, BooleanObject(False)), "7.1: no suspects"
    assert "Alles Gute, Jürgen" in xmp, "7.1: a title"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"] == BooleanObject(True), (
        "7.1: readers show the title"
    )
    assert str(root["/Lang"]).startswith("de"), "7.2: a language"
    _check_structure(root["/StructTreeRoot"])
    for page in read.pages:
        _check_content(page, read)
        _check_fonts(page)
        assert "/Annots" not in page or page.get("/Tabs") == "/S", "7.18.3: the order of tabs"


def _check_structure(tree: Any) -> None:
    roles = dict(tree.get("/RoleMap", {}))
    figures = 0
    waiting = [tree["/K"]]
    while waiting:
        each = waiting.pop()
        each = each.get_object() if hasattr(each, "get_object") else each
        if isinstance(each, list):
            waiting += each
        elif isinstance(each, dict) and "/S" in each:
            kind = str(each["/S"])
            assert kind in STANDARD or str(roles.get(kind)) in STANDARD, f"7.1: {kind} has no standard role"
            if kind == "/Figure":
                figures += 1
                assert each.get("/Alt") or each.get("/ActualText"), "7.3: a figure has a description"
            if "/K" in each:
                waiting.append(each["/K"])
    assert figures == 2, "the cover and the photo"
    assert "/ParentTree" in tree, "7.1: content leads to its structure"


def _check_content(page: Any, read: pypdf.PdfReader) -> None:
    """7.1: each text and picture is in a tag or is an artifact; tags are balanced."""
    depth = 0
    for _, operator in ContentStream(page.get_contents(), read).operations:
        if operator in (b"BDC", b"BMC"):
            depth += 1
        elif operator == b"EMC":
            depth -= 1
        elif operator in (b"Tj", b"TJ", b"Do"):
            assert depth > 0, f"7.1: {operator!r} is outside of any tag"
        assert depth >= 0
    assert depth == 0


def _check_fonts(page: Any) -> None:
    for font in page["/Resources"].get("/Font", {}).values():
        made = font.get_object()
        assert "/ToUnicode" in made, "7.21.7: text maps to Unicode"
        [below] = made.get("/DescendantFonts", [made])
        described = below.get_object()["/FontDescriptor"]
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(described), "7.21.4.1: fonts are embedded"
