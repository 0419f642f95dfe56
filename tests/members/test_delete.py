"""Remove a member, or withdraw an invitation."""

import anyio
import pytest

from tests.members.joining import invite, join, link_of, member_id_of
from tests.web.desk.people import is_in, signed_in
from tests.web.visitor import Visitor
from tests.world import Person

pytestmark = pytest.mark.anyio
PATH = "/api/account/members"


async def _acting_for(person: Person, owner: Person) -> Visitor:
    visitor = await signed_in(person)
    await visitor.open("/account/choose")
    await visitor.press("/account/choose", account_id=owner.account_id)
    return visitor


async def _pair(person: Person, owner: Person) -> None:
    """Lets the person's pair act for the account of the owner."""
    sql = "update credentials set account_id = $1 where user_id = $2"
    await owner.world.owner.execute(sql, owner.account_id, person.user_id)


async def test_ends_the_persons_sessions_pairs_and_tokens(alice: Person, bob: Person) -> None:
    member_id = await join(bob, alice)
    inside, elsewhere = await _acting_for(bob, alice), await _acting_for(bob, bob)
    await _pair(bob, alice)
    assert (await bob.get("/api/cards")).status_code == 200
    token = bob.token
    assert (await alice.delete(f"{PATH}/{member_id}")).status_code == 204
    assert (await is_in(inside), await is_in(elsewhere)) == (False, True)
    assert (await bob.get("/api/cards")).status_code == 401
    headers = {"x-api-key": bob.api_key, "x-client-secret": bob.client_secret}
    assert (await bob.world.client.post("/account/api-access/token", headers=headers)).status_code == 401
    assert bob.token == token
    assert (await alice.get("/api/cards")).status_code == 200  # the control


async def test_a_session_stays_over_when_the_membership_comes_back(alice: Person, bob: Person) -> None:
    member_id = await join(bob, alice)
    visitor = await _acting_for(bob, alice)
    kept = visitor.cookies["session"]
    await alice.delete(f"{PATH}/{member_id}")
    await join(bob, alice)
    visitor.cookies["session"] = kept
    assert not await is_in(visitor)
    assert await is_in(await _acting_for(bob, alice))  # the control


async def test_of_two_owners_who_remove_each_other_one_stays(alice: Person, bob: Person) -> None:
    await join(bob, alice, "owner")
    await _pair(bob, alice)
    await alice.get("/api/limits")
    await bob.get("/api/limits")
    codes: list[int] = []

    async def remove(by: Person, other: Person) -> None:
        codes.append((await by.delete(f"{PATH}/{member_id_of(other)}")).status_code)

    async with anyio.create_task_group() as group:
        group.start_soon(remove, alice, bob)
        group.start_soon(remove, bob, alice)
    assert codes.count(204) == 1
    left = "select count(*) from memberships where account_id = $1 and role = 'owner'"
    assert await alice.world.owner.fetchval(left, alice.account_id) == 1


async def test_keeps_the_last_owner(alice: Person, bob: Person) -> None:
    await join(bob, alice)
    own = f"{PATH}/{member_id_of(alice)}"
    answer = await alice.delete(own)
    assert (answer.status_code, answer.json()["code"]) == (409, "last_owner")
    await alice.patch(f"{PATH}/{member_id_of(bob)}", {"role": "owner"})
    assert (await alice.delete(own)).status_code == 204  # the control


async def test_withdraws_an_invitation(alice: Person) -> None:
    made = await invite(alice, "nina@example.com")
    link = await link_of(alice, "nina@example.com")
    assert (await Visitor(alice.world).open(link)).status_code == 200
    assert (await alice.delete(f"{PATH}/{made['id']}")).status_code == 204
    assert (await Visitor(alice.world).open(link)).status_code == 404
    assert (await alice.delete(f"{PATH}/{made['id']}")).status_code == 404


async def test_does_not_find_members_of_another_account(alice: Person, mallory: Person) -> None:
    assert (await mallory.delete(f"{PATH}/{member_id_of(alice)}")).status_code == 404
