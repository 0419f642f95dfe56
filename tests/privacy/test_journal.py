"""The journal precedes an erasure: while it cannot be written, nothing is erased."""

import pytest

from tests.privacy import traces
from tests.privacy.traces import EMAIL
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.errors import Unavailable
from wellwish.privacy import journal
from wellwish.privacy.erase import erase
from wellwish.privacy.erasures import run
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio


async def away(*_: object) -> None:
    raise Unavailable


@pytest.mark.parametrize("by_account", [True, False])
async def test_erases_nothing_while_the_file_storage_is_away(
    by_account: bool, world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await traces.place(world, alice)
    args = {"account_id": alice.account_id, "erasure_id": ""}
    if by_account:
        args["erasure_id"] = (await alice.post("/api/erasures", {"email": EMAIL})).json()["id"]
    before = await traces.hits(world)

    async def erases() -> None:
        if by_account:
            await run.run(world.services, args)
        else:
            await erase(world.services, parse_person(EMAIL), clock.now())

    with monkeypatch.context() as broken:
        broken.setattr(world.services.storage, "put", away)
        with pytest.raises(Unavailable):
            await erases()
    assert await traces.hits(world) == before
    await erases()
    found = await journal.read(world.services)
    assert (len(found.of_accounts), len(found.everywhere)) == (by_account, not by_account)
    assert await traces.hits(world) < before, "the control"
