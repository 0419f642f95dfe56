"""The card's pages: their content by state and viewer."""

import re
from datetime import timedelta

import pytest

from tests import make
from tests.media import files
from tests.web.view.card import HTML, finished, media, note, own_link, page
from tests.world import Person
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def test_the_cover_greets_and_opens_without_a_script(alice: Person) -> None:
    card = await finished(alice, "All the best", "And more")
    text = await page(alice, own_link(card))
    assert "Maya\u2069, this is for you" in text
    assert "2 notes from" in text
    assert '<form class="v-cover" method="post"' in text
    assert "All the best" not in text


async def test_the_inside_shows_notes_in_their_hands(alice: Person) -> None:
    card = await finished(alice, "One", "Two", "Three", "Four", "long " * 100)
    text = await page(alice, own_link(card) + "?inside")
    assert text.count('class="v-leaf"') == 2
    assert "Three" in text
    assert 'data-effect="confetti"' in text
    assert "Read all 5 notes" in text
    assert "long " * 27 + "long…" in text
    assert "long " * 30 not in text
    assert text.count("Read on") == 1


LONG = "Dear Maya, " + "we will miss you. " * 100


@pytest.mark.parametrize(
    "notes", [["Hi"], [LONG], ["Hi", LONG], [LONG, "\n" * 40 + "x", "Hi"], [LONG] * 4, ["字" * 2000]]
)
async def test_the_inside_is_never_blank(alice: Person, notes: list[str]) -> None:
    """The page shows at least the beginning of each note, and links to the rest."""
    card = await finished(alice, *notes)
    text = await page(alice, own_link(card) + "?inside")
    assert text.count("v-scrawl c-pen") == len(notes)
    for each in notes:
        assert each.strip()[:30] in text
    cut = [each for each in notes if len(each) > 140]
    assert text.count("Read on") == len(cut)
    [link, *_] = [*re.findall(r'class="v-rest" href="([^"]+)"', text), ""]
    if link:
        path, anchor = link.replace("&amp;", "&").split("#")
        assert f'id="{anchor}"' in await page(alice, own_link(card) + path)


async def test_a_single_note_is_a_letter_with_its_photo_on_the_right_leaf(alice: Person) -> None:
    card = await finished(alice, close=False)
    photo = await media(alice, card["id"], "photo", files.photo(400, 300))
    await note(alice, card["id"], "One letter", name="Ana", media=[photo])
    await alice.post(f"/api/cards/{card['id']}/close")
    text = await page(alice, own_link(card) + "?inside")
    assert text.index("v-dedication") < text.index("One letter")
    assert 'class="v-snap"' in text


async def test_the_inside_shows_private_notes_to_the_recipient(alice: Person) -> None:
    """The control is the public link, which shows no note for the recipient."""
    card = await finished(alice, close=False)
    await note(alice, card["id"], "Between us", name="Ana", visibility="recipient")
    await alice.post(f"/api/cards/{card['id']}/close")
    text = await page(alice, own_link(card) + "?inside")
    assert "Between us" in text
    assert "Only for you" in text
    assert "Between us" not in await page(alice, card["view_url"] + "?inside")


@pytest.mark.parametrize("way", ["board", "book", "slides"])
async def test_shows_notes_in_the_order_of_signing(alice: Person, way: str) -> None:
    card = await finished(alice, "First words", "Second words", "Third words")
    text = await page(alice, own_link(card) + f"?as={way}")
    places = [text.find(words) for words in ("First words", "Second words", "Third words")]
    assert places[0] > 0
    if way == "slides":
        assert places[1:] == [-1, -1]
        second = await page(alice, own_link(card) + "?as=slides&page=2")
        assert "Second words" in second
        assert "First words" not in second
    else:
        assert places == sorted(places)
        assert min(places) > 0
    assert "Ana" in text


async def test_says_not_yet_before_it_is_closed(alice: Person) -> None:
    ends = (clock.now() + timedelta(days=3, minutes=1)).isoformat()
    card = await finished(alice, "A surprise", close=False, contribution_end_date=ends)
    for link in (own_link(card), card["view_url"]):
        for query in ("", "?inside", "?as=board", "?as=book", "?as=slides"):
            text = await page(alice, link + query)
            assert "Not yet" in text
            assert "in 3 days" in text
            assert "A surprise" not in text
        for below in ("/card.zip", "/card.pdf", "/thanks", "/report"):
            assert (await alice.world.client.get(link + below, headers=HTML)).status_code == 404
    assert "<h1" in text


async def test_stays_readable_after_a_reopening_and_in_the_archive(alice: Person) -> None:
    card = await finished(alice, "Kept words")
    for operation in ("reopen", "close", "archive"):
        assert (await alice.post(f"/api/cards/{card['id']}/{operation}", {})).status_code == 200
        assert "Kept words" in await page(alice, own_link(card) + "?as=board")


async def test_a_card_to_oneself_is_open_from_the_start(alice: Person) -> None:
    card = await finished(alice, "For me", close=False, card_type=2)
    assert "For me" in await page(alice, own_link(card) + "?as=board")


async def test_all_links_that_do_not_work_have_one_answer(alice: Person) -> None:
    cancelled = await finished(alice, close=False)
    deleted, private = await finished(alice, "Gone"), await finished(alice, "Secret words")
    signing = (await make.card(alice))["sign_url"].rpartition("/")[2]
    await alice.post(f"/api/cards/{cancelled['id']}/cancel")
    await alice.delete(f"/api/cards/{deleted['id']}")
    await alice.patch(f"/api/cards/{private['id']}", {"public_read": False})
    answers = set[str]()
    for link in (
        own_link(cancelled), own_link(deleted), private["view_url"], "/c/nonsense", "/c/" + "a" * 300,
        f"/c/{signing}",
    ):  # fmt: skip
        for query in ("", "?as=board"):
            answer = await alice.world.client.get(link + query, headers=HTML)
            assert answer.status_code == 404
            answers.add(re.sub(r"\?[\w=&;]*lang", "", answer.text.replace(answer.headers["Request-Id"], "")))
    assert len(answers) == 1
    assert "Maya" not in answers.pop()
    assert "Secret words" in await page(alice, own_link(private) + "?as=board")


async def test_a_private_note_is_for_the_recipients_own_link(alice: Person) -> None:
    card = await finished(alice, close=False)
    await note(alice, card["id"], "Just between us", name="Ana", visibility="recipient")
    await note(alice, card["id"], "For all to read", name="Ben")
    await alice.post(f"/api/cards/{card['id']}/close")
    for query in ("?inside", "?as=board", "?as=book", "?as=slides"):
        assert "Just between us" not in await page(alice, card["view_url"] + query)
    assert "For all to read" in await page(alice, card["view_url"] + "?as=board")
    own = await page(alice, own_link(card) + "?as=board")
    assert "Just between us" in own
    assert "Only for you" in own


async def test_shows_names_only_to_viewers_who_may_see_them(alice: Person) -> None:
    card = await finished(alice, "Words", collection={"see_contributor_names": 2})
    assert "Ana" in await page(alice, own_link(card) + "?as=board")
    assert "Ana" not in await page(alice, card["view_url"] + "?as=board")


async def test_hidden_and_removed_notes_leave_no_gap(alice: Person) -> None:
    card = await finished(alice, "Stays", close=False)
    hidden = await note(alice, card["id"], "Hidden words", name="Ben")
    removed = await note(alice, card["id"], "Removed words", name="Cleo")
    await alice.post(f"/api/cards/{card['id']}/close")
    await alice.post(f"/api/cards/{card['id']}/contributions/{hidden['id']}/hide")
    await alice.delete(f"/api/cards/{card['id']}/contributions/{removed['id']}")
    text = await page(alice, own_link(card) + "?as=board")
    assert text.count("<article") == 1
    assert "Hidden" not in text
    assert "Removed" not in text


async def test_says_that_no_one_has_signed(alice: Person) -> None:
    card = await finished(alice)
    for query in ("?inside", "?as=board", "?as=book", "?as=slides"):
        assert "No one has signed yet." in await page(alice, own_link(card) + query)


@pytest.mark.parametrize("query", ["?as=board", "?as=book"])
async def test_offers_copies_and_shortcuts_only_for_notes(alice: Person, query: str) -> None:
    offers = ("/card.zip", "/card.pdf", "data-print", "data-keys", 'id="v-help"')
    empty = await page(alice, own_link(await finished(alice)) + query)
    assert [each for each in offers if each in empty] == []
    signed = await page(alice, own_link(await finished(alice, "Words")) + query)
    assert [each for each in offers if each not in signed] == []


async def test_shows_sixty_notes_and_the_way_to_more(alice: Person) -> None:
    card = await finished(alice, *(f"Words number {n:03}." for n in range(130)))
    link = own_link(card)
    first = await page(alice, link + "?as=board")
    assert first.count("<article") == 60
    assert 'href="?as=board&amp;page=2"' in first
    last = await page(alice, link + "?as=board&page=3")
    assert last.count("<article") == 10
    assert "Words number 129." in last
    assert "Show more" not in last
    for beyond in ("4", "0", "-1", "9" * 30, "x"):
        await page(alice, link + f"?as=board&page={beyond}")
    assert (await page(alice, link + "?as=board&all")).count("<article") == 130
    spread = await page(alice, link + "?as=book&page=22")
    assert "Words number 129." in spread
    assert spread.count("<article") == 4
    slide = await page(alice, link + "?as=slides&page=130")
    assert "Words number 129." in slide


@pytest.mark.parametrize("query", ["", "?inside", "?as=board", "?as=book", "?as=slides"])
async def test_every_page_is_strict_and_has_one_heading(alice: Person, query: str) -> None:
    card = await finished(alice, "Words")
    answer = await alice.world.client.get(own_link(card) + query, headers=HTML)
    assert answer.text.count("<h1") == 1
    assert answer.text.count("<main") == 1
    assert not re.search(r"<[^>]+\s(style|on[a-z]+)=", answer.text)
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Cache-Control"] == "no-store"


async def test_links_unfurl_with_the_cover_and_without_names(alice: Person) -> None:
    card = await finished(alice, "Private words", title="A card")
    text = await page(alice, own_link(card))
    head = text[: text.index("</head>")]
    assert '<meta property="og:title" content="A card">' in head
    [image] = re.findall(r'property="og:image" content="([^"]+)"', head)
    picture = await alice.world.client.get(image)
    assert picture.status_code == 200
    assert picture.headers["Content-Type"] == "image/jpeg"
    assert len(picture.content) < 200_000
    assert "Maya" not in head
    assert "Ana" not in head


HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 7 }}", "javascript:alert(1)",
    "W" * 600, "\u202eright to left", "Z\u0351\u036b\u0343" * 40, "🎂" * 50, "</article></li></ul><h1>x</h1>",
)  # fmt: skip


async def test_hostile_words_stay_words(alice: Person) -> None:
    card = await finished(
        alice, *HOSTILE, title="<b>Bold</b>", sender='"><script>', recipients=[{"name": "<i>"}]
    )
    for query in ("", "?inside", "?as=board", "?as=book", "?as=slides"):
        text = await page(alice, own_link(card) + query)
        body = re.sub(r'<script type="module" src="/static/[0-9a-f]+/view.js"></script>', "", text)
        assert "<script" not in body
        assert "<b>" not in body
        assert "<img src=x" not in body
        assert text.count("<h1") == 1


async def test_a_quiet_card_has_no_effect(alice: Person) -> None:
    designs = (await alice.get("/api/templates?occasion=sympathy")).json()["data"]
    card = await finished(alice, "Thinking of you", template_id=designs[0]["id"], custom_effect="confetti")
    assert 'data-effect="none"' in await page(alice, own_link(card) + "?inside")


async def test_speaks_the_recipients_language(alice: Person) -> None:
    card = await finished(alice, "Alles Gute", recipients=[{"name": "Maya", "locale": "ar"}])
    text = await page(alice, own_link(card))
    assert '<html lang="ar" dir="rtl">' in text
    again = await page(alice, own_link(card) + "?as=board&lang=de")
    assert '<html lang="de"' in again
    assert 'href="?as=board&amp;lang=ar"' in again
