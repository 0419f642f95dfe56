"""Cards that a customer draws from the bundle purchases of its platform."""

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import httpx2
import pytest

from tests import make
from tests.platforms.acting import Acting, appoint, customer, drawing, joined
from tests.waiting import until, until_waiting
from tests.world import Person, World
from wellwish.base import clock, ids
from wellwish.bundles.grant import grant
from wellwish.platforms.release import release

CREATORS, CUSTOMERS, CAPACITY = 64, 4, 40


async def only(platform: Person, cards: int, **given: Any) -> str:
    """Replaces the platform's purchases by one with that many cards, and returns its ID."""
    world = platform.world
    await world.owner.execute("delete from bundle_purchases where account_id = $1", platform.account_id)
    async with world.services.db.transaction([platform.account_id]) as tx:
        return (await grant(tx, platform.account_id, cards, **given)).id


async def create(person: Person, purchase_id: str | None = None, **fields: Any) -> httpx2.Response:
    """Creates a card, from this purchase if it is given."""
    named = {"bundle_purchase_id": purchase_id} if purchase_id else {}
    return await person.post("/api/cards", await make.body(person, **named, **fields))


async def used(world: World, purchase_id: str) -> dict[str, int]:
    """Returns the cards that are counted in each account under the ID of the purchase."""
    sql = "select account_id, cards_used from bundle_purchases where id = $1"
    return {each[0]: each[1] for each in await world.owner.fetch(sql, purchase_id)}


async def test_a_card_takes_its_unit_from_the_platform(platform: Person) -> None:
    purchase_id = await only(platform, 3)
    other = await drawing(platform)
    made = (await create(other)).json()
    assert made["bundle_purchase_id"] == purchase_id
    assert (await create(other, purchase_id)).status_code == 201
    [left] = (await other.get("/api/bundle-purchases/available")).json()["data"]
    shown = (left["id"], left["source"], left["cards_total"], left["cards_used"], left["cards_remaining"])
    assert shown == (purchase_id, "platform", 3, 2, 1)
    [mine] = (await platform.get("/api/bundle-purchases/available")).json()["data"]
    assert (mine["source"], mine["cards_used"], mine["cards_remaining"]) == ("own", 2, 1)
    assert (await other.get("/api/bundle-purchases")).json()["data"] == [], "it has bought nothing"
    assert (await platform.get(f"/api/accounts/{other.account_id}")).json()["cards"] == 2
    assert (await other.get("/api/account/platform")).json()["cards_from"] == "platform"


async def test_bundles_of_the_customer_come_first(platform: Person) -> None:
    purchase_id = await only(platform, 5)
    other = await drawing(platform)
    async with platform.world.services.db.transaction([other.account_id]) as tx:
        own = (await grant(tx, other.account_id, 1)).id
    listed = (await other.get("/api/bundle-purchases/available", params={"limit": 1})).json()
    assert [each["id"] for each in listed["data"]] == [own]
    following = {"limit": 1, "cursor": listed["next_cursor"]}
    listed = (await other.get("/api/bundle-purchases/available", params=following)).json()
    assert [each["id"] for each in listed["data"]] == [purchase_id]
    taken = [(await create(other)).json()["bundle_purchase_id"] for _ in range(2)]
    assert taken == [own, purchase_id]


async def test_draws_nothing_unless_the_platform_allows_it(
    platform: Person, stranger: Person, bob: Person
) -> None:
    """Covers own bundles by default, another platform's purchase, a former customer and a former platform."""
    purchase_id = await only(platform, 5)
    other = await drawing(platform)
    for person in (Acting(platform, (await customer(platform))["id"]), await drawing(stranger), bob):
        refused = await create(person, purchase_id)
        assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    refused = await create(Acting(platform, (await customer(platform))["id"]))
    assert (refused.status_code, refused.json()["code"]) == (409, "no_bundle_available")
    owner = await joined(other, "ines")
    assert (await create(owner)).status_code == 201, "the control"
    path = f"/api/accounts/{other.account_id}"
    assert (await platform.patch(path, {"cards_from": "own"})).json()["cards_from"] == "own"
    assert (await create(owner)).json()["code"] == "no_bundle_available"
    assert (await platform.patch(path, {"cards_from": "platform"})).status_code == 200
    await appoint(platform, is_platform=False)
    assert (await create(owner)).json()["code"] == "no_bundle_available"
    await appoint(platform)
    sql = "insert into account_suspensions (account_id, suspended_at) values ($1, now())"
    await platform.world.owner.execute(sql, platform.account_id)
    assert (await create(owner)).json()["code"] == "no_bundle_available"
    await platform.world.owner.execute("delete from account_suspensions")
    assert (await create(owner)).status_code == 201
    assert (await owner.delete("/api/account/platform")).status_code == 204
    assert (await create(owner)).json()["code"] == "no_bundle_available"
    assert (await create(owner, purchase_id)).json()["code"] == "not_found"
    assert await used(platform.world, purchase_id) == {platform.account_id: 2, other.account_id: 2}


async def test_says_why_there_is_no_card(platform: Person) -> None:
    purchase_id = await only(platform, 1)
    other, sibling = await drawing(platform), await drawing(platform)
    assert (await create(sibling)).status_code == 201
    refused = await create(other, purchase_id)
    assert refused.json()["code"] == "bundle_capacity_exhausted"
    expired = await only_expired(platform)
    assert (await create(other, expired)).json()["code"] == "bundle_not_active"
    assert (await other.get("/api/bundle-purchases/available")).json()["data"] == []
    checked = await other.post("/api/card-batches/check", await make.batch(other))
    assert checked.json()["cards_remaining"] == 0


async def only_expired(platform: Person) -> str:
    async with platform.world.services.db.transaction([platform.account_id]) as tx:
        return (await grant(tx, platform.account_id, 5, expires_at=clock.now() - timedelta(days=1))).id


async def test_a_card_that_nobody_has_seen_gives_its_unit_back(platform: Person) -> None:
    purchase_id = await only(platform, 2)
    other = await drawing(platform)
    first, second = [(await create(other)).json() for _ in range(2)]
    await make.invitations(other, second["id"], "jonas@example.com")
    tried = await other.post(f"/api/cards/{first['id']}/cancel", params={"dry_run": "true"})
    assert tried.json()["dry_run"].items() >= {"cards_returned": 1, "cards_remaining": 1}.items()
    for card in (first, second):
        assert (await other.post(f"/api/cards/{card['id']}/cancel")).status_code == 200
    assert await used(platform.world, purchase_id) == {platform.account_id: 1, other.account_id: 1}
    await other.world.owner.execute("delete from customers")
    async with platform.world.services.db.transaction([other.account_id]) as tx:
        assert not await release(tx, other.account_id, actor="operator"), "it has left already"
    assert await used(platform.world, purchase_id) == {platform.account_id: 1, other.account_id: 1}


async def test_the_platform_learns_that_its_cards_run_out(platform: Person) -> None:
    purchase_id = await only(platform, 2)
    other = await drawing(platform)
    for _ in range(2):
        assert (await create(other)).status_code == 201
    mine = [each["type"] for each in (await platform.get("/api/events")).json()["data"]]
    theirs = (await other.get("/api/events")).json()["data"]
    assert mine == ["bundle_purchase.exhausted", "bundle_purchase.low"]
    assert [each["type"] for each in theirs] == ["card.created"] * 2
    assert theirs[0]["data"]["bundle_purchase_id"] == purchase_id


async def test_shows_nothing_else_of_the_platform(platform: Person) -> None:
    """Hides price, payment and the siblings' cards; the customer sees the remaining cards, and its own."""
    purchase_id = await only(platform, 9, name="Team 9")
    sql = "update bundle_purchases set price_amount = 4711, updated_at = '2099-01-01', version = 77"
    await platform.world.owner.execute(f"{sql}, payment_id = $1", ids.new("pay"))
    other, sibling = await drawing(platform), await drawing(platform)
    theirs = (await create(sibling, title="Sibling")).json()
    mine = (await create(other)).json()
    listed = await other.get("/api/bundle-purchases/available")
    [left] = listed.json()["data"]
    assert left["price"]["amount"] == 0
    assert (left["payment_id"], left["cards_used"], left["cards_remaining"]) == (None, 1, 7)
    for text in (listed.text, (await other.get(f"/api/cards/{mine['id']}")).text):
        assert not [
            each for each in ("4711", "2099-01-01", platform.account_id, theirs["id"]) if each in text
        ]
    assert (await other.get("/api/cards", params={"bundle_purchase_id": purchase_id})).json()["data"] == [
        (await other.get("/api/cards")).json()["data"][0]
    ]
    assert (await platform.get("/api/cards", params={"bundle_purchase_id": purchase_id})).json()["data"] == []


async def test_a_batch_draws_all_its_cards_or_none(platform: Person) -> None:
    purchase_id = await only(platform, 3)
    other = await drawing(platform)
    asked = await make.batch(other, "A", "B", "C", "D")
    assert (await other.post("/api/card-batches", asked)).json()["code"] == "no_bundle_available"
    made = await other.post("/api/card-batches", {**asked, "cards": asked["cards"][:3]})
    assert made.status_code == 201, made.text
    await platform.world.work()
    done = (await other.get(f"/api/card-batches/{made.json()['id']}")).json()
    assert done["status"] == "completed"
    assert await used(platform.world, purchase_id) == {platform.account_id: 3, other.account_id: 3}


async def settled(person: Person, path: str, given: dict[str, Any]) -> httpx2.Response:
    """Repeats the request while the server is too busy for it, or still performs it."""
    key = ids.new("req")

    async def answered() -> httpx2.Response | None:
        answer = await person.post(path, given, key=key)
        is_done = answer.status_code != 503 and "idempotency_key_running" not in answer.text
        return answer if is_done else None

    return await until(answered)


async def race(platform: Person) -> tuple[Counter[int], dict[str, int]]:
    """64 creators of four customers, and cancellations of unused cards, draw from one purchase."""
    purchase_id = await only(platform, CAPACITY)
    people = [await drawing(platform, name=f"Customer {n}") for n in range(CUSTOMERS)]
    first, named = await make.body(people[0]), {"bundle_purchase_id": purchase_id}
    for person in people[1:]:
        await make.body(person)  # each has a token now
    statuses: Counter[int] = Counter()

    async def creator(number: int) -> None:
        person = people[number % CUSTOMERS]
        for _ in range(3):
            answer = await settled(person, "/api/cards", {**first, **(named if number % 2 else {})})
            statuses[answer.status_code] += 1
            if answer.status_code == 201 and number % 8 == 0:
                cancelled = await settled(person, f"/api/cards/{answer.json()['id']}/cancel", {})
                assert cancelled.status_code == 200, cancelled.text
                statuses[-1] += 1

    await asyncio.gather(*(creator(number) for number in range(CREATORS)))
    # Uses the capacity that cancellations returned after the last creation.
    while (await settled(people[0], "/api/cards", first)).status_code == 201:
        statuses[201] += 1
    return statuses, await used(platform.world, purchase_id)


async def test_64_creators_of_four_customers_never_oversell(platform: Person) -> None:
    statuses, counted = await race(platform)
    assert set(statuses) <= {201, 409, -1}
    kept = await platform.world.owner.fetch(
        "select account_id, count(*) from cards where state <> 'cancelled' group by account_id"
    )
    assert counted.pop(platform.account_id) == CAPACITY == statuses[201] - statuses[-1]
    assert {each: count for each, count in counted.items() if count} == {each[0]: each[1] for each in kept}


async def test_a_draw_without_its_lock_oversells(platform: Person) -> None:
    """The control: without the lock and the guard in draw_card, the race oversells."""
    owner = platform.world.owner
    original = await owner.fetchval("select pg_get_functiondef('draw_card'::regproc)")
    loose = original
    for protection, other in (
        ("FOR UPDATE OF p", ""),
        (" FOR SHARE OF c", ""),
        ("cards_used = (b.cards_used + 1)", "cards_used = least(b.cards_used + 1, b.cards_total)"),
        ("AND (b.cards_used < b.cards_total)", ""),
        # The same in the statements for a Citus cluster.
        ("limit 1 for update)", "limit 1)"),
        ("set cards_used = b.cards_used + 1", "set cards_used = least(b.cards_used + 1, b.cards_total)"),
        ("and b.cards_used < b.cards_total", ""),
    ):
        loose = loose.replace(protection, other)
    assert loose != original
    await owner.execute(loose)
    try:
        statuses, counted = await race(platform)
    finally:
        await owner.execute(original)
    counted.pop(platform.account_id)
    assert sum(counted.values()) > CAPACITY, statuses


@pytest.mark.parametrize("held", ["share", "leave"])
async def test_a_card_is_drawn_before_the_customer_leaves_or_not_at_all(platform: Person, held: str) -> None:
    """A creation that began before the departure waits for it, and draws nothing."""
    purchase_id = await only(platform, 5)
    other = await drawing(platform)
    owner = await joined(other, "ines")
    connection = platform.world.owner
    async with connection.transaction():
        if held == "leave":
            await connection.execute("delete from customers where account_id = $1", other.account_id)
        else:
            sql = "select from customers where account_id = $1 for share"
            await connection.execute(sql, other.account_id)
        making = asyncio.create_task(create(owner))
        if held == "share":
            assert (await making).status_code == 201, "others may share it"
        else:
            await until_waiting(connection)
    assert (await making).status_code == (201 if held == "share" else 409)
    expected = {platform.account_id: 1, other.account_id: 1} if held == "share" else {platform.account_id: 0}
    assert await used(platform.world, purchase_id) == expected
