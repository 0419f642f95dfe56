"""Export notes as CSV: names as in the list of contributions, without formula injection."""

import pytest

from tests import make
from tests.contributions import giving
from tests.movements.reading import cells, rows
from tests.world import Person, World
from wellwish.base import ids
from wellwish.movements import export_notes

pytestmark = pytest.mark.anyio


def of_card(card_id: str) -> str:
    return f"/api/cards/{card_id}/notes.csv"


async def write(alice: Person, card_id: str, text: str, **fields: object) -> str:
    body = {"name": "Noor", "note": {"text": text}, **fields}
    answer = await alice.post(f"/api/cards/{card_id}/contributions", body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def test_exports_notes_in_every_state_but_deleted(alice: Person) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}/contributions"
    notes = {name: await write(alice, card["id"], name) for name in ("published", "hidden", "deleted")}
    await alice.post(f"{path}/{notes['hidden']}/hide")
    await alice.delete(f"{path}/{notes['deleted']}")
    found = await rows(alice, of_card(card["id"]))
    assert cells(found, "contribution_id", "status", "text", "name") == [
        (notes["published"], "published", "published", "Noor"),
        (notes["hidden"], "hidden", "hidden", "Noor"),
    ]


async def test_leaves_out_gifts_without_a_note(alice: Person) -> None:
    card = await giving.card(alice)
    await giving.gives(alice, card["id"])
    assert await rows(alice, of_card(card["id"])) == []


async def test_defuses_formulas_and_keeps_lines(alice: Person) -> None:
    card = await make.card(alice)
    await write(alice, card["id"], '=HYPERLINK("https://x.example")\nTwo, "quoted"', name="@sum(A1)")
    (line,) = await rows(alice, of_card(card["id"]))
    assert line["text"] == '\'=HYPERLINK("https://x.example")\nTwo, "quoted"'
    assert line["name"] == "'@sum(A1)"


async def test_names_nobody_whose_note_is_anonymous(alice: Person, bob: Person) -> None:
    card = await make.card(alice)
    await make.admin(alice, card["id"], bob)
    await write(alice, card["id"], "Guess who", anonymous=True)
    for person, reports in ((alice, "0"), (bob, "")):  # bob may not moderate
        (line,) = await rows(person, of_card(card["id"]))
        assert (line["name"], line["anonymous"], line["reports"]) == ("", "true", reports)


async def test_exports_page_by_page(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_notes, "_PIECE", 2)
    card = await make.card(alice)
    texts = [f"Note {number}" for number in range(5)]
    for text in texts:
        await write(alice, card["id"], text)
    assert cells(await rows(alice, of_card(card["id"])), "text") == [(text,) for text in texts]


async def test_is_not_found_in_another_account(world: World, alice: Person, mallory: Person) -> None:
    del world
    card = await make.card(alice)
    for card_id in (card["id"], ids.new("card")):
        assert (await mallory.get(of_card(card_id))).status_code == 404
