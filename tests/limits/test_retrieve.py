"""Retrieve the limits of an account."""

import dataclasses
from typing import Any

import httpx2

from tests.world import Person, World
from wellwish.app import application
from wellwish.base.settings import Settings
from wellwish.base.settings.limits import Limits
from wellwish.infra.http import Budget
from wellwish.infra.http.budget import Visits


async def test_shows_the_current_budgets(alice: Person) -> None:
    answer = await alice.get("/api/limits")
    assert answer.status_code == 200
    shown = answer.json()
    assert shown["requests"] == {"quota": None, "window_seconds": 60}  # no limit in demo mode
    for name in ("page_requests", "signings", "wrong_links"):
        assert shown[name] == {"quota": None, "window_seconds": 60}
    assert shown["messages_to_one_address_for_one_card"]["quota"] == 6
    assert shown["own_link_addresses_of_note"] == {"quota": 3, "window_seconds": 86_400}
    assert shown["own_links_of_card"] == {"quota": 50, "window_seconds": 86_400}
    assert shown["own_links"] == {"quota": None, "window_seconds": 86_400}
    assert shown["unattached_media_per_browser"] == 20
    assert shown["unattached_media_of_guests_per_card"] == 1_000
    assert shown["unattached_media_of_api_per_card"] == 200
    assert shown["body_bytes"] == 256 * 1024
    assert shown["page_size"] == 200


async def test_shows_an_admin_and_a_stranger_the_same_limits(bob: Person, mallory: Person) -> None:
    assert (await bob.get("/api/limits")).content == (await mallory.get("/api/limits")).content


async def test_shows_each_rate_limit_under_its_name(world: World, alice: Person) -> None:
    visits = Visits(requests=12, signings=13, wrong_links=14, failures=15)
    services = dataclasses.replace(world.services, budget=Budget(11), visits=visits)
    transport = httpx2.ASGITransport(application(services), client=("127.0.0.1", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        alice.world = World(services, client, world.owner)
        shown = (await alice.get("/api/limits")).json()
    names = ("requests", "page_requests", "signings", "wrong_links", "failures")
    assert [shown[name]["quota"] for name in names] == [11, 12, 13, 14, 15]


async def test_shows_each_limit_of_rows_under_its_name(
    world: World, clone: tuple[str, str], settings: Settings
) -> None:
    # Not shown: they are limits of a process and of the whole service.
    hidden = {"body_memory_bytes", "requested_mails_per_hour", "retention"}
    names = [each.name for each in dataclasses.fields(Limits) if each.name not in hidden]
    given: dict[str, Any] = {name: 1_000_000 + number for number, name in enumerate(names)}
    limited = dataclasses.replace(settings, limits=Limits(**given))
    async with World.over(limited, *clone) as outside:
        await outside.empty()
        await outside.settle()
        shown = (await outside.alice.get("/api/limits")).json()
    assert {name: shown[name] for name in names} == given


async def test_shows_each_limit_of_messages_under_its_name(
    world: World, clone: tuple[str, str], settings: Settings
) -> None:
    given = {"demo": False, "requests_per_minute": 0, "sms_per_day": 31}
    limited = dataclasses.replace(settings, messages_per_day=33, messages_per_day_unproven=32, **given)
    async with World.over(limited, *clone) as outside:
        await outside.empty()
        await outside.settle()
        shown = (await outside.alice.get("/api/limits")).json()
    names = ("messages", "text_parts", "messages_to_one_address", "own_links")
    assert [shown[name]["quota"] for name in names] == [33, 31, 20, 500]
