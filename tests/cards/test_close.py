"""Close a card: afterwards it accepts no notes, money or invitations."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions.signing import signs
from tests.infra.http.test_bad_input import STRICT, is_problem
from tests.later import day
from tests.world import Person, World
from wellwish.base import clock


async def test_closes_an_open_card(world: World, alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post(f"/api/cards/{card['id']}/close")
    closed = answer.json()
    assert [each["code"] for each in closed.pop("warnings")] == ["empty_card"]
    assert (answer.status_code, closed["status"], closed["version"]) == (200, "closed", 2)
    assert closed["closed_at"] == closed["updated_at"]
    assert answer.headers["ETag"] == '"2"'
    assert closed == await make.same(alice, card["id"])
    rows = await world.owner.fetch("select type from events order by id")
    assert [row[0] for row in rows] == ["card.created", "card.closed"]


async def test_refuses_to_close_twice(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    is_problem(await alice.post(f"/api/cards/{card['id']}/close"), 409, "card_closed")


async def test_refuses_to_close_a_card_that_closed_by_itself(alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=day(40))
    try:
        clock.move(timedelta(days=90))
        alice.token = await alice.exchange()
        is_problem(await alice.post(f"/api/cards/{card['id']}/close"), 409, "card_closed")
    finally:
        clock.move(timedelta())


@pytest.mark.parametrize("steps", [("cancel",), ("close", "archive")])
async def test_refuses_to_close_a_cancelled_or_archived_card(steps: tuple[str, ...], alice: Person) -> None:
    card = await make.card(alice)
    for step in steps:
        assert (await alice.post(f"/api/cards/{card['id']}/{step}")).status_code == 200
    is_problem(await alice.post(f"/api/cards/{card['id']}/close"), 409, "card_state")


@pytest.mark.parametrize("operation", ["close", "cancel", "archive"])
async def test_refuses_an_outdated_version(operation: str, alice: Person) -> None:
    card = await make.card(alice)
    if operation == "archive":
        await alice.post(f"/api/cards/{card['id']}/close")
    path = f"/api/cards/{card['id']}/{operation}"
    problem = await alice.post(path, headers={"If-Match": '"99"'})
    is_problem(problem, 412, "precondition_failed")
    tag = problem.headers["ETag"]
    is_problem(await alice.post(path, headers={"If-Match": f"W/{tag}"}), 412, "precondition_failed")
    assert (await alice.post(path, headers={"If-Match": f'"0", {tag}'})).status_code == 200


async def test_invites_no_one_any_more(alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/close")
    invitees = [{"delivery_type": "email", "delivery_id": "carol@example.com"}]
    answer = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
    is_problem(answer, 409, "card_closed")


async def test_warns_that_the_card_is_empty(world: World, alice: Person) -> None:
    async def said(card_id: str, **sent: Any) -> list[str]:
        answer = await alice.post(f"/api/cards/{card_id}/close", **sent)
        assert answer.status_code == 200
        return [f"{each['code']} {each['detail']}" for each in answer.json().get("warnings", [])]

    empty = (await make.card(alice))["id"]
    [warning] = await said(empty, headers=STRICT)
    assert warning.startswith("empty_card The card has no notes. ")
    waiting = (await make.card(alice, moderation="pre"))["id"]
    sign_url = (await alice.get(f"/api/cards/{waiting}")).json()["sign_url"]
    await signs(world, sign_url)
    [warning] = await said(waiting)
    assert "1 wait for approval." in warning
    # The control: a published note.
    signed = (await make.card(alice))["id"]
    made = await alice.post(f"/api/cards/{signed}/contributions", {"name": "Noor", "note": {"text": "Hi"}})
    assert made.status_code == 201
    assert await said(signed) == []
