"""Retrieve a part of an export of an account."""

import hashlib
import json

import pytest

from tests.account_exports.exporting import ACCOUNT, exported, parts
from tests.privacy import traces
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_returns_the_bytes_of_each_part(world: World, alice: Person, mallory: Person) -> None:
    await traces.place(world, alice)
    done = await exported(alice)
    records = b""
    for each in await parts(alice, done["id"]):
        answer = await alice.get(f"/api/exports/{done['id']}/parts/{each['number']}")
        assert answer.headers["content-type"] == "application/octet-stream"
        name = each["name"].rpartition("/")[2]
        assert answer.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert hashlib.sha256(answer.content).hexdigest() == each["sha256"]
        assert len(answer.content) == each["size_bytes"]
        if each["kind"] == "file":
            assert each["name"].startswith("media/media_")
        else:
            found = [json.loads(line) for line in answer.content.splitlines()]
            assert (len(found), {line["object"] for line in found}) == (each["records"], {each["kind"]})
            records += answer.content
    assert records == (await alice.get(f"/api/exports/{done['id']}/file")).content
    assert (await mallory.get(f"/api/exports/{done['id']}/parts/1")).status_code == 404


async def test_other_numbers_are_not_found(world: World, alice: Person) -> None:
    made = (await alice.post("/api/exports", ACCOUNT)).json()
    path = f"/api/exports/{made['id']}/parts"
    assert (await alice.get(f"{path}/1")).json()["code"] == "export_not_ready"
    await world.work()
    for number in ("0", "9999", "-1", "1.0", "x", "9" * 30, "²"):
        assert (await alice.get(f"{path}/{number}")).status_code == 404, number
    assert (await alice.get(f"{path}/1")).status_code == 200


async def test_a_file_of_a_removed_note_is_gone(world: World, alice: Person) -> None:
    placed = await traces.place(world, alice)
    done = await exported(alice)
    [file] = [each for each in await parts(alice, done["id"]) if each["kind"] == "file"]
    path = f"/api/exports/{done['id']}/parts/{file['number']}"
    assert (await alice.get(path)).status_code == 200
    [note] = (await alice.get(f"/api/cards/{placed.signed['id']}/contributions")).json()["data"]
    removed = await alice.delete(f"/api/cards/{placed.signed['id']}/contributions/{note['id']}")
    assert removed.status_code == 200
    await world.work()
    assert (await alice.get(path)).status_code == 404
