"""card.json in the folder: its schema, and the same content as the page."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.contributions.signing import signs, wish
from tests.media import files
from tests.thanks.test_list import answer, say
from tests.web.view.card import finished, media, note, own_link
from tests.web.view.test_keep import folder
from tests.world import Person
from wellwish.keepsake import card_json

pytestmark = pytest.mark.anyio
SCHEMA = Path(__file__).parents[3] / "docs/card.schema.json"


async def read(person: Person, link: str) -> tuple[dict[str, Any], dict[str, bytes]]:
    found = await folder(person, link)
    card = json.loads(found["card.json"])
    jsonschema.validate(card, json.loads(SCHEMA.read_text(encoding="utf-8")))
    return card, found


def test_the_schema_in_the_documentation_is_that_of_the_code() -> None:
    written = json.dumps(card_json.schema(), indent=2, ensure_ascii=False) + "\n"
    assert SCHEMA.read_text(encoding="utf-8") == written


async def test_holds_the_notes_with_their_files(alice: Person) -> None:
    card = await finished(alice, close=False)
    photo = await media(alice, card["id"], "photo", files.photo(400, 300), description="A cake")
    await note(alice, card["id"], "Look\nat this", name="Ana", media=[photo], pen="caveat")
    await note(alice, card["id"], "Between us", name="Ben", visibility="recipient")
    await alice.post(f"/api/cards/{card['id']}/close")
    await say(alice, card, "Thank you")
    made, found = await read(alice, own_link(card))
    assert (made["format"], made["version"]) == ("wellwish.card", 1)
    assert made["recipients"] == ["Maya"]
    assert made["cover"] in found
    first, second = made["notes"]
    assert (first["text"], first["name"], first["pen"]) == ("Look\nat this", "Ana", "caveat")
    [picture] = first["media"]
    assert (picture["kind"], picture["description"]) == ("photo", "A cake")
    assert picture["file"] in found
    assert second["visibility"] == "recipient"
    assert made["thanks"] == [{"text": "Thank you", "name": "Maya", "media": []}]


async def test_holds_only_what_its_link_shows(alice: Person) -> None:
    """The control is the recipient's link, which shows the private note."""
    card = await finished(alice, "For all", close=False, collection={"see_contributor_names": 2})
    await note(alice, card["id"], "Between us", name="Ben", visibility="recipient")
    author = await signs(alice.world, card["sign_url"], wish("Quux", "Guess who", anonymous=True))
    await alice.post(f"/api/cards/{card['id']}/close")
    await say(alice, card, "Thank you")
    await answer(alice, card, author.row.id, "Only for the author")
    public, _ = await read(alice, card["view_url"])
    assert [each["text"] for each in public["notes"]] == ["For all", "Guess who"]
    assert [each["name"] for each in public["notes"]] == [None, None]
    assert public["thanks"] == []
    own, found = await read(alice, own_link(card))
    assert [each["name"] for each in own["notes"]] == ["Ana", "Ben", None]
    assert own["thanks"] == [{"text": "Thank you", "name": "Maya", "media": []}]
    assert b"Quux" not in found["card.json"]
    assert b"ctb_" not in found["card.json"]
