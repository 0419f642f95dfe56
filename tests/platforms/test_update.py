"""PATCH /api/accounts/{account_id}"""

from tests.guards.test_tenants import bare
from tests.platforms.acting import customer
from tests.world import Person
from wellwish.base import ids


async def test_changes_where_the_cards_come_from(platform: Person) -> None:
    made = await customer(platform)
    path = f"/api/accounts/{made['id']}"
    assert made["cards_from"] == "own"
    assert (await platform.patch(path, {"cards_from": "platform"})).json()["cards_from"] == "platform"
    kept = (await platform.patch(path, {"external_id": "4711"})).json()
    assert (kept["cards_from"], kept["external_id"]) == ("platform", "4711")
    refused = await platform.patch(path, {"cards_from": "both"})
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/cards_from")
    [entry, *_] = (await platform.get("/api/audit-log")).json()["data"]
    assert (entry["action"], entry["record_id"]) == ("account.update_customer", made["id"])


async def test_changes_the_external_id(platform: Person) -> None:
    made = await customer(platform, external_id="4711")
    path = f"/api/accounts/{made['id']}"
    changed = (await platform.patch(path, {"external_id": "4712"})).json()
    assert changed["external_id"] == "4712"
    assert (await platform.patch(path, {})).json()["external_id"] == "4712"
    reset = (await platform.patch(path, {"external_id": None})).json()
    assert reset["external_id"] is None


async def test_every_id_that_is_no_customer_gets_the_same_response(
    platform: Person, stranger: Person
) -> None:
    theirs = await customer(stranger)
    absent = bare(await platform.patch(f"/api/accounts/{ids.new('acct')}", {"external_id": "c-1"}))
    assert absent[0] == 404
    for given in (theirs["id"], platform.account_id, "nonsense"):
        assert bare(await platform.patch(f"/api/accounts/{given}", {"external_id": "c-1"})) == absent, given
