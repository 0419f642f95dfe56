"""No export outlives the erasure of its person, in whatever order and however either is killed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests import make
from tests.contributions.signing import signs, wish
from tests.privacy import traces
from tests.privacy.conftest import _own_journal as _own_journal  # noqa: PLC0414 - a fixture of another folder
from tests.privacy.erasures.erasing import erased
from tests.privacy.exports.test_create import exported, lines
from tests.privacy.traces import EMAIL, PHONE
from tests.world import Person, World
from wellwish.base import clock
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.contributions.mail_link import mail_link
from wellwish.infra.storage import Storage
from wellwish.privacy.erase import erase
from wellwish.privacy.erasures import run as erasures_run
from wellwish.privacy.exports import purge
from wellwish.privacy.exports import run as exports_run
from wellwish.privacy.person import parse_person

pytestmark = pytest.mark.anyio


async def _by_the_person(world: World, _: Person) -> None:
    await erase(world.services, parse_person(EMAIL), clock.now())


async def _by_the_account_with_another_address(world: World, alice: Person) -> None:
    """A request by the same address would be refused while the export runs."""
    made = await alice.post("/api/erasures", {"phone": PHONE})
    assert made.status_code == 201, made.text
    args = {"account_id": alice.account_id, "erasure_id": made.json()["id"]}
    await erasures_run.run(world.services, args)


ERASURES = (_by_the_person, _by_the_account_with_another_address)
Erases = Callable[[World, Person], Awaitable[None]]


def _files(world: World, export_id: str) -> list[str]:
    return [str(each) for each in traces.files(world) if export_id in str(each)]


async def _purged(world: World) -> None:
    await world.work()
    await purge.run(world.services, {})
    await world.work()


@pytest.mark.parametrize("erases", ERASURES)
async def test_a_completed_export_ends(world: World, alice: Person, erases: Erases) -> None:
    await traces.place(world, alice)
    done = await exported(world, alice)
    assert _files(world, done["id"])
    await erases(world, alice)
    await world.work()
    assert not _files(world, done["id"])
    refused = await alice.get(f"/api/exports/{done['id']}/file")
    assert (refused.status_code, refused.json()["code"]) == (409, "export_not_ready")
    assert (await alice.get(f"/api/exports/{done['id']}")).json()["email"] is None


@pytest.mark.parametrize("erases", ERASURES)
@pytest.mark.parametrize("killed", ["", "before the file", "after the file", "after the file and the purge"])
async def test_a_running_export_fails(
    world: World, alice: Person, erases: Erases, killed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The erasure comes after the export has read the data, and before it completes."""
    await traces.place(world, alice)
    made = (await alice.post("/api/exports", {"email": EMAIL})).json()
    args = {"account_id": alice.account_id, "export_id": made["id"]}
    put = Storage.put

    async def erases_first(self: Storage, key: str, content: bytes) -> None:
        if made["id"] not in key:
            await put(self, key, content)
            return
        assert EMAIL.encode() in content  # the control: the export has read the data
        await erases(world, alice)
        if killed == "before the file":
            raise ConnectionError
        if killed.endswith("purge"):
            await purge.run(world.services, {})
        await put(self, key, content)
        if killed:
            raise ConnectionError

    with monkeypatch.context() as patched:
        patched.setattr(Storage, "put", erases_first)
        try:
            await exports_run.run(world.services, args)
        except ConnectionError:
            assert killed
    assert bool(_files(world, made["id"])) == (killed != "before the file")  # the control
    await _purged(world)  # the queue runs a killed job again
    await exports_run.run(world.services, args)
    await world.work()
    assert not _files(world, made["id"])
    shown = (await alice.get(f"/api/exports/{made['id']}")).json()
    assert (shown["status"], shown["status_reason"], shown["email"]) == ("failed", "person_erased", None)
    events = (await alice.get("/api/events", params={"type": "export.failed"})).json()["data"]
    assert [each["data"]["export_id"] for each in events] == [made["id"]]


async def test_a_read_waits_for_an_erasure_that_cannot_see_its_export(world: World, alice: Person) -> None:
    """The export was created after the erasure had looked for exports, and before it committed."""
    await traces.place(world, alice)
    async with world.services.db.transaction([alice.account_id]) as tx:
        hashes = [parse_person(EMAIL).erasure_hash(world.services.keys)]
        assert await purge.expire_exports_of(tx, alice.account_id, hashes) == 0
        made = (await alice.post("/api/exports", {"email": EMAIL})).json()
        args = {"account_id": alice.account_id, "export_id": made["id"]}
        reading = asyncio.create_task(exports_run.run(world.services, args))
        done, _ = await asyncio.wait([reading], timeout=0.5)
        assert not done
    await reading
    assert _files(world, made["id"])  # the control: once it has committed, the export reads


@pytest.mark.parametrize("is_author", [True, False])
async def test_the_end_shows_nothing_of_anonymous_notes(world: World, alice: Person, is_author: bool) -> None:
    """The account erases and exports the person, who then erases their own data.

    An empty export must not end either: it would show the account who used `/privacy`.
    """
    card = await make.card(alice, moderation="off")
    invited = await make.invitations(alice, card["id"], EMAIL, "ben@example.org")
    await signs(world, invited[0 if is_author else 1]["link"], wish(None, "A note", anonymous=True))
    await erased(world, alice)
    export = await exported(world, alice)
    assert not any(export["counts"].values())
    await erase(world.services, parse_person(EMAIL), clock.now(), with_anonymous=False)
    await world.work()
    assert _files(world, export["id"])
    assert (await alice.get(f"/api/exports/{export['id']}")).json() == export
    assert await _mails(world) == 0
    events = (await alice.get("/api/events", params={"limit": 1})).json()["data"]
    assert [each["type"] for each in events] == ["export.completed"]


@pytest.mark.parametrize("is_author", [True, False])
@pytest.mark.parametrize("tie", ["failed export", "running invitation of a group"])
async def test_the_mail_to_owners_shows_nothing_of_anonymous_notes(
    world: World, alice: Person, tie: str, is_author: bool
) -> None:
    """The account erases the person, and keeps what its own erasure does not find or gets it again."""
    card = await make.card(alice, moderation="off")
    invited = await make.invitations(alice, card["id"], EMAIL, "ben@example.org")
    await signs(world, invited[0 if is_author else 1]["link"], wish(None, "A note", anonymous=True))
    await world.work()
    if tie == "failed export":
        made = (await alice.post("/api/exports", {"email": EMAIL})).json()
        assert made["counts"]["invitations"] == 1
        async with world.services.db.transaction([alice.account_id]) as tx:
            args = {"account_id": alice.account_id, "export_id": made["id"]}
            await exports_run.fail_dead(tx, world.services, args)
    await erased(world, alice)
    if tie != "failed export":
        group = (await alice.post("/api/groups", {"name": "Choir", "members": [{"email": EMAIL}]})).json()
        to_group = [{"delivery_type": "group", "delivery_id": group["id"]}]
        body = {"card_id": card["id"], "invitees": to_group}
        assert (await alice.post("/api/cards/invitations", body)).status_code == 201
        assert (await alice.delete(f"/api/groups/{group['id']}")).is_success
    done = await erase(world.services, parse_person(EMAIL), clock.now(), with_anonymous=True)
    await world.work()
    assert await _mails(world) == int(tie != "failed export")
    assert done.changed == [alice.account_id] * (is_author or tie != "failed export")


async def _mails(world: World) -> int:
    return await world.owner.fetchval("select count(*) from messages where kind = 'person_request'")


@pytest.mark.parametrize("tie", ["invitation", "mail", "hash"])
async def test_an_unseen_tie_ends_no_export_of_the_account(world: World, alice: Person, tie: str) -> None:
    """The end would tell the owner that the author of an anonymous note erased themselves."""
    card = await make.card(alice, moderation="off")
    if tie == "mail":
        signed = await signs(world, card["sign_url"], wish(None, "A note", anonymous=True))
        access = CardAccess(alice.account_id, card["id"], EVERYTHING)
        async with world.services.db.transaction([alice.account_id]) as tx:
            row = await card_row.load(tx, access)
            assert await mail_link(tx, world.services, row, signed.row, EMAIL)
    else:
        [invited] = await make.invitations(alice, card["id"], EMAIL)
        await signs(world, invited["link"], wish(None, "A note", anonymous=True))
    await world.work()
    if tie == "hash":
        await erased(world, alice)
    made = (await alice.post("/api/exports", {"of": "account"})).json()
    await world.work()
    assert _files(world, made["id"])
    done = await erase(world.services, parse_person(EMAIL), clock.now(), with_anonymous=False)
    assert done.changed == [alice.account_id]  # the control: the person's request finds the note
    await world.work()
    is_seen = tie == "invitation"
    assert bool(_files(world, made["id"])) == (not is_seen)
    assert await _mails(world) == int(is_seen)


async def test_names_the_kinds_that_are_cut(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], EMAIL)
    other = await make.card(alice)
    await make.invitations(alice, other["id"], EMAIL)
    whole = await _head(world, alice)
    assert whole["truncated"] == []
    monkeypatch.setattr("wellwish.privacy.exports.visible_data._MOST", 1)
    cut = await _head(world, alice)
    assert (cut["truncated"], cut["counts"]["invitations"]) == (["invitation"], 2)


async def _head(world: World, alice: Person) -> dict[str, Any]:
    done = await exported(world, alice)
    head, *found = await lines(alice, done["id"])
    assert len(found) == 2 - len(head["truncated"])
    return head
