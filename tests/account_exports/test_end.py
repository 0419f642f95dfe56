"""The end of an export of the account tells nothing of who wrote an anonymous note."""

import pytest

from tests import make
from tests.account_exports.exporting import begun, completed, exported
from tests.contributions.signing import signs, wish
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.privacy.traces import EMAIL
from tests.world import Person, World
from wellwish.account_exports import run
from wellwish.base import clock
from wellwish.privacy.erase import erase
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("is_visible", [False, True])
async def test_an_author_without_a_visible_tie_ends_no_export(
    world: World, alice: Person, is_visible: bool
) -> None:
    """The account has erased the person, whose only tie is an anonymous note, or an invitation as well."""
    card = await make.card(alice, moderation="off")
    invited = await make.invitations(alice, card["id"], EMAIL)
    await signs(world, invited[0]["link"], wish(None, "A note", anonymous=True))
    await erased(world, alice)
    if is_visible:
        await make.invitations(alice, card["id"], EMAIL)
    done = await exported(alice)
    running = await begun(alice)
    args = {"account_id": alice.account_id, "export_id": running["id"]}
    await run.run(world.services, args)
    before = [(await alice.get(f"/api/exports/{each['id']}")).json() for each in (done, running)]
    erasure = await erase(world.services, parse_person(EMAIL), clock.now(), with_anonymous=True)
    assert erasure.changed == [alice.account_id]  # the control: the note is gone
    after = [(await alice.get(f"/api/exports/{each['id']}")).json() for each in (done, running)]
    assert (after == before) == (not is_visible)
    await world.work()
    file = await alice.get(f"/api/exports/{done['id']}/file")
    assert file.status_code == (409 if is_visible else 200)
    if not is_visible:
        await completed(alice, running["id"])
