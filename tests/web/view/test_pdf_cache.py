"""The PDF cache: a reload costs nothing, and nobody gets the PDF of another viewer."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx2
import pytest

from tests.later import another_time, day, set_to
from tests.media import files
from tests.waiting import until
from tests.web.view.card import HTML, finished, media, note, own_link
from tests.web.view.test_keep import words_of
from tests.world import Person, World
from wellwish.base import clock
from wellwish.base.limiter import Limiter
from wellwish.keepsake import pdf
from wellwish.keepsake.keepsake import Keepsake
from wellwish.media import pdf_cache, purge
from wellwish.web.view import printed

pytestmark = pytest.mark.anyio


class Typesetter:
    """Replaces the child process. Its PDFs contain their serial number and ``size`` bytes."""

    def __init__(self) -> None:
        self.made: list[Keepsake] = []
        self.fails = False
        self.size = 10
        self.go = asyncio.Event()
        self.go.set()

    async def __call__(self, keepsake: Keepsake, fonts: object) -> bytes:
        self.made.append(keepsake)
        number = len(self.made)
        await self.go.wait()
        if self.fails:
            raise pdf.NotSet
        return f"%PDF {number}".encode().ljust(self.size)


@pytest.fixture
def typesetter(monkeypatch: pytest.MonkeyPatch) -> Typesetter:
    made = Typesetter()
    monkeypatch.setattr(pdf, "_one", made)
    return made


async def get(person: Person, link: str, **headers: str) -> httpx2.Response:
    return await person.world.client.get(link + "/card.pdf", headers={**HTML, **headers})


async def rows(world: World) -> list[Any]:
    return await world.owner.fetch("select * from cached_pdfs order by created_at")


def stored(world: World) -> int:
    return len(list((world.services.settings.data_dir / "media").rglob("card.pdf")))


@pytest.mark.parametrize("is_kept", [True, False])
async def test_a_reload_typesets_nothing(
    alice: Person, typesetter: Typesetter, monkeypatch: pytest.MonkeyPatch, is_kept: bool
) -> None:
    if not is_kept:  # the control
        monkeypatch.setattr(pdf_cache, "MAX_ACCOUNT_BYTES", 0)
    link = own_link(await finished(alice, "Words"))
    answers = [await get(alice, link) for _ in range(3)]
    assert [each.status_code for each in answers] == [200] * 3
    assert (len({each.content for each in answers}) == len(typesetter.made) == 1) is is_kept


async def test_every_change_of_the_content_makes_another_pdf(alice: Person, typesetter: Typesetter) -> None:
    card = await finished(alice, "Words")
    path, link = f"/api/cards/{card['id']}", own_link(card)
    await get(alice, link)
    numbers: list[int] = []
    (first,) = (await alice.get(f"{path}/contributions")).json()["data"]

    async def again() -> None:
        await get(alice, link)
        await get(alice, link)
        numbers.append(len(typesetter.made))

    await alice.request("PATCH", path, json={"title": "Another title"})
    await again()
    await alice.request("PATCH", path, json={"cover_text": ["Bravo, Maya"]})
    await alice.world.work()
    await again()
    await alice.post(f"{path}/reopen", {"contribution_end_date": "2099-01-01"})
    picture = await media(alice, card["id"], "photo", files.photo(40, 30))
    await note(alice, card["id"], "More", name="Ben", media=[picture])
    await alice.post(f"{path}/close")
    await again()
    await alice.post(f"{path}/contributions/{first['id']}/hide")
    await again()
    await get(alice, link, **{"Accept-Language": "de"})
    await again()
    assert numbers == [2, 3, 4, 5, 6]
    assert [each.text for each in typesetter.made[-1].pieces] == ["More"]


async def test_links_that_show_different_notes_have_different_pdfs(alice: Person) -> None:
    card = await finished(alice, close=False)
    await note(alice, card["id"], "Just between us", name="Ana", visibility="recipient")
    await note(alice, card["id"], "For everybody", name="Ben")
    preview = (await alice.post(f"/api/cards/{card['id']}/preview")).json()["url"]
    await alice.post(f"/api/cards/{card['id']}/close")
    for _ in range(2):  # the second time from the cache
        for link, is_private in ((own_link(card), True), (card["view_url"], False), (preview, True)):
            text = words_of((await get(alice, link)).content)
            assert "For everybody" in text
            assert ("Just between us" in text) is is_private


async def test_requests_at_the_same_time_share_one_typesetting(
    alice: Person, mallory: Person, typesetter: Typesetter
) -> None:
    link, other = [own_link(await finished(each, "Words")) for each in (alice, mallory)]
    typesetter.go.clear()
    waiting = [asyncio.create_task(get(alice, link)) for _ in range(5)]
    waiting.append(asyncio.create_task(get(mallory, other)))
    loop = asyncio.get_running_loop()

    def callers() -> int:
        return sum(each.callers for each in printed._TYPESETTING._runs.get(loop, {}).values())

    await until(lambda: callers() == len(waiting))
    typesetter.go.set()
    answers = await asyncio.gather(*waiting)
    assert [each.status_code for each in answers] == [200] * 6
    assert len({each.content for each in answers[:5]}) == 1
    assert len(typesetter.made) == 2


async def test_a_failure_is_kept_for_minutes(alice: Person, typesetter: Typesetter) -> None:
    with another_time():
        set_to(f"{day(1)}T12:00")  # another day has another PDF
        link = own_link(await finished(alice, "Words"))
        typesetter.fails = True
        for minutes in (0, 2, 4):
            answer = await get(alice, link)
            assert answer.status_code == 503
            assert 60 * (5 - minutes) - 5 <= int(answer.headers["Retry-After"]) <= 60 * (5 - minutes)
            clock.move(timedelta(minutes=2))
        assert len(typesetter.made) == 1
        typesetter.fails = False
        assert (await get(alice, link)).status_code == 200
        assert (await get(alice, link)).status_code == 200
    assert len(typesetter.made) == 2


async def test_a_busy_pool_is_no_failure(
    alice: Person, typesetter: Typesetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = own_link(await finished(alice, "Words"))
    with monkeypatch.context() as busy:
        busy.setattr(pdf, "LIMITER", Limiter(0))
        busy.setattr(pdf, "QUEUE_S", 0.01)
        assert (await get(alice, link)).status_code == 503
    assert (await get(alice, link)).status_code == 200


async def test_a_machine_without_resources_is_no_failure(
    alice: Person, typesetter: Typesetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = own_link(await finished(alice, "Words"))

    async def no_process(keepsake: object, fonts: object) -> bytes:
        raise OSError("no more processes")

    with monkeypatch.context() as full:
        full.setattr(pdf, "_one", no_process)
        assert (await get(alice, link)).status_code == 503
    assert (await get(alice, link)).status_code == 200


async def test_a_file_that_is_lost_is_made_again(world: World, alice: Person, typesetter: Typesetter) -> None:
    link = own_link(await finished(alice, "Words"))
    before = stored(world)
    await get(alice, link)
    (row,) = await rows(world)
    (world.services.settings.data_dir / "media" / row["folder"] / "card.pdf").unlink()
    for _ in range(2):
        assert (await get(alice, link)).content.startswith(b"%PDF 2")
    assert stored(world) == before + 1


async def test_is_erased_with_the_card_and_after_a_day(
    world: World, alice: Person, typesetter: Typesetter
) -> None:
    before = stored(world)
    cards = [await finished(alice, "Words") for _ in range(2)]
    for card in cards:
        await get(alice, own_link(card))
    assert (len(await rows(world)), stored(world)) == (2, before + 2)
    with another_time():
        await alice.delete(f"/api/cards/{cards[0]['id']}")
        assert (await get(alice, own_link(cards[0]))).status_code == 404
        clock.move(timedelta(days=29))
        await world.work()
        assert cards[0]["id"] not in [each["card_id"] for each in await rows(world)]
        await purge.run(world.services, {})
        await world.work()
    assert await rows(world) == []
    assert stored(world) == before


async def test_a_removed_note_stays_in_no_pdf(world: World, alice: Person, typesetter: Typesetter) -> None:
    before, card = stored(world), await finished(alice, "Words", "Other words")
    await get(alice, own_link(card))
    path = f"/api/cards/{card['id']}/contributions"
    first, _ = (await alice.get(path)).json()["data"]
    assert (await alice.delete(f"{path}/{first['id']}")).status_code in (200, 204)
    await world.work()
    assert (await rows(world), stored(world)) == ([], before)


async def test_a_card_that_is_deleted_meanwhile_leaves_nothing(
    world: World, alice: Person, typesetter: Typesetter
) -> None:
    card = await finished(alice, "Words")
    before = stored(world)
    typesetter.go.clear()
    waiting = asyncio.create_task(get(alice, own_link(card)))
    await until(lambda: typesetter.made)
    await alice.delete(f"/api/cards/{card['id']}")
    typesetter.go.set()
    await waiting
    assert (await rows(world), stored(world)) == ([], before)


async def test_an_account_keeps_its_newest_within_its_bytes(
    world: World, alice: Person, mallory: Person, typesetter: Typesetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_cache, "MAX_ACCOUNT_BYTES", 3000)
    typesetter.size = 1000
    before = stored(world)
    await get(mallory, own_link(await finished(mallory, "Words")))
    cards = [await finished(alice, "Words") for _ in range(5)]
    for card in cards:
        await get(alice, own_link(card))
    await world.work()
    kept = [each["card_id"] for each in await rows(world) if each["account_id"] == alice.account_id]
    assert kept == [each["id"] for each in cards[2:]]
    assert (len(await rows(world)), stored(world)) == (4, before + 4)


async def test_evicts_entries_of_the_account_with_the_most(
    world: World, alice: Person, mallory: Person, typesetter: Typesetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf_cache, "MAX_BYTES", 5000)
    typesetter.size = 1000
    await get(mallory, own_link(await finished(mallory, "Words")))  # the oldest entry
    for _ in range(7):
        await get(alice, own_link(await finished(alice, "Words")))
    for _ in range(3):
        await get(mallory, own_link(await finished(mallory, "Words")))
    accounts = [each["account_id"] for each in await rows(world)]
    assert len(accounts) == 5
    assert accounts.count(mallory.account_id) in (2, 3)
