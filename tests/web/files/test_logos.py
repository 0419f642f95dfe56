"""The paths of logos."""

import pytest

from tests.logos.test_update import drawn, folders, logo
from tests.media.files import photo
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_the_path_of_a_former_logo_serves_the_present_one(alice: Person) -> None:
    first = await logo(alice, photo(300, 90))
    [former] = folders(alice)
    second = await logo(alice, drawn("black"))
    assert first["url"] != second["url"]
    await alice.world.work()
    assert former not in folders(alice)
    assert len(folders(alice)) == 1
    answer = await alice.world.client.get(first["url"])
    assert answer.content == (await alice.world.client.get(second["url"])).content
    assert answer.headers["cache-control"] == "public, max-age=600"


async def test_a_wrong_path_is_not_found(alice: Person, mallory: Person) -> None:
    made = await logo(alice, photo())
    *_, account_id, token, name = made["url"].split("/")
    for wrong in (
        f"/logos/{mallory.account_id}/{token}/{name}", f"/logos/{account_id}/{'0' * 32}/{name}",
        f"/logos/{account_id}/{token}/logo.png", f"/logos/x/{token}/{name}",
    ):  # fmt: skip
        assert (await alice.world.client.get(wrong)).status_code == 404
    assert (await alice.world.client.get(made["url"])).status_code == 200  # the control


async def test_a_suspended_account_has_no_logo(alice: Person, mallory: Person) -> None:
    """The logo returns after the suspension."""
    own, other = await logo(alice, photo()), await logo(mallory, photo())
    await alice.world.owner.execute(
        "insert into account_suspensions (account_id, suspended_at) values ($1, now())", alice.account_id
    )
    get = alice.world.client.get
    assert (await get(own["url"])).status_code == 404
    assert (await get(other["url"])).status_code == 200  # the control
    await alice.world.owner.execute("delete from account_suspensions")
    assert (await get(own["url"])).status_code == 200
