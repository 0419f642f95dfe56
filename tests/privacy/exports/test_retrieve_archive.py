"""Retrieve the archive of an export of an account."""

import io
import zipfile

import pytest

from tests.account_exports.exporting import ACCOUNT, part, parts
from tests.privacy import traces
from tests.privacy.traces import EMAIL
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_has_every_part(world: World, alice: Person, mallory: Person) -> None:
    placed = await traces.place(world, alice)
    made = (await alice.post("/api/exports", ACCOUNT)).json()
    path = f"/api/exports/{made['id']}/archive"
    assert (await alice.get(path)).json()["code"] == "export_not_ready"
    await world.work()
    answer = await alice.get(path)
    assert answer.headers["content-type"] == "application/zip"
    listed = await parts(alice, made["id"])
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [each["name"] for each in listed]
        for each in listed:
            assert archive.read(each["name"]) == await part(alice, made["id"], each["number"])
    assert (await mallory.get(path)).status_code == 404
    [note] = (await alice.get(f"/api/cards/{placed.signed['id']}/contributions")).json()["data"]
    await alice.delete(f"/api/cards/{placed.signed['id']}/contributions/{note['id']}")
    await world.work()
    with zipfile.ZipFile(io.BytesIO((await alice.get(path)).content)) as archive:
        assert archive.namelist() == [each["name"] for each in listed if each["kind"] != "file"]


async def test_an_export_of_a_person_has_no_archive(world: World, alice: Person) -> None:
    made = (await alice.post("/api/exports", {"email": EMAIL})).json()
    await world.work()
    answer = await alice.get(f"/api/exports/{made['id']}/archive")
    assert (answer.status_code, answer.json()["code"]) == (409, "export_not_ready")
