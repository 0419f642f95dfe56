"""List the parts of an export of an account."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest

from tests.account_exports.exporting import ACCOUNT, completed, exported, parts
from tests.privacy.traces import EMAIL
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_lists_the_parts_in_their_order(world: World, alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/exports", ACCOUNT)).json()
    path = f"/api/exports/{made['id']}/parts"
    early = await alice.get(path)
    assert (early.status_code, early.json()["code"]) == (409, "export_not_ready")
    await world.work()
    done = await completed(alice, made["id"])
    found = await parts(alice, made["id"])
    assert [each["number"] for each in found] == [*range(1, len(found) + 1)]
    assert found[0] | {"kind": "account", "records": 1, "name": "000001-account.ndjson"} == found[0]
    whole = (await alice.get(f"/api/exports/{made['id']}/file")).content
    assert (sum(each["size_bytes"] for each in found), done["size_bytes"]) == (len(whole), len(whole))
    assert (await mallory.get(path)).status_code == 404


async def test_pages(alice: Person) -> None:
    done = await exported(alice)
    path = f"/api/exports/{done['id']}/parts"
    first = (await alice.get(path, params={"limit": "2"})).json()
    assert ([each["number"] for each in first["data"]], first["has_more"]) == ([1, 2], True)
    second = await alice.get(path, params={"limit": "2", "cursor": first["next_cursor"]})
    assert second.json()["data"][0]["number"] == 3
    [account, *_] = first["data"]
    content = (await alice.get(f"{path}/1")).content
    assert account["sha256"] == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("forged", ["99999999999", "x", "-1"])
async def test_refuses_a_forged_cursor(alice: Person, forged: str) -> None:
    done = await exported(alice)
    path = f"/api/exports/{done['id']}/parts"
    cursor = (await alice.get(path, params={"limit": "1"})).json()["next_cursor"]
    _, filters = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    cursor = urlsafe_b64encode(json.dumps([forged, filters]).encode()).decode().rstrip("=")
    answer = await alice.get(path, params={"limit": "1", "cursor": cursor})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid_cursor")


async def test_an_export_of_a_person_has_no_parts(world: World, alice: Person) -> None:
    made = (await alice.post("/api/exports", {"email": EMAIL})).json()
    await world.work()
    assert await parts(alice, made["id"]) == []
