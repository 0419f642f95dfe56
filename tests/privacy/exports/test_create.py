"""Export a person's data in one account."""

import json
from datetime import timedelta
from typing import Any

import pytest

from tests.account_exports.exporting import ACCOUNT, begun
from tests.account_exports.exporting import exported as account_exported
from tests.account_exports.exporting import lines as lines_by_kind
from tests.later import another_time
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.privacy.traces import EMAIL, NAME, NOTE
from tests.world import Person, World
from wellwish.base import clock
from wellwish.privacy.exports import purge
from wellwish.privacy.exports import run as exports_run
from wellwish.privacy.exports.account_export import EXPORT_ACCOUNT
from wellwish.worker import LANES

pytestmark = pytest.mark.anyio


async def exported(world: World, person: Person) -> dict[str, Any]:
    """Returns the completed export."""
    answer = await person.post("/api/exports", {"email": EMAIL})
    assert answer.status_code == 201, answer.text
    await world.work()
    done = (await person.get(f"/api/exports/{answer.json()['id']}")).json()
    assert done["status"] == "completed", done
    return done


async def lines(person: Person, export_id: str) -> list[dict[str, Any]]:
    answer = await person.get(f"/api/exports/{export_id}/file")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(each) for each in answer.text.splitlines()]


async def test_slow_file_storage_delays_only_its_lane() -> None:
    assert {exports_run.EXPORT, EXPORT_ACCOUNT} <= {*LANES["files"]}


async def test_exports_what_the_account_sees(world: World, alice: Person, mallory: Person) -> None:
    placed = await traces.place(world, alice)
    await traces.place(world, mallory)
    tried = await alice.post("/api/exports", {"email": EMAIL}, params={"dry_run": "true"})
    done = await exported(world, alice)
    assert done["counts"] == tried.json()["counts"]
    head, *found = await lines(alice, done["id"])
    assert (head["address"], head["counts"]) == (EMAIL, done["counts"])
    assert sorted(each["object"] for each in found) == [
        "card_admin", "group_member", "invitation", "note", "person", "recipient",
    ]  # fmt: skip
    by_kind = {each["object"]: each for each in found}
    assert (by_kind["note"]["name"], by_kind["note"]["text"]) == (NAME, NOTE)
    assert by_kind["recipient"]["card_id"] == placed.received["id"]
    assert by_kind["recipient"]["card_title"] is None  # a surprise until the card closes
    assert by_kind["person"]["dates"]["birthday"] == "--03-14"
    assert mallory.account_id not in json.dumps(found)
    assert (await mallory.get(f"/api/exports/{done['id']}")).status_code == 404
    assert (await mallory.get(f"/api/exports/{done['id']}/file")).status_code == 404


async def test_hides_what_the_person_declined(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    await world.owner.execute("update people set no_birthday = true")
    done = await exported(world, alice)
    [person] = [each for each in await lines(alice, done["id"]) if each["object"] == "person"]
    assert (person["dates"]["birthday"], person["declined"]) == (None, ["birthday"])


async def test_has_a_file_for_a_week(world: World, alice: Person) -> None:
    made = (await alice.post("/api/exports", {"email": EMAIL})).json()
    early = await alice.get(f"/api/exports/{made['id']}/file")
    assert (early.status_code, early.json()["code"]) == (409, "export_not_ready")
    await world.work()
    with another_time():
        clock.move(timedelta(days=7, minutes=1))
        alice.token = None
        await _purged(world)
        answer = await alice.get(f"/api/exports/{made['id']}/file")
        assert (answer.status_code, answer.json()["code"]) == (409, "export_not_ready")
        assert (await alice.get(f"/api/exports/{made['id']}")).json()["email"] is None
    assert not [each for each in traces.files(world) if made["id"] in str(each)]


async def _purged(world: World) -> None:
    await purge.run(world.services, {})
    await world.work()


async def test_an_erasure_deletes_the_file(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    done = await exported(world, alice)
    assert [each for each in traces.files(world) if done["id"] in str(each)]
    await erased(world, alice)
    assert not [each for each in traces.files(world) if done["id"] in str(each)]
    assert (await alice.get(f"/api/exports/{done['id']}/file")).status_code == 409


async def test_a_second_run_changes_nothing(world: World, alice: Person) -> None:
    done = await exported(world, alice)
    args = {"account_id": alice.account_id, "export_id": done["id"]}
    await exports_run.run(world.services, args)
    assert (await alice.get(f"/api/exports/{done['id']}")).json() == done
    events = (await alice.get("/api/events", params={"type": "export.completed"})).json()["data"]
    assert [each["data"] for each in events] == [{"export_id": done["id"], "status": "completed"}]


@pytest.mark.parametrize(
    "body", [None, {}, {"of": None}, {"of": "person"}, {"of": "account", "email": EMAIL}, {"of": ["account"]}]
)
async def test_a_forgotten_field_is_never_an_export_of_the_account(alice: Person, body: Any) -> None:
    answer = await alice.post("/api/exports", body)
    assert answer.status_code == 422, answer.text
    assert (await alice.get("/api/exports")).json()["data"] == []


async def test_tries_an_export_of_the_account(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    tried = await alice.post("/api/exports", ACCOUNT, params={"dry_run": "true"})
    assert tried.status_code == 200, tried.text
    counts = {each["kind"]: each["total"] for each in tried.json()["records"]}
    assert (counts["card"], counts["contribution"], counts["media"], counts["person"]) == (2, 1, 1, 1)
    assert (tried.json()["of"], tried.json()["counts"]) == ("account", None)
    assert (await alice.get("/api/exports")).json()["data"] == []
    done = await account_exported(alice)
    # The export itself adds an entry to the audit log.
    expected = counts | {"audit_entry": counts["audit_entry"] + 1}
    assert {each["kind"]: each["total"] for each in done["records"]} == expected


async def test_exports_the_account_once_at_a_time(world: World, alice: Person, mallory: Person) -> None:
    made = await begun(alice)
    second = await alice.post("/api/exports", ACCOUNT)
    assert (second.status_code, second.json()["code"]) == (409, "data_request_running")
    assert second.json()["export_id"] == made["id"]
    await begun(mallory)
    assert (await alice.post("/api/exports", {"email": EMAIL})).status_code == 201
    await world.work()
    await begun(alice)


async def test_a_test_key_exports_test_data_only(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    tester = await alice.tester()
    found = await lines_by_kind(tester, (await account_exported(tester))["id"])
    assert NAME not in json.dumps(found)
    assert [each["id"] for each in found["account"]] == [tester.account_id]
    assert all(each["test"] for each in found.get("event", []))
    assert NAME in json.dumps(
        await lines_by_kind(alice, (await account_exported(alice))["id"])
    )  # the control


async def test_records_who_exported_the_account(world: World, alice: Person) -> None:
    made = await begun(alice)
    entries = (await alice.get("/api/audit-log", params={"action": "export.create"})).json()["data"]
    assert [(each["record_id"], each["actor"]["email"]) for each in entries] == [(made["id"], alice.email)]
