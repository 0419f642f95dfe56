"""Photos, GIFs, drawings and recordings on the card and in its copies."""

import io
import json
import re
import zipfile

import pypdf
import pytest

from tests.media import files, sounds
from tests.web.view.card import HTML, finished, media, note, own_link, page
from tests.world import Person

pytestmark = pytest.mark.anyio
STROKES = [{"ink": "rust", "points": [[100, 100], [400, 500], [700, 120]]}]


async def with_everything(person: Person) -> str:
    """Returns the link to a card with a note of each kind."""
    card = await finished(person, close=False)
    photo = await media(person, card["id"], "photo", files.photo(2000, 1500), description="Four on a beach")
    plain = await media(person, card["id"], "photo", files.photo())
    gif = await media(person, card["id"], "gif", files.gif())
    drawing = await media(person, card["id"], "drawing", strokes=STROKES)
    voice = await media(person, card["id"], "voice", sounds.ogg(18), transcript="La la la")
    await note(person, card["id"], "At the sea", name="Ana", media=[photo])
    await note(person, card["id"], "No words for it", name="Ben", media=[plain])
    await note(person, card["id"], "It moves", name="Cleo", media=[gif, voice])
    await note(person, card["id"], "A cake", name="Dora", media=[drawing])
    assert (await person.post(f"/api/cards/{card['id']}/close")).status_code == 200
    return own_link(card)


async def test_shows_each_with_its_size_and_words_for_it(alice: Person) -> None:
    text = await page(alice, await with_everything(alice) + "?as=board")
    pictures = re.findall(r"<img [^>]+>", text)
    assert all('alt="' in each and 'width="' in each and 'height="' in each for each in pictures)
    assert 'alt="Four on a beach"' in text
    assert 'alt="Photo by Ben"' in text
    assert 'alt="Drawing by Dora"' in text
    assert "La la la" in text
    assert '<span class="v-time">0:18</span>' in text
    assert "autoplay" not in text


async def test_every_address_on_the_page_is_there(alice: Person) -> None:
    text = await page(alice, await with_everything(alice) + "?as=board")
    addresses = set(re.findall(r"/media/[A-Za-z0-9_-]{22}/[a-z0-9.]+", text))
    assert len(addresses) >= 6
    for address in addresses:
        assert (await alice.world.client.get(address)).status_code == 200


async def test_a_note_needs_no_words(alice: Person) -> None:
    """Every view shows photos, drawings and recordings, with text alternatives."""
    card = await finished(alice, close=False)
    photo = await media(alice, card["id"], "photo", files.photo())
    drawing = await media(alice, card["id"], "drawing", strokes=STROKES)
    voice = await media(alice, card["id"], "voice", sounds.ogg(18), transcript="La la la")
    for name, each in (("Ana", photo), ("Ben", drawing), ("Cleo", voice)):
        await note(alice, card["id"], "", name=name, media=[each])
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    link = own_link(card)
    for way in ("board", "book"):
        text = await page(alice, f"{link}?as={way}")
        assert (text.count("<article"), text.count("v-text")) == (3, text.count(".v-text"))
        assert 'alt="Photo by Ana"' in text
        assert 'alt="Drawing by Ben"' in text
        assert "La la la" in text
    inside = await page(alice, f"{link}?inside")
    assert inside.count('class="v-snap"') == 2
    assert "Voice message" in inside
    assert "Cleo" in inside
    for number, name in enumerate(("Ana", "Ben", "Cleo")):
        assert f"Note from \u2068{name}\u2069" in await page(alice, f"{link}?as=slides&page={number + 1}")
    answer = await alice.world.client.get(link + "/card.pdf", headers=HTML)
    said = " ".join(each.extract_text() for each in pypdf.PdfReader(io.BytesIO(answer.content)).pages)
    assert all(name in said for name in ("Ana", "Ben", "Cleo", "La la la"))
    kept = await alice.world.client.get(link + "/card.zip", headers=HTML)
    with zipfile.ZipFile(io.BytesIO(kept.content)) as archive:
        assert archive.read("index.html").decode().count("<article") == 3


async def test_every_view_shows_several_photos_in_their_order(alice: Person) -> None:
    card = await finished(alice, close=False)
    words = ["One", "Two", "Three", "Four"]
    made = [
        await media(alice, card["id"], "photo", files.photo(400, 300 + 100 * at), description=f"Photo {each}")
        for at, each in enumerate(words)
    ]
    drawing = await media(alice, card["id"], "drawing", strokes=STROKES)
    await note(alice, card["id"], "At the sea", name="Ana", media=[*made[::-1], drawing])
    wall = (await alice.post(f"/api/cards/{card['id']}/wall")).json()["wall_url"]
    shown = [await page(alice, wall)]
    await alice.post(f"/api/cards/{card['id']}/close")
    link = own_link(card)
    shown += [await page(alice, link + query) for query in ("?as=board", "?as=book", "?as=slides", "?inside")]
    order = [f"Photo {each}" for each in words[::-1]]
    for text in shown:
        assert re.findall(r'alt="(Photo \w+)"', text) == order
        assert len(re.findall(r'class="(?:c-album|c-album v-snaps|w-album)"', text)) == 1
    kept = await alice.world.client.get(link + "/card.zip", headers=HTML)
    with zipfile.ZipFile(io.BytesIO(kept.content)) as archive:
        [copied] = json.loads(archive.read("card.json"))["notes"]
        names = archive.namelist()
    assert [each["description"] for each in copied["media"] if each["kind"] == "photo"] == order
    assert all(each["file"] in names for each in copied["media"])
    answer = await alice.world.client.get(link + "/card.pdf", headers=HTML)
    assert sum(len(each.images) for each in pypdf.PdfReader(io.BytesIO(answer.content)).pages) >= 4


async def test_a_gif_is_still_until_it_is_asked_to_move(alice: Person) -> None:
    text = await page(alice, await with_everything(alice) + "?as=board")
    moves = r'<figure class="v-figure[^>]*data-moving="([^"]+)"[^>]*>\s*<img src="([^"]+)"'
    [figure] = re.findall(moves, text)
    moving, still = figure
    assert still.endswith("still.webp")
    assert moving != still
    assert f'href="{moving}"' in text


async def test_only_what_comes_first_is_loaded_at_once(alice: Person) -> None:
    card = await finished(alice, close=False)
    for _ in range(6):
        picture = await media(alice, card["id"], "photo", files.photo())
        await note(alice, card["id"], "Look", name="Ana", media=[picture])
    await alice.post(f"/api/cards/{card['id']}/close")
    text = await page(alice, own_link(card) + "?as=board")
    lazy = ['loading="lazy"' in each for each in re.findall(r"<img [^>]*/media/[^>]+>", text)]
    assert lazy == [False] * 4 + [True] * 2


async def test_a_photo_that_was_refused_leaves_its_note(alice: Person) -> None:
    link = await with_everything(alice)
    await alice.world.owner.execute("update media set status = 'refused'")
    text = await page(alice, link + "?as=board")
    assert "At the sea" in text
    assert "/media/" not in text


async def test_the_folder_holds_what_it_shows(alice: Person) -> None:
    answer = await alice.world.client.get(await with_everything(alice) + "/card.zip", headers=HTML)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        names = set(archive.namelist())
        text = archive.read("index.html").decode()
    shown = set(re.findall(r"media/[0-9]+-[a-z0-9.]+", text))
    assert shown == {name for name in names if name.startswith("media/")}
    assert len(shown) >= 6


async def test_copies_omit_files_missing_from_the_storage(alice: Person) -> None:
    link = await with_everything(alice)
    await alice.world.owner.execute("update media set folder = folder || '-gone'")
    answer = await alice.world.client.get(link + "/card.zip", headers=HTML)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert not [name for name in archive.namelist() if name.startswith("media/")]
        assert "At the sea" in archive.read("index.html").decode()
    answer = await alice.world.client.get(link + "/card.pdf", headers=HTML)
    assert answer.status_code == 200


async def test_the_pdf_contains_pictures_and_mentions_recordings(alice: Person) -> None:
    answer = await alice.world.client.get(await with_everything(alice) + "/card.pdf", headers=HTML)
    pages = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    assert sum(len(each.images) for each in pages) >= 3
    assert "voice note" in " ".join(each.extract_text() for each in pages)
