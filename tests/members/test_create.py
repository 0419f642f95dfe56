"""Invite a person to the account."""

import anyio
import pytest

from tests.infra.openapi.journey import ROUTES
from tests.members.joining import invite, join, link_of
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/api/account/members"


async def test_invites_a_person_by_mail(alice: Person) -> None:
    made = await invite(alice, "nina@example.com", "owner")
    assert made.items() >= {"email": "nina@example.com", "role": "owner", "status": "invited"}.items()
    assert ROUTES["members.create"].access.says
    assert (await link_of(alice, "nina@example.com")).startswith(f"/member/{alice.account_id}/{made['id']}/")
    count = "select count(*) from memberships where account_id = $1"
    assert await alice.world.owner.fetchval(count, alice.account_id) == 1


async def test_does_not_reveal_whether_the_address_is_known(alice: Person, bob: Person) -> None:
    known, unknown = await invite(alice, bob.email), await invite(alice, "nina@example.com")
    assert {**known, "id": "", "email": "", "created_at": "", "expires_at": ""} == {
        **unknown, "id": "", "email": "", "created_at": "", "expires_at": "",
    }  # fmt: skip
    assert bob.user_id[4:] not in str(known)


async def test_refuses_a_second_invitation_in_any_spelling(alice: Person) -> None:
    made = await invite(alice, "nina@example.com")
    answer = await alice.post(PATH, {"email": "NINA@example.com"})
    assert (answer.status_code, answer.json()["member_id"]) == (409, made["id"])
    own = await alice.post(PATH, {"email": alice.email})
    assert (own.status_code, own.json()["code"]) == (409, "member_exists")


async def test_invites_once_when_asked_twice_at_once(alice: Person) -> None:
    await alice.get("/api/limits")
    codes: list[int] = []

    async def ask() -> None:
        codes.append((await alice.post(PATH, {"email": "nina@example.com"})).status_code)

    async with anyio.create_task_group() as group:
        for _ in range(4):
            group.start_soon(ask)
    assert sorted(codes) == [201, 409, 409, 409]


async def test_is_only_for_owners(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    sql = "update credentials set account_id = $1 where user_id = $2"
    await alice.world.owner.execute(sql, alice.account_id, bob.user_id)
    bob.token = await bob.exchange()
    for method, path in (("POST", PATH), ("GET", PATH), ("DELETE", f"{PATH}/mbr_{alice.user_id[4:]}")):
        answer = await bob.request(
            method, path, json={"email": "x@example.com"} if method == "POST" else None
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "owner_required")


@pytest.mark.parametrize("body", [{}, {"email": "nina"}, {"email": "n@example.com", "role": "king"}])
async def test_refuses_wrong_bodies(alice: Person, body: dict[str, str]) -> None:
    assert (await alice.post(PATH, body)).status_code == 422
