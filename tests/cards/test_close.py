"""Close a card: afterwards it accepts no notes, money or invitations."""

from datetime import timedelta

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.later import day
from tests.world import Person, World
from wellwish.base import clock


async def test_closes_an_open_card(world: World, alice: Person) -> None:
    card = await make.card(alice)
    answer = await alice.post(f"/api/cards/{card['id']}/close")
    closed = answer.json()
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


async def test_refuses_to_close_what_has_ended_by_itself(alice: Person) -> None:
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
