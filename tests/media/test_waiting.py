"""Files that await a note: one guest's files do not keep others from uploading."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from tests import make
from tests.media import files, sounds
from tests.web.signing.test_sign import notes, shared
from tests.web.visitor import Visitor, path_of
from tests.world import World
from wellwish.base.errors import TooManyMedia
from wellwish.base.limiter import Key
from wellwish.infra.db import Tx
from wellwish.media import waiting
from wellwish.media.media import MediaRow
from wellwish.media.store_upload import Upload, insert, keep, prepare
from wellwish.media.waiting import Guest

pytestmark = pytest.mark.anyio

VOICE = sounds.ogg(1)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "MAX_OF_API", 4)
    monkeypatch.setattr(waiting, "MAX_OF_BROWSER", 3)
    monkeypatch.setattr(waiting, "MAX_OF_GUESTS", 6)


@pytest.fixture
def at(world: World) -> Iterator[Any]:
    """Sets the network address of the next requests."""
    transport: Any = world.client._transport

    def set_address(address: str) -> None:
        transport.client = (address, 50_000)

    yield set_address
    set_address("127.0.0.1")


async def upload(world: World, path: str, guest: Visitor | None = None) -> httpx2.Response:
    """Uploads a recording, by default as a guest with a new browser."""
    guest = guest or Visitor(world)
    await guest.open(path)
    data = {"form_token": guest.token(), "kind": "voice"}
    return await guest.request("POST", f"{path}/media", data=data, files={"file": ("a.ogg", VOICE)})


async def kept(world: World) -> set[str]:
    return {row[0] for row in await world.owner.fetch("select id from media")}


async def test_a_browser_has_only_so_many_files_waiting(world: World) -> None:
    _, path = await shared(world)
    greedy, other = Visitor(world), Visitor(world)
    assert [(await upload(world, path, greedy)).status_code for _ in range(5)] == [201, 201, 201, 409, 409]
    assert (await upload(world, path, other)).status_code == 201, "the control: another guest has room"
    answer = await greedy.sign(path, {"voice": ("a.ogg", VOICE)}, text="These stay")
    assert answer.status_code == 422
    assert "You have too many unused uploads" in greedy.page
    assert "These stay</textarea>" in greedy.page


async def test_a_file_that_a_note_takes_no_longer_waits(world: World) -> None:
    card, path = await shared(world)
    guest = Visitor(world)
    media = [(await upload(world, path, guest)).json()["id"] for _ in range(3)]
    await guest.open(path)
    assert (await guest.send(path, media=media[0])).status_code == 303
    [row] = await world.owner.fetch(
        "select upload_browser, upload_source from media where contribution_id is not null"
    )
    assert tuple(row) == (None, None), "nothing connects the note with a browser"
    assert len(await notes(world, card)) == 1
    assert (await upload(world, f"{path}?another=1".partition("?")[0], guest)).status_code == 201


async def test_a_guest_who_changes_browsers_does_not_stop_others(world: World, at: Any) -> None:
    _, path = await shared(world)
    at("198.51.100.7")
    flood = [(await upload(world, path)).json()["id"] for _ in range(6)]
    at("203.0.113.9")
    victim = (await upload(world, path)).json()["id"]
    assert await kept(world) == {*flood[1:], victim}, "the oldest file of the source with the most is gone"
    at("198.51.100.7")
    more = [(await upload(world, path)).json()["id"] for _ in range(9)]
    assert await kept(world) == {*more[-5:], victim}
    await world.work()
    media = world.services.settings.data_dir / "media"
    rows = await world.owner.fetch("select folder from media")
    assert all((media / row[0]).is_dir() for row in rows)


async def test_a_guest_of_the_same_network_is_pushed_out_last(world: World) -> None:
    """Browsers with several files lose files first; then the oldest files are deleted."""
    _, path = await shared(world)
    several = Visitor(world)
    flood = [(await upload(world, path, several)).json()["id"] for _ in range(3)]
    victim = (await upload(world, path)).json()["id"]
    for _ in range(4):
        await upload(world, path)
    left = await kept(world)
    assert (len(left), victim in left, len(left & {*flood})) == (6, True, 1)


async def test_a_personal_link_is_a_separate_source(world: World) -> None:
    """Colleagues with one network address: the link of one person does not push others out."""
    card, path = await shared(world)
    flood, invited = await make.invitations(world.alice, card["id"], "noor@example.com", "sam@example.com")
    victim = (await upload(world, path_of(invited["link"]))).json()["id"]
    mine = (await upload(world, path)).json()["id"]
    for _ in range(9):
        assert (await upload(world, path_of(flood["link"]))).status_code == 201
    assert {victim, mine} <= await kept(world)
    assert len(await kept(world)) == 6


async def test_files_of_the_api_are_counted_apart(world: World) -> None:
    card, path = await shared(world)
    for status in (201, 201, 201, 201, 409):
        answer = await world.alice.post(f"/api/cards/{card['id']}/media", files.body("voice", VOICE))
        assert answer.status_code == status
    ours = await kept(world)
    for _ in range(8):
        assert (await upload(world, path)).status_code == 201
    assert ours <= await kept(world), "guests do not push out the files of programs"
    assert len(await kept(world)) == 4 + 6


async def _second(world: World, patience_s: float) -> MediaRow | BaseException:
    """Returns the result of an upload that begins before the first one of the same browser commits."""
    account, card = world.alice.account_id, (await make.card(world.alice))["id"]
    upload = Upload("voice", VOICE, guest=Guest("browser", "source"))
    first, second = [await prepare(world.services, Key(account, card), upload) for _ in range(2)]

    async def other() -> MediaRow:
        async with world.services.db.transaction([account]) as tx:
            return await insert(tx, world.services, account, card, second)

    async with world.services.db.transaction([account]) as tx:
        await insert(tx, world.services, account, card, first)
        task = asyncio.create_task(other())
        await asyncio.wait({task}, timeout=patience_s)
    [result] = await asyncio.gather(task, return_exceptions=True)
    return result


async def test_two_uploads_at_the_same_time_do_not_pass_the_limit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MAX_OF_BROWSER", 1)
    assert isinstance(await _second(world, 0.3), TooManyMedia)

    async def no_lock(tx: Tx, card_id: str) -> None:
        """The control."""

    monkeypatch.setattr(waiting, "lock", no_lock)
    assert isinstance(await _second(world, 10), MediaRow)


async def test_two_uploads_at_the_same_time_push_out_two_files(world: World) -> None:
    card = (await make.card(world.alice))["id"]
    uploads = [Upload("voice", VOICE, guest=Guest(f"browser {at}", "source")) for at in range(9)]
    await asyncio.gather(*(keep(world.services, world.alice.account_id, card, each) for each in uploads))
    assert len(await kept(world)) == 6
