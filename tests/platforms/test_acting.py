"""The header Wellwish-Account: a platform acts for one of its customers."""

import dataclasses

import httpx2
import pytest

from tests import make
from tests.guards.test_tenants import bare
from tests.platforms.acting import Acting, acting, appoint, customer, joined
from tests.world import Person, World
from wellwish.app import application
from wellwish.base import ids
from wellwish.delivery import budget
from wellwish.infra.http import Budget


async def test_sees_and_changes_what_the_owner_of_the_customer_does(platform: Person) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    card = await make.card(other)
    assert (await owner.get(f"/api/cards/{card['id']}")).status_code == 200
    assert (await platform.get(f"/api/cards/{card['id']}")).status_code == 404, "without the header"
    assert (await platform.get("/api/cards")).json()["data"] == []
    theirs = await make.card(owner)
    assert (await other.post(f"/api/cards/{theirs['id']}/close")).status_code == 200
    assert (await other.get("/api/payments")).status_code == 200, "owners of the platform act as owners"
    assert (await other.patch("/api/account", {"country": "DE"})).json()["id"] == other.account_id
    mine = await make.card(platform)
    absent = bare(await other.get(f"/api/cards/{ids.new('card')}"))
    assert bare(await other.get(f"/api/cards/{mine['id']}")) == absent, "the platform's own"


async def test_every_id_that_is_no_customer_gets_the_same_response(
    platform: Person, stranger: Person
) -> None:
    theirs = await customer(stranger)
    gone = await customer(platform, "Gone")
    await platform.world.owner.execute("delete from customers where account_id = $1", gone["id"])
    absent = bare(await Acting(platform, ids.new("acct")).get("/api/cards"))
    assert absent[0] == 403
    for given in (
        theirs["id"],
        gone["id"],
        platform.account_id,
        "",
        "nonsense",
        "acct_",
        theirs["id"].upper(),
    ):
        assert bare(await Acting(platform, given).get("/api/cards")) == absent, given
    mine = await customer(platform)
    assert bare(await Acting(stranger, mine["id"]).get("/api/cards")) == absent
    assert (await Acting(platform, mine["id"]).get("/api/cards")).status_code == 200, "the control"
    twice = [("Wellwish-Account", mine["id"]), ("Wellwish-Account", mine["id"])]
    token = ("Authorization", f"Bearer {platform.token}")
    answer = await platform.world.client.get("/api/cards", headers=[*twice, token])
    assert answer.json()["code"] == "customer_not_found"


async def test_refuses_the_header_without_a_platform(platform: Person, bob: Person) -> None:
    made = await customer(platform)
    for person in (bob, await platform.tester()):
        answer = await Acting(person, made["id"]).get("/api/cards")
        assert (answer.status_code, answer.json()["code"]) == (403, "platform_required")
    owner = await joined(Acting(platform, made["id"]), "ines")
    assert (await Acting(owner, made["id"]).get("/api/cards")).json()["code"] == "platform_required"
    pair = {"x-api-key": platform.api_key, "x-client-secret": platform.client_secret}
    headers = {**pair, "Wellwish-Account": made["id"]}
    path = "/account/api-access/credentials/rotate"
    rotated = await platform.world.client.post(path, headers=headers)
    assert (rotated.status_code, rotated.json()["code"]) == (403, "platform_required")
    await appoint(platform, is_platform=False)
    refused = await Acting(platform, made["id"]).get("/api/cards")
    assert refused.json()["code"] == "platform_required"


async def test_operations_of_platforms_take_no_header(platform: Person) -> None:
    other = await acting(platform)
    assert (await other.get("/api/accounts")).json()["code"] == "platform_required"
    assert (await other.post("/api/accounts", {"name": "X"})).json()["code"] == "platform_required"


async def test_a_suspended_customer_or_platform_stops_the_header(platform: Person) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    execute = platform.world.owner.execute
    sql = "insert into account_suspensions (account_id, suspended_at) values ($1, now())"
    await execute(sql, other.account_id)
    assert (await other.get("/api/cards")).json()["code"] == "account_suspended"
    assert (await platform.get("/api/cards")).status_code == 200
    await execute("delete from account_suspensions")
    await execute(sql, platform.account_id)
    assert (await other.get("/api/cards")).json()["code"] == "account_suspended"
    assert (await owner.get("/api/cards")).status_code == 200, "its customers go on"


async def test_manages_members_only_until_the_account_has_an_owner(platform: Person) -> None:
    other = await acting(platform)
    invited = await other.post("/api/account/members", {"email": "ines@example.com", "role": "owner"})
    assert invited.status_code == 201, invited.text
    owner = await joined(other, "jo")
    path = f"/api/account/members/{(await owner.get('/api/account/members')).json()['data'][0]['id']}"
    for answer in (
        await other.post("/api/account/members", {"email": "ops@vendor.example", "role": "owner"}),
        await other.patch(path, {"role": "member"}),
        await other.delete(path),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")
    assert (await other.get("/api/account/members")).status_code == 200
    added = await owner.post("/api/account/members", {"email": "kim@example.com"})
    assert added.status_code == 201, "the control"


async def test_reaches_no_card_of_a_third_account(platform: Person, bob: Person) -> None:
    """The platform cannot even reach a card of which its user is an admin as a member of the customer."""
    other = await acting(platform)
    sql = "insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'owner', now())"
    await platform.world.owner.execute(sql, other.account_id, platform.user_id)
    theirs = await make.card(bob)
    await make.admin(bob, theirs["id"], platform, can_update=True)
    assert (await platform.get(f"/api/cards/{theirs['id']}")).status_code == 200, "the control"
    assert theirs["id"] in (await platform.get("/api/cards")).text
    assert (await other.get(f"/api/cards/{theirs['id']}")).status_code == 404
    for query in ("", "?status=open", f"?q={theirs['title'].split()[0]}"):
        assert theirs["id"] not in (await other.get(f"/api/cards{query}")).text, query


async def test_members_of_the_platform_act_as_members(platform: Person, bob: Person) -> None:
    other = await acting(platform)
    sql = "insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'member', now())"
    await platform.world.owner.execute(sql, platform.account_id, bob.user_id)
    sql = "update credentials set account_id = $1 where user_id = $2"
    await platform.world.owner.execute(sql, platform.account_id, bob.user_id)
    member = Acting(bob, other.account_id)
    assert (await member.get("/api/cards")).status_code == 200
    assert (await member.get("/api/payments")).status_code == 200
    assert (await member.get("/api/audit-log")).json()["code"] == "owner_required"


async def test_the_customer_sees_that_the_platform_acted(platform: Person) -> None:
    other = await acting(platform)
    owner = await joined(other, "ines")
    await other.patch("/api/account", {"country": "DE"})
    [entry, *_] = (await owner.get("/api/audit-log")).json()["data"]
    assert entry["action"] == "account.update"
    assert (entry["actor"]["type"], entry["actor"]["email"]) == ("platform", None)
    mine = (await platform.get("/api/audit-log")).json()["data"]
    assert "account.update" not in [each["action"] for each in mine]


@pytest.mark.parametrize("by_owner", [False, True])
async def test_a_platform_and_its_customers_can_use_equal_idempotency_keys(
    platform: Person, by_owner: bool
) -> None:
    first, second = await acting(platform), await acting(platform)
    others = [platform, second, *([await joined(first, "ines")] if by_owner else [])]
    body = await make.body(platform)
    made = [await each.post("/api/cards", body, key="k-1") for each in (first, *others)]
    assert {each.status_code for each in made} == {201}
    assert len({each.json()["id"] for each in made}) == len(made)
    again = await first.post("/api/cards", body, key="k-1")
    assert again.json() == made[0].json()
    assert again.headers["Idempotency-Replayed"] == "true"


def _left(answer: httpx2.Response) -> int:
    """Returns the remaining quota of requests."""
    return int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0])


async def test_customers_share_the_budget_of_requests(platform: Person, bob: Person) -> None:
    first, second = await acting(platform), await acting(platform)
    owner = await joined(second, "ines")
    for person in (platform, owner, bob):
        await person.get("/api/account")  # with a token from now on
    world = platform.world
    services = dataclasses.replace(world.services, budget=Budget(100))
    transport = httpx2.ASGITransport(application(services), client=("127.0.0.1", 50000))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8080") as client:
        other = World(services, client, world.owner)
        first.token = second.token = platform.token
        left: list[int] = []
        for person in (platform, first, second, owner, bob):
            person.world = other
            left.append(_left(await person.get("/api/account")))
    # A customer has a share for its own requests: half of what the others leave.
    assert left == [99, 98, 97, 47, 99], "the control: bob has a quota apart"


async def test_customers_share_the_daily_messages(platform: Person, bob: Person) -> None:
    first, second = await acting(platform), await acting(platform)
    real = dataclasses.replace(platform.world.services.settings, demo=False)
    services = dataclasses.replace(platform.world.services, settings=real)
    granted: list[int] = []
    for account_id in (first.account_id, second.account_id, platform.account_id, bob.account_id):
        async with services.db.transaction([account_id]) as tx:
            granted.append(await budget.within_account(tx, services, account_id, real.messages_per_day))
    most = real.messages_per_day
    assert granted == [most // 2, most // 4, most // 4, most], "the control: bob"
