"""All letters of a word in a PDF are from one font.

The PDF contains no icons from the machine's fonts.
"""

import io
import re
from collections import defaultdict
from typing import Any

import pypdf
import pytest

from wellwish.base.limiter import Key
from wellwish.keepsake import faces
from wellwish.keepsake.keepsake import FAMILIES, Keepsake, Piece
from wellwish.keepsake.pdf import typeset
from wellwish.web.view.printed import FONTS

pytestmark = pytest.mark.anyio

TEXTS = {
    "Vietnamese": "Chúc mừng sinh nhật ẵ ệ hạnh phúc Nguyễn",
    "Polish": "Wszystkiego najlepszego Świętosław żółć",
    "Czech and Turkish": "Příteli šťastný ďábel gülüşün İyi doğum",
    "Welsh and Maltese": "dŵr tŷ ċavetta ġnien ħobż",
    "Yoruba, pinyin, Maori": "ṣẹlẹ̀ nǚ Māori",
    "German": "Schöne Grüße an alle",
}


async def used(text: str, pen: str = "kalam", title: str = "Farewell") -> list[tuple[str, str]]:
    """Returns the pieces of text in a PDF with the names of their fonts, without the names of font parts."""
    piece = Piece(text, text.split(maxsplit=1)[0], pen, "navy", "cream", [], "A note")
    card = Keepsake(
        title=title, lead="From us", language="en", direction="ltr", wash="#ffffff", accent="#ffffff",
        cover_svg=None, pieces=[piece, piece],
    )  # fmt: skip
    found: list[tuple[str, str]] = []

    def seen(part: str, _: Any, __: Any, font: Any, ___: Any) -> None:
        if part.strip() and font:
            face = str(font.get("/BaseFont", "")).partition("+")[2].removeprefix("Wellwish-")
            found.append((part, re.sub(r"-(ext|latin-ext|vietnamese|cyrillic|cyrillic-ext)$", "", face)))

    async def make() -> Keepsake:
        return card

    for page in pypdf.PdfReader(io.BytesIO(await typeset(Key("acct", "card"), make, FONTS))).pages:
        page.extract_text(visitor_text=seen)
    return found


def mixed(found: list[tuple[str, str]], text: str) -> dict[str, set[str]]:
    """Returns the words of a text whose letters are from several fonts."""
    letters = "".join(part for part, _ in found)
    face_at = [face for part, face in found for _ in part]
    faces_of: dict[str, set[str]] = defaultdict(set)
    for word in text.split():
        for place in re.finditer(re.escape(word), letters):
            faces_of[word] |= set(face_at[place.start() : place.end()])
    assert faces_of, letters
    return {word: each for word, each in faces_of.items() if len(each) > 1}


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("pen", ["kalam", "gochi", "patrick"])
async def test_a_word_is_from_one_face(pen: str, language: str) -> None:
    assert mixed(await used(TEXTS[language], pen), TEXTS[language]) == {}


async def test_a_title_is_from_one_face() -> None:
    title = TEXTS["Polish"]
    assert mixed(await used("Hello", title=title), title) == {}


async def test_a_word_would_be_mixed_letter_by_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: Typst looks for each letter on its own."""
    monkeypatch.setattr(faces, "_face", lambda *_: None)
    assert mixed(await used(TEXTS["Vietnamese"]), TEXTS["Vietnamese"])


async def test_vietnamese_is_written_by_hand() -> None:
    found = await used("Chúc mừng")
    assert {face for part, face in found if "ừ" in part} == {"patrick"}


async def test_an_emoji_does_not_change_the_face_of_a_word() -> None:
    found = await used("Hi\u2764\ufe0f there 1\ufe0f\u20e3x")
    assert {face for part, face in found if set("Hithrx") & set(part)} >= {"kalam"}
    assert not {face for part, face in found if "Hi" in part} - {"kalam"}


@pytest.mark.parametrize("icon", ["\ue000", "\uf8ff", "\U000f0000", "\U0010fffd"])
async def test_shows_no_icon_of_the_machine(icon: str) -> None:
    letters = "".join(part for part, _ in await used(f"a{icon}b", title=f"T{icon}"))
    assert icon not in letters
    assert "\ufffd" in letters


def test_every_pen_has_a_face() -> None:
    for pen in FAMILIES:
        assert ord("a") in faces.letters_of(pen, FONTS)
