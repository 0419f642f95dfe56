"""PATCH /api/accounts/{account_id}"""

from tests.guards.test_tenants import bare
from tests.platforms.acting import customer
from tests.world import Person
from wellwish import ids


async def test_changes_the_external_id(platform: Person) -> None:
    made = await customer(platform, external_id="4711")
    path = f"/api/accounts/{made['id']}"
    changed = (await platform.patch(path, {"external_id": "4712"})).json()
    assert changed["external_id"] == "4712"
    assert (await platform.patch(path, {})).json()["external_id"] == "4712"
    reset = (await platform.patch(path, {"external_id": None})).json()
    assert reset["external_id"] is None


async def test_answers_alike_for_every_id_that_is_no_customer(platform: Person, stranger: Person) -> None:
    theirs = await customer(stranger)
    absent = bare(await platform.patch(f"/api/accounts/{ids.new('acct')}", {"external_id": "c-1"}))
    assert absent[0] == 404
    for given in (theirs["id"], platform.account_id, "nonsense"):
        assert bare(await platform.patch(f"/api/accounts/{given}", {"external_id": "c-1"})) == absent, given
