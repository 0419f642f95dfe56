"""Request a link to one's data: the same response for every address, a single-use link, and attacks."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.guards.test_not_found import statements
from tests.later import another_time
from tests.privacy.traces import EMAIL
from tests.web.visitor import Visitor, path_of
from tests.world import Person, World
from wellwish.base import clock

pytestmark = pytest.mark.anyio


async def ask(visitor: Visitor, email: str = EMAIL) -> None:
    await visitor.open("/privacy")
    answer = await visitor.press("/privacy", email=email)
    assert (answer.status_code, visitor.next) == (303, "/privacy/sent"), answer.text
    await visitor.world.work()


async def link(world: World, email: str = EMAIL) -> str:
    """Returns the path of the link in the newest mail."""
    answer = await world.client.get(
        "/outbox", params={"address": email}, headers={"Accept": "application/json"}
    )
    mails: list[dict[str, Any]] = [each for each in answer.json()["data"] if each["kind"] == "person_request"]
    return path_of(mails[0]["link"])


async def entered(world: World, email: str = EMAIL) -> Visitor:
    """Returns a browser with access to the data of an address."""
    visitor = Visitor(world)
    await ask(visitor, email)
    path = await link(world, email)
    await visitor.open(path)
    await visitor.press(path)
    assert visitor.next == "/privacy/data"
    await world.work()
    return visitor


async def test_answers_the_same_for_every_address(world: World, alice: Person) -> None:
    card = await make.card(alice)
    await make.invitations(alice, card["id"], EMAIL)
    seen: list[tuple[Any, ...]] = []
    for email in (EMAIL, "nobody@example.org", alice.email):
        visitor = Visitor(world)
        await visitor.open("/privacy")
        async with statements(world) as run:
            answer = await visitor.press("/privacy", email=email)
        await visitor.open("/privacy/sent")
        page = visitor.page.replace(visitor.token(), "") if "form_token" in visitor.page else visitor.page
        seen.append((answer.status_code, visitor.next, list(run), page))
    assert seen[0] == seen[1] == seen[2]


async def test_opening_the_link_changes_nothing(world: World) -> None:
    visitor = Visitor(world)
    await ask(visitor)
    path = await link(world)
    before = await world.owner.fetch("select * from person_requests")
    for method in ("GET", "HEAD"):
        assert (await visitor.request(method, path)).is_success
    assert await world.owner.fetch("select * from person_requests") == before


async def test_a_link_works_once_for_ten_minutes(world: World) -> None:
    visitor, other = Visitor(world), Visitor(world)
    with another_time():
        await ask(visitor)
        path = await link(world)
        clock.move(timedelta(minutes=9))
        await other.open(path)
        token = other.token()
        assert (await other.press(path)).status_code == 303
        assert (await other.press(path, form_token=token)).status_code == 404
        assert (await visitor.open(path)).status_code == 404
        await ask(visitor)
        path = await link(world)
        assert (await visitor.open(path)).status_code == 200
        clock.move(timedelta(minutes=20))
        assert (await visitor.open(path)).status_code == 404
        assert "no longer works" in visitor.page


async def test_keeps_no_secret(world: World) -> None:
    visitor = await entered(world)
    kept = str(await world.owner.fetch("select * from person_requests"))
    kept += str(await world.owner.fetch("select * from jobs")) + str(
        await world.owner.fetch("select * from links")
    )
    assert "psn_" in kept  # the control
    assert (await link(world)).rpartition("/")[2] not in kept
    assert visitor.cookies["privacy"] not in kept


async def test_limits_mails_of_an_address_whether_it_is_known_or_not(world: World) -> None:
    for email in (EMAIL, "nobody@example.org"):
        visitor = Visitor(world)
        for _ in range(5):
            await ask(visitor, email)
        await visitor.open("/privacy")
        answer = await visitor.press("/privacy", email=email.upper())
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) > 0
        assert "Too many of these emails were requested for this address." in visitor.page


async def test_limits_mails_from_a_network(world: World) -> None:
    visitor = Visitor(world)
    await visitor.open("/privacy")
    statuses = [
        (
            await visitor.press("/privacy", form_token=visitor.token(), email=f"a{number}@example.org")
        ).status_code
        for number in range(21)
    ]
    assert statuses == [303] * 20 + [429]


async def test_refuses_what_is_no_address(world: World) -> None:
    visitor = Visitor(world)
    await visitor.open("/privacy")
    assert (await visitor.press("/privacy", email="nonsense")).status_code == 422
    assert 'value="nonsense"' in visitor.page
    assert 'aria-invalid="true"' in visitor.page


async def test_refuses_forms_of_other_sites(world: World) -> None:
    visitor = Visitor(world)
    await visitor.open("/privacy")
    assert (await visitor.press("/privacy", form_token="1-x.y", email=EMAIL)).status_code == 403
    await ask(visitor)
    path = await link(world)
    await visitor.open(path)
    token = visitor.token()
    assert (await visitor.press(path, form_token="1-x.y")).status_code == 403
    assert (await visitor.press(path, form_token=token)).status_code == 303  # the control
    assert await world.owner.fetchval("select count(*) from messages") == 0


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Ihre Daten"), ("ar", "بياناتك"), ("en", "Your data")]
)
async def test_speaks_the_languages(world: World, language: str, words: str) -> None:
    visitor = Visitor(world, **{"Accept-Language": language})
    await visitor.open("/privacy")
    assert f"<h1>{words}</h1>" in visitor.page
