"""The access check gives the handler the card's row, locked as the route declares."""

import asyncio

import pytest

from tests import make
from tests.waiting import until_waiting
from tests.world import Person, World
from wellwish.auth.credentials.authenticate import bearer
from wellwish.cards import close
from wellwish.cards.access import ByCard
from wellwish.cards.card_row import CardRow, HeldCard, LockedCard
from wellwish.infra.http import Route


def closing(row: type[CardRow] | None) -> Route:
    access = ByCard("path", "can_update", row)
    return Route("POST", "/api/cards/{card_id}/close", close.close, 200, bearer, access)


@pytest.mark.parametrize("row", [None, CardRow, HeldCard])
def test_a_handler_that_changes_the_card_needs_a_route_that_locks_it(row: type[CardRow] | None) -> None:
    with pytest.raises(TypeError, match="no source for the parameter 'row'"):
        _ = closing(row).binding


def test_a_route_that_locks_gives_the_row() -> None:
    assert ("row", LockedCard) in closing(LockedCard).binding


async def test_a_caller_without_the_privilege_waits_for_no_lock(
    world: World, alice: Person, bob: Person
) -> None:
    """A refused admin neither waits for the row lock nor takes it; a permitted user waits."""
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}"
    await make.admin(alice, card["id"], bob, invite_contributors=True)
    await bob.get(path)  # the first use activates the admin
    async with world.owner.transaction():
        await world.owner.execute("select from cards where id = $1 for update", card["id"])
        assert (await bob.patch(path, {"title": "Hooray"})).status_code == 403
        assert (await bob.get(path)).status_code == 200
        waits = asyncio.create_task(alice.patch(path, {"title": "Hooray"}))
        await until_waiting(world.owner)
    assert (await waits).json()["title"] == "Hooray"


async def test_what_changed_while_it_waited_is_what_it_decides_on(world: World, alice: Person) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}/close"
    for change, code in (
        ("update cards set state = 'closed', closed_at = now()", "card_closed"),
        ("update cards set deleted_at = now()", "not_found"),
    ):
        async with world.owner.transaction():
            await world.owner.execute(change)
            waits = asyncio.create_task(alice.post(path))
            await until_waiting(world.owner)
        assert (await waits).json()["code"] == code
