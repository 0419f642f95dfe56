"""The language of notes: in records, on pages and in copies."""

import json

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
def test_is_that_of_the_script_else_of_the_page(text: str, at: str | None, language: str | None) -> None:
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
