"""The pages of an export and of an erasure: progress, file, receipt."""

import pytest

from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.traces import EMAIL, NAME
from tests.web.desk.account.test_privacy import PATH, listed, looked_up, numbers, press
from tests.web.desk.furnished import entered
from tests.world import Person, World
from wellwish.base import clock
from wellwish.privacy.erase import erase
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio


async def test_lists_no_export_of_the_account_among_those_of_people(alice: Person) -> None:
    made = (await alice.post("/api/exports", {"of": "account"})).json()
    visitor = await entered(alice)
    assert made["id"] not in (await visitor.open(PATH)).text
    assert 'href="/account/privacy/account"' in visitor.page
    answer = await visitor.open(f"{PATH}/exports/{made['id']}")
    assert answer.headers["location"] == "/account/privacy/account"


async def test_says_that_a_job_has_failed(world: World, alice: Person) -> None:
    for kind, says in (("exports", "The export failed"), ("erasures", "The erasure failed before its end.")):
        visitor = await looked_up(alice)
        assert await press(visitor, kind, confirm="yes") == 303
        await world.owner.execute("update data_requests set status = 'failed', sealed_address = null")
        await visitor.open(visitor.next)
        assert says in visitor.page
        assert "Start again" in visitor.page
    await visitor.open(PATH)
    assert visitor.page.count("Failed") == 2


async def test_says_that_an_export_ended_with_the_erasure_of_its_person(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    visitor = await looked_up(alice)
    assert await press(visitor, "exports") == 303
    await erase(world.services, parse_person(EMAIL), clock.now(), with_anonymous=False)
    await visitor.open(visitor.next)
    assert "because the person was erased in the meantime" in visitor.page


async def test_exports_and_downloads_the_file(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    visitor = await looked_up(alice)
    assert await press(visitor, "exports") == 303
    path = visitor.next
    assert path.startswith(f"{PATH}/exports/exp_")
    await visitor.open(path)
    assert '<meta http-equiv="refresh"' in visitor.page
    assert (await visitor.open(f"{path}/file")).headers["location"] == path
    await world.work()
    await visitor.open(path)
    assert "The file is ready." in visitor.page
    assert '<meta http-equiv="refresh"' not in visitor.page
    answer = await visitor.open(f"{path}/file")
    assert answer.headers["content-disposition"].endswith('.ndjson"')
    assert NAME in answer.text
    await visitor.open(PATH)
    assert (EMAIL in visitor.page, path in visitor.page, "Ready" in visitor.page) == (True, True, True)


async def test_erases_after_a_confirmation_and_keeps_the_receipt(world: World, alice: Person) -> None:
    await traces.place(world, alice)
    visitor = await looked_up(alice)
    assert await press(visitor, "exports") == 303
    exported = visitor.next
    await world.work()
    await visitor.open(PATH)
    await visitor.press(PATH, address=EMAIL)
    assert await press(visitor, "erasures") == 422
    assert "Tick the box to erase the data." in visitor.page
    assert await listed(alice, "erasures") == []
    assert await press(visitor, "erasures", confirm="yes") == 303
    path = visitor.next
    assert (await visitor.open(f"{path}/receipt")).status_code == 404
    await visitor.open(path)
    assert "The erasure starts in a moment." in visitor.page
    await world.work()
    await visitor.open(path)
    assert numbers(visitor)["Notes with a name"] == "1"
    assert EMAIL not in visitor.page
    receipt = await visitor.open(f"{path}/receipt")
    assert receipt.headers["content-disposition"] == f'attachment; filename="{receipt.json()["id"]}.json"'
    [made] = await listed(alice, "erasures")
    assert receipt.json() == made
    assert made["receipt"]["signature"]
    await visitor.open(exported)
    assert "The file has been deleted" in visitor.page
    await visitor.open(PATH)
    assert (EMAIL not in visitor.page, "Erased" in visitor.page) == (True, True)
