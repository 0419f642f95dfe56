"""Cards with notes for a recipient."""

from typing import Any

from tests import make
from tests.media import files
from tests.world import Person

HTML = {"Accept": "text/html"}


async def note(
    person: Person, card_id: str, text: str, name: str | None = None, **given: Any
) -> dict[str, Any]:
    """Adds a note in another person's name, as the owner."""
    fields = {key: given.pop(key) for key in ("pen", "ink", "paper", "visibility", "media") if key in given}
    body = {"name": name, "anonymous": name is None, "note": {"text": text, **fields}, **given}
    answer = await person.post(f"/api/cards/{card_id}/contributions", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def finished(person: Person, *notes: str, close: bool = True, **fields: Any) -> dict[str, Any]:
    """Creates a card for Maya with these notes by Ana, Ben and so on, and closes it."""
    fields = {"recipients": [{"name": "Maya"}], "public_read": True, **fields}
    card = await make.card(person, **fields)
    for index, text in enumerate(notes):
        await note(person, card["id"], text, name=("Ana", "Ben", "Cleo", "Dora", "Emil")[index % 5])
    if close:
        assert (await person.post(f"/api/cards/{card['id']}/close")).status_code == 200
    return card


def own_link(card: dict[str, Any]) -> str:
    return card["recipients"][0]["view_url"]


async def page(person: Person, address: str, **headers: str) -> str:
    """Returns the page at an address, which must exist."""
    answer = await person.world.client.get(address, headers={**HTML, **headers})
    assert answer.status_code == 200, answer.text
    return answer.text


async def media(person: Person, card_id: str, kind: str, content: bytes = b"", **given: Any) -> str:
    """Uploads a file for a note. Returns its ID."""
    body = files.body(kind, content, **given) if content else {"kind": kind, **given}
    answer = await person.post(f"/api/cards/{card_id}/media", body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]
