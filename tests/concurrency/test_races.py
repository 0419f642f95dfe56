"""Two concurrent requests end in one of the outcomes that a serial execution could have."""

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import httpx2
import pytest

from tests import make
from tests.waiting import until_waiting
from tests.world import Person, World
from wellwish.base import clock
from wellwish.bundles.grant import grant

ROUNDS = 10


def outcome(answer: httpx2.Response) -> str:
    """Returns the status and, for a refusal, its code."""
    assert answer.status_code < 500, answer.text
    code = answer.json().get("code", "") if answer.status_code >= 400 else ""
    return f"{answer.status_code} {code}".strip()


async def at_once(world: World, card_id: str, *calls: Any) -> list[str]:
    """Holds the card's row lock until all calls wait for it, then returns their outcomes."""
    async with world.owner.transaction():
        await world.owner.execute("select 1 from cards where id = $1 for update", card_id)
        tasks = [asyncio.create_task(call) for call in calls]
        await until_waiting(world.owner, len(tasks))
    return [outcome(answer) for answer in await asyncio.gather(*tasks)]


def invite(person: Person, card_id: str) -> Any:
    invitees = [{"delivery_type": "email", "delivery_id": "carol@example.com"}]
    return person.post("/api/cards/invitations", {"card_id": card_id, "invitees": invitees})


async def used(world: World) -> int:
    return await world.owner.fetchval(
        "select cards_used from bundle_purchases where id = $1", world.alice.bundle_purchase_id
    )


async def test_lets_one_of_two_changes_of_the_same_version_through(world: World, alice: Person) -> None:
    for number in range(ROUNDS):
        card = await make.card(alice)
        path, match = f"/api/cards/{card['id']}", {"If-Match": f'"{card["version"]}"'}
        calls = [alice.patch(path, {"title": f"{number} {n}"}, headers=match) for n in range(2)]
        outcomes = await at_once(world, card["id"], *calls)
        assert sorted(outcomes) == ["200", "412 precondition_failed"]
        assert (await alice.get(path)).json()["version"] == card["version"] + 1


async def test_keeps_both_of_two_changes_of_different_fields(world: World, alice: Person) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}"
    await at_once(world, card["id"], alice.patch(path, {"title": "New"}), alice.patch(path, {"sender": "Me"}))
    after = (await alice.get(path)).json()
    assert (after["title"], after["sender"], after["version"]) == ("New", "Me", 3)


@pytest.mark.parametrize("cancel_first", [True, False])
async def test_returns_a_unit_only_without_invitations(
    cancel_first: bool, world: World, alice: Person
) -> None:
    for _ in range(ROUNDS):
        card = await make.card(alice)
        before = await used(world)
        calls = [alice.post(f"/api/cards/{card['id']}/cancel"), invite(alice, card["id"])]
        outcomes = await at_once(world, card["id"], *(calls if cancel_first else reversed(calls)))
        cancelled, invited = outcomes if cancel_first else reversed(outcomes)
        assert cancelled == "200"
        assert invited in ("201", "409 card_state")
        assert await used(world) == before - (invited != "201")


async def test_invites_no_one_to_a_closing_card(world: World, alice: Person) -> None:
    for _ in range(ROUNDS):
        card = await make.card(alice)
        calls = alice.post(f"/api/cards/{card['id']}/close"), invite(alice, card["id"])
        closed, invited = await at_once(world, card["id"], *calls)
        assert closed == "200"
        assert invited in ("201", "409 card_closed")


async def test_closes_a_card_once(world: World, alice: Person) -> None:
    card = await make.card(alice)
    calls = [alice.post(f"/api/cards/{card['id']}/close") for _ in range(4)]
    assert Counter(await at_once(world, card["id"], *calls)) == {"200": 1, "409 card_closed": 3}
    assert await world.owner.fetchval("select count(*) from events where type = 'card.closed'") == 1


async def test_gives_a_unit_back_once(world: World, alice: Person) -> None:
    card = await make.card(alice)
    calls = [alice.post(f"/api/cards/{card['id']}/cancel") for _ in range(4)]
    assert Counter(await at_once(world, card["id"], *calls)) == {"200": 1, "409 card_state": 3}
    assert await used(world) == 0


async def test_lets_a_removed_admin_do_nothing_from_then_on(world: World, alice: Person, bob: Person) -> None:
    """A request that was already admitted may finish; later requests get 404."""
    for _ in range(ROUNDS):
        card = await make.card(alice)
        admin = await make.admin(alice, card["id"], bob, can_update=True)
        path = f"/api/cards/{card['id']}"
        calls = (
            bob.patch(path, {"title": "Mine"}),
            alice.delete(f"/api/card-admins/{admin['id']}"),
            bob.patch(path, {"sender": "Mine"}),
        )
        first, removed, second = await at_once(world, card["id"], *calls)
        assert removed == "200"
        assert {first, second} <= {"200", "404 not_found"}
        assert outcome(await bob.patch(path, {"title": "Mine still"})) == "404 not_found"


async def test_lets_one_of_two_admins_remove_the_other(world: World, alice: Person, bob: Person) -> None:
    for _ in range(ROUNDS):
        card = await make.card(alice)
        admins = [
            await make.admin(alice, card["id"], whom, admin_management=True) for whom in (bob, world.mallory)
        ]
        calls = (
            bob.delete(f"/api/card-admins/{admins[1]['id']}"),
            world.mallory.delete(f"/api/card-admins/{admins[0]['id']}"),
        )
        assert sorted(await at_once(world, card["id"], *calls)) == ["200", "404 not_found"]


async def test_adds_a_person_once(world: World, alice: Person) -> None:
    card = await make.card(alice)
    emails = ("dora@example.com", "DORA@example.com", "Dora@Example.com")
    calls = [alice.post("/api/card-admins", {"card_id": card["id"], "email": email}) for email in emails]
    outcomes = await at_once(world, card["id"], *calls)
    assert Counter(outcomes) == {"201": 1, "409 card_admin_exists": 2}


async def test_gives_an_external_id_to_one_of_two_new_cards(world: World, alice: Person) -> None:
    for number in range(ROUNDS):
        body = await make.body(alice, external_id=f"order {number}")
        answers = await asyncio.gather(*(alice.post("/api/cards", body) for _ in range(4)))
        assert Counter(map(outcome, answers)) == {"201": 1, "409 external_id_exists": 3}
        (made,) = (answer.json() for answer in answers if answer.status_code == 201)
        refused = [answer.json() for answer in answers if answer.status_code == 409]
        assert {problem["card_id"] for problem in refused} == {made["id"]}
        assert await used(world) == number + 1


async def test_gives_an_external_id_to_one_of_two_changed_cards(world: World, alice: Person) -> None:
    for number in range(ROUNDS):
        cards = [await make.card(alice) for _ in range(2)]
        change = {"external_id": f"order {number}"}
        answers = await asyncio.gather(*(alice.patch(f"/api/cards/{card['id']}", change) for card in cards))
        assert sorted(map(outcome, answers)) == ["200", "409 external_id_exists"]


async def test_spends_the_purchase_that_expires_first_and_then_the_next(world: World, alice: Person) -> None:
    await world.owner.execute("delete from bundle_purchases")
    async with world.services.db.transaction([alice.account_id]) as tx:
        lasting = await grant(tx, alice.account_id, 10)
        later = await grant(tx, alice.account_id, 5, expires_at=tx.now + timedelta(hours=2))
        sooner = await grant(tx, alice.account_id, 5, expires_at=tx.now + timedelta(hours=1))
    body = await make.body(alice)
    answers = await asyncio.gather(*(alice.post("/api/cards", body) for _ in range(12)))
    spent = Counter(answer.json()["bundle_purchase_id"] for answer in answers)
    assert spent == {sooner.id: 5, later.id: 5, lasting.id: 2}


async def test_takes_no_card_of_a_purchase_that_expires_meanwhile(world: World, alice: Person) -> None:
    await world.owner.execute("delete from bundle_purchases")
    async with world.services.db.transaction([alice.account_id]) as tx:
        ends = [
            await grant(tx, alice.account_id, 50, expires_at=tx.now + timedelta(minutes=minutes))
            for minutes in (10, 20)
        ]
    body = await make.body(alice)
    try:
        for minutes in (0, 11, 10):
            clock.move(timedelta(minutes=minutes))
            answers = await asyncio.gather(*(alice.post("/api/cards", body) for _ in range(8)))
            spent = {answer.json().get("bundle_purchase_id", outcome(answer)) for answer in answers}
            expected = {0: ends[0].id, 11: ends[1].id, 10: "409 no_bundle_available"}[minutes]
            assert spent == {expected}
    finally:
        clock.move(timedelta())
