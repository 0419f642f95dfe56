"""The language of notes: in records, on pages and in copies."""

import json
import re

import pytest

from tests.web.view.card import finished, note, own_link, page
from tests.web.view.test_keep import folder
from tests.web.visitor import Visitor, path_of
from tests.world import Person
from wellwish.contributions.note_language import language_of

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "at", "language"),
    [
        ("All the best", "en", "en"),
        ("Alles Gute", "de-AT", "de-AT"),
        ("All the best", "ar", None),
        ("All the best", None, None),
        ("كل عام وأنت بخير", "en", "ar"),
        ("تولدت مبارک", "fa-IR", "fa-IR"),
        ("יום הולדת שמח", "de", "he"),
        ("день рождения", "en", "ru"),
        ("день народження", "uk", "uk"),
        ("生日快乐", "en", "zh"),
        ("お誕生日おめでとう", "zh", "ja"),
        ("생일 축하해", "en", "ko"),
        ("Χρόνια πολλά", "en", "el"),
        ("जन्मदिन मुबारक", "en", "hi"),
        ("день рождения, Maya", "en", "ru"),
        ("🎂 12.5", "en", None),
        ("", "en", None),
    ],
)
def test_detects_the_language_by_script_or_else_by_page(
    text: str, at: str | None, language: str | None
) -> None:
    assert language_of(text, at) == language


async def test_the_api_takes_and_returns_it(alice: Person) -> None:
    card = await finished(alice, close=False, locale="de")
    made = [
        (await note(alice, card["id"], "Alles Gute", name="Ana"))["note"]["lang"],
        (await note(alice, card["id"], "день рождения", name="Ana"))["note"]["lang"],
    ]
    body = {"name": "Ana", "note": {"text": "Gratulerer", "lang": "nb-NO"}}
    given = await alice.post(f"/api/cards/{card['id']}/contributions", body)
    assert [*made, given.json()["note"]["lang"]] == ["de", "ru", "nb-NO"]
    wrong = {**body, "note": {"text": "Gratulerer", "lang": "not a tag"}}
    refused = await alice.post(f"/api/cards/{card['id']}/contributions", wrong)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == "/note/lang"


async def test_pages_and_copies_contain_it(alice: Person) -> None:
    card = await finished(alice, close=False, locale="en")
    await note(alice, card["id"], "كل عام وأنت بخير", name="Amal")
    await alice.post(f"/api/cards/{card['id']}/close")
    for query in ("?inside", "?as=board", "?as=book", "?as=slides"):
        assert 'lang="ar">كل' in await page(alice, own_link(card) + query)
    found = await folder(alice, own_link(card))
    assert 'lang="ar">كل' in found["index.html"].decode()
    assert json.loads(found["card.json"])["notes"][0]["lang"] == "ar"


async def test_a_signed_note_has_the_language_of_its_page_and_of_the_last_edit(alice: Person) -> None:
    card = await finished(alice, close=False)
    author, path = Visitor(alice.world, **{"Accept-Language": "de"}), path_of(card["sign_url"])

    async def lang() -> str | None:
        [found] = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
        return found["note"]["lang"]

    await author.sign(path, text="Alles Gute")
    assert await lang() == "de"
    await author.sign(path, text="כל טוב")
    assert await lang() == "he"


async def test_its_author_chooses_it(alice: Person) -> None:
    """An edit keeps the chosen language, unless the new text is in another script."""
    card = await finished(alice, close=False, see_notes="everyone")
    author, path = Visitor(alice.world, **{"Accept-Language": "en"}), path_of(card["sign_url"])

    def chosen() -> str:
        options = re.findall(r'<option value="([^"]*)"[^>]* selected', author.page)
        return options[0] if options else ""

    async def saved(**fields: str) -> tuple[str | None, int]:
        assert (await author.sign(path, **fields)).status_code == 303
        [found] = (await alice.get(f"/api/cards/{card['id']}/contributions")).json()["data"]
        await author.open(path)
        return found["note"]["lang"], found["version"]

    assert 'id="lang"' not in (await author.open(path)).text
    assert await saved(text="Gratulerer") == ("en", 1)
    assert chosen() == ""
    assert await saved(text="Gratulerer", lang="nb") == ("nb", 2)
    assert chosen() == "nb"
    assert await saved(text="Gratulerer", lang="nb") == ("nb", 2)
    assert await saved(text="Gratulerer", lang="pt-BR") == ("pt-BR", 3)
    assert chosen() == "pt-BR"
    assert await saved(text="Parabéns", lang="pt-BR") == ("pt-BR", 4)
    assert await saved(text="день рождения", lang="pt-BR") == ("ru", 5)
    assert await saved(text="день рождения", lang="bg") == ("bg", 6)
    assert await saved(text="день рождения", lang="no tag") == ("ru", 7)
    assert await saved(text="Janmadin mubarak", lang="hi") == ("hi", 8)
    assert await saved(text="Janmadin mubaarak", lang="hi") == ("hi", 9)
    assert 'lang="hi"' in (await author.open(f"{path}/signed")).text
    assert 'lang="hi">Janmadin' in (await Visitor(alice.world).open(path)).text
    await alice.post(f"/api/cards/{card['id']}/close")
    assert 'lang="hi">Janmadin' in (await author.open(path)).text
    assert 'lang="hi">Janmadin' in await page(alice, own_link(card) + "/report")


async def test_a_note_from_before_stays_unchanged_without_a_choice(alice: Person) -> None:
    card = await finished(alice, close=False)
    author, path = Visitor(alice.world), path_of(card["sign_url"])
    await author.sign(path, text="All the best")
    await alice.world.owner.execute("update contributions set lang = null")
    await author.sign(path, text="All the best")
    rows = await alice.world.owner.fetch("select lang, version from contributions")
    assert [tuple(each) for each in rows] == [(None, 1)]
