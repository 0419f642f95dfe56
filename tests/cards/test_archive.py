"""Archive a closed card: afterwards it is read-only."""

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person


async def archived(alice: Person) -> dict[str, str]:
    card = await make.card(alice, recipient="Maya")
    await alice.post(f"/api/cards/{card['id']}/close")
    answer = await alice.post(f"/api/cards/{card['id']}/archive")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_archives_a_closed_card(alice: Person) -> None:
    card = await archived(alice)
    assert (card["status"], card["archived_at"]) == ("archived", card["updated_at"])
    assert card["closed_at"] is not None
    assert await make.same(alice, card["id"]) == card
    assert [row["id"] for row in (await alice.get("/api/cards?status=archived")).json()["data"]] == [
        card["id"]
    ]


@pytest.mark.parametrize("steps", [(), ("cancel",), ("close", "archive")])
async def test_refuses_to_archive_a_card_that_is_not_closed(steps: tuple[str, ...], alice: Person) -> None:
    card = await make.card(alice)
    for step in steps:
        await alice.post(f"/api/cards/{card['id']}/{step}")
    is_problem(await alice.post(f"/api/cards/{card['id']}/archive"), 409, "card_state")


@pytest.mark.parametrize("operation", ["close", "reopen", "cancel", "archive"])
async def test_refuses_every_change_of_an_archived_card(operation: str, alice: Person) -> None:
    card = await archived(alice)
    body = {} if operation == "reopen" else None
    is_problem(await alice.post(f"/api/cards/{card['id']}/{operation}", body), 409, "card_state")
    is_problem(await alice.patch(f"/api/cards/{card['id']}", {"title": "New"}), 409, "card_state")
    answer = await alice.post("/api/card-admins", {"card_id": card["id"], "email": "dora@example.com"})
    is_problem(answer, 409, "card_state")


async def test_can_be_deleted_still(alice: Person) -> None:
    card = await archived(alice)
    assert (await alice.delete(f"/api/cards/{card['id']}")).status_code == 200
