"""Row limits: exact under concurrent requests, and shown by GET /api/limits."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import pytest

from tests import make
from tests.infra.http.limited import limited
from tests.infra.http.test_bad_input import is_problem
from tests.world import Person, World
from wellwish.base.settings.limits import CONTRIBUTIONS_PER_CARD
from wellwish.cards import erase

LIMIT = 7
Create = Callable[[int], Awaitable[httpx2.Response]]


async def inviter(alice: Person) -> Create:
    card = await make.card(alice)
    return lambda number: invite(alice, card["id"], [f"p{number}@example.com"])


async def invite(alice: Person, card_id: str, emails: list[str]) -> httpx2.Response:
    invitees = [{"delivery_type": "email", "delivery_id": each} for each in emails]
    return await alice.post("/api/cards/invitations", {"card_id": card_id, "invitees": invitees})


async def grouper(alice: Person) -> Create:
    return lambda number: alice.post("/api/groups", {"name": f"Group {number}"})


async def member_adder(alice: Person) -> Create:
    return lambda number: alice.post(
        "/api/groups", {"name": f"Group {number}", "members": [{"email": "a@example.com"}]}
    )


async def admin_adder(alice: Person) -> Create:
    card = await make.card(alice)
    return lambda number: alice.post(
        "/api/card-admins", {"card_id": card["id"], "email": f"p{number}@example.com"}
    )


async def buyer(alice: Person) -> Create:
    bundle = (await alice.get("/api/bundles")).json()["data"][0]
    return lambda number: alice.post(
        "/api/bundle-purchases", {"bundle_id": bundle["id"]}, key=f"key-{number}"
    )


KINDS: dict[str, tuple[Callable[[Person], Awaitable[Create]], str, str]] = {
    "invitations_per_card": (inviter, "too_many_invitations", "select count(*) from invitations"),
    "invitations_per_account": (inviter, "too_many_invitations", "select count(*) from invitations"),
    "groups_per_account": (grouper, "too_many_groups", "select count(*) from groups"),
    "group_members_per_account": (
        member_adder,
        "too_many_group_members",
        "select count(*) from group_members",
    ),
    "admins_per_card": (admin_adder, "too_many_card_admins", "select count(*) from card_admins"),
    "pending_purchases_per_account": (
        buyer,
        "too_many_pending_purchases",
        "select count(*) from bundle_purchases where status = 'pending'",
    ),
}


async def _twenty(alice: Person, kind: str) -> list[httpx2.Response]:
    alice.token = await alice.exchange()
    create = await KINDS[kind][0](alice)
    return await asyncio.gather(*(create(number) for number in range(20)))


@pytest.mark.parametrize("kind", KINDS)
async def test_twenty_at_once_exceed_no_limit(world: World, kind: str) -> None:
    async with limited(world, **{kind: LIMIT}) as small:
        answers = await _twenty(small.alice, kind)
        shown = (await small.alice.get("/api/limits")).json()
    refused = [each for each in answers if each.status_code != 201]
    assert len(refused) == 20 - LIMIT
    for answer in refused:
        is_problem(answer, 409, KINDS[kind][1])
    assert await world.owner.fetchval(KINDS[kind][2]) == LIMIT
    assert shown[kind] == LIMIT


@pytest.mark.parametrize("kind", KINDS)
async def test_without_a_limit_all_twenty_are_made(world: World, kind: str) -> None:
    """The control."""
    async with limited(world, **{kind: 0}) as open_ended:
        answers = await _twenty(open_ended.alice, kind)
        shown = (await open_ended.alice.get("/api/limits")).json()
    assert {each.status_code for each in answers} == {201}
    assert await world.owner.fetchval(KINDS[kind][2]) == 20
    assert shown[kind] is None


@pytest.mark.parametrize("kind", KINDS)
async def test_another_account_has_its_own_limit(world: World, kind: str) -> None:
    async with limited(world, **{kind: 1}) as small:
        create = await KINDS[kind][0](small.alice)
        assert [(await create(number)).status_code for number in range(2)] == [201, 409]
        other = await KINDS[kind][0](small.mallory)
        assert (await other(5)).status_code == 201


async def test_a_refused_call_invites_no_one(world: World) -> None:
    async with limited(world, invitations_per_card=LIMIT) as small:
        card = await make.card(small.alice)
        emails = [f"p{number}@example.com" for number in range(LIMIT + 1)]
        is_problem(await invite(small.alice, card["id"], emails), 409, "too_many_invitations")
        assert await world.owner.fetchval("select count(*) from invitations") == 0
        assert await world.owner.fetchval("select count(*) from jobs where kind like 'invitations.%'") == 0
        assert (await invite(small.alice, card["id"], emails[:LIMIT])).status_code == 201
        # Addresses that are already invited do not count again.
        assert (await invite(small.alice, card["id"], emails[:LIMIT])).status_code == 201


async def test_another_card_of_the_account_has_its_own_limit(world: World) -> None:
    async with limited(world, invitations_per_card=1) as small:
        for _ in range(2):
            card = await make.card(small.alice)
            assert (await invite(small.alice, card["id"], ["a@example.com"])).status_code == 201
            assert (await invite(small.alice, card["id"], ["b@example.com"])).status_code == 409


async def test_erasing_a_card_frees_its_invitations(world: World) -> None:
    async with limited(world, invitations_per_account=2) as small:
        cards = [await make.card(small.alice) for _ in range(2)]
        for card in cards:
            assert (await invite(small.alice, card["id"], ["a@example.com"])).status_code == 201
        assert (await invite(small.alice, cards[1]["id"], ["b@example.com"])).status_code == 409
        await small.alice.delete(f"/api/cards/{cards[0]['id']}")
        args = {"account_id": small.alice.account_id, "card_id": cards[0]["id"]}
        for _ in range(2):  # a second run changes nothing
            await erase.run(small.services, args)
        assert (await invite(small.alice, cards[1]["id"], ["b@example.com"])).status_code == 201
        assert (await invite(small.alice, cards[1]["id"], ["c@example.com"])).status_code == 409


async def test_a_group_over_the_limit_fails_and_says_why(world: World) -> None:
    async with limited(world, invitations_per_card=LIMIT) as small:
        alice, card = small.alice, await make.card(small.alice)
        members = [{"email": f"p{number}@example.com"} for number in range(LIMIT + 1)]
        made = (await alice.post("/api/groups", {"name": "Team", "members": members})).json()
        invitees = [{"delivery_type": "group", "delivery_id": made["id"]}]
        asked = await alice.post("/api/cards/invitations", {"card_id": card["id"], "invitees": invitees})
        await small.work()
        parent = (await alice.get(f"/api/cards/invitations/{asked.json()['data'][0]['id']}")).json()
        assert (parent["status"], parent["status_reason"]) == ("failed", "invitation_limit")
        assert await world.owner.fetchval("select count(*) from invitations where not is_parent") == 0
        assert await world.owner.fetchval("select count(*) from jobs where dead_at is not null") == 0


async def _counts(world: World) -> tuple[int, int]:
    row = await world.owner.fetchrow("select groups, members from group_counts")
    assert row is not None
    return row["groups"], row["members"]


async def test_groups_and_members_are_given_back(world: World, alice: Person) -> None:
    def members(count: int) -> list[dict[str, Any]]:
        return [{"email": f"p{number}@example.com"} for number in range(count)]

    first = (await alice.post("/api/groups", {"name": "One", "members": members(5)})).json()
    await alice.post("/api/groups", {"name": "Two", "members": members(3)})
    assert (await alice.post("/api/groups", {"name": "Two", "members": members(3)})).status_code == 409
    assert await _counts(world) == (2, 8)
    await alice.patch(f"/api/groups/{first['id']}", {"members": members(2)})
    assert await _counts(world) == (2, 5)
    await alice.patch(f"/api/groups/{first['id']}", {"name": "Uno"})
    assert await _counts(world) == (2, 5)
    await alice.delete(f"/api/groups/{first['id']}")
    assert await _counts(world) == (1, 3)


async def test_over_a_lowered_limit_members_can_be_removed_but_not_added(world: World, alice: Person) -> None:
    members = [{"email": f"p{number}@example.com"} for number in range(5)]
    path = (
        f"/api/groups/{(await alice.post('/api/groups', {'name': 'One', 'members': members})).json()['id']}"
    )
    async with limited(world, group_members_per_account=2) as small:
        counts = (3, 4, 3)  # the second adds one
        answers = [await small.alice.patch(path, {"members": members[:count]}) for count in counts]
        assert [each.status_code for each in answers] == [200, 409, 200]
        assert (await small.alice.post("/api/groups", {"name": "Two"})).status_code == 201
    assert await _counts(world) == (2, 3)


async def test_a_removed_admin_makes_room_but_not_for_ever(world: World) -> None:
    async with limited(world, admins_per_card=1) as small:
        alice, card = small.alice, await make.card(small.alice)
        statuses: list[int] = []
        for number in range(12):
            new = {"card_id": card["id"], "email": f"p{number}@example.com"}
            added = await alice.post("/api/card-admins", new)
            statuses.append(added.status_code)
            if added.status_code == 201:
                await alice.delete(f"/api/card-admins/{added.json()['id']}")
    assert statuses == [201] * 10 + [409] * 2


async def test_a_card_without_a_limit_has_the_general_one(world: World, alice: Person) -> None:
    card = await make.card(alice)
    path = f"/api/cards/{card['id']}/contributions"
    note = {"name": "Noor", "note": {"text": "All the best"}}
    await world.owner.execute("update cards set places_taken = $1", CONTRIBUTIONS_PER_CARD - 1)
    assert (await alice.post(path, note)).status_code == 201
    is_problem(await alice.post(path, note), 409, "card_full")


async def test_shows_the_limits_that_are_the_same_everywhere(alice: Person) -> None:
    shown = (await alice.get("/api/limits")).json()
    assert (shown["contributions_per_card"], shown["webhook_endpoints_per_account"]) == (10_000, 20)
