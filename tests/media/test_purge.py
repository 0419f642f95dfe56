"""Deletion of media that no note uses and of files without a row."""

import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests import make
from tests.cards.media.test_create import kept, stored
from tests.later import another_time
from tests.media import files
from tests.media.test_attach import noted, sent
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.limiter import Key
from wellwish.infra.http import Services
from wellwish.media import purge, store_upload
from wellwish.media.store_upload import Upload

pytestmark = pytest.mark.anyio


def written_at(folder: Path, instant: datetime) -> None:
    """Sets the time of each file of the folder."""
    for file in folder.iterdir():
        os.utime(file, (instant.timestamp(), instant.timestamp()))


async def test_deletes_what_waits_for_a_day_and_nothing_else(world: World, alice: Person) -> None:
    before = stored(world)
    card = (await make.card(alice))["id"]
    taken, forgotten = await sent(alice, card), await sent(alice, card, "gif")
    assert (await noted(alice, card, taken["id"])).status_code == 201
    with another_time():
        clock.move(timedelta(hours=23))
        await purge.run(world.services, {})
        assert await world.owner.fetchval("select count(*) from media") == 2
        clock.move(timedelta(hours=2))
        await purge.run(world.services, {})
        await world.work()
    assert [row[0] for row in await world.owner.fetch("select id from media")] == [taken["id"]]
    assert (await world.client.get(taken["files"][0]["url"])).status_code == 200
    assert (await world.client.get(forgotten["files"][0]["url"])).status_code == 404
    assert len(stored(world) - before) == len(taken["files"])


async def test_keeps_a_file_that_a_note_takes_while_it_runs(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control is the second file, which no note takes."""
    card = (await make.card(alice))["id"]
    taken, forgotten = await sent(alice, card), await sent(alice, card, "gif")
    erase_of_account = purge._of_account

    async def taking(services: Services, account_id: str, media_ids: Sequence[str]) -> None:
        assert sorted(media_ids) == sorted((taken["id"], forgotten["id"]))
        alice.token = None
        assert (await noted(alice, card, taken["id"])).status_code == 201
        await erase_of_account(services, account_id, media_ids)

    monkeypatch.setattr(purge, "_of_account", taking)
    with another_time():
        clock.move(timedelta(hours=25))
        await purge.run(world.services, {})
    alice.token = None
    assert [row[0] for row in await world.owner.fetch("select id from media")] == [taken["id"]]


async def test_deletes_files_whose_row_was_never_written(world: World, alice: Person) -> None:
    """A process that dies between writing the files and inserting the row leaves such files."""
    before = await kept(world)
    card = (await make.card(alice))["id"]
    alive = await sent(alice, card)
    upload = Upload("photo", files.photo(40, 30))
    lost = await store_upload.prepare(world.services, Key(alice.account_id, card), upload)
    assert await kept(world) == before + len(alive["files"]) + 3
    folder = world.services.settings.data_dir / "media"
    written_at(folder / lost.folder, clock.now())
    await purge.run(world.services, {})
    assert await kept(world) == before + len(alive["files"]) + 3, "too young: its row may come"
    written_at(folder / lost.folder, clock.now() - timedelta(days=2))
    await purge.run(world.services, {})
    await purge.run(world.services, {})
    assert await kept(world) == before + len(alive["files"])
    assert not (folder / lost.folder).exists()


async def test_erases_the_media_of_a_deleted_card(world: World, alice: Person) -> None:
    before = await kept(world)
    card = (await make.card(alice))["id"]
    photo, voice = await sent(alice, card), await sent(alice, card, "voice")
    assert (await noted(alice, card, photo["id"])).status_code == 201
    assert (await alice.delete(f"/api/cards/{card}")).status_code == 200
    for each in (photo, voice):
        assert (await world.client.get(each["files"][0]["url"])).status_code == 404
    with another_time():
        clock.move(timedelta(days=8))
        await world.work()
    assert await world.owner.fetchval("select count(*) from media") == 0
    assert await kept(world) == before
