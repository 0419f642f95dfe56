"""Export all data of the account at the desk."""

import io
import zipfile
from datetime import timedelta

import pytest

from tests import make
from tests.later import another_time
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.web.desk.furnished import entered
from tests.world import Person, World
from wellwish.account_exports import run
from wellwish.base import clock

pytestmark = pytest.mark.anyio
PATH = "/account/privacy/account"


async def test_starts_follows_and_downloads(world: World, alice: Person) -> None:
    card = await make.card(alice)
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert "<progress" not in visitor.page
    answer = await visitor.press(PATH, form_key=visitor.value("form_key"))
    assert (answer.status_code, visitor.next) == (303, PATH)
    await visitor.open(PATH)
    assert "The export is being written: 0 of" in visitor.page
    assert '<meta http-equiv="refresh"' in visitor.page
    [made] = (await alice.get("/api/exports")).json()["data"]
    assert made["of"] == "account"
    file = f"{PATH}/{made['id']}/archive"
    assert (await visitor.open(file)).headers["location"] == PATH
    await world.work()
    await visitor.open(PATH)
    assert "The file is ready." in visitor.page
    assert f'href="{file}"' in visitor.page
    answer = await visitor.open(file)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        [name] = [each for each in archive.namelist() if "-card.ndjson" in each]
        assert card["id"] in archive.read(name).decode()
    with another_time():
        clock.move(timedelta(days=7, minutes=1))
        visitor = await entered(alice)
        await visitor.open(PATH)
        assert "The file has been deleted" in visitor.page


async def test_shows_the_running_one_instead_of_a_second(world: World, alice: Person) -> None:
    visitor = await entered(alice)
    for _ in range(2):
        await visitor.open(PATH)
        key = visitor.value("form_key") if 'name="form_key"' in visitor.page else "again"
        assert (await visitor.press(PATH, form_key=key)).status_code == 303
    assert len((await alice.get("/api/exports")).json()["data"]) == 1


async def test_says_why_it_stopped(world: World, alice: Person) -> None:
    made = (await alice.post("/api/exports", {"of": "account"})).json()
    await run.run(world.services, {"account_id": alice.account_id, "export_id": made["id"]})
    await erased(world, alice)
    visitor = await entered(alice)
    await visitor.open(PATH)
    assert "because a person was erased. Start it again." in visitor.page


async def test_needs_a_recent_sign_in(world: World, alice: Person) -> None:
    visitor = await entered(alice)
    await visitor.open(PATH)
    key = visitor.value("form_key")
    await world.owner.execute("update sessions set created_at = created_at - interval '2 days'")
    answer = await visitor.press(PATH, form_key=key)
    assert answer.headers["location"].startswith("/sign-in")
    assert (await alice.get("/api/exports")).json()["data"] == []


async def test_is_for_owners(world: World, alice: Person) -> None:
    visitor = await entered(alice)
    await world.owner.execute("update memberships set role = 'member' where user_id = $1", alice.user_id)
    assert (await visitor.open(PATH)).status_code == 403
