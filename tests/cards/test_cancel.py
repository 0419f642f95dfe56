"""Cancel a card: it returns to the bundle if nobody was invited and nobody has signed."""

import pytest

from tests import make
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person, World


async def used(world: World) -> int:
    return await world.owner.fetchval(
        "select cards_used from bundle_purchases where id = $1", world.alice.bundle_purchase_id
    )


@pytest.mark.parametrize("closed_before", [False, True])
async def test_returns_the_card_to_its_bundle(closed_before: bool, world: World, alice: Person) -> None:
    card = await make.card(alice)
    if closed_before:
        await alice.post(f"/api/cards/{card['id']}/close")
    answer = await alice.post(f"/api/cards/{card['id']}/cancel")
    cancelled = answer.json()
    assert (answer.status_code, cancelled["status"]) == (200, "cancelled")
    assert cancelled["cancelled_at"] == cancelled["updated_at"]
    assert await used(world) == 0


@pytest.mark.parametrize("fields", [{}, {"send": False}])
async def test_keeps_the_unit_when_somebody_was_invited(
    fields: dict[str, bool], world: World, alice: Person
) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], "carol@example.com", **fields)
    assert (await alice.post(f"/api/cards/{card['id']}/cancel")).status_code == 200
    assert await used(world) == 1


async def test_keeps_the_unit_when_the_invitation_was_revoked(world: World, alice: Person) -> None:
    card = await make.card(alice)
    (invitation,) = await make.invitations(alice, card["id"], "carol@example.com")
    assert (await alice.post(f"/api/cards/invitations/{invitation['id']}/revoke")).is_success
    await alice.post(f"/api/cards/{card['id']}/cancel")
    assert await used(world) == 1


async def test_makes_a_spent_purchase_available_again(world: World, alice: Person) -> None:
    await world.owner.execute("update bundle_purchases set cards_used = 99 where cards_total = 100")
    card = await make.card(alice)
    assert (await alice.get("/api/bundle-purchases/available")).json()["data"] == []
    (spent,) = (await alice.get("/api/bundle-purchases")).json()["data"]
    assert (spent["status"], spent["cards_remaining"]) == ("exhausted", 0)
    await alice.post(f"/api/cards/{card['id']}/cancel")
    (available,) = (await alice.get("/api/bundle-purchases/available")).json()["data"]
    assert (available["status"], available["cards_remaining"]) == ("active", 1)


async def test_refuses_to_cancel_twice(world: World, alice: Person) -> None:
    card = await make.card(alice)
    await alice.post(f"/api/cards/{card['id']}/cancel")
    is_problem(await alice.post(f"/api/cards/{card['id']}/cancel"), 409, "card_state")
    assert await used(world) == 0


async def test_refuses_to_cancel_an_archived_card(world: World, alice: Person) -> None:
    card = await make.card(alice)
    for step in ("close", "archive"):
        await alice.post(f"/api/cards/{card['id']}/{step}")
    is_problem(await alice.post(f"/api/cards/{card['id']}/cancel"), 409, "card_state")
    assert await used(world) == 1


async def test_still_shows_a_cancelled_card(alice: Person) -> None:
    card = await make.card(alice)
    cancelled = (await alice.post(f"/api/cards/{card['id']}/cancel")).json()
    assert await make.same(alice, card["id"]) == cancelled
    invitees = [{"delivery_type": "email", "delivery_id": "carol@example.com"}]
    answer = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
    is_problem(answer, 409, "card_state")
