"""Valid input that refers to a missing object, or to one in the wrong state, changes nothing."""

from datetime import timedelta

import pytest

from tests import make
from tests.infra.http.rows import contents
from tests.infra.http.test_bad_input import is_problem
from tests.later import day
from tests.world import Person, World
from wellwish.base import clock, ids


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("name", ["template_id", "bundle_purchase_id"])
@pytest.mark.parametrize("given", ["nonsense", "card_01h455vb4pex5vsknk084sn02q", "x" * 255])
async def test_points_at_an_id_of_the_wrong_kind(name: str, given: str, alice: Person) -> None:
    answer = await alice.post("/api/cards", await make.body(alice, **{name: given}))
    problem = is_problem(answer, 404, "not_found")
    assert [fault["pointer"] for fault in problem["errors"]] == [f"/{name}"]
    assert given not in answer.text


@pytest.mark.usefixtures("unchanged")
async def test_points_at_a_card_that_is_not_there(alice: Person) -> None:
    answer = await alice.post("/api/card-admins", {"card_id": ids.new("card"), "email": "bob@example.com"})
    problem = is_problem(answer, 404, "not_found")
    assert [fault["pointer"] for fault in problem["errors"]] == ["/card_id"]


async def test_changes_nothing_when_the_bundle_is_spent(world: World, alice: Person) -> None:
    await world.owner.execute("update bundle_purchases set cards_used = cards_total")
    body = await make.body(alice)
    before = await contents(world)
    is_problem(await alice.post("/api/cards", body), 409, "no_bundle_available")
    body["bundle_purchase_id"] = alice.bundle_purchase_id
    is_problem(await alice.post("/api/cards", body), 409, "bundle_capacity_exhausted")
    assert await contents(world) == before


async def test_changes_nothing_of_a_closed_card(world: World, alice: Person) -> None:
    card = await make.card(alice, contribution_end_date=f"{day(40)}T00:00:00Z")
    clock.move(timedelta(days=400))
    try:
        alice.token = await alice.exchange()
        before = await contents(world)
        invitees = [{"delivery_type": "email", "delivery_id": "carol@example.com"}]
        body = {"card_id": card["id"], "invitees": invitees}
        is_problem(await alice.post("/api/cards/invitations", body), 409, "card_closed")
        is_problem(await alice.post(f"/api/cards/{card['id']}/close"), 409, "card_closed")
        assert await contents(world) == before
    finally:
        clock.move(timedelta())


async def test_refuses_the_same_admin_twice_in_another_letter_case(world: World, alice: Person) -> None:
    card = await make.card(alice)
    first = await alice.post("/api/card-admins", {"card_id": card["id"], "email": "Dora@Example.com"})
    before = await contents(world)
    body = {"card_id": card["id"], "email": "dORA@EXAMPLE.COM", "privilege": {"can_update": True}}
    problem = is_problem(await alice.post("/api/card-admins", body), 409, "card_admin_exists")
    assert problem["card_admin_id"] == first.json()["id"]
    assert await contents(world) == before
