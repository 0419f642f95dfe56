"""The end of an export of the account tells nothing of who wrote an anonymous note."""

from dataclasses import replace
from typing import Any

import pytest

from tests import make
from tests.account_exports.exporting import begun, exported
from tests.contributions.signing import signs, wish
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.privacy.traces import EMAIL
from tests.world import Person, World
from wellwish.account_exports import run
from wellwish.base import clock
from wellwish.deletions.delete import delete_account
from wellwish.infra.db import Database
from wellwish.privacy.erase import erase
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("is_running", [False, True])
@pytest.mark.parametrize("is_visible", [False, True])
async def test_an_author_without_a_visible_tie_ends_no_export(
    world: World, alice: Person, is_visible: bool, is_running: bool
) -> None:
    """The account has erased the person, whose only tie is an anonymous note, or an invitation as well."""
    card = await make.card(alice, moderation="off")
    invited = await make.invitations(alice, card["id"], EMAIL)
    await signs(world, invited[0]["link"], wish(None, "A note", anonymous=True))
    await erased(world, alice)
    if is_visible:
        await make.invitations(alice, card["id"], EMAIL)
    if is_running:
        made = await begun(alice)
        await run.run(world.services, {"account_id": alice.account_id, "export_id": made["id"]})
    else:
        made = await exported(alice)
    before = (await alice.get(f"/api/exports/{made['id']}")).json()
    erasure = await erase(world.services, parse_person(EMAIL), clock.now(), with_anonymous=True)
    assert erasure.changed == [alice.account_id]  # the control: the note is gone
    after = (await alice.get(f"/api/exports/{made['id']}")).json()
    assert (after == before) == (not is_visible)
    await world.work()
    file = await alice.get(f"/api/exports/{made['id']}/file")
    assert file.status_code == (409 if is_visible else 200)


async def test_no_file_outlives_the_account(
    world: World, alice: Person, clone: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator deletes the account after the run has read it, and before its file is durable."""
    made = await begun(alice)
    args = {"account_id": alice.account_id, "export_id": made["id"]}
    store = run.store

    async def late(*given: Any) -> Any:
        owner = Database(clone[0], size=1)
        await owner.open()
        await delete_account(replace(world.services, db=owner), alice.account_id)
        await owner.close()
        await world.work()
        return await store(*given)

    monkeypatch.setattr(run, "store", late)
    assert await run.run(world.services, args) is None
    assert [each for each in traces.files(world) if made["id"] in str(each)]  # the control
    await world.work()
    assert not [each for each in traces.files(world) if made["id"] in str(each)]
