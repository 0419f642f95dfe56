"""POST /account/api-access/credentials/test"""

import asyncio

import pytest

from tests import make
from tests.world import Person
from wellwish.accounts.suspend import resume, suspend
from wellwish.infra.db import Database

pytestmark = pytest.mark.anyio

PATH = "/account/api-access/credentials/test"


def _headers(person: Person) -> dict[str, str]:
    return {"x-api-key": person.api_key, "x-client-secret": person.client_secret}


async def test_a_test_key_says_so_and_has_an_account_of_its_own(alice: Person) -> None:
    tester = await alice.tester()
    assert tester.api_key.startswith("wwk_test_")
    live, test = [(await each.get("/api/account")).json() for each in (alice, tester)]
    assert test["id"] != live["id"]
    assert test["name"] == live["name"]


async def test_two_at_once_make_one_account_and_leave_one_pair(alice: Person) -> None:
    answers = await asyncio.gather(
        *(alice.world.client.post(PATH, headers=_headers(alice)) for _ in range(4))
    )
    assert {each.status_code for each in answers} == {201}
    assert await alice.world.owner.fetchval("select count(*) from test_accounts") == 1
    sql = "select count(*) from credentials c join test_accounts t on t.account_id = c.account_id"
    assert await alice.world.owner.fetchval(sql) == 1


async def test_a_new_test_key_ends_the_former_one_and_keeps_the_data(alice: Person) -> None:
    first = await alice.tester()
    card = await make.card(first)
    second = await alice.tester()
    assert (await first.get("/api/account")).status_code == 401
    assert [each["id"] for each in (await second.get("/api/cards")).json()["data"]] == [card["id"]]
    assert (await alice.get("/api/account")).status_code == 200


async def test_a_test_pair_rotates_into_another_test_pair(alice: Person) -> None:
    tester = await alice.tester()
    rotated = await alice.world.client.post(
        "/account/api-access/credentials/rotate", headers=_headers(tester)
    )
    assert rotated.status_code == 201, rotated.text
    assert rotated.json()["api_key"].startswith("wwk_test_")


async def test_refuses_a_test_pair(alice: Person) -> None:
    tester = await alice.tester()
    refused = await alice.world.client.post(PATH, headers=_headers(tester))
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong_mode")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/account/members", {"email": "dora@example.com"}),
        ("PUT", "/api/payment-provider", {"provider": "sandbox"}),
        ("DELETE", "/api/payment-provider", None),
    ],
)
async def test_refuses_what_belongs_to_the_live_account(
    alice: Person, method: str, path: str, body: dict[str, str] | None
) -> None:
    tester = await alice.tester()
    refused = await tester.request(method, path, **({} if body is None else {"json": body}))
    assert (refused.status_code, refused.json()["code"]) == (403, "wrong_mode")


async def test_a_suspended_account_has_no_test_data_either(alice: Person, owner: Database) -> None:
    tester = await alice.tester()
    assert (await tester.get("/api/cards")).status_code == 200
    async with owner.transaction([alice.account_id]) as tx:
        await suspend(tx, alice.account_id)
    assert (await tester.get("/api/cards")).json()["code"] == "account_suspended"
    async with owner.transaction([alice.account_id]) as tx:
        await resume(tx, alice.account_id)
    assert (await tester.get("/api/cards")).status_code == 200


async def test_a_member_who_leaves_loses_the_test_key_too(alice: Person, bob: Person) -> None:
    world = alice.world
    await world.owner.execute(
        "insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'owner', now())",
        alice.account_id,
        bob.user_id,
    )
    tester = await alice.tester()
    await world.owner.execute(
        "update credentials set user_id = $1 where account_id = $2", bob.user_id, tester.account_id
    )
    await world.owner.execute("update access_tokens set user_id = $1", bob.user_id)
    assert (await tester.get("/api/bundle-purchases")).status_code == 200
    member_id = f"mbr_{bob.user_id.removeprefix('usr_')}"
    removed = await alice.delete(f"/api/account/members/{member_id}")
    assert removed.status_code == 204, removed.text
    assert (await tester.get("/api/bundle-purchases")).status_code == 401
    left = "select count(*) from memberships where account_id = $1 and user_id = $2"
    assert await world.owner.fetchval(left, tester.account_id, bob.user_id) == 0


async def test_a_role_changes_in_both_accounts(alice: Person, bob: Person) -> None:
    world = alice.world
    await world.owner.execute(
        "insert into memberships (account_id, user_id, role, created_at) values ($1, $2, 'owner', now())",
        alice.account_id,
        bob.user_id,
    )
    tester = await alice.tester()
    member_id = f"mbr_{bob.user_id.removeprefix('usr_')}"
    changed = await alice.patch(f"/api/account/members/{member_id}", {"role": "member"})
    assert changed.status_code == 200, changed.text
    role = "select role from memberships where account_id = $1 and user_id = $2"
    assert await world.owner.fetchval(role, tester.account_id, bob.user_id) == "member"
