"""The card's music, logo and thanks on its pages and in downloaded copies."""

import io
import re
import zipfile
from typing import Any

import pypdf
import pytest

from tests.media.conftest import Serving
from tests.media.test_fetch import ALLOWED, elsewhere
from tests.web.view.card import HTML, finished, own_link, page
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def with_both(world: World, url: str, **fields: Any) -> str:
    """Creates a closed card with music and a logo; returns the recipient's link."""
    song = {"name": "Song", "url": f"{url}/music"}
    card = await finished(world.alice, "Well done", audio_file=song, custom_logo=f"{url}/logo", **fields)
    await world.work()
    return own_link(card)


async def thanks(person: Person, link: str, text: str) -> None:
    [token] = re.findall(r'name="form_token" value="([^"]+)"', await page(person, link + "/thanks"))
    body = {"form_token": token, "text": text}
    answer = await person.world.client.post(link + "/thanks", data=body, headers=HTML)
    assert answer.status_code == 303


async def folder(person: Person, link: str) -> dict[str, bytes]:
    answer = await person.world.client.get(link + "/card.zip", headers=HTML)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


async def test_music_does_not_autoplay_and_the_logo_is_inside(serving: Serving) -> None:
    async with elsewhere() as fake, serving(ALLOWED) as world:
        link = await with_both(world, fake.url)
        for query in ("", "?inside", "?as=board"):
            text = await page(world.alice, link + query)
            [music] = re.findall(r'<audio data-music preload="none" loop src="(/media/[^"]+)">', text)
            assert "autoplay" not in text
            assert (await world.client.get(music)).headers["content-type"] == "audio/ogg"
            assert fake.url not in text
        text = await page(world.alice, link + "?inside")
        [logo] = re.findall(r'<img class="v-logo" src="(/media/[^"]+)" alt=""', text)
        assert (await world.client.get(logo)).headers["content-type"] == "image/webp"


async def test_copies_contain_the_music_and_the_logo(serving: Serving) -> None:
    async with elsewhere() as fake, serving(ALLOWED) as world:
        link = await with_both(world, fake.url)
        files = await folder(world.alice, link)
        text = files["index.html"].decode()
        [music] = re.findall(r'<audio controls preload="none" src="(media/[^"]+)">', text)
        [logo] = re.findall(r'<img class="v-logo" src="(media/[^"]+)"', text)
        assert {music, logo} <= files.keys()
        answer = await world.client.get(link + "/card.pdf", headers=HTML)
        [*_, last] = pypdf.PdfReader(io.BytesIO(answer.content)).pages
        assert len(last.images) == 1


async def test_a_card_without_them_has_none(alice: Person) -> None:
    """The control: a card without music whose logo may not be downloaded shows neither."""
    link = own_link(await finished(alice, "Well done", custom_logo="https://example.com/logo.png"))
    text = await page(alice, link + "?inside")
    assert "data-music" not in text
    assert "v-logo" not in text.partition("<body")[2]
    answer = await alice.world.client.get(link + "/card.pdf", headers=HTML)
    assert [each for each in pypdf.PdfReader(io.BytesIO(answer.content)).pages if each.images] == []


async def test_thanks_are_kept_with_the_card(alice: Person) -> None:
    card = await finished(alice, "One", "Two")
    await thanks(alice, own_link(card), "You made my year.\n#let x = 1")
    answer = await alice.world.client.get(own_link(card) + "/card.pdf", headers=HTML)
    said = " ".join(each.extract_text() for each in pypdf.PdfReader(io.BytesIO(answer.content)).pages)
    assert "You made my year." in said
    assert "#let x = 1" in said
    assert "— Maya" in said
    public = await alice.world.client.get(card["view_url"] + "/card.pdf", headers=HTML)
    printed = " ".join(each.extract_text() for each in pypdf.PdfReader(io.BytesIO(public.content)).pages)
    assert "You made my year." not in printed
