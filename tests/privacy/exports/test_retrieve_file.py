"""Retrieve the file of an export."""

import json

import pytest

from tests import make
from tests.privacy.traces import EMAIL
from tests.world import Person, World

pytestmark = pytest.mark.anyio


async def test_returns_a_record_on_each_line(world: World, alice: Person, mallory: Person) -> None:
    card = await make.card(alice)
    [invited] = await make.invitations(alice, card["id"], EMAIL)
    made = (await alice.post("/api/exports", {"email": EMAIL})).json()
    path = f"/api/exports/{made['id']}/file"
    assert (await alice.get(path)).json()["code"] == "export_not_ready"
    await world.work()
    answer = await alice.get(path)
    assert answer.headers["content-disposition"] == f'attachment; filename="{made["id"]}.ndjson"'
    head, line = map(json.loads, answer.text.splitlines())
    assert (head["object"], head["id"]) == ("export", made["id"])
    assert (line["object"], line["id"], line["address"]) == ("invitation", invited["id"], EMAIL)
    assert (await mallory.get(path)).status_code == 404
