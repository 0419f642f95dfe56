"""The book's pages: notes share a page where they fit, and nothing is lost."""

import re
from typing import Any

import pytest

from tests.web.view.card import finished, note, own_link, page
from tests.world import Person
from wellwish.contributions.note_sizes import NoteSize
from wellwish.web.view import book

pytestmark = pytest.mark.anyio

LONG = "You taught me to ask one more question. " * 45


def size(letters: int, **given: Any) -> NoteSize:
    fields: dict[str, Any] = {
        "octets": letters, "lines": 1, "pen": "kalam", "photos": 0, "has_drawing": False,
        "has_voice": False, "is_private": False,
    }  # fmt: skip
    return NoteSize(id="ctb_1", letters=letters, **{**fields, **given})


@pytest.mark.parametrize("count", [0, 1, 2, 5, 11, 60, 1000])
async def test_pages_are_about_equally_full(count: int) -> None:
    notes = [size(20 + 37 * n % 200) for n in range(count)]
    pages = book.pages(notes)
    assert sum(pages) == count
    assert min(pages, default=1) > 0
    left = iter(notes)
    heights = [sum(book.height(next(left)) for _ in range(each)) for each in pages]
    assert max(heights, default=0) <= book.PAGE_PX
    assert len(pages) < 2 or min(heights) > max(heights) / 3


async def test_a_letter_has_a_page_to_itself() -> None:
    assert book.pages([size(20), size(2000), size(20), size(20)]) == [1, 1, 2]


@pytest.mark.parametrize(
    "larger",
    [
        size(200),
        size(40, octets=120),
        size(40, lines=4),
        size(40, photos=1),
        size(40, photos=3),
        size(40, has_voice=True),
    ],
)
async def test_what_takes_more_room_counts_for_more(larger: NoteSize) -> None:
    assert book.height(larger) > book.height(size(40))


async def test_links_to_answer_notes_take_room() -> None:
    notes = [size(20)] * 4
    assert (book.pages(notes), book.pages(notes, may_answer=True)) == ([4], [2, 2])


async def test_every_note_is_on_one_page_of_the_book(alice: Person) -> None:
    words = [f"Words number {n:02}." for n in range(24)]
    card = await finished(alice, *words[:9], LONG, *words[9:])
    link, seen = own_link(card), list[str]()
    text = await page(alice, link + "?as=book")
    while True:
        seen += re.findall(r"Words number \d\d\.|(?:You taught me)", text)
        after = re.search(r'rel="next" href="([^"]+)"', text)
        if after is None:
            break
        text = await page(alice, link + after[1].replace("&amp;", "&"))
    assert [each for each in seen if each != "You taught me"] == words
    assert "You taught me" in seen[9:]
    assert "Words number 23." in await page(alice, link + "?as=book&page=99999")


async def test_goes_to_the_spread_of_a_page_by_its_number(alice: Person) -> None:
    card = await finished(alice, *[LONG] * 8)
    text = await page(alice, own_link(card) + "?as=book&leaf=6")
    assert "Pages 5 and 6 of 8" in text
    assert re.search(r'name="leaf"[^>]+max="8" value="5"', text)
    assert "Pages 7 and 8 of 8" in await page(alice, own_link(card) + "?as=book&leaf=9")


async def test_no_page_of_the_book_is_blank(alice: Person) -> None:
    """The cover fills the free side next to a single page, or to the last of an odd number of pages."""
    for count, is_before in ((1, True), (3, False)):
        card = await finished(alice, *[LONG] * count)
        text = await page(alice, own_link(card) + f"?as=book&page={count}")
        assert text.count("<article") == text.count('v-blank"') == 1
        assert (text.index('v-blank"') < text.index("<article")) is is_before


async def test_private_notes_take_no_page_of_the_public_book(alice: Person) -> None:
    """The control is the recipient's own book."""
    card = await finished(alice, "For all", close=False)
    await note(alice, card["id"], LONG, name="Ana", visibility="recipient")
    await alice.post(f"/api/cards/{card['id']}/close")
    public = await page(alice, card["view_url"] + "?as=book")
    assert (public.count("<article"), "You taught me" in public) == (1, False)
    assert (await page(alice, own_link(card) + "?as=book")).count("<article") == 2
