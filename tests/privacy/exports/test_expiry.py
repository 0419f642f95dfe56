"""Which exports end, when, and of which accounts."""

from datetime import timedelta

import pytest

from tests import make
from tests.account_exports.exporting import begun
from tests.account_exports.exporting import exported as account_exported
from tests.later import another_time
from tests.platforms.acting import acting, appoint
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.exports.test_create import exported
from tests.privacy.traces import EMAIL
from tests.world import Person, World
from wellwish.base import clock
from wellwish.privacy.erase import erase
from wellwish.privacy.exports import create, purge
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio


def _files(world: World, *export_ids: str) -> list[str]:
    return [str(each) for each in traces.files(world) if any(one in str(each) for one in export_ids)]


async def _purged(world: World) -> None:
    await purge.run(world.services, {})
    await world.work()


async def test_an_export_of_a_customer_without_members_expires(world: World, alice: Person) -> None:
    await appoint(alice)
    customer = await acting(alice)
    done = await exported(world, customer)
    await _purged(world)
    assert _files(world, done["id"])  # the control
    with another_time():
        clock.move(timedelta(days=7, minutes=1))
        await _purged(world)
    assert not _files(world, done["id"])


async def test_a_person_is_found_at_a_customer_without_members(world: World, alice: Person) -> None:
    await appoint(alice)
    customer = await acting(alice)
    card = await make.card(customer)
    await make.invitations(customer, card["id"], EMAIL)
    done = await erase(world.services, parse_person(EMAIL), clock.now())
    assert done.changed == [customer.account_id]


async def test_serves_no_expired_export_before_the_purge(world: World, alice: Person) -> None:
    person, whole = await exported(world, alice), await account_exported(alice)
    paths = [f"/api/exports/{person['id']}/file"]
    paths += [f"/api/exports/{whole['id']}/{each}" for each in ("file", "archive", "parts", "parts/1")]
    assert [(await alice.get(path)).status_code for path in paths] == [200] * 5
    with another_time():
        clock.move(timedelta(days=7, minutes=1))
        alice.token = None
        answers = [await alice.get(path) for path in paths]
    assert [(each.status_code, each.json()["code"]) for each in answers] == [(409, "export_not_ready")] * 5
    assert _files(world, person["id"])  # the control: nothing has purged it


async def test_a_new_export_of_the_account_ends_the_former(world: World, alice: Person) -> None:
    former, person = await account_exported(alice), await exported(world, alice)
    done = await account_exported(alice)
    assert not _files(world, former["id"])
    assert _files(world, done["id"])
    assert _files(world, person["id"])
    assert (await alice.get(f"/api/exports/{former['id']}/parts")).status_code == 409


async def test_a_trial_ends_no_export(world: World, alice: Person) -> None:
    done = await account_exported(alice)
    assert (
        await alice.post("/api/exports", {"of": "account"}, params={"dry_run": "true"})
    ).status_code == 200
    await world.work()
    assert _files(world, done["id"])


async def test_limits_the_exports_of_people(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create, "_MOST", 1)
    await exported(world, alice)
    refused = await alice.post("/api/exports", {"email": "ben@example.org"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert int(refused.headers["Retry-After"]) == 3600
    await begun(alice)  # the control: that of the account is not counted
    with another_time():
        clock.move(timedelta(days=7, minutes=1))
        alice.token = None
        await _purged(world)
        assert (await alice.post("/api/exports", {"email": "ben@example.org"})).status_code == 201


async def test_a_purge_deletes_more_than_a_batch(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [(await exported(world, each))["id"] for each in (alice, mallory)]
    monkeypatch.setattr("wellwish.infra.jobs.purge.BATCH", 1)
    with another_time():
        clock.move(timedelta(days=7, minutes=1))
        await _purged(world)
    assert not _files(world, *made)


@pytest.mark.parametrize("is_run", [True, False])
async def test_ends_an_export_from_the_former_release(world: World, alice: Person, is_run: bool) -> None:
    """The former release sets no folder until the export completes."""
    await traces.place(world, alice)
    made = (await alice.post("/api/exports", {"email": EMAIL})).json()
    await world.owner.execute("update data_requests set folder = null where id = $1", made["id"])
    if is_run:
        await world.work()
        assert (await alice.get(f"/api/exports/{made['id']}/file")).status_code == 200
    await erase(world.services, parse_person(EMAIL), clock.now())
    shown = (await alice.get(f"/api/exports/{made['id']}")).json()
    assert shown["status"] == ("completed" if is_run else "failed")
    await world.work()
    await _purged(world)
    assert not _files(world, made["id"])
    assert (await alice.get(f"/api/exports/{made['id']}/file")).status_code == 409
