"""Record the opening of an invitation's link."""

import pytest

from tests import make
from tests.contributions.signing import signs, wish
from tests.world import Person, World
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.invitations.open import opened

pytestmark = pytest.mark.anyio


async def opens(world: World, card_id: str, invite_id: str) -> None:
    access = CardAccess(world.alice.account_id, card_id, EVERYTHING)
    async with world.services.db.transaction([access.account_id]) as tx:
        await opened(tx, access, invite_id)


async def test_notes_the_first_time_alone(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    path = f"/api/cards/invitations/{sent['id']}"
    await opens(world, card["id"], sent["id"])
    first = (await alice.get(path)).json()
    assert first["status"] == "opened"
    assert first["opened_at"] is not None
    await opens(world, card["id"], sent["id"])
    assert (await alice.get(path)).json() == first


@pytest.mark.parametrize("status", ["bounced", "failed", "declined"])
async def test_says_when_and_leaves_the_state(status: str, world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await world.owner.execute("update invitations set status = $1", status)
    await opens(world, card["id"], sent["id"])
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["status"] == status
    assert after["opened_at"] is not None


async def test_keeps_only_the_day(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await opens(world, card["id"], sent["id"])
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["opened_at"].endswith("T00:00:00.000Z")
    assert after["updated_at"] == sent["updated_at"], "the version changes, the time of the day does not"
    await signs(world, sent["link"], wish(anonymous=True))
    await opens(world, card["id"], sent["id"])
    assert (await alice.get(f"/api/cards/invitations/{sent['id']}")).json() == after


async def test_shows_only_the_day_of_older_rows(world: World, alice: Person) -> None:
    card = await make.card(alice)
    [sent] = await make.invitations(alice, card["id"], "carol@example.com")
    await world.owner.execute("update invitations set opened_at = '2026-03-01 12:34:56.789+00'")
    after = (await alice.get(f"/api/cards/invitations/{sent['id']}")).json()
    assert after["opened_at"] == "2026-03-01T00:00:00.000Z"
