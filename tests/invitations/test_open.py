"""Record the opening of an invitation's link."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from tests import make
from tests.contributions.signing import signs, wish
from tests.later import another_time
from tests.world import Person, World
from wellwish.base import clock
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.invitations.open import opened

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _clock() -> Iterator[None]:
    with another_time():
        yield


async def opens(world: World, card_id: str, invite_id: str) -> None:
    access = CardAccess(world.alice.account_id, card_id, EVERYTHING)
    async with world.services.db.transaction([access.account_id]) as tx:
        await opened(tx, access, invite_id)


async def next_day(world: World) -> None:
    clock.move(clock.now() - datetime.now(UTC) + timedelta(days=1))
    for person in (world.alice, world.bob):
        person.token = None
    await world.work()


async def test_records_only_the_first_opening(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    path = f"/api/cards/invitations/{sent['id']}"
    await world.work()
    before = (await alice.get(path)).content
    await opens(world, card["id"], sent["id"])
    await world.work()
    assert (await alice.get(path)).content == before, "readers would see it before an anonymous note"
    await next_day(world)
    first = (await alice.get(path)).json()
    assert first["status"] == "opened"
    assert first["opened_at"] == first["created_at"][:10] + "T00:00:00.000Z"
    await opens(world, card["id"], sent["id"])
    await next_day(world)
    assert (await alice.get(path)).json() == first
    assert await world.owner.fetchval("select count(*) from jobs where kind = 'invitations.show_opened'") == 0


@pytest.mark.parametrize("status", ["bounced", "failed", "declined"])
async def test_says_when_and_leaves_the_state(status: str, world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await world.owner.execute("update invitations set status = $1", status)
    await opens(world, card["id"], sent["id"])
    await next_day(world)
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["status"] == status
    assert after["opened_at"] is not None


async def test_keeps_only_the_day(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await world.work()
    await opens(world, card["id"], sent["id"])
    await next_day(world)
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["opened_at"].endswith("T00:00:00.000Z")
    assert after["updated_at"].endswith("T00:00:00.000Z"), "the time of the job reveals nothing"
    await signs(world, sent["link"], wish(anonymous=True))
    await opens(world, card["id"], sent["id"])
    assert (await alice.get(f"/api/cards/invitations/{sent['id']}")).json() == after


async def test_shows_only_the_day_of_older_rows(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await world.owner.execute("update invitations set opened_at = '2026-03-01 12:34:56.789+00'")
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["opened_at"] == "2026-03-01T00:00:00.000Z"
