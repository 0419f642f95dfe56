"""Closed cards are erased after the number of days that their account sets."""

from datetime import timedelta
from typing import Any

import pytest

from tests import make
from tests.contributions import giving
from tests.contributions.signing import signs, wish
from tests.later import another_time
from tests.world import Person, World
from wellwish.base import clock
from wellwish.cards import retention
from wellwish.infra.http import Services

pytestmark = pytest.mark.anyio


async def closed(person: Person, **fields: Any) -> dict[str, Any]:
    card = await make.card(person, **fields)
    assert (await person.post(f"/api/cards/{card['id']}/close")).status_code == 200
    return card


async def after(world: World, days: float) -> None:
    """Runs the hourly job, that many days after the last run."""
    clock.move(timedelta(days=days))
    await retention.run(world.services, {})
    await world.work()
    for person in (world.alice, world.mallory):
        person.token = None


async def left(world: World) -> set[str]:
    return {row[0] for row in await world.owner.fetch("select id from cards")}


async def test_erases_closed_cards_of_the_account_on_their_day(
    world: World, alice: Person, mallory: Person
) -> None:
    assert (await alice.patch("/api/account", {"erase_cards_after_days": 30})).status_code == 200
    card, open_card, other = await make.card(alice), await make.card(alice), await closed(mallory)
    await signs(world, card["sign_url"], wish("Carol", "Words to erase"))
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    with another_time():
        await after(world, 29.9)
        assert await left(world) == {card["id"], open_card["id"], other["id"]}
        await after(world, 0.2)
        assert await left(world) == {open_card["id"], other["id"]}
        assert await world.owner.fetchval("select count(*) from contributions") == 0
        assert (await alice.get(f"/api/cards/{card['id']}")).status_code == 404
    [event] = await world.owner.fetch("select card_id from events where type = 'card.deleted'")
    assert event[0] == card["id"]


async def test_counts_from_the_end_of_a_card_that_no_job_has_closed(world: World, alice: Person) -> None:
    await alice.patch("/api/account", {"erase_cards_after_days": 30})
    end = clock.now() + timedelta(days=10)
    card = await make.card(alice, contribution_end_date=end.isoformat())
    with another_time():
        for days, expected in ((39.9, {card["id"]}), (0.2, set[str]())):
            await after(world, days)
            assert await left(world) == expected


async def test_keeps_a_card_with_money(world: World, alice: Person) -> None:
    await alice.patch("/api/account", {"erase_cards_after_days": 1})
    card = await giving.card(alice)
    await giving.gave(alice, card["id"])
    assert (await alice.post(f"/api/cards/{card['id']}/close")).status_code == 200
    without = await closed(alice)
    with another_time():
        await after(world, 3)
        assert await left(world) == {card["id"]}
    assert without["id"] != card["id"]


async def test_keeps_a_reopened_card_and_all_without_the_setting(world: World, alice: Person) -> None:
    card = await closed(alice)
    with another_time():
        await after(world, 400)
        assert await left(world) == {card["id"]}  # no setting
        await alice.patch("/api/account", {"erase_cards_after_days": 30})
        end = {"contribution_end_date": (clock.now() + timedelta(days=100)).isoformat()}
        assert (await alice.post(f"/api/cards/{card['id']}/reopen", end)).status_code == 200
        await after(world, 1)
        assert await left(world) == {card["id"]}


async def test_continues_page_by_page(
    world: World, alice: Person, mallory: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wellwish.infra.jobs.accounts._PAGE", 1)
    monkeypatch.setattr(retention, "_BATCH", 2)
    for person in (alice, mallory):
        await person.patch("/api/account", {"erase_cards_after_days": 1})
        for _ in range(3):
            await closed(person)
    with another_time():
        await after(world, 2)
        assert await left(world) == set()


@pytest.mark.parametrize("change", ["reopened", "the setting"])
async def test_keeps_a_card_that_changes_while_the_job_runs(
    world: World, alice: Person, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """The control is the second card, which is erased unless the setting ends."""
    assert (await alice.patch("/api/account", {"erase_cards_after_days": 30})).status_code == 200
    card, other = await closed(alice), await closed(alice)
    find_due = retention._due

    async def changing(services: Services, account_id: str, after: str) -> list[str]:
        due = await find_due(services, account_id, after)
        if card["id"] in due:
            alice.token = None
            if change == "reopened":
                end = {"contribution_end_date": (clock.now() + timedelta(days=9)).isoformat()}
                answer = await alice.post(f"/api/cards/{card['id']}/reopen", end)
            else:
                answer = await alice.patch("/api/account", {"erase_cards_after_days": None})
            assert answer.status_code == 200, answer.text
        return due

    monkeypatch.setattr(retention, "_due", changing)
    with another_time():
        await after(world, 31)
        assert await left(world) == {card["id"]} | ({other["id"]} if change == "the setting" else set[str]())
