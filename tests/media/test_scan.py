"""The virus scanner: consulted before a file is used; uploads wait while it is unavailable."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests import make
from tests.cards.media.test_create import kept
from tests.fakes.clamd import SIGN, Clamd, scanning
from tests.later import another_time
from tests.media import files
from tests.media.conftest import Serving
from wellwish.base import clock
from wellwish.base.settings.media import Clamd as Address
from wellwish.base.settings.media import MediaSettings

pytestmark = pytest.mark.anyio

INFECTED = files.photo(comment=SIGN)


def by(fake: Clamd) -> MediaSettings:
    return MediaSettings(clamd=Address(host="127.0.0.1", port=fake.port))


async def test_scans_before_a_file_is_used(serving: Serving) -> None:
    async with scanning(Clamd()) as fake, serving(by(fake)) as world:
        path = f"/api/cards/{(await make.card(world.alice))['id']}/media"
        before = await kept(world)
        answer = await world.alice.post(path, files.body("photo", INFECTED))
        assert (answer.status_code, answer.json()["code"]) == (422, "media_infected")
        assert await kept(world) == before
        clean = await world.alice.post(path, files.body("photo", files.photo()))
        assert (clean.status_code, clean.json()["status"]) == (201, "ready")
        assert fake.scanned == [INFECTED, files.photo()]


async def test_waits_while_the_scanner_is_away(serving: Serving) -> None:
    fake = Clamd()
    async with scanning(fake):
        pass
    async with serving(by(fake)) as world:
        path = f"/api/cards/{(await make.card(world.alice))['id']}/media"
        before = await kept(world)
        clean = (await world.alice.post(path, files.body("photo", files.photo()))).json()
        bad = (await world.alice.post(path, files.body("photo", INFECTED))).json()
        assert (clean["status"], bad["status"]) == ("pending", "pending")
        for each in (clean, bad):
            assert (await world.client.get(each["files"][0]["url"])).status_code == 404
        with another_time():
            clock.move(timedelta(seconds=10))
            await world.work()
            assert (await world.alice.get(f"/api/media/{clean['id']}")).json()["status"] == "pending"
            async with scanning(fake):
                clock.move(timedelta(seconds=60))
                await world.work()
        assert (await world.alice.get(f"/api/media/{clean['id']}")).json()["status"] == "ready"
        assert (await world.client.get(clean["files"][0]["url"])).status_code == 200
        refused = (await world.alice.get(f"/api/media/{bad['id']}")).json()
        assert (refused["status"], refused["files"]) == ("refused", [])
        assert (await world.client.get(bad["files"][0]["url"])).status_code == 404
        assert await kept(world) == before + 3, "nothing is left of the infected file or its upload"


async def test_takes_an_error_of_the_scanner_for_no_finding(serving: Serving) -> None:
    fake = Clamd(answer=b"INSTREAM size limit exceeded. ERROR")
    async with scanning(fake), serving(by(fake)) as world:
        path = f"/api/cards/{(await make.card(world.alice))['id']}/media"
        answer = await world.alice.post(path, files.body("photo", files.photo()))
        assert answer.json()["status"] == "pending"


async def test_does_not_put_an_infected_one_on_a_note(serving: Serving) -> None:
    fake = Clamd()
    async with scanning(fake):
        pass
    async with serving(by(fake)) as world:
        card = (await make.card(world.alice))["id"]
        bad = (await world.alice.post(f"/api/cards/{card}/media", files.body("photo", INFECTED))).json()
        with another_time():
            clock.move(timedelta(seconds=10))
            async with scanning(fake):
                await world.work()
        body = {"name": "Carol", "note": {"text": "Hi", "media": [bad["id"]]}}
        answer = await world.alice.post(f"/api/cards/{card}/contributions", body)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "refused")


def test_needs_no_scanner_that_is_not_there(tmp_path: Path) -> None:
    from wellwish.base.settings import SettingsError, load

    given = {"WELLWISH_DATA_DIR": str(tmp_path), "WELLWISH_CLAMD": "clamd.example.org"}
    with pytest.raises(SettingsError, match="WELLWISH_CLAMD"):
        load(given)
    assert load(given | {"WELLWISH_CLAMD": ""}).media.clamd is None
