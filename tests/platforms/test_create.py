"""POST /api/accounts"""

import asyncio

from tests.infra.http.limited import limited
from tests.platforms.acting import Acting, appoint, customer
from tests.world import Person


async def test_refuses_an_account_that_is_no_platform(alice: Person, platform: Person, bob: Person) -> None:
    made = await customer(platform)
    for person in (bob, await alice.tester()):
        listed = await person.get("/api/accounts")
        assert (listed.status_code, listed.json()["code"]) == (403, "platform_required")
    assert (await bob.post("/api/accounts", {"name": "X"})).json()["code"] == "platform_required"
    assert (await bob.get(f"/api/accounts/{made['id']}")).json()["code"] == "platform_required"
    tested = await (await alice.tester()).post("/api/accounts", {"name": "X"})
    assert (tested.status_code, tested.json()["code"]) == (403, "wrong_mode")
    await appoint(platform, is_platform=False)
    assert (await platform.get("/api/accounts")).json()["code"] == "platform_required"


async def test_creates_an_account_with_settings_and_invites_its_owner(platform: Person) -> None:
    given = {"country": "DE", "currency": "EUR", "timezone": "Europe/Berlin", "locale": "de"}
    fields = {**given, "external_id": "4711", "owner_email": "ines@birke.example"}
    made = await customer(platform, "Birke GmbH", **fields)
    assert (made["name"], made["external_id"]) == ("Birke GmbH", "4711")
    settings = (await Acting(platform, made["id"]).get("/api/account")).json()
    assert settings.items() >= given.items()
    assert made["cards"] == 0
    assert (await platform.get(f"/api/accounts/{made['id']}")).json() == made
    sql = "select email, role from member_invitations where account_id = $1"
    assert [tuple(each) for each in await platform.world.owner.fetch(sql, made["id"])] == [
        ("ines@birke.example", "owner")
    ]
    sql = "select count(*) from credentials where account_id = $1"
    assert await platform.world.owner.fetchval(sql, made["id"]) == 0, "no key that could remain"


async def test_the_same_key_creates_one_account(platform: Person) -> None:
    first = await platform.post("/api/accounts", {"name": "Birch"}, key="c-1")
    again = await platform.post("/api/accounts", {"name": "Birch"}, key="c-1")
    assert again.json() == first.json()
    assert again.headers["Idempotency-Replayed"] == "true"
    assert len((await platform.get("/api/accounts")).json()["data"]) == 1


async def test_an_external_id_names_one_customer_of_a_platform(platform: Person, stranger: Person) -> None:
    answers = await asyncio.gather(
        *(platform.post("/api/accounts", {"name": "Birch", "external_id": "4711"}) for _ in range(4))
    )
    assert sorted(each.status_code for each in answers) == [201, 409, 409, 409]
    [made] = [each.json() for each in answers if each.status_code == 201]
    refused = next(each.json() for each in answers if each.status_code == 409)
    assert (refused["code"], refused["account_id"]) == ("external_id_exists", made["id"])
    assert (await customer(stranger, external_id="4711"))["id"] != made["id"]
    other = await customer(platform, external_id="4712")
    path = f"/api/accounts/{other['id']}"
    assert (await platform.patch(path, {"external_id": "4711"})).status_code == 409
    changed = (await platform.patch(path, {"external_id": None})).json()
    assert changed["external_id"] is None


async def test_a_platform_has_a_limited_number_of_customers(platform: Person) -> None:
    async with limited(platform.world, customers_per_platform=3):
        answers = await asyncio.gather(
            *(platform.post("/api/accounts", {"name": f"Customer {n}"}) for n in range(6))
        )
        assert sorted(each.status_code for each in answers) == [201] * 3 + [409] * 3
        assert (await platform.post("/api/accounts", {"name": "One more"})).json()[
            "code"
        ] == "too_many_customers"
        assert (await platform.get("/api/limits")).json()["customers_per_platform"] == 3


async def test_members_of_a_platform_create_no_accounts(platform: Person, bob: Person) -> None:
    sql = "insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'member', now())"
    await platform.world.owner.execute(sql, platform.account_id, bob.user_id)
    sql = "update credentials set account_id = $1 where user_id = $2"
    await platform.world.owner.execute(sql, platform.account_id, bob.user_id)
    bob.token = await bob.exchange()
    assert (await bob.post("/api/accounts", {"name": "X"})).json()["code"] == "owner_required"


async def test_the_creation_is_in_both_audit_logs(platform: Person) -> None:
    made = await customer(platform, external_id="4711")
    [entry, *_] = (await platform.get("/api/audit-log")).json()["data"]
    assert (entry["action"], entry["record_id"]) == ("account.create_customer", made["id"])
    sql = "select action, actor, user_id from audit_entries where account_id = $1"
    assert [tuple(each) for each in await platform.world.owner.fetch(sql, made["id"])] == [
        ("account.create", "platform", None)
    ]
