"""Removing the logo of an account."""

import pytest

from tests.logos.test_update import PATH, folders, logo
from tests.media.files import photo
from tests.world import Person

pytestmark = pytest.mark.anyio


async def test_removing_it_ends_its_path_and_erases_its_file(alice: Person) -> None:
    made = await logo(alice, photo())
    version = (await alice.get("/api/account")).json()["version"]
    assert (await alice.delete(PATH, headers={"If-Match": f'"{version - 1}"'})).status_code == 412
    gone = (await alice.delete(PATH)).json()
    assert (gone["logo"], gone["version"]) == (None, version + 1)
    assert (await alice.world.client.get(made["url"])).status_code == 404
    await alice.world.work()
    assert folders(alice) == []
    assert (await alice.delete(PATH)).json()["version"] == gone["version"]
    again = await logo(alice, photo())
    assert again["url"].split("/")[-2] != made["url"].split("/")[-2]
